package cli

import (
	"context"
	"path/filepath"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/class/course"
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
		if err := catalog.Add(game); err != nil {
			return nil, err
		}
		known[full] = game.Assignment
		if name, text, err := p.CourseFile(); name != "" && err == nil {
			_, err = course.Parse(name, text, game.Assignment) // which reads all but the part "assignment:"
			return game.Assignment, err
		}
		return game.Assignment, nil
	}
	return func() (err error) {
		oracle.Open = nil
		for _, p := range opened {
			err = p.Close()
		}
		return err
	}
}
