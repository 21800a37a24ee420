package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/problem"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript"
)

// auditFlags are the flags of audit.
type auditFlags struct {
	out, update string
	grow        string
	paths       []string
	tries       int
	check       bool
	asJSON      bool
	course      courseFlag
	sandbox     string
}

func newAudit() *cobra.Command {
	var f auditFlags
	cmd := withHelp("audit", &cobra.Command{
		Args:              arguments(0, 1),
		ValidArgsFunction: completeAssignment,
		RunE: func(cmd *cobra.Command, args []string) error {
			chosen := oracle.Assignments()
			if len(args) == 1 || f.course.path != "" {
				a, err := f.course.lookup(args)
				if err != nil {
					return err
				}
				chosen = []*oracle.Assignment{a}
			}
			if c := f.course.file; c != nil && !cmd.Flags().Changed("cases") {
				f.paths = c.Cases
			}
			for _, a := range chosen {
				if err := f.course.preparePackage(cmd, a, &f.sandbox); err != nil {
					return err
				}
			}
			return f.run(cmd, chosen)
		},
	})
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "write the kill matrix into this `FILE`, a *.csv")
	flags.StringVar(&f.update, "update", "", "write what each case kills into this `DIR`; also which "+
		"cases belong to the core")
	flags.BoolVar(&f.check, "check", false, "with --update: only list the cases that would change")
	flags.StringVar(&f.grow, "grow", "", "make cases for what is missing in this `DIR`")
	flags.IntVar(&f.tries, "tries", 2000, "with --grow: try `N` inputs; also try N/10 changes of a right "+
		"solution of a problem package; 0 for none (default for a package: 200)")
	setCommon(cmd, "cases", "course", "out", "grow", "update")
	addFormat(cmd, &f.asJSON, asDocument, "one JSON document of the figures")
	addCases(cmd, &f.paths)
	f.course.add(cmd)
	addSandbox(cmd, &f.sandbox)
	return cmd
}

// validate checks the flags.
func (f *auditFlags) validate() error {
	if f.out != "" && filepath.Ext(f.out) != ".csv" {
		return usagef("want --out FILE.csv, found %q", f.out)
	}
	if f.check && f.update == "" {
		return usagef("--check requires --update DIR")
	}
	if f.tries < 0 {
		return usagef("want --tries of at least 0, found %d", f.tries)
	}
	return nil
}

func (f *auditFlags) run(cmd *cobra.Command, chosen []*oracle.Assignment) error {
	if err := f.validate(); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	good := true
	if f.asJSON && chosen[0].Verify == nil {
		return usagef("--format json requires a problem package")
	}
	var matrices []*audit.Matrix
	if len(f.paths) > 0 && len(chosen) > 1 { // only assignments with cases
		loaded, err := loadCases(f.paths)
		if err != nil {
			return err
		}
		chosen = slices.DeleteFunc(chosen, func(a *oracle.Assignment) bool {
			return !slices.ContainsFunc(loaded, func(c *cases.Case) bool { return c.Assignment == a })
		})
	}
	var corpora [][]*cases.Case
	for _, a := range chosen {
		corpus, err := casesInProfile(a, f.paths, cases.ProfileDefault, isUngraded, "an audit leaves these out")
		if err != nil {
			return err
		}
		corpora = append(corpora, corpus)
	}
	for i, a := range chosen {
		if a.Verify != nil {
			document, err := verify(cmd, a, f.asJSON)
			if err != nil {
				return err
			}
			fine := len(document.Differences) == 0
			good = good && fine
			if f.asJSON {
				if fine {
					if good, err = f.survivors(cmd, a, corpora[i], document); err != nil {
						return err
					}
				}
				return errors.Join(escape.Encode(out, document, "  "), failIf(!good))
			}
			if !fine { // its cases prove nothing
				continue
			}
			if err := f.tryMutants(cmd, a, document); err != nil {
				return err
			}
		}
		m, err := f.measure(cmd, a, corpora[i])
		if err != nil {
			return err
		}
		matrices = append(matrices, m)
		good = f.print(out, m) && good
		if f.grow != "" {
			if err := f.growCases(cmd, m); err != nil {
				return err
			}
		}
		if f.update != "" {
			same, err := f.annotate(cmd.Context(), out, m)
			if err != nil {
				return err
			}
			good = good && same
		}
	}
	if err := f.writeMatrix(matrices); err != nil {
		return usage(err)
	}
	return failIf(!good)
}

// A packageDocument is the JSON document of an audit of a problem package.
type packageDocument struct {
	Package      string                `json:"package"`
	Submissions  []homework.Submission `json:"submissions"`
	Agree        int                   `json:"agree"`
	Disagree     int                   `json:"disagree"`
	NotInstalled int                   `json:"notInstalled"`
	Skipped      []string              `json:"skipped,omitempty"` // input validators that did not run
	Differences  []string              `json:"wrong"`             // differences from the claims of the package
	Mutants      int                   `json:"mutants"`           // wrong submissions that the cases were tried on
	Survivors    []string              `json:"survivors"`         // those that no case catches
	Generated    *problem.Mutants      `json:"generated,omitempty"`
}

// tryMutants adds the results of mutants of a right solution to the document of a package. Without --format
// json it prints them.
func (f *auditFlags) tryMutants(cmd *cobra.Command, a *oracle.Assignment, d *packageDocument) error {
	p, n := packages.opened[a], triesOf(cmd, a)/10
	if p == nil || n == 0 {
		return nil
	}
	progress := newProgress(cmd, "mutants of "+a.Name, n)
	m, err := p.Mutants(cmd.Context(), n, progress.Step)
	progress.End()
	if err != nil || m.Tried == 0 {
		return err
	}
	if d.Generated = &m; f.asJSON {
		return nil
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "mutants of %s: the cases catch %d of %d\n", m.Program, m.Killed, m.Tried)
	for _, survivor := range m.Survivors {
		fmt.Fprintf(out, "  not caught: %s\n", escape.Line(survivor))
	}
	return nil
}

// verify checks the programs and the data of an assignment. Unless quiet is set, it prints the results of the
// programs and the faults.
func verify(cmd *cobra.Command, a *oracle.Assignment, quiet bool) (*packageDocument, error) {
	wrong, err := a.Verify(cmd.Context(), func() {})
	d := &packageDocument{
		Package:     a.Name,
		Submissions: []homework.Submission{},
		Differences: append([]string{}, wrong...),
		Survivors:   []string{},
	}
	if p := packages.opened[a]; p != nil {
		printWarnings(p)
		d.Skipped = p.Skipped()
	}
	if a.Submissions != nil {
		d.Submissions = append(d.Submissions, a.Submissions()...)
	}
	out := cmd.OutOrStdout()
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SUBMISSION\tEXPECTED\tFOUND\tRESULT")
	for _, s := range d.Submissions {
		switch s.Result {
		case homework.Agrees:
			d.Agree++
		case homework.Disagrees:
			d.Disagree++
		case homework.NotInstalled:
			d.NotInstalled++
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", escape.Line(s.Name), cmp.Or(s.Expected, "-"),
			cmp.Or(s.Found, "-"), s.Result)
	}
	if quiet || err != nil {
		return d, err
	}
	if err := table.Flush(); err != nil {
		return d, err
	}
	fmt.Fprintf(out, "submissions: %d as expected, %d not, %d not installed\n", d.Agree, d.Disagree,
		d.NotInstalled)
	if len(d.Skipped) > 0 {
		fmt.Fprintf(out, "input validators: %d did not run (%s)\n", len(d.Skipped), strings.Join(d.Skipped, ", "))
	}
	for _, text := range wrong {
		fmt.Fprintf(out, "%s\n", escape.Text(text))
	}
	return d, nil
}

// survivors adds to a document which wrong submissions survive, and reports whether enough cases catch each.
func (f *auditFlags) survivors(cmd *cobra.Command, a *oracle.Assignment, corpus []*cases.Case,
	d *packageDocument) (good bool, err error) {
	if err := f.tryMutants(cmd, a, d); err != nil {
		return false, err
	}
	m, err := f.measure(cmd, a, corpus)
	if err != nil {
		return false, err
	}
	_, d.Mutants = m.Score(false)
	for _, i := range m.Weak(1) {
		d.Survivors = append(d.Survivors, m.Faults[i].ID)
	}
	return killsSuffice(m), nil
}

// killsSuffice reports whether enough cases kill each mutant and show each situation. For a problem package one
// case is enough.
func killsSuffice(m *audit.Matrix) bool {
	enough := audit.Enough
	if m.Assignment.Path != "" {
		enough = 1
	}
	return isComplete(m, enough)
}

// isComplete reports whether at least n cases kill each mutant and show each situation.
func isComplete(m *audit.Matrix, n int) bool { return len(m.Weak(n)) == 0 && len(m.Rare(n)) == 0 }

// triesOf returns the number of inputs to try for an assignment. Each input of a problem package starts
// several programs.
func triesOf(cmd *cobra.Command, a *oracle.Assignment) int {
	tries, err := cmd.Flags().GetInt("tries")
	if err != nil {
		panic(err) // the flag is there
	}
	if a.Path != "" && !cmd.Flags().Changed("tries") {
		return min(tries, 200)
	}
	return tries
}

// measure returns the matrix of an assignment's cases, and shows the progress.
func (f *auditFlags) measure(
	cmd *cobra.Command, a *oracle.Assignment, corpus []*cases.Case,
) (*audit.Matrix, error) {
	progress := newProgress(cmd, "audit "+a.Name, len(corpus)*len(catalog.Faults(a)))
	defer progress.End()
	return audit.Run(cmd.Context(), a, corpus, testscript.DefaultJobs(), progress.Step)
}

// isUngraded reports whether an audit takes a case.
func isUngraded(c *cases.Case) (bool, error) { return !c.In(cases.ProfileGraded), nil }

// print prints the report on an assignment, and returns whether everything is in order.
func (f *auditFlags) print(out io.Writer, m *audit.Matrix) (good bool) {
	outside := 0
	for _, c := range m.Cases {
		if c.In(cases.ProfileBeyond) {
			outside++
		}
	}
	killed, total := m.Score(false)
	if len(m.Faults) == 0 { // of a course's own assignment
		fmt.Fprintf(out, "%s: no faults are known to try on %s\n", m.Assignment.Name,
			prose.Count(len(m.Cases)-outside, "case"))
	} else {
		fmt.Fprintf(out, "%s: mutation score %.1f %% (%d of %d mutants killed), %s, %d of them suffice\n",
			m.Assignment.Name, percent(killed, total), killed, total, prose.Count(len(m.Cases)-outside, "case"),
			len(m.Core()))
	}
	if killed, total := m.Score(true); total > 0 {
		fmt.Fprintf(out, "  beyond the envelope: mutation score %.1f %% (%d of %d mutants killed), %s\n",
			percent(killed, total), killed, total, prose.Count(outside, "case"))
	}
	for _, fault := range m.Faults {
		switch {
		case fault.Equivalent != "":
			fmt.Fprintf(out, "  equivalent: %s: %s\n", fault.ID, fault.Equivalent)
		case fault.Beyond != "":
			fmt.Fprintf(out, "  beyond: %s: %s\n", fault.ID, fault.Beyond)
		}
		if fault.Undescribed {
			fmt.Fprintf(out, "  not described: %s: touchstone.yaml has no description of it under mistakes:, so a "+
				"student with this mistake sees only its name\n", fault.ID)
		}
	}
	weak := m.Weak(audit.Enough)
	for _, i := range weak {
		fault := m.Faults[i]
		if m.Kills(i) > 0 {
			fmt.Fprintf(out, "  killed once only: %s: %s\n", fault.ID, fault.Title)
			continue
		}
		fmt.Fprintf(out, "  survives: %s: %s\n", fault.ID, fault.Title)
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
		fmt.Fprintf(out, "  each of these cases is redundant: %s\n", strings.Join(names, ", "))
	}
	if len(weak)+len(rare) > 0 {
		fmt.Fprintf(out, "  not enough: want %d cases that kill each mutant and show each situation, found "+
			"fewer for %s and %s; write more cases, or generate them with --grow DIR\n",
			audit.Enough, prose.Count(len(weak), "mutant"), prose.Count(len(rare), "situation"))
	}
	return killsSuffice(m)
}

// percent returns part as a percentage of total. It returns 0 if total is 0.
func percent(part, total int) float64 { return 100 * float64(part) / float64(max(total, 1)) }

// growCases writes new cases for the gaps in the corpus.
func (f *auditFlags) growCases(cmd *cobra.Command, m *audit.Matrix) error {
	if isComplete(m, audit.Enough) {
		warn(cmd, "no case is missing")
		return nil
	}
	if err := os.MkdirAll(f.grow, 0o777); err != nil {
		return usage(err)
	}
	entries, err := os.ReadDir(f.grow)
	if err != nil {
		return usage(err)
	}
	taken := map[string]bool{}
	for _, e := range entries {
		// a case of a problem package, whose name there has another extension
		if name, input := strings.CutSuffix(e.Name(), ".in"); input {
			taken[name] = true
		}
	}
	tries := triesOf(cmd, m.Assignment)
	warn(cmd, "trying up to %d inputs for what is missing", tries)
	bar := newProgress(cmd, "growing "+m.Assignment.Name, 2*tries)
	grown, err := m.Grow(cmd.Context(), tries, taken, bar.Step)
	bar.End()
	if err != nil {
		return err
	}
	files := output.NewDir(f.grow)
	defer files.Abort()
	for _, g := range grown {
		if err := output.Whole(files, g.File, g.Text); err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "  grown: %s\n", g.Name)
	}
	return files.Commit()
}

// annotate writes the mistakes that cases kill into the cases, and reports whether everything is in order:
// written, or with --check, up to date.
func (f *auditFlags) annotate(ctx context.Context, out io.Writer, m *audit.Matrix) (bool, error) {
	changed, err := audit.Annotate(ctx, m, f.update, f.check)
	for _, path := range changed {
		path = escape.Line(path)
		if f.check {
			fmt.Fprintf(out, "  %s: differs from the result of the audit\n", path)
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
	var text bytes.Buffer
	if err := audit.WriteCSV(&text, matrices); err != nil {
		return err
	}
	return output.WriteFile(f.out, text.Bytes())
}
