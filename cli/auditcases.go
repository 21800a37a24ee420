package cli

import (
	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/oracle"
)

// corpora returns the cases of assignments. By a queue they are tried then.
func (f *auditFlags) corpora(cmd *cobra.Command, chosen []*oracle.Assignment) (corpora [][]*cases.Case, err error) {
	var matrices []*audit.Matrix
	f.share.matrices = map[*oracle.Assignment]*audit.Matrix{}
	for _, a := range chosen {
		corpus, err := someCases(a, f.paths, cases.ProfileDefault, notGraded, "an audit leaves these out")
		if err != nil {
			return nil, err
		}
		corpora = append(corpora, corpus)
		if f.share.queue.at != "" {
			f.share.matrices[a] = audit.New(a, corpus)
			matrices = append(matrices, f.share.matrices[a])
		}
	}
	if f.share.queue.at != "" {
		err = f.lead(cmd, matrices)
	}
	return corpora, err
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
