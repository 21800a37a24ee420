// Package touchstone holds the source of the oracle, so that an exported game can bring its reference along.
package touchstone

import "embed"

// Source is the source of the packages below oracle and of what they import, by its path in this module. They
// import nothing else but the standard library.
//
//go:embed go.mod oracle/*/*.go oracle/search/parallel/*.go internal/suggest/*.go docs/rules/*.go docs/rules/*.md
var Source embed.FS
