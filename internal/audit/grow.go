package audit

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A Grown is a case made by Grow.
type Grown struct {
	Name string
	File string // its file's name: a case's, or an input's of a problem package
	Text []byte
}

// mostGrown is the size of the largest golden of a case made by Grow.
const mostGrown = 8 << 10

// plenty is how many inputs that help with a lack are enough to choose from.
const plenty = 20

// A lack is a mutant or situation that too few cases kill or show.
type lack struct {
	name, about string
	missing     int
	beyond      bool // only inputs outside the envelope help
	has         func(gen.Made, output.Memory) bool
}

// A candidate is a generated input and the lacks that it would help with, as bits.
type candidate struct {
	gen.Made
	size   int
	beyond bool // outside the envelope
	helps  []bool
}

// Grow makes the cases that a corpus lacks. From tries generated inputs inside the
// envelope, and as many outside for what can only be shown there, it greedily chooses those
// that kill mutants killed by fewer than two cases, or show situations shown by fewer than
// two. Some lacks may remain: a quarter of the tries without an input that helps with what few inputs help with is enough. No case
// gets a name that is taken. step is called for each try.
func (m *Matrix) Grow(ctx context.Context, tries int, taken map[string]bool, step func()) ([]Grown, error) {
	lacks := m.lacks(ctx)
	var candidates []candidate
	helpers, last := make([]int, len(lacks)), 0 // how many inputs help with a lack, and the last one that was wanted
	for i := range 2 * tries {
		if step(); i == tries {
			last = i // outside the envelope everything begins anew
		}
		if i-last > tries/4 {
			continue
		}
		wish := gen.Wish{Assignment: m.Assignment, Seed: 2, MaxLog: mostGrown, Small: true, Beyond: i >= tries}
		if !slices.ContainsFunc(lacks, func(l lack) bool { return l.beyond == wish.Beyond }) {
			continue // not every assignment has inputs outside
		}
		made, err := wish.Make(ctx, i)
		if err != nil {
			return nil, err
		}
		files, err := solve(ctx, made.Problem)
		if err != nil {
			return nil, err
		}
		c := candidate{Made: made, beyond: wish.Beyond, helps: make([]bool, len(lacks))}
		for _, text := range files {
			c.size += len(text)
		}
		for k, l := range lacks {
			if c.helps[k] = l.beyond == c.beyond && l.has(made, files); !c.helps[k] {
				continue
			}
			if helpers[k]++; helpers[k] <= plenty {
				last = i
			}
		}
		candidates = append(candidates, c)
	}
	taken = maps.Collect(maps.All(taken))
	for _, c := range m.Cases {
		taken[c.Name] = true
	}
	var grown []Grown
	for {
		best := most(candidates, lacks)
		if best < 0 {
			return grown, nil
		}
		g, err := m.grow(ctx, candidates[best], lacks, taken)
		if err != nil {
			return nil, err
		}
		grown = append(grown, g)
		for i, helps := range candidates[best].helps {
			if helps {
				lacks[i].missing--
			}
		}
		candidates[best].helps = nil // already chosen
	}
}

func (m *Matrix) lacks(ctx context.Context) (lacks []lack) {
	for f, fault := range m.Faults {
		if missing := Enough - m.Kills(f); fault.Equivalent == "" && missing > 0 {
			lacks = append(lacks, lack{fault.ID, "shows when " + fault.About, missing, fault.Beyond != "", func(made gen.Made, files output.Memory) bool {
				return Kills(ctx, m.Assignment, fault, made.Problem, []byte(made.Problem.String()), files)
			}})
		}
	}
	for i, s := range m.Assignment.Situations {
		if missing := Enough - m.Shown(i); missing > 0 {
			lacks = append(lacks, lack{s.Name, s.About, missing, s.Beyond, func(made gen.Made, _ output.Memory) bool { return made.Shows.Has(i) }})
		}
	}
	return lacks
}

// most returns the index of the candidate that helps with most lacks, among equals the
// smallest, or -1 if none helps.
func most(candidates []candidate, lacks []lack) int {
	helps := func(i int) (n int) {
		for j, helps := range candidates[i].helps {
			if helps && lacks[j].missing > 0 {
				n++
			}
		}
		return n
	}
	return choose(len(candidates), helps, func(a, b int) bool { return candidates[a].size < candidates[b].size })
}

// grow writes a candidate as a case, named after the first lack that it helps with.
func (m *Matrix) grow(ctx context.Context, c candidate, lacks []lack, taken map[string]bool) (Grown, error) {
	var first lack
	for i, helps := range c.helps {
		if helps && lacks[i].missing > 0 {
			first = lacks[i]
			break
		}
	}
	name := first.name
	for n := 2; taken[name]; n++ {
		name = fmt.Sprintf("%s-%d", first.name, n)
	}
	taken[name] = true
	if m.Assignment.Path != "" {
		return Grown{name, name + ".in", []byte(c.Problem.String())}, nil
	}
	rules, err := m.rules(ctx, c.Problem)
	if err != nil {
		return Grown{}, err
	}
	header := []string{"tags: generated " + c.Problem.Category() + " " + strings.Join(c.Shows.Names(m.Assignment.Situations), " ")}
	if len(rules) > 0 {
		header = append(header, "rules: "+strings.Join(rules, " "))
	}
	if slices.ContainsFunc(m.Faults, func(f mutant.Fault) bool { return f.ID == first.name }) {
		header = append(header, "for: "+first.name)
	}
	if c.beyond {
		header = append(header, "profiles: "+cases.ProfileBeyond)
	}
	text, err := cases.Compose(ctx, m.Assignment, c.Problem, first.about, header...)
	return Grown{name, name + ".txtar", text}, err
}

// rules returns the numbers of the rules broken by the mutants that an input kills.
func (m *Matrix) rules(ctx context.Context, p homework.Problem) ([]string, error) {
	right, err := solve(ctx, p)
	if err != nil {
		return nil, err
	}
	return m.broken(func(f int) bool { return Kills(ctx, m.Assignment, m.Faults[f], p, []byte(p.String()), right) }), nil
}

// broken returns the numbers of the rules of the assignment's own page broken by the killed mutants.
func (m *Matrix) broken(killed func(f int) bool) (rules []string) {
	for f, fault := range m.Faults {
		number, ok := strings.CutPrefix(fault.Rule.Heading, "rule ")
		if ok && fault.Rule.Page != mutant.Shared && !slices.Contains(rules, number) && killed(f) {
			rules = append(rules, number)
		}
	}
	slices.SortFunc(rules, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) })
	return rules
}

// Witness searches for an input that kills a mutant and counts for it, among a number of
// inputs generated from a fixed seed. It returns nil if there is none.
func Witness(ctx context.Context, a *oracle.Assignment, fault mutant.Fault, tries int) (homework.Problem, error) {
	wish := gen.Wish{Assignment: a, Seed: 1, MaxLog: 64 << 10, Small: true, Beyond: fault.Beyond != ""}
	for i := range tries {
		made, err := wish.Make(ctx, i)
		if err != nil {
			return nil, err
		}
		right, err := solve(ctx, made.Problem)
		if err != nil {
			return nil, err
		}
		if Kills(ctx, a, fault, made.Problem, []byte(made.Problem.String()), right) {
			return made.Problem, nil
		}
	}
	return nil, nil
}
