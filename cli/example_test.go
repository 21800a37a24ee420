package cli_test

import (
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/cli"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A command with a game of its own: docs/new-game.md defines one.
func ExampleMain() {
	chess := catalog.Game{Assignment: &homework.Assignment{Name: "chess"}}
	_ = func() { cli.Main(chess) } // func main()
}
