// Package touchstone holds the source of the oracle, so that an exported game can bring its reference along.
package touchstone

import "embed"

// Source holds the source of the packages below oracle and of the packages of this module that they import,
// by path in this module. They import no other packages except the standard library.
//
//go:embed go.mod oracle/*/*.go oracle/search/parallel/*.go internal/recursion/*.go internal/suggest/*.go docs/rules/*.go docs/rules/*.md
var Source embed.FS
