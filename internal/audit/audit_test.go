package audit

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// small returns a handmade matrix: of the faults that inputs inside the envelope can show
// one survives, one is killed once and one is killed by all three cases inside. One fault
// is equivalent, and one can only be shown outside, where the last case lies.
func small(t *testing.T) *Matrix {
	t.Helper()
	a := gametest.Lookup(t, "reversi")
	corpus := gametest.Corpus(t, a)
	corpus = slices.DeleteFunc(corpus, func(c *cases.Case) bool {
		return !slices.Contains([]string{"both-sides-pass-at-root", "cut-at-max-keeps-window", "cut-on-equality-at-max", "wiped-out-at-root"}, c.Name)
	})
	fault := func(id, equivalent string) mutant.Fault {
		return mutant.Fault{ID: id, Kind: "order", Title: "about " + id + ", <quoted>",
			Rule: mutant.Page("docs/rules/reversi.md").Rule(1), Equivalent: equivalent}
	}
	outside := fault("shown-outside", "")
	outside.Beyond = "Inside it shows nowhere."
	return &Matrix{
		Assignment: a, Cases: corpus,
		Faults: []mutant.Fault{fault("shown-nowhere", "No input shows it."), fault("survivor", ""), fault("killed-once", ""), fault("killed-by-all", ""), outside},
		Killed: [][]bool{{false, false, false, true, false}, {false, false, true, true, true}, {false, false, false, true, false}, {false, true, true, true, true}},
		Shows:  make([]homework.Seen, 4),
	}
}

// The table equals the one in testdata ("go test -update" writes them).
func TestTable(t *testing.T) {
	g := goldie.New(t)
	var csv bytes.Buffer
	must.Do(t, WriteCSV(&csv, []*Matrix{small(t)}))
	g.Assert(t, "csv", csv.Bytes())
}

// The figures of a matrix.
func TestMatrix(t *testing.T) {
	m := small(t)
	killed, total := m.Score(false)
	expect.Equal(t, [2]int{2, 3}, [2]int{killed, total}, "score")
	killed, total = m.Score(true)
	expect.Equal(t, [2]int{1, 1}, [2]int{killed, total}, "score outside the envelope")
	want := map[string][]int{"weak": {1, 2, 4}, "core": {0, 1, 2}, "superfluous": {0, 2}}
	got := map[string][]int{"weak": m.Weak(2), "core": m.Core(), "superfluous": m.Superfluous()}
	expect.Equal(t, want, got)
}

// A mutant is killed by wrong files, not by a difference in form alone unless its fault is
// one of form; the second solver without a fault is not killed.
func TestKills(t *testing.T) {
	a := gametest.Lookup(t, "reversi")
	input := []byte("X\n2\n********\n********\n********\n***OX***\n***XO***\n********\n********\n********\n")
	p := gametest.Parse(t, a, string(input))
	right, crlf := gametest.Answer(t, p, homework.Options{}), output.Memory{}
	for name, text := range right {
		crlf[name] = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	}
	none := mutant.Fault{}
	for _, c := range []struct {
		name  string
		fault mutant.Fault
		right output.Memory
		want  bool
	}{
		{"no fault", none, right, false}, {"no fault, other line ends", none, crlf, false},
		{"a fault of form", mutant.Fault{Form: true}, crlf, true},
		{"a fault of form that does not show", mutant.Fault{Form: true}, right, false},
		{"another file", none, output.Memory{"other.txt": nil}, true},
		{"a fault that crashes", mutant.Fault{ID: "no-such-fault"}, right, false},
	} {
		expect.Equal(t, c.want, Kills(t.Context(), a, c.fault, p, input, c.right), c.name, "killed")
	}
}

// Grow makes the missing cases: from nothing, the same ones every time, which kill most mutants.
func TestGrow(t *testing.T) {
	a := gametest.Lookup(t, "reversi")
	empty := must.Get(Run(t.Context(), a, nil, 1, func() {}))(t)
	const tries = 5
	grown := must.Get(empty.Grow(t.Context(), tries, nil, func() {}))(t)
	expect.Equal(t, grown, must.Get(empty.Grow(t.Context(), tries, nil, func() {}))(t), "grown again")
	dir := t.TempDir()
	for _, g := range grown {
		must.Do(t, os.WriteFile(filepath.Join(dir, g.Name+".txtar"), g.Text, 0o666))
	}
	corpus := must.Get(cases.Load(dir))(t)
	m := must.Get(Run(t.Context(), a, corpus, 2, func() {}))(t)
	killed, total := m.Score(false)
	expect.True(t, 10*killed >= 7*total, len(grown), "grown cases kill", killed, "of", total)
	isBeyond := func(c *cases.Case) bool { return c.In(cases.ProfileBeyond) }
	first := slices.IndexFunc(corpus, isBeyond)
	expect.True(t, first >= 0, "a case was grown for what shows outside the envelope alone")
	name := corpus[first].Name
	inside := slices.DeleteFunc(corpus, isBeyond)
	ruled := func(g grownCase) bool { return strings.Contains(string(g.Text), "\n# rules: ") }
	expect.True(t, slices.ContainsFunc(grown, ruled), "a grown case names rules")
	m = must.Get(Run(t.Context(), a, inside, 2, func() {}))(t)
	inside[0].Name = name
	again := must.Get(m.Grow(t.Context(), tries, nil, func() {}))(t)
	expect.True(t, slices.ContainsFunc(again, func(g grownCase) bool { return strings.Contains(string(g.Text), "beyond") }), "and grows again")
	renamed := slices.ContainsFunc(again, func(g grownCase) bool { return g.Name == name+"-2" })
	expect.True(t, renamed, "a grown case has a name that none has:", name+"-2")
}

// of returns a matrix of killed mutants: each string is a case, with a letter (a to f) for
// each fault that it kills; shows are the situations that each case shows. The cases are
// some of reversi's, those with smaller goldens last.
func of(t *testing.T, shows []homework.Seen, killed ...string) *Matrix {
	t.Helper()
	a := gametest.Lookup(t, "reversi")
	corpus := gametest.Corpus(t, a)
	m := &Matrix{Assignment: a, Cases: corpus[:8]}
	slices.SortStableFunc(m.Cases, func(x, y *cases.Case) int {
		return int(y.Index().Goldens[0].Bytes - x.Index().Goldens[0].Bytes)
	})
	m.Cases, m.Shows = m.Cases[:len(killed)], append(shows, make([]homework.Seen, len(killed)-len(shows))...)
	for i, c := range m.Cases {
		bare := *c
		bare.Tags = nil // else breadth cases are needed in any case
		m.Cases[i] = &bare
	}
	for _, id := range "abcdef" {
		m.Faults = append(m.Faults, mutant.Fault{ID: string(id)})
	}
	for _, letters := range killed {
		row := make([]bool, len(m.Faults))
		for _, id := range letters {
			row[id-'a'] = true
		}
		m.Killed = append(m.Killed, row)
	}
	return m
}

// A mutant is weak, and a situation rare, if there are fewer than the given number of cases.
func TestFewerThan(t *testing.T) {
	shown := homework.Seen(1)
	m := of(t, []homework.Seen{shown, shown | 2, shown | 2}, "abc", "ab", "a")
	for n, want := range map[int][]int{0: nil, 1: {3, 4, 5}, 2: {2, 3, 4, 5}, 3: {1, 2, 3, 4, 5}} {
		expect.Equal(t, want, m.Weak(n), "killed by fewer than", n)
	}
	all := len(m.Assignment.Situations)
	expect.Equal(t, m.Assignment.Situations[1].Name+" (2)", m.Rare(3)[0], "a rare situation")
	for n, want := range map[int]int{0: 0, 1: all - 2, 2: all - 2, 3: all - 1, 4: all} {
		expect.Equal(t, want, len(m.Rare(n)), "situations shown by fewer cases than", n)
	}
}

// Three cases of the core kill each mutant; among equals those with smaller goldens are
// chosen, and cases that others make superfluous are left out.
func TestCoreIsSmall(t *testing.T) {
	for _, c := range []struct {
		killed []string
		want   []int
	}{
		{[]string{"ab", "ab", "ab", "ab", "ab"}, []int{2, 3, 4}},
		{[]string{"ab", "abc", "ab", "ab"}, []int{1, 2, 3}},
		{[]string{"a", "b", "", "a"}, []int{0, 1, 3}},                                         // there are no three
		{[]string{"bcde", "abc", "def", "abc", "def", "abc", "def"}, []int{1, 2, 3, 4, 5, 6}}, // to which the largest case adds nothing
		{[]string{"a", "ab", "a", "ab", "ac", "a"}, []int{1, 3, 4}},                           // the three that kill b and c kill a, too
		{[]string{"", ""}, nil},
	} {
		m := of(t, nil, c.killed...)
		expect.True(t, m.Cases[0].AnswerSize() > m.Cases[1].AnswerSize(), "the cases are not in order")
		expect.Equal(t, c.want, m.Core(), c.killed)
	}
	expect.Equal(t, []int{1}, of(t, []homework.Seen{1, 3, 2}, "", "", "").Core(), "one case shows both situations")
	expect.Equal(t, []int{0, 2}, of(t, []homework.Seen{1, 0, 2}, "", "", "").Core(), "two cases show them")
	m := of(t, nil, "a", "a", "a", "a")
	m.Cases[0].Problem = another{m.Cases[0].Problem}
	expect.Equal(t, []int{0, 2, 3}, m.Core(), "the only case of its category")
}

// A problem of another category.
type another struct{ homework.Problem }

func (another) Category() string { return "another" }

// A case that kills a mutant, or shows a situation, is needed if it is one of two, but not
// if it is one of three. A case of breadth is never superfluous.
func TestSuperfluous(t *testing.T) {
	for _, c := range []struct {
		name   string
		shows  []homework.Seen
		killed []string
		want   []int
	}{
		{"two kill", nil, []string{"a", "a"}, nil},
		{"three kill", nil, []string{"a", "a", "a"}, []int{0, 1, 2}},
		{"two show", []homework.Seen{1, 1}, []string{"", "", ""}, []int{2}},
		{"three show", []homework.Seen{1, 1, 1}, []string{"", "", ""}, []int{0, 1, 2}},
	} {
		expect.Equal(t, c.want, of(t, c.shows, c.killed...).Superfluous(), c.name)
	}
	m := of(t, nil, "a", "a", "a")
	breadth := *m.Cases[1]
	breadth.Tags = []string{"another", cases.TagBreadth}
	m.Cases[1] = &breadth
	expect.Equal(t, []int{0, 2}, m.Superfluous(), "with a case of breadth")
	m.Cases[2].Profiles = []string{cases.ProfileBeyond}
	m.Killed[2][0] = false
	m.Killed[0][0] = false
	expect.Equal(t, []int{0}, m.Superfluous(), "with a case outside the envelope")
	m.Shows[2] = 1
	expect.Equal(t, 0, m.Shown(0), "the situation shows only outside the envelope")
}

// Grow chooses the candidate that fills the most gaps, and the smallest of several equal ones. It leaves out candidates
// that fill no remaining gap. A case has the name of the first gap that it fills, unless another case has this name.
func TestGrowAll(t *testing.T) {
	m := of(t, nil, "")
	request := gen.Request{Assignment: m.Assignment, Seed: 2, MaxLog: maxGrown, Small: true}
	one := must.Get(request.Make(t.Context(), 0))(t)
	type helper struct {
		size  int
		helps string // the names of lacks
	}
	for _, c := range []struct {
		name    string
		helpers []helper
		want    []string // gaps and sizes
	}{
		{"none", nil, nil}, {"helps what does not lack", []helper{{1, "c"}}, nil},
		{"most", []helper{{1, "a"}, {9, "ab"}, {2, "b"}}, []string{"a", "b"}}, {"two of one", []helper{{1, "b"}, {2, "b"}, {3, "b"}}, []string{"b", "b-3"}},
		{"smallest", []helper{{5, "a"}, {3, "bc"}, {4, "a"}}, []string{"b", "a"}},
		{"first of the same", []helper{{3, "b"}, {3, "ac"}}, []string{"b", "a"}},
		{"both twice", []helper{{9, "ab"}, {2, "ab"}}, []string{"a", "b"}},
		{"one for each lack", []helper{{1, "a"}, {2, "a"}, {3, "a"}}, []string{"a"}},
	} {
		var candidates []candidate
		lacks, wants := []gap{{name: "a"}, {name: "c"}, {name: "b"}}, []requirement{{n: 1}, {n: 0}, {n: 2}}
		for _, h := range c.helpers {
			candidates = append(candidates, candidate{Made: one, size: h.size})
			for i, l := range lacks {
				wants[i].covered = append(wants[i].covered, strings.Contains(h.helps, l.name))
			}
		}
		grown := must.Get(m.growAll(t.Context(), candidates, lacks, wants, map[string]bool{"b-2": true}))(t)
		var names []string
		for _, g := range grown {
			names = append(names, g.Name)
		}
		expect.Equal(t, c.want, names, c.name)
	}
}

// A mutant or situation with fewer than two cases is a lack, counted as often as a case is
// missing, unless no input can show it.
func TestLacks(t *testing.T) {
	m := of(t, []homework.Seen{7, 3, 1}, "abc", "ab", "a") // the first situations are shown by three, two and one cases
	m.Faults[3].Equivalent = "No input shows it."
	missing := map[string]int{}
	for _, l := range m.gaps(t.Context()) {
		missing[l.name] = l.missing
	}
	situations := m.Assignment.Situations
	for name, want := range map[string]int{
		"a": 0, "b": 0, "c": 1, "d": 0, "e": 2, "f": 2,
		situations[0].Name: 0, situations[1].Name: 0, situations[2].Name: 1, situations[3].Name: 2,
	} {
		expect.Equal(t, want, missing[name], "missing cases of", name)
	}
}

// The rules that a case touches are listed in numerical order, each once.
func TestRulesInOrder(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	p := gametest.Parse(t, a, "3\n1\n2\n3 3 3\n3 3 3\n0\n0\n")
	m := &Matrix{Assignment: a, Faults: catalog.Faults(a)}
	rules, last := must.Get(m.rules(t.Context(), p))(t), 0
	for _, rule := range rules {
		n, err := strconv.Atoi(rule)
		expect.Equal(t, false, err != nil || n <= last, "rule", rule, "after", last, "in", rules)
		last = n
	}
	first, _ := strconv.Atoi(rules[0])
	expect.True(t, first <= 9 && last >= 10, "rules of one digit and of two", rules)
}

// The matrix of a built-in case has the faults that it is known to kill. Annotate writes these, and the core.
func TestAnnotate(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	all, first := gametest.Corpus(t, a), catalog.Faults(a)[0].ID
	all = slices.DeleteFunc(all, func(c *cases.Case) bool { return !slices.Contains(c.Kills, first) })[:1]
	m, dir := must.Get(Run(t.Context(), a, all, 1, func() {}))(t), t.TempDir()
	must.WriteFile(t, filepath.Join(dir, all[0].Name+".txtar"), string(all[0].Text()))
	for _, check := range []bool{true, false} {
		changed := must.Get(Annotate(t.Context(), m, dir, check))(t)
		expect.Equal(t, filepath.Join(dir, cases.KillsFile), changed[len(changed)-1], "changed")
	}
	again := must.Get(cases.Load(dir))(t)[0]
	expect.Equal(t, all[0].Kills, again.Kills, "mistakes that it kills")
	expect.True(t, again.In(cases.ProfileCore), "the only case is in the core")
}

// A failing problem has no answer, but shows something.
type failing struct{ homework.Problem }

var errNone = errors.New("no answer")

func (failing) Solve(context.Context, homework.Options, output.Sink) (homework.Notes, error) {
	return homework.Notes{}, errNone
}
func (failing) Situations(context.Context) (homework.Seen, error) { return 0, nil }

// If the oracle cannot solve a case there is no matrix; a cancelled audit ends.
func TestRunFails(t *testing.T) {
	a := gametest.Lookup(t, "reversi")
	_, err := Run(t.Context(), a, []*cases.Case{{Problem: failing{}}}, 2, func() {})
	expect.True(t, errors.Is(err, errNone), err)
	corpus := gametest.Corpus(t, a)
	ctx, cancel := context.WithCancel(t.Context())
	steps := 0
	_, err = Run(ctx, a, corpus[:5], 1, func() { steps++; cancel() })
	expect.True(t, errors.Is(err, context.Canceled) && steps <= 5, err, "steps:", steps)
}

// Of cases that cover equally much, the better one is chosen, wherever it is in the list.
func TestCover(t *testing.T) {
	wants := []requirement{{1, []bool{true, false, true}}}
	expect.Equal(t, []int{0}, cover([]int{2, 0}, wants, func(a, b int) bool { return a < b }), "chosen")
}
