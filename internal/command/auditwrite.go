package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// print prints what is to be said of an assignment, and whether all is well.
func (f *auditFlags) print(cmd *cobra.Command, m *audit.Matrix) (good bool, err error) {
	ctx, out, tries := cmd.Context(), cmd.OutOrStdout(), triesOf(cmd, m.Assignment)
	outside := 0
	for _, c := range m.Cases {
		if c.In(cases.ProfileBeyond) {
			outside++
		}
	}
	killed, total := m.Score(false)
	if len(m.Faults) == 0 { // of a course's own assignment
		fmt.Fprintf(out, "%s: no faults are known to try on %s\n", m.Assignment.Name, prose.Count(len(m.Cases)-outside, "case"))
	} else {
		fmt.Fprintf(out, "%s: mutation score %.1f %% (%d of %d mutants killed), %d cases, %d of them suffice\n",
			m.Assignment.Name, percent(killed, total), killed, total, len(m.Cases)-outside, len(m.Core()))
	}
	if killed, total := m.Score(true); total > 0 {
		fmt.Fprintf(out, "  beyond the envelope: mutation score %.1f %% (%d of %d mutants killed), %d cases\n", percent(killed, total), killed, total, outside)
	}
	for _, fault := range m.Faults {
		switch {
		case fault.Equivalent != "":
			fmt.Fprintf(out, "  equivalent: %s: %s\n", fault.ID, fault.Equivalent)
		case fault.Beyond != "":
			fmt.Fprintf(out, "  beyond: %s: %s\n", fault.ID, fault.Beyond)
		}
	}
	weak := m.Weak(audit.Enough)
	for _, i := range weak {
		fault := m.Faults[i]
		if m.Kills(i) > 0 {
			fmt.Fprintf(out, "  killed once only: %s: %s\n", fault.ID, fault.About)
			continue
		}
		fmt.Fprintf(out, "  survives: %s: %s\n", fault.ID, fault.About)
		if tries == 0 {
			continue
		}
		witness, err := audit.Witness(ctx, m.Assignment, fault, tries)
		if err != nil {
			return false, err
		}
		if witness == nil {
			fmt.Fprintf(out, "    none of %d generated inputs kills it\n", tries)
			continue
		}
		fmt.Fprintf(out, "    this input would kill it:\n      %s\n", strings.ReplaceAll(strings.TrimSpace(witness.String()), "\n", "\n      "))
	}
	rare := m.Rare(audit.Enough)
	if len(rare) > 0 {
		fmt.Fprintf(out, "  shown by fewer than two cases: %s\n", strings.Join(rare, ", "))
	}
	var names []string
	for _, c := range m.Superfluous() {
		if len(m.Faults) == 0 {
			break
		}
		names = append(names, escape.Line(m.Cases[c].Name))
	}
	if len(names) > 0 {
		fmt.Fprintf(out, "  each of these alone could go: %s\n", strings.Join(names, ", "))
	}
	if len(weak)+len(rare) > 0 {
		fmt.Fprintf(out, "  not enough: want %d cases that kill each mutant and show each situation, found fewer for %s and %s; write some, or have them made by --grow DIR\n",
			audit.Enough, prose.Count(len(weak), "mutant"), prose.Count(len(rare), "situation"))
	}
	return len(weak) == 0 && len(rare) == 0, nil
}

// percent is a share; nothing of nothing is none.
func percent(part, of int) float64 { return 100 * float64(part) / float64(max(of, 1)) }

// growCases writes new cases for what the corpus lacks.
func (f *auditFlags) growCases(cmd *cobra.Command, m *audit.Matrix) error {
	if err := os.MkdirAll(f.grow, 0o777); err != nil {
		return usage(err)
	}
	there, err := os.ReadDir(f.grow)
	if err != nil {
		return usage(err)
	}
	taken := map[string]bool{}
	for _, e := range there {
		if name, input := strings.CutSuffix(e.Name(), ".in"); input { // of a problem package, which knows it by another name
			taken[name] = true
		}
	}
	tries := triesOf(cmd, m.Assignment)
	fmt.Fprintf(cmd.ErrOrStderr(), "touchstone: trying up to %d inputs for what is missing\n", tries)
	bar := newProgress(cmd, "growing "+m.Assignment.Name, 2*tries)
	grown, err := m.Grow(cmd.Context(), tries, taken, bar.Step)
	bar.End()
	if err != nil {
		return err
	}
	files := output.NewFolder(f.grow)
	defer files.Abort()
	for _, g := range grown {
		if err := output.Whole(files, g.File, g.Text); err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "  grown: %s\n", g.Name)
	}
	return files.Commit()
}

// annotate writes into cases what they kill, and reports whether all is well: written,
// or with --check, as it should be.
func (f *auditFlags) annotate(ctx context.Context, out io.Writer, m *audit.Matrix) (bool, error) {
	changed, err := audit.Annotate(ctx, m, f.update, f.check)
	for _, path := range changed {
		path = escape.Line(path)
		if f.check {
			fmt.Fprintf(out, "  %s: is not what the audit finds\n", path)
		} else {
			fmt.Fprintf(out, "  %s: updated\n", path)
		}
	}
	if err != nil {
		return false, usage(err)
	}
	return !f.check || len(changed) == 0, nil
}

func (f *auditFlags) writeMatrix(matrices []*audit.Matrix) error {
	if f.out == "" {
		return nil
	}
	files := output.NewFolder(filepath.Dir(f.out))
	defer files.Abort()
	file, err := files.Begin(filepath.Base(f.out), output.Size{})
	if err != nil {
		return err
	}
	write := audit.WriteCSV
	if filepath.Ext(f.out) == ".html" {
		write = audit.WriteHTML
	}
	if err := write(file, matrices); err != nil {
		return err
	}
	if err := file.Finish(nil); err != nil {
		return err
	}
	return files.Commit()
}

// leaveOut prints how faults are caught that the corpus does not know, and reports
// whether all targets are reached.
func leaveOut(out io.Writer, matrices []*audit.Matrix, asJSON bool) (good bool, err error) {
	var figures [][]audit.Figure
	for _, m := range matrices {
		figures = append(figures, m.LeaveOut())
	}
	all := slices.Concat(figures...)
	good = !slices.ContainsFunc(all, func(f audit.Figure) bool { return !f.Good() })
	if asJSON {
		return good, escape.Encode(out, all, "  ")
	}
	if err := audit.WriteFigures(out, matrices, figures); err != nil {
		return false, err
	}
	for _, f := range all {
		if !f.Good() {
			fmt.Fprintf(out, "%s: %s catches %d of %d faults that it does not know, want %.0f %%\n",
				f.Assignment, f.Profile, f.Caught, f.Faults, f.Target)
		}
		if len(f.Escapes) > 0 {
			fmt.Fprintf(out, "%s: escape %s, %s left out: %s\n", f.Assignment, f.Profile, f.LeftOut, strings.Join(f.Escapes, ", "))
		}
	}
	return good, nil
}
