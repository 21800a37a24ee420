package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/problem"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// packages are the problem packages that are open.
var packages struct {
	opened map[*oracle.Assignment]*problem.Package
	// plain is set if the command runs programs of packages and has no flag for the sandbox. Its packages are
	// confined as far as the system can.
	plain bool
	// stderr gets the warnings about them.
	stderr io.Writer
}

// runsPackages are the commands that run programs of packages and have no flag for the sandbox.
var runsPackages = []string{"solve", "diff", "merge", "update"}

// choosePackagePolicy decides on the confinement of packages if the command has no flag for it. Some packages
// are open already, since the arguments were checked.
func choosePackagePolicy(cmd *cobra.Command) error {
	packages.plain = slices.Contains(runsPackages, cmd.Name())
	for a := range packages.opened {
		if err := prepareWithoutFlag(cmd.Context(), a); err != nil {
			return err
		}
	}
	return nil
}

// prepareWithoutFlag prepares a package for a command that has no flag for the sandbox.
func prepareWithoutFlag(ctx context.Context, a *oracle.Assignment) error {
	if !packages.plain {
		return nil
	}
	return preparePackage(ctx, a, testscript.Options{})
}

// preparePackage confines the programs of an assignment that is a problem package, and runs its generators of
// cases. It must be called before the cases are read.
func preparePackage(ctx context.Context, a *oracle.Assignment, s testscript.Options) error {
	p := packages.opened[a]
	if p == nil || p.IsPrepared() {
		return nil
	}
	defer printWarnings(p)
	return asUsageError(p.Prepare(ctx, s))
}

// printWarnings prints the new warnings about a package.
func printWarnings(p *problem.Package) {
	for _, warning := range p.NewWarnings() {
		printLine(packages.stderr, "touchstone: %s", warning)
	}
}

// openPackages makes problem packages assignments wherever an assignment is named, by their paths. It prints
// their warnings to stderr. closed removes their temporary files.
func openPackages(ctx context.Context, stderr io.Writer) (closed func() error) {
	packages.stderr = stderr
	packages.opened = map[*oracle.Assignment]*problem.Package{}
	known := map[string]*oracle.Assignment{}
	oracle.Open = func(path string) (*oracle.Assignment, error) {
		key := ""
		if name, digest, ok := strings.Cut(path, "@"); ok && len(digest) == problem.DigestSize &&
			!problem.Is(path) {
			key, path = path, name
			if !problem.Is(path) {
				path += ".zip"
			}
			if !problem.Is(path) {
				return nil, fmt.Errorf("want the problem package %s in this directory, as where the journal was "+
					"written, found none", name)
			}
		}
		if !problem.Is(path) {
			if _, err := os.Stat(path); err == nil || strings.ContainsRune(path, filepath.Separator) {
				return nil, fmt.Errorf("%s: want an assignment (%s) or a problem package, a directory with problem.yaml "+
					"or its zip, found neither", path, strings.Join(oracle.Names(), ", "))
			}
			return nil, nil
		}
		full, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		if a := known[full]; a != nil && (key == "" || a.Key() == key) {
			return a, nil
		}
		p, game, err := problem.Open(ctx, path)
		if err != nil {
			return nil, err
		}
		packages.opened[game.Assignment] = p
		if key != "" && game.Assignment.Key() != key {
			return nil, fmt.Errorf("%s: want the problem package of the journal (%s), found another", path, key)
		}
		printWarnings(p)
		if err := prepareWithoutFlag(ctx, game.Assignment); err != nil {
			return nil, err
		}
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
		for a, p := range packages.opened {
			catalog.Remove(a)
			err = errors.Join(err, p.Close())
		}
		return err
	}
}
