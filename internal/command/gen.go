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

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript"
)

// The values of gen --profile.
const (
	genCourse = "course"
	genGraded = "graded"
	genBeyond = "beyond"
)

var genProfiles = []string{genCourse, genGraded, genBeyond}

// genFlags are the flags of gen.
type genFlags struct {
	count       int
	seed        uint64
	cover       []string
	maxLog, out string
	limit       int64  // of maxLog
	profile     string // one of genProfiles, or ""
	force       bool
	sandbox     string
}

func newGen() *cobra.Command {
	var f genFlags
	cmd := withHelp("gen", &cobra.Command{
		Args:              arguments(1, 1),
		ValidArgsFunction: completeAssignment,
		RunE: func(cmd *cobra.Command, args []string) error {
			a, err := lookup(args[0])
			if err != nil {
				return err
			}
			if err := checkSandboxMode(f.sandbox); err != nil {
				return err
			}
			options := testscript.Options{Sandbox: sandbox.Mode(f.sandbox)}
			if err := preparePackage(cmd.Context(), a, options); err != nil {
				return err
			}
			if err := f.check(a, cmd.Flags().Changed); err != nil {
				return err
			}
			return f.run(cmd, a)
		},
	})
	flags := cmd.Flags()
	flags.IntVar(&f.count, "count", 1, "make `N` cases")
	flags.Uint64Var(&f.seed, "seed", 1, "`SEED` of the random choices")
	flags.StringSliceVar(&f.cover, "cover", nil, "`SITUATIONS` that each case must show; separated by "+
		"commas, repeatable")
	flags.StringVar(&f.maxLog, "max-log", fmt.Sprintf("%dMiB", gen.DefaultMaxLog>>20),
		"`SIZE` of a case's largest output file")
	flags.StringVar(&f.profile, "profile", "", "make this `SET`: course, graded or beyond; graded: "+
		"--count makes only its first cases")
	completeFlag(cmd, "profile", genProfiles)
	flags.StringVar(&f.out, "out", "", "`DIR` for the cases; created if missing")
	flags.BoolVar(&f.force, "force", false, "replace cases of the same names that differ")
	addSandbox(cmd, &f.sandbox)
	return cmd
}

// check reports whether the flags go together.
func (f *genFlags) check(a *oracle.Assignment, isSet func(flag string) bool) error {
	limit, err := settings.ParseSize(f.maxLog)
	f.limit = limit
	if f.profile == genGraded && !isSet("count") {
		f.count = a.Generator.GradedSize
	}
	switch {
	case err != nil:
		return usagef("--max-log: %v", err)
	case f.out == "":
		return usagef("want --out DIR for the cases, found none")
	case f.count < 1:
		return usagef("want --count of at least 1, found %d", f.count)
	case f.profile != "" && !slices.Contains(genProfiles, f.profile):
		return usagef("want --profile %s, found %q", strings.Join(genProfiles, ", "), f.profile)
	case f.profile == genGraded && f.count > a.Generator.GradedSize:
		return usagef("want --count of at most %d for a graded set of %s, found %d", a.Generator.GradedSize,
			a.Name, f.count)
	}
	return nil
}

// run writes the cases of a seed into the directory of --out.
func (f *genFlags) run(cmd *cobra.Command, a *oracle.Assignment) error {
	request := gen.Request{
		Assignment: a, Seed: f.seed, Cover: f.cover, MaxLog: f.limit,
		Course: f.profile == genCourse, Graded: f.profile == genGraded, Beyond: f.profile == genBeyond,
	}
	progress := newProgress(cmd, "gen "+a.Name, f.count)
	defer progress.End()
	for i := range f.count {
		input, err := request.Make(cmd.Context(), i)
		if err != nil {
			return usage(err)
		}
		name, text, err := f.compose(cmd.Context(), a, i, input)
		if err != nil {
			return err
		}
		if err := saveCase(f.out, name, text, f.force); err != nil {
			return err
		}
		progress.Step()
	}
	progress.End()
	printLine(cmd.OutOrStdout(), "%s in %s", prose.Count(f.count, "case"), filepath.Clean(f.out))
	return nil
}

// compose names and writes the i-th case that was made.
func (f *genFlags) compose(ctx context.Context, a *oracle.Assignment, i int, input gen.Made) (name string,
	text []byte, err error) {
	number := fmt.Sprintf("%04d", i+1)
	title := fmt.Sprintf("generated, number %d", i+1)
	header := []string{"tags: " + strings.Join(append([]string{input.Problem.Category()},
		input.Shows.Names(a.Situations)...), " ")}
	name = a.Name
	switch f.profile {
	case genGraded:
		name, number = "graded", fmt.Sprintf("%03d", i+1)
		title = fmt.Sprintf("graded set, number %d", i+1)
		header = append(header, "profiles: "+cases.ProfileGraded)
	case genBeyond:
		header = append(header, "profiles: "+cases.ProfileBeyond)
	}
	name += "-" + number
	text, err = cases.Compose(ctx, a, input.Problem, title, header...)
	return name, text, err
}

// saveCase writes the file of a case into a directory, unless it is there already. Another
// case of this name is replaced only if force is set.
func saveCase(dir, name string, text []byte, force bool) error {
	path := filepath.Join(dir, name+".txtar")
	switch existing, err := regular.Read(path); {
	case err == nil && bytes.Equal(existing, text):
		return nil
	case !force && !errors.Is(err, fs.ErrNotExist):
		return usagef("%s: want no other case of this name, found one", path)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return usage(err)
	}
	return output.WriteFile(path, text)
}

func newCases() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cases",
		Short: "Look after a directory of cases",
	}
	cmd.AddCommand(newCasesUpdate())
	return cmd
}

func newCasesUpdate() *cobra.Command {
	var check bool
	cmd := withHelp("cases-update", &cobra.Command{
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			changed, err := cases.UpdateFiles(cmd.Context(), args[0], check)
			verb := "updated"
			if check {
				verb = "its goldens are not the oracle's"
			}
			for _, c := range changed {
				fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", escape.Line(c.Path), verb)
			}
			if err != nil {
				return usage(err)
			}
			return failIf(check && len(changed) > 0)
		},
	})
	cmd.Flags().BoolVar(&check, "check", false, "only list the goldens that would change")
	return cmd
}
