package cli

import (
	"context"
	"path/filepath"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/problem"
	"github.com/touchstone-suite/touchstone/oracle"
)

// openPackages has problem packages be assignments wherever an assignment is named, by their paths. What they need is
// gone when closed is called.
func openPackages(ctx context.Context) (closed func() error) {
	var opened []*problem.Package
	known := map[string]*oracle.Assignment{}
	oracle.Open = func(path string) (*oracle.Assignment, error) {
		if !problem.Is(path) {
			return nil, nil
		}
		full, err := filepath.Abs(path)
		if err != nil || known[full] != nil {
			return known[full], err
		}
		p, game, err := problem.Open(ctx, path)
		if err != nil {
			return nil, err
		}
		opened = append(opened, p)
		known[full] = game.Assignment
		return game.Assignment, catalog.Add(game)
	}
	return func() (err error) {
		oracle.Open = nil
		for _, p := range opened {
			err = p.Close()
		}
		return err
	}
}
