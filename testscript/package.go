package testscript

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/problem"
	"github.com/touchstone-suite/touchstone/oracle"
)

// An openPackage is a problem package that tests have asked for. None but the last of them closes it.
type openPackage struct {
	*problem.Package
	assignment *oracle.Assignment
	users      int
}

// packages are those of this process, by their paths from the root.
var packages = struct {
	sync.Mutex
	by map[string]*openPackage
}{by: map[string]*openPackage{}}

// Package returns the assignment of a problem package, a folder or a zip (docs/any-assignment.md), for Run. What it needs is
// removed when the test has ended. Tests of the same package get the same assignment, as it was for the first of them.
//
//	func TestQueens(t *testing.T) {
//		testscript.Run(t, testscript.Package(t, "testdata/queens"), testscript.Path("queens.py"))
//	}
func Package(t *testing.T, path string) *oracle.Assignment {
	t.Helper()
	packages.Lock()
	defer packages.Unlock()
	p, err := takePackage(context.WithoutCancel(t.Context()), path) // Run asks it when the test's own context has ended
	if err != nil {
		t.Fatal(err)
	}
	p.users++
	t.Cleanup(func() {
		packages.Lock()
		defer packages.Unlock()
		if p.users--; p.users > 0 {
			return
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p.assignment
}

// takePackage returns a package that is open. packages is locked.
func takePackage(ctx context.Context, path string) (*openPackage, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if p := packages.by[full]; p != nil {
		if p.users == 0 {
			err = p.Reopen(ctx)
		}
		return p, err
	}
	p, game, err := problem.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := catalog.Add(game); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	packages.by[full] = &openPackage{Package: p, assignment: game.Assignment}
	return packages.by[full], nil
}
