// Command newgame is touchstone with one additional game, from package coins.
package main

import (
	"github.com/touchstone-suite/touchstone/cli"

	"example.org/newgame/coins"
)

func main() { cli.Main(coins.Game) }
