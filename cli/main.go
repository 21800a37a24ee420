//go:build !js

// Package cli is the touchstone command with additional games. cmd/touchstone, which adds no games, is a call
// of Main. Compiled for a browser, the same call answers the requests of the page (docs/site.md).
package cli

import (
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/command"
)

// Main runs the command with the arguments of the process and exits with its status. games are added to the
// built-in games.
func Main(games ...catalog.Game) { command.Main(games...) }
