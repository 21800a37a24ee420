package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

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
		key := ""
		if name, digest, ok := strings.Cut(path, "@"); ok && len(digest) == problem.DigestSize && !problem.Is(path) {
			key, path = path, name
			if !problem.Is(path) {
				path += ".zip"
			}
			if !problem.Is(path) {
				return nil, fmt.Errorf("want the problem package %s in this directory, as where the journal was written, found none", name)
			}
		}
		if !problem.Is(path) {
			if _, err := os.Stat(path); err == nil || strings.ContainsRune(path, filepath.Separator) {
				return nil, fmt.Errorf("%s: want an assignment (%s) or a problem package, a folder with problem.yaml or its zip, found neither", path, strings.Join(oracle.Names(), ", "))
			}
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
		if key != "" && game.Assignment.Key() != key {
			return nil, fmt.Errorf("%s: want the problem package of the journal (%s), found %s", path, key, game.Assignment.Key())
		}
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
