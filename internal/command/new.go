package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/class/course"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/problem"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript"
)

func newNew() *cobra.Command {
	var start problem.Start
	cmd := &cobra.Command{
		Use:   "new DIR",
		Short: "Make a problem package: an assignment of your own, in any language",
		Long:  helpText("new"),
		Example: `  touchstone new homework5
  touchstone new homework5 --reference solution.py --input big.txt
  touchstone new longest-run --example`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if (start.Reference == "") != (start.Input == "") {
				return usagef("--reference and --input go together")
			}
			if start.Example && start.Reference != "" {
				return usagef("--example goes without --reference")
			}
			err := problem.New(cmd.Context(), args[0], start)
			if errors.Is(err, fs.ErrExist) {
				return usagef("%s: want a new folder or an empty one, found one with files", args[0])
			}
			if err != nil {
				return usage(err)
			}
			dir := escape.Line(filepath.Clean(args[0]))
			if !filepath.IsAbs(dir) && dir != "." {
				dir = "./" + dir
			}
			fmt.Fprintf(cmd.OutOrStdout(), `%[1]s is an assignment:
  touchstone audit %[1]s           is all of it as it says?
  touchstone check %[1]s my.py     check a program
  touchstone fuzz %[1]s my.py      search for an input on which it fails
  touchstone export %[1]s          pack it for a judge
`, dir)
			if !start.Example {
				fmt.Fprintf(cmd.OutOrStdout(), "Its files say TODO where something is to be written: "+
					"grep -rn TODO %s\n", dir)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&start.Reference, "reference", "", "a `FILE` with a program whose answers are right")
	cmd.Flags().StringVar(&start.Input, "input", "", "a `FILE` with an input of it")
	cmd.Flags().BoolVar(&start.Example, "example", false, "a whole example instead: the longest run")
	return cmd
}

func newExport() *cobra.Command {
	return &cobra.Command{
		Use:   "export DIR|GAME [FILE]",
		Short: "Write a problem package as an archive that judges read",
		Long:  helpText("export"),
		Example: `  touchstone export longest-run
  touchstone export longest-run upload/longest-run.zip
  touchstone export squirrel`,
		Args: arguments(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			full, err := filepath.Abs(args[0])
			if err != nil {
				return err
			}
			out := filepath.Base(full) + ".zip"
			if len(args) == 2 {
				out = args[1]
			}
			if err := isNew(out); err != nil {
				return err
			}
			var archive bytes.Buffer
			name := strings.TrimSuffix(filepath.Base(out), filepath.Ext(out))
			if _, missing := os.Stat(args[0]); missing == nil {
				err = problem.Export(cmd.Context(), args[0], name, &archive)
			} else if a, unknown := oracle.Lookup(args[0]); unknown == nil {
				limits := homework.Run{CPU: testscript.DefaultCPU, Memory: testscript.DefaultMemory,
					Output: testscript.SpareOutput}
				err = problem.ExportGame(cmd.Context(), a, limits, name, &archive)
			} else {
				err = unknown
			}
			if err != nil {
				return usage(err)
			}
			if err := output.WriteFile(out, archive.Bytes()); err != nil {
				return usage(err)
			}
			printLine(cmd.OutOrStdout(), "%s", out)
			return nil
		},
	}
}

// packages are the problem packages that are open.
var packages struct {
	opened map[*oracle.Assignment]*problem.Package
	// plain is set if the command has no flag for the sandbox and runs programs of packages: they are confined as
	// far as the system can.
	plain bool
}

// runsPackages are the commands that run programs of packages and have no flag for the sandbox.
var runsPackages = []string{"solve", "diff", "merge", "new", "update"}

// choosePackagePolicy decides on the confinement of packages for the commands without a flag for the sandbox.
// Some may be open already, since the arguments were checked.
func choosePackagePolicy(cmd *cobra.Command) error {
	packages.plain = cmd.Flags().Lookup("sandbox") == nil && slices.Contains(runsPackages, cmd.Name())
	for a := range packages.opened {
		if packages.plain {
			if err := preparePackage(cmd.Context(), a, sandbox.Auto, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// preparePackage confines the programs of an assignment that is a problem package, and runs those that make its
// cases. It must be called before the cases are read.
func preparePackage(ctx context.Context, a *oracle.Assignment, mode sandbox.Mode, read []string) error {
	p := packages.opened[a]
	if p == nil || p.IsPrepared() {
		return nil
	}
	return blame(p.Prepare(ctx, sandbox.Policy{Mode: mode, Read: read}))
}

// openPackages has problem packages be assignments wherever an assignment is named, by their paths. What they
// need is gone when closed is called.
func openPackages(ctx context.Context) (closed func() error) {
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
				return nil, fmt.Errorf("%s: want an assignment (%s) or a problem package, a folder with problem.yaml "+
					"or its zip, found neither", path, strings.Join(oracle.Names(), ", "))
			}
			return nil, nil
		}
		full, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		if known[full] != nil {
			return known[full], nil
		}
		p, game, err := problem.Open(ctx, path)
		if err != nil {
			return nil, err
		}
		packages.opened[game.Assignment] = p
		if packages.plain {
			if err := preparePackage(ctx, game.Assignment, sandbox.Auto, nil); err != nil {
				return nil, err
			}
		}
		if err := catalog.Add(game); err != nil {
			return nil, err
		}
		known[full] = game.Assignment
		if key != "" && game.Assignment.Key() != key {
			return nil, fmt.Errorf("%s: want the problem package of the journal (%s), found %s", path, key,
				game.Assignment.Key())
		}
		if name, text, err := p.CourseFile(); name != "" && err == nil {
			_, err = course.Parse(name, text, game.Assignment) // which reads all but the part "assignment:"
			return game.Assignment, err
		}
		return game.Assignment, nil
	}
	return func() (err error) {
		oracle.Open = nil
		for _, p := range packages.opened {
			err = errors.Join(err, p.Close())
		}
		return err
	}
}
