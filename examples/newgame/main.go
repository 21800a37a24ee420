// Command newgame is touchstone with one game more, that of package coins.
package main

import (
	"github.com/touchstone-suite/touchstone/cli"

	"example.org/newgame/coins"
)

func main() { cli.Main(coins.Game) }
