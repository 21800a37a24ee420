package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

func newDiff() *cobra.Command {
	var edition string
	cmd := &cobra.Command{
		Use:   "diff WANT GOT | diff ASSIGNMENT INPUT DIR",
		Short: "Show where files first differ, from others or the right answer",
		Long: `Diff compares two files, the wanted one first, or the output files that a program
left in the folder DIR with the right answer to INPUT. It shows the first
difference of each file as check does. The right answer is compared while it is
made: logs of any size need little memory and no disk.

WANT and GOT are regular files or pipes, such as <(...) of a shell; the files in DIR
are regular ones, and so is INPUT, unless it is "-" for standard input.

Exit status: 0 the files are equal, 1 they are not.`,
		Example: `  touchstone diff expected_log.txt traverse_log.txt
  touchstone diff <(zcat expected_log.gz) traverse_log.txt
  touchstone diff squirrel input.txt results`,
		Args: arguments(2, 3),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 3 {
				return diffOutputs(cmd, args[0], args[1], args[2], edition)
			}
			if edition != "" {
				return usagef("--edition goes with ASSIGNMENT INPUT DIR")
			}
			if _, err := os.Stat(args[0]); err != nil {
				if _, err := oracle.Lookup(args[0]); err == nil {
					return usagef("want the directory with a program's files after the assignment %s and an input, found none", args[0])
				}
			}
			return diffFiles(cmd, args[0], args[1])
		},
	}
	addEdition(cmd, &edition)
	return cmd
}

// diffFiles compares two files or streams.
func diffFiles(cmd *cobra.Command, want, got string) error {
	r, err := awaited(cmd.Context(), func() (r compare.Report, err error) {
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
	a, p, err := readProblem(cmd, assignment, input)
	if err != nil {
		return err
	}
	chosen, err := a.Edition(edition)
	if err != nil {
		return usage(err)
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

// printDifferences prints what differs, and ends the program with the status for it.
func printDifferences(w io.Writer, results map[string]compare.StreamResult, names []string) error {
	status := exitStatus(exitPass)
	for _, name := range names {
		r := results[name]
		reason := ""
		if r.OpenError != nil {
			if !errors.Is(r.OpenError, os.ErrNotExist) {
				return usage(r.OpenError)
			}
			reason = "it is not there"
		} else if r.Grade == compare.Equal {
			fmt.Fprintf(w, "%s: equal\n", escape.Line(name))
			continue
		}
		status = exitFail
		verdict.ExplainFile(w, name, reason, r.Report, compare.Style{Colour: colours(w)})
	}
	if status == exitPass {
		return nil
	}
	return status
}
