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
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A requirement requires n cases with a property, or all of them if there are fewer.
type requirement struct {
	n       int
	covered []bool // by case or candidate
}

// coreKills is the number of cases of the profile core that kill each mutant, if there are that many.
const coreKills = 3

// Core returns a small set of cases that catches more than the known mistakes. Three of its cases kill each
// mutant, including one of each category of the grading rule that can, and one shows each situation.
func (m *Matrix) Core() []int {
	from := m.insideEnvelope()
	var wants []requirement
	for f := range m.Faults {
		wants = append(wants, requirement{coreKills, m.casesKilling(f)})
		byCategory := map[string][]bool{}
		for _, c := range from {
			if m.KillCounts(c, f) {
				category := m.Cases[c].Problem.Category()
				if byCategory[category] == nil {
					byCategory[category] = make([]bool, len(m.Cases))
				}
				byCategory[category][c] = true
			}
		}
		for _, covered := range byCategory {
			wants = append(wants, requirement{1, covered})
		}
	}
	for i := range m.Assignment.Situations {
		wants = append(wants, requirement{1, m.casesShowing(i)})
	}
	sizes := make([]int64, len(m.Cases))
	for c := range m.Cases {
		sizes[c] = m.Cases[c].AnswerSize()
	}
	smaller := func(a, b int) bool { return sizes[a] < sizes[b] }
	return removeSuperfluous(cover(from, wants, smaller), wants)
}

// cover greedily chooses cases until they satisfy all wants. The next case is always the one that contributes
// most; ties are broken by better. It returns the choice in order.
func cover(from []int, wants []requirement, better func(a, b int) bool) (chosen []int) {
	left := make([]int, len(wants))
	for i, w := range wants {
		left[i] = min(w.n, w.in(from))
	}
	from = slices.Clone(from)
	for {
		gain := func(i int) (n int) {
			for j, w := range wants {
				if left[j] > 0 && w.covered[from[i]] {
					n++
				}
			}
			return n
		}
		best := gen.Best(len(from), gain, func(a, b int) bool { return better(from[a], from[b]) })
		if best < 0 {
			return chosen
		}
		for i, w := range wants {
			if w.covered[from[best]] {
				left[i]--
			}
		}
		chosen = append(chosen, from[best])
		from = slices.Delete(from, best, best+1)
	}
}

// removeSuperfluous removes the cases that others make superfluous, in the order of the choice, and sorts the rest.
func removeSuperfluous(chosen []int, wants []requirement) []int {
	for i := 0; i < len(chosen); {
		needed := slices.ContainsFunc(wants, func(w requirement) bool {
			return w.covered[chosen[i]] && w.in(chosen) <= w.n
		})
		if needed {
			i++
		} else {
			chosen = slices.Delete(chosen, i, i+1)
		}
	}
	slices.Sort(chosen)
	return chosen
}

// in counts the cases of a set that have the property.
func (w requirement) in(set []int) (n int) {
	for _, c := range set {
		if w.covered[c] {
			n++
		}
	}
	return n
}

// casesKilling returns which cases kill a fault.
func (m *Matrix) casesKilling(f int) []bool {
	return m.casesWith(func(c int) bool { return m.KillCounts(c, f) })
}

// casesShowing returns which cases show a situation.
func (m *Matrix) casesShowing(situation int) []bool {
	return m.casesWith(func(c int) bool { return m.shows(c, situation) })
}

// casesWith returns which cases have a property.
func (m *Matrix) casesWith(property func(c int) bool) []bool {
	covered := make([]bool, len(m.Cases))
	for c := range m.Cases {
		covered[c] = property(c)
	}
	return covered
}

// number returns the number of cases with a property.
func number(covered []bool) (n int) {
	for _, item := range covered {
		if item {
			n++
		}
	}
	return n
}

// insideEnvelope returns the cases inside the envelope, which are the cases of the profile default.
func (m *Matrix) insideEnvelope() (cases []int) {
	for c := range m.Cases {
		if !m.isOutsideEnvelope(c) {
			cases = append(cases, c)
		}
	}
	return cases
}

// Superfluous returns the cases without which every mutant would still be killed by two cases, or by the same
// number as now, and every situation would still be shown by two. Cases of breadth are never superfluous:
// they were drawn at random, whichever mistakes they catch.
func (m *Matrix) Superfluous() (all []int) {
	kills, shown := make([]int, len(m.Faults)), make([]int, len(m.Assignment.Situations))
	for f := range kills {
		kills[f] = m.Kills(f)
	}
	for i := range shown {
		shown[i] = m.Shown(i)
	}
	for c := range m.Cases {
		needed := m.isOutsideEnvelope(c) || slices.Contains(m.Cases[c].Tags, cases.TagBreadth) // or it shows a rule
		for f, fault := range m.Faults {
			needed = needed || fault.Equivalent == "" && m.KillCounts(c, f) && kills[f] <= Enough
		}
		for i := range shown {
			needed = needed || m.shows(c, i) && shown[i] <= Enough
		}
		if !needed {
			all = append(all, c)
		}
	}
	return all
}

// A grownCase is a case made by Grow.
type grownCase struct {
	Name string
	File string // its file's name: a case's, or an input's of a problem package
	Text []byte
}

// maxGrown is the size of the largest golden of a case made by Grow.
const maxGrown = 8 << 10

// plenty is the maximum number of inputs to choose from for each lack.
const plenty = 20

// A gap is a mutant or situation that too few cases kill or show.
type gap struct {
	name, title string
	missing     int
	beyond      bool // only inputs outside the envelope help
	fills       func(gen.Made, output.Memory) bool
}

// A candidate is a generated input that helps with a lack.
type candidate struct {
	gen.Made
	size   int
	beyond bool // outside the envelope
}

// Grow makes the cases that a corpus lacks. It generates tries inputs inside the envelope, and as many
// outside for mutants and situations that only such inputs can show. From these it greedily chooses inputs
// that kill mutants killed by fewer than two cases, or show situations shown by fewer than two. Some gaps
// may remain: if few inputs fill a gap, the search ends after a quarter of the tries without another.
// New cases get unused names. step is called for each try.
func (m *Matrix) Grow(
	ctx context.Context, tries int, taken map[string]bool, step func(),
) ([]grownCase, error) {
	missing := m.gaps(ctx)
	var candidates []candidate
	wants := make([]requirement, len(missing)) // of candidates
	for i, l := range missing {
		wants[i].n = l.missing
	}
	helpers := make([]int, len(missing)) // number of inputs that fill a gap
	last := 0                            // the last input that filled a gap of few helpers
	for i := range 2 * tries {
		if step(); i == tries {
			last = i // the search outside the envelope begins
		}
		if i-last > tries/4 {
			continue
		}
		request := gen.Request{Assignment: m.Assignment, Seed: 2, MaxLog: maxGrown, Small: true, Beyond: i >= tries}
		if !slices.ContainsFunc(missing, func(l gap) bool { return l.beyond == request.Beyond }) {
			continue // not every assignment has inputs outside
		}
		input, files, err := generate(ctx, request, i)
		if err != nil {
			return nil, err
		}
		c := candidate{Made: input, beyond: request.Beyond}
		for _, text := range files {
			c.size += len(text)
		}
		for k, l := range missing {
			helps := l.beyond == c.beyond && l.fills(input, files)
			wants[k].covered = append(wants[k].covered, helps)
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
	return m.growAll(ctx, candidates, missing, wants, taken)
}

// growAll chooses candidates for the lacks, and writes them as cases.
func (m *Matrix) growAll(
	ctx context.Context, candidates []candidate, missing []gap, wants []requirement, taken map[string]bool,
) (grown []grownCase, err error) {
	all := make([]int, len(candidates))
	for i := range all {
		all[i] = i
	}
	smaller := func(a, b int) bool { return candidates[a].size < candidates[b].size }
	for _, best := range cover(all, wants, smaller) {
		first := slices.IndexFunc(wants, func(w requirement) bool { return w.n > 0 && w.covered[best] })
		g, err := m.grow(ctx, candidates[best], missing[first], taken)
		if err != nil {
			return nil, err
		}
		grown = append(grown, g)
		for i := range wants {
			if wants[i].covered[best] {
				wants[i].n--
			}
		}
	}
	return grown, nil
}

// generate returns the i-th input of a request, and its right files.
func generate(ctx context.Context, request gen.Request, i int) (gen.Made, output.Memory, error) {
	input, err := request.Make(ctx, i)
	if err != nil {
		return input, nil, err
	}
	right, err := homework.Answer(ctx, input.Problem, homework.Options{})
	return input, right, err
}

// gaps returns the mutants and situations that too few cases kill or show.
func (m *Matrix) gaps(ctx context.Context) (found []gap) {
	for f, fault := range m.Faults {
		missing := Enough - m.Kills(f)
		if fault.Equivalent != "" || missing <= 0 {
			continue
		}
		kills := func(input gen.Made, right output.Memory) bool {
			return Kills(ctx, m.Assignment, fault, input.Problem, []byte(input.Problem.String()), right)
		}
		found = append(found, gap{fault.ID, "shows when " + fault.Title, missing, fault.Beyond != "", kills})
	}
	for i, s := range m.Assignment.Situations {
		if missing := Enough - m.Shown(i); missing > 0 {
			shows := func(generated gen.Made, _ output.Memory) bool { return generated.Shows.Has(i) }
			found = append(found, gap{s.Name, s.Title, missing, s.Beyond, shows})
		}
	}
	return found
}

// grow writes a candidate as a case, named after a lack that it helps with.
func (m *Matrix) grow(
	ctx context.Context, c candidate, first gap, taken map[string]bool,
) (grownCase, error) {
	name := first.name
	for n := 2; taken[name]; n++ {
		name = fmt.Sprintf("%s-%d", first.name, n)
	}
	taken[name] = true
	if m.Assignment.Path != "" {
		return grownCase{name, name + ".in", []byte(c.Problem.String())}, nil
	}
	rules, err := m.rules(ctx, c.Problem)
	if err != nil {
		return grownCase{}, err
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
	text, err := cases.Compose(ctx, m.Assignment, c.Problem, first.title, header...)
	return grownCase{name, name + ".txtar", text}, err
}

// rules returns the numbers of the rules broken by the mutants that an input kills. Rules of the shared page do
// not count.
func (m *Matrix) rules(ctx context.Context, p homework.Problem) (rules []string, err error) {
	right, err := homework.Answer(ctx, p, homework.Options{})
	if err != nil {
		return nil, err
	}
	for _, fault := range m.Faults {
		number, ok := strings.CutPrefix(fault.Rule.Heading, "rule ")
		if ok && fault.Rule.Page != mutant.Shared && !slices.Contains(rules, number) &&
			Kills(ctx, m.Assignment, fault, p, []byte(p.String()), right) {
			rules = append(rules, number)
		}
	}
	slices.SortFunc(rules, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	})
	return rules, nil
}
