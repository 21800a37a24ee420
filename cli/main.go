//go:build !js

// Package cli is touchstone with games of your own: cmd/touchstone, which has none, is a call of Main.
// Compiled for a browser, the same call answers what the page asks (docs/site.md).
package cli

import (
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/command"
)

// Main runs the command with the arguments of the process and exits with its status.
// Games are those that it knows besides the built-in ones.
func Main(games ...catalog.Game) { command.Main(games...) }
