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

// A candidate is a generated input that helps with a lack.
type candidate struct {
	gen.Made
	size   int
	beyond bool // outside the envelope
}

// Grow makes the cases that a corpus lacks. From tries generated inputs inside the
// envelope, and as many outside for what can only be shown there, it greedily chooses those
// that kill mutants killed by fewer than two cases, or show situations shown by fewer than
// two. Some lacks may remain: a search ends after a quarter of the tries without an input that
// helps with a lack for which few inputs were found. No case gets a name that is taken. step is
// called for each try.
func (m *Matrix) Grow(ctx context.Context, tries int, taken map[string]bool, step func()) ([]Grown, error) {
	lacks := m.lacks(ctx)
	var candidates []candidate
	wants := make([]want, len(lacks)) // of candidates
	for i, l := range lacks {
		wants[i].n = l.missing
	}
	helpers := make([]int, len(lacks)) // number of inputs that help with a lack
	last := 0                          // the last input that helped with a lack of few helpers
	for i := range 2 * tries {
		if step(); i == tries {
			last = i // the search outside the envelope begins
		}
		if i-last > tries/4 {
			continue
		}
		wish := gen.Wish{Assignment: m.Assignment, Seed: 2, MaxLog: mostGrown, Small: true, Beyond: i >= tries}
		if !slices.ContainsFunc(lacks, func(l lack) bool { return l.beyond == wish.Beyond }) {
			continue // not every assignment has inputs outside
		}
		made, files, err := generate(ctx, wish, i)
		if err != nil {
			return nil, err
		}
		c := candidate{Made: made, beyond: wish.Beyond}
		for _, text := range files {
			c.size += len(text)
		}
		for k, l := range lacks {
			helps := l.beyond == c.beyond && l.has(made, files)
			wants[k].has = append(wants[k].has, helps)
			if !helps {
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
	return m.growAll(ctx, candidates, lacks, wants, taken)
}

// growAll chooses candidates for the lacks, and writes them as cases.
func (m *Matrix) growAll(
	ctx context.Context, candidates []candidate, lacks []lack, wants []want, taken map[string]bool,
) (grown []Grown, err error) {
	all := make([]int, len(candidates))
	for i := range all {
		all[i] = i
	}
	smaller := func(a, b int) bool { return candidates[a].size < candidates[b].size }
	for _, best := range cover(nil, all, wants, smaller) {
		first := slices.IndexFunc(wants, func(w want) bool { return w.n > 0 && w.has[best] })
		g, err := m.grow(ctx, candidates[best], lacks[first], taken)
		if err != nil {
			return nil, err
		}
		grown = append(grown, g)
		for i := range wants {
			if wants[i].has[best] {
				wants[i].n--
			}
		}
	}
	return grown, nil
}

// generate returns the i-th input of a wish, and its right files.
func generate(ctx context.Context, wish gen.Wish, i int) (gen.Made, output.Memory, error) {
	made, err := wish.Make(ctx, i)
	if err != nil {
		return made, nil, err
	}
	right, err := solve(ctx, made.Problem)
	return made, right, err
}

// lacks returns the mutants and situations that too few cases kill or show.
func (m *Matrix) lacks(ctx context.Context) (lacks []lack) {
	for f, fault := range m.Faults {
		missing := Enough - m.Kills(f)
		if fault.Equivalent != "" || missing <= 0 {
			continue
		}
		kills := func(made gen.Made, right output.Memory) bool {
			return Kills(ctx, m.Assignment, fault, made.Problem, []byte(made.Problem.String()), right)
		}
		lacks = append(lacks, lack{fault.ID, "shows when " + fault.About, missing, fault.Beyond != "", kills})
	}
	for i, s := range m.Assignment.Situations {
		if missing := Enough - m.Shown(i); missing > 0 {
			shows := func(made gen.Made, _ output.Memory) bool { return made.Shows.Has(i) }
			lacks = append(lacks, lack{s.Name, s.About, missing, s.Beyond, shows})
		}
	}
	return lacks
}

// grow writes a candidate as a case, named after a lack that it helps with.
func (m *Matrix) grow(ctx context.Context, c candidate, first lack, taken map[string]bool) (Grown, error) {
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
	tags := append([]string{"generated", c.Problem.Category()}, c.Shows.Names(m.Assignment.Situations)...)
	header := []string{"tags: " + strings.Join(tags, " ")}
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
	return m.broken(func(f int) bool {
		return Kills(ctx, m.Assignment, m.Faults[f], p, []byte(p.String()), right)
	}), nil
}

// broken returns the numbers of the rules of the assignment's own page broken by the killed mutants.
func (m *Matrix) broken(killed func(f int) bool) (rules []string) {
	for f, fault := range m.Faults {
		number, ok := strings.CutPrefix(fault.Rule.Heading, "rule ")
		if ok && fault.Rule.Page != mutant.Shared && !slices.Contains(rules, number) && killed(f) {
			rules = append(rules, number)
		}
	}
	slices.SortFunc(rules, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	})
	return rules
}

// Witness searches for an input that kills a mutant and counts for it, among a number of
// inputs generated from a fixed seed. It returns nil if there is none.
func Witness(
	ctx context.Context, a *oracle.Assignment, fault mutant.Fault, tries int,
) (homework.Problem, error) {
	wish := gen.Wish{Assignment: a, Seed: 1, MaxLog: 64 << 10, Small: true, Beyond: fault.Beyond != ""}
	for i := range tries {
		made, right, err := generate(ctx, wish, i)
		if err != nil {
			return nil, err
		}
		if Kills(ctx, a, fault, made.Problem, []byte(made.Problem.String()), right) {
			return made.Problem, nil
		}
	}
	return nil, nil
}
