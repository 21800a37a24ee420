// Package searchtest provides a sink that stops a search, for tests of searches.
package searchtest

import (
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Label appends a letter for a move.
func Label(dst []byte, m search.Move) []byte { return append(dst, byte('a'+m)) }

// A Stopper is a sink that counts its writes. It calls Do at write number At, from 1, and at each later write.
// Writing is set during the call.
type Stopper struct {
	Writes, At int
	Writing    bool
	Do         func() error
}

// Begin returns the sink itself.
func (s *Stopper) Begin(string, output.Size) (output.File, error) { return s, nil }

// Finish does nothing.
func (s *Stopper) Finish([]byte) error { return nil }

// Write counts a write.
func (s *Stopper) Write(p []byte) (int, error) {
	if s.Writes++; s.Writes < s.At || s.Do == nil {
		return len(p), nil
	}
	s.Writing = true
	defer func() { s.Writing = false }()
	return len(p), s.Do()
}
