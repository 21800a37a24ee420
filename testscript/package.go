package testscript

import (
	"testing"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/problem"
	"github.com/touchstone-suite/touchstone/oracle"
)

// Package returns the assignment of a problem package, a folder or a zip (docs/any-assignment.md), for Run. What it needs is
// removed when the test has ended.
//
//	func TestQueens(t *testing.T) {
//		testscript.Run(t, testscript.Package(t, "testdata/queens"), testscript.Path("queens.py"))
//	}
func Package(t *testing.T, path string) *oracle.Assignment {
	t.Helper()
	p, game, err := problem.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	if known, err := oracle.Lookup(game.Assignment.Name); err == nil && known.Path == game.Assignment.Path {
		return known
	}
	if err := catalog.Add(game); err != nil {
		t.Fatal(err)
	}
	return game.Assignment
}
