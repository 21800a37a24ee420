package command

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// auditFlags are the flags of audit.
type auditFlags struct {
	out, update   string
	grow          string
	paths         []string
	tries         int
	list, check   bool
	leave, asJSON bool
	course        courseFlag
}

func newAudit() *cobra.Command {
	var f auditFlags
	cmd := &cobra.Command{
		Use:   "audit [ASSIGNMENT]",
		Short: "Measure what the cases catch: the mutation score",
		Long: `Measure what the cases catch: the mutation score.

Audit holds every named fault of a second solver against every case of an
assignment, or of all. It prints the mutation score, the mutants that no case or only
one kills, the situations that no case or only one shows, and the cases that are
superfluous, apart from those of breadth. For a survivor it searches an input that would kill it. Cases of the
profile graded are left out. Those of the profile beyond count only for mutants and
situations that no input inside the assignment's envelope shows.

With --leave-one-out it tells instead how mistakes are caught that nobody has
named. For each fault the corpus is grown anew and the profile core chosen anew as
if the fault had never been thought of, and then held against it. Cases that were
made without a look at any fault stay: the handout's, and those of "touchstone gen
ASSIGNMENT --profile breadth"; others stay as far as the faults that are still known and
the situations call for them. The columns say what was left out at a time: one
fault, all of one kind that break one rule, all of one kind, or all that there are.

Exit status: 0 every mutant that can be killed is killed by two cases and every
situation shown by two, 1 not so. With --leave-one-out: 0 if of the faults left out
one at a time default catches 99 % and core 97 %, 1 not so.`,
		Example: `  touchstone audit
  touchstone audit mancala --out kills.html
  touchstone audit --leave-one-out reversi
  touchstone audit --update cases --check
  touchstone audit --course touchstone.yaml`,
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
			return f.run(cmd, chosen)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "write the kill matrix into this `FILE`; *.csv or *.html")
	flags.StringVar(&f.update, "update", "", "write what each case kills into this `FOLDER`; also which cases belong to the core")
	flags.BoolVar(&f.check, "check", false, "with --update: only say which cases would change")
	flags.StringVar(&f.grow, "grow", "", "make cases for what is missing in this `FOLDER`")
	flags.IntVar(&f.tries, "tries", 2000, "`N` inputs are tried for each survivor; 0 for none; of a problem package 200 if it is not given")
	flags.BoolVar(&f.leave, "leave-one-out", false, "tell how unknown faults are caught; those that the corpus does not know")
	setCommon(cmd, "cases", "course", "out", "leave-one-out", "grow", "update")
	addFormat(cmd, &f.asJSON, asDocument, "one JSON document of the figures")
	addCases(cmd, &f.paths)
	f.course.add(cmd)
	return cmd
}

// validate checks the flags.
func (f *auditFlags) validate() error {
	ending := filepath.Ext(f.out)
	if f.out != "" && ending != ".csv" && ending != ".html" {
		return usagef("want --out FILE.csv or FILE.html, found %q", f.out)
	}
	if f.check && f.update == "" {
		return usagef("--check goes with --update DIR")
	}
	if f.asJSON && !f.leave {
		return usagef("--format json goes with --leave-one-out")
	}
	if f.leave && (f.grow != "" || f.update != "") {
		return usagef("--leave-one-out does not go with --grow or --update")
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
	var matrices []*audit.Matrix
	if len(f.paths) > 0 && len(chosen) > 1 {
		var err error
		if chosen, err = f.withCases(chosen); err != nil {
			return err
		}
	}
	var corpora [][]*cases.Case
	for _, a := range chosen {
		corpus, err := someCases(a, f.paths, cases.ProfileDefault, notGraded, "an audit leaves these out")
		if err != nil {
			return err
		}
		corpora = append(corpora, corpus)
	}
	for i, a := range chosen {
		if a.Verify != nil {
			fine, err := verify(cmd, a)
			if err != nil {
				return err
			}
			if good = good && fine; !fine { // its cases say nothing
				continue
			}
		}
		m, err := f.measure(cmd, a, corpora[i])
		if err != nil {
			return err
		}
		matrices = append(matrices, m)
		if f.leave {
			continue
		}
		fine, err := f.print(cmd, m)
		if err != nil {
			return err
		}
		good = good && fine
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
	if f.leave {
		fine, err := leaveOut(out, matrices, f.asJSON)
		if err != nil {
			return err
		}
		good = fine
	}
	if !good {
		return exitStatus(exitFail)
	}
	return nil
}

// verify checks what an assignment brings, and prints what is wrong with it.
func verify(cmd *cobra.Command, a *oracle.Assignment) (good bool, err error) {
	wrong, err := a.Verify(cmd.Context(), func() {})
	for _, text := range wrong {
		fmt.Fprintf(cmd.OutOrStdout(), "%s\n", escape.Text(text))
	}
	return len(wrong) == 0, err
}

// triesOf returns how many inputs of an assignment are tried. Each of a problem package starts several programs.
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
func (f *auditFlags) measure(cmd *cobra.Command, a *oracle.Assignment, corpus []*cases.Case) (*audit.Matrix, error) {
	progress := newProgress(cmd, "audit "+a.Name, len(corpus)*len(catalog.Faults(a)))
	defer progress.End()
	return audit.Run(cmd.Context(), a, corpus, testscript.DefaultJobs(), progress.Step)
}

// notGraded reports whether an audit takes a case.
func notGraded(c *cases.Case) (bool, error) { return !c.In(cases.ProfileGraded), nil }

// withCases leaves of several assignments those of which there are cases.
func (f *auditFlags) withCases(chosen []*oracle.Assignment) (with []*oracle.Assignment, err error) {
	for _, a := range chosen {
		found, err := findCases(a, f.paths)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			with = append(with, a)
		}
	}
	return with, nil
}
