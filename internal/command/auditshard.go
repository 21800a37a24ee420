package command

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// An auditShare says which part of an audit is made, or that parts are put together, or made by a queue.
type auditShare struct {
	text, out string
	merge     bool
	queue     queueFlags
	shard     work.Shard
	parts     []*audit.Part                        // with merge
	matrices  map[*oracle.Assignment]*audit.Matrix // with queue
}

// notShared are the flags of audit that are about what all parts give together.
var notShared = []string{"matrix", "update", "check", "grow", "tries", "list", "leave-one-out", "format"}

func (s *auditShare) add(cmd *cobra.Command) {
	addShard(cmd, &s.text, "try one `PART` of the cases, such as 2/8; for --merge")
	cmd.Flags().StringVar(&s.out, "out", "", "with --shard: the `FILE` for what was found")
	cmd.Flags().BoolVar(&s.merge, "merge", false, "take what was found from the files of all shards")
	s.queue.add(cmd, "share the cases with workers at this `ADDRESS`; "+queueAddress)
}

// args checks the number of arguments.
func (s *auditShare) args(cmd *cobra.Command, args []string) error {
	if s.merge {
		return arguments(1, many)(cmd, args)
	}
	return arguments(0, 1)(cmd, args)
}

// begin checks the flags, reads the parts, and returns the assignments of which they are, or all.
func (s *auditShare) begin(cmd *cobra.Command, args []string) (chosen []*oracle.Assignment, err error) {
	if s.shard, err = parseShard(s.text); err != nil {
		return nil, err
	}
	switch {
	case (s.shard.N > 0) != (s.out != ""):
		return nil, usagef("--shard goes with --out FILE")
	case s.shard.N > 0 && s.merge:
		return nil, usagef("want --shard or --merge, found both")
	case s.queue.at != "" && s.shard.N > 0:
		return nil, usagef("want --shard or --queue, found both: workers share out all of the work")
	case s.queue.at != "" && s.merge:
		return nil, usagef("want --merge or --queue, found both: a queue puts the parts together")
	}
	for _, name := range notShared {
		if s.shard.N > 0 && cmd.Flags().Changed(name) {
			return nil, usagef("--%s is for all cases: give it with --merge, not with --shard", name)
		}
	}
	if !s.merge {
		return oracle.Assignments(), nil
	}
	for _, path := range args {
		p, err := audit.ReadPart(path)
		if err != nil {
			return nil, usage(err)
		}
		s.parts = append(s.parts, p)
	}
	if err := audit.Complete(s.parts, args, version()); err != nil {
		return nil, usage(err)
	}
	for _, found := range s.parts[0].Found {
		a, err := oracle.Lookup(found.Assignment)
		if err != nil {
			return nil, usage(err)
		}
		chosen = append(chosen, a)
	}
	return chosen, nil
}

// only returns one assignment of those chosen.
func (s *auditShare) only(a *oracle.Assignment, chosen []*oracle.Assignment) ([]*oracle.Assignment, error) {
	if s.merge && !slices.Equal(chosen, []*oracle.Assignment{a}) {
		var names []string
		for _, c := range chosen {
			names = append(names, c.Name)
		}
		return nil, usagef("want parts of an audit of %s alone, found %s", a.Name, strings.Join(names, ", "))
	}
	return []*oracle.Assignment{a}, nil
}

// measure returns what cases kill: all of them, those of a shard, or what the parts say.
func (s *auditShare) measure(cmd *cobra.Command, a *oracle.Assignment, corpus []*cases.Case, jobs int) (*audit.Matrix, error) {
	if s.queue.at != "" {
		m := s.matrices[a]
		return m, m.Show(cmd.Context())
	}
	if s.merge {
		m, err := audit.Merge(cmd.Context(), a, corpus, s.parts)
		if err != nil {
			return nil, usage(err)
		}
		return m, nil
	}
	progress := newProgress(cmd, "audit "+a.Name, s.shard.Of(len(corpus))*len(catalog.Faults(a)))
	defer progress.End()
	return audit.RunShard(cmd.Context(), a, corpus, s.shard, jobs, progress.Step)
}

// write writes what a shard has found.
func (s *auditShare) write(out io.Writer, matrices []*audit.Matrix) error {
	part := audit.Part{Touchstone: version(), Shard: s.shard.I, Shards: s.shard.N}
	for _, m := range matrices {
		part.Found = append(part.Found, m.Of(s.shard))
	}
	var text strings.Builder
	if err := escape.Encode(&text, part, " "); err != nil {
		return err
	}
	if err := output.WriteFile(s.out, []byte(text.String())); err != nil {
		return usage(err)
	}
	fmt.Fprintf(out, "%s is in %s\n", s.shard, escape.Line(s.out))
	return nil
}

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
