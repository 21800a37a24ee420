package command

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/newpackage"
	"github.com/touchstone-suite/touchstone/internal/problem"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript"
)

func newNew() *cobra.Command {
	var start newpackage.Start
	cmd := withHelp("new", &cobra.Command{
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if (start.Reference == "") != (start.Input == "") {
				return usagef("--reference and --input require each other")
			}
			if start.Example && start.Reference != "" {
				return usagef("--example cannot be combined with --reference")
			}
			err := newpackage.New(args[0], start,
				func(dir string) (map[string][]byte, error) { return problem.Missing(cmd.Context(), dir) })
			if errors.Is(err, fs.ErrExist) {
				return usagef("%s: want a new directory or an empty one, found one with files", args[0])
			}
			if err != nil {
				return usage(err)
			}
			dir := escape.Line(filepath.Clean(args[0]))
			if !filepath.IsAbs(dir) && dir != "." {
				dir = "./" + dir
			}
			fmt.Fprintf(cmd.OutOrStdout(), `%[1]s is an assignment:
  touchstone audit %[1]s           verify the package
  touchstone check %[1]s my.py     check a program
  touchstone fuzz %[1]s my.py      search for an input on which it fails
  touchstone export %[1]s          pack it for a judge
`, dir)
			if !start.Example {
				fmt.Fprintf(cmd.OutOrStdout(), "Replace each TODO in its files: "+
					"grep -rn TODO %s\n", dir)
			}
			return nil
		},
	})
	cmd.Flags().StringVar(&start.Reference, "reference", "", "a `FILE` with a program whose answers are right")
	cmd.Flags().StringVar(&start.Input, "input", "", "a `FILE` with an input of it")
	cmd.Flags().BoolVar(&start.Example, "example", false, "a whole example instead: the longest run")
	return cmd
}

func newExport() *cobra.Command {
	return withHelp("export", &cobra.Command{
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
			if err := checkAbsent(out); err != nil {
				return err
			}
			var archive bytes.Buffer
			name := strings.TrimSuffix(filepath.Base(out), filepath.Ext(out))
			if _, missing := os.Stat(args[0]); missing == nil {
				err = problem.Export(cmd.Context(), args[0], name, &archive)
			} else if a, unknown := oracle.Lookup(args[0]); unknown == nil {
				limits := homework.Run{CPU: testscript.DefaultCPU, Memory: testscript.DefaultMemory,
					Output: testscript.SpareOutput}
				err = newpackage.ExportGame(cmd.Context(), a, limits, name, &archive)
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
	})
}
