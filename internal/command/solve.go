package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

func newSolve() *cobra.Command {
	var out, edition string
	cmd := withHelp("solve", &cobra.Command{
		Args:              arguments(2, 2),
		ValidArgsFunction: completeAssignmentThenFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			a, chosen, err := lookupEdition(args[0], edition)
			if err != nil {
				return err
			}
			p, err := readProblem(cmd, a, args[1])
			if err != nil {
				return err
			}
			if err := os.MkdirAll(out, 0o777); err != nil {
				return usage(err)
			}
			files := output.NewDir(out)
			defer files.Abort()
			notes, err := p.Solve(cmd.Context(), homework.Options{Edition: chosen}, files)
			if err != nil {
				return err
			}
			if notes.EditionsDiffer {
				others := slices.DeleteFunc(a.EditionNames(), func(name string) bool { return name == chosen })
				warn(cmd, "the editions of %s differ for this input: this is %s, --edition %s may differ",
					a.Name, chosen, strings.Join(others, " or "))
			}
			return files.Commit()
		},
	})
	cmd.Flags().StringVar(&out, "out", ".", "`DIR` for the output files; created if missing")
	addEdition(cmd, &edition)
	return cmd
}

// readProblem reads and parses an input file, or standard input for "-".
func readProblem(cmd *cobra.Command, a *oracle.Assignment, path string) (homework.Problem, error) {
	name, read := path, func() ([]byte, error) { return regular.Read(path) }
	if path == "-" {
		name = "standard input"
		read = func() ([]byte, error) { return regular.ReadAll(cmd.InOrStdin(), name) }
	}
	src, err := callWithContext(cmd.Context(), read)
	if errors.Is(err, fs.ErrNotExist) {
		if _, missing := findCase(a, nil, path, ""); missing == nil {
			return nil, usagef("want an input file, found the name of a case: touchstone show %s %s", a.Name, path)
		}
	}
	if err != nil {
		if info, missing := os.Stat(path); missing == nil && info.Mode().Type() == fs.ModeNamedPipe {
			err = fmt.Errorf("%w; \"-\" reads standard input", err)
		}
		return nil, usage(err)
	}
	return a.Parse(name, src)
}

// addEdition adds the flag --edition.
func addEdition(cmd *cobra.Command, edition *string) {
	cmd.Flags().StringVar(edition, "edition", "", "another version of the course's solver; a `NAME` of "+
		"\"touchstone list\"")
	editions := func(a *oracle.Assignment, _ []string) []string { return a.EditionNames() }
	cmd.RegisterFlagCompletionFunc("edition", completeOf(editions))
}

func newDiff() *cobra.Command {
	var edition string
	cmd := withHelp("diff", &cobra.Command{
		Args: arguments(2, 3),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 3 {
				return diffOutputs(cmd, args[0], args[1], args[2], edition)
			}
			if edition != "" {
				return usagef("--edition requires ASSIGNMENT INPUT DIR")
			}
			if _, err := os.Stat(args[0]); err != nil {
				if _, err := oracle.Lookup(args[0]); err == nil {
					return usagef("want the directory with a program's files after the assignment %s and an input, found "+
						"none", args[0])
				}
			}
			return diffFiles(cmd, args[0], args[1])
		},
	})
	addEdition(cmd, &edition)
	return cmd
}

// diffFiles compares two files or streams.
func diffFiles(cmd *cobra.Command, want, got string) error {
	r, err := callWithContext(cmd.Context(), func() (r compare.Report, err error) {
		a, err := regular.OpenStream(want)
		if err != nil {
			return r, usage(err)
		}
		defer a.Close()
		b, err := regular.OpenStream(got)
		if err != nil {
			return r, usage(err)
		}
		defer b.Close()
		return compare.Readers(a, b, compare.Options{})
	})
	if err != nil {
		return err
	}
	return printDifferences(cmd.OutOrStdout(), map[string]compare.StreamResult{got: {Report: r}}, []string{got})
}

// diffOutputs compares a program's files with the right answer.
func diffOutputs(cmd *cobra.Command, assignment, input, dir, edition string) error {
	a, chosen, err := lookupEdition(assignment, edition)
	if err != nil {
		return err
	}
	p, err := readProblem(cmd, a, input)
	if err != nil {
		return err
	}
	if _, err := os.ReadDir(dir); err != nil {
		return usage(err)
	}
	results, err := compare.Stream(cmd.Context(), p, homework.Options{Edition: chosen},
		func(name string) (io.ReadCloser, error) { return regular.Open(filepath.Join(dir, name)) })
	if err != nil {
		return err
	}
	return printDifferences(cmd.OutOrStdout(), results, p.Files())
}

// printDifferences prints the differences, and sets the exit status for them.
func printDifferences(w io.Writer, results map[string]compare.StreamResult, names []string) error {
	differ := false
	for _, name := range names {
		r := results[name]
		reason := ""
		if r.OpenError != nil {
			if !errors.Is(r.OpenError, os.ErrNotExist) {
				return usage(r.OpenError)
			}
			reason = "it is not there"
		} else if r.Grade == compare.Equal {
			printLine(w, "%s: equal", name)
			continue
		}
		differ = true
		verdict.ExplainFile(w, name, reason, r.Report, compare.Style{Colour: colours(w)})
	}
	return failIf(differ)
}
