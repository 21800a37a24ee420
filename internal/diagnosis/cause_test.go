package diagnosis

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A report has at most three causes in the search. The causes of form do not count.
func TestSelected(t *testing.T) {
	var causes []Cause
	for _, name := range strings.Fields("a b c d e") {
		causes = append(causes, Cause{Grade: Equals, Cases: []string{name}})
	}
	some := selected(append(causes, Cause{Form: true, Cases: []string{"a"}}))
	expect.Equal(t, false, len(some) != 4 || some[2].Cases[0] != "c" || !some[3].Form, "selected", some)
}

// A case that was expected to fail and passes counts as passed.
func TestExpectedCasePasses(t *testing.T) {
	a := gametest.Lookup(t, "reversi")
	c := gametest.Corpus(t, a)[0]
	r := must.Get(newReading(t.Context(), Question{Assignment: a, Expected: map[string]bool{c.Name: true},
		Results: []verdict.Result{{Case: c, Verdict: verdict.Pass}}}))(t)
	expect.Equal(t, 1, len(r.passed), "cases passed")
}

// The words about a cause express its certainty.
func TestNotes(t *testing.T) {
	faults := []Fault{{Name: "one", Explanation: "Does one.", Rule: "rule 1"}, {Name: "other",
		Explanation: "Does other.", Rule: "rule 2"}}
	first := new(decision.Explanation)
	const inSome = "A program with this mistake writes exactly what yours writes in %d of the 7 cases in which it matters; in the others another mistake may show, too."
	for _, c := range []struct {
		Cause
		brief string
		notes []string
	}{
		{Cause{Grade: Equals, Faults: faults[:1], Behaviour: "does one", Equal: 7, Matters: 7}, "one: does one",
			[]string{
				"A program with this mistake writes exactly what yours writes in all 7 cases in which it matters."}},
		{Cause{Grade: Equals, Faults: faults[:1], Behaviour: "does one", Equal: 1, Matters: 1}, "one: does one",
			[]string{
				"A program with this mistake writes exactly what yours writes in the one case in which it matters."}},
		{Cause{Grade: Fits, Faults: faults, Behaviour: "does one", Equal: 3, Matters: 7}, "one or other: does one", []string{fmt.Sprintf(inSome, 3)}},
		{Cause{Grade: Equals, Faults: faults[:1], Behaviour: "does one", Equal: 6, Matters: 7}, "one: does one", []string{fmt.Sprintf(inSome, 6)}},
		{Cause{Grade: Located, Behaviour: "does a thing\n", Right: "do the\x1b other",
			Properties: []string{"the root", "a max node"}, First: first}, "does a thing\\n", []string{
			`Right: do the\x1b other.`, "Each time: the root, a max node.",
			"No known mistake was found to do the same; this is what the first differences have in common.",
		}},
		{Cause{Grade: Located, Behaviour: "crashes", Ended: verdict.Crash, OutputSoFar: "no log.txt",
			Properties: []string{"the root"}}, "crashes", []string{
			"Until then it had written no log.txt.", "Where its log ends, each time: the root."}},
		{Cause{Grade: Located, Behaviour: "leaves blanks", Form: true}, "leaves blanks",
			[]string{"The other causes assume that this is corrected."}},
	} {
		expect.Equal(t, c.brief, c.Brief(), "brief")
		expect.Equal(t, c.notes, c.Notes(), c.brief)
	}
}

// If many mistakes cannot be distinguished, each has a line, and none comes before the others.
func TestIndistinguishable(t *testing.T) {
	c := Cause{Grade: Equals, Behaviour: "does a", Equal: 1, Matters: 1}
	for _, name := range strings.Fields("a b c d") {
		c.Faults = append(c.Faults, Fault{Name: name, Title: "does " + name,
			Explanation: "Your program does " + name + ".", Rule: "rule " + name})
	}
	expect.Equal(t, "one of 4 known mistakes, which these cases do not tell apart", c.Brief())
	want := []string{"a: does a", "b: does b", "c: does c", "d: does d", "More cases may tell them apart.",
		"A program with this mistake writes exactly what yours writes in the one case in which it matters."}
	expect.Equal(t, want, c.About())
	if c.Faults = c.Faults[:3]; c.Brief() != "a or b or c: does a" || !slices.Contains(c.About(), "Your program does b.") {
		t.Errorf("three are told as %q: %q", c.Brief(), c.About())
	}
	expect.Equal(t, []string{"rule a", "rule b", "rule c"}, c.rules(), "rules")
}

// The notes give the number of failures for all causes, and the names of the first few.
func TestAbout(t *testing.T) {
	names := strings.Fields("a b c d e f g h")
	causes := []Cause{
		{Grade: Fits, Equal: 4, Matters: 8, Faults: []Fault{{Name: "one", Explanation: "Does one.", Rule: "rule 1"},
			{Name: "other", Explanation: "Does other.", Rule: "rule 2"}}, Behaviour: "does one", Cases: names},
		{Grade: Located, Key: "crash", Behaviour: "crashes", Cases: names[:1]},
	}
	want := []string{
		"why: one or other: does one", "  Does one.", "  rule 1", "  or other:", "  Does other.", "  rule 2",
		"  A program with this mistake writes exactly what yours writes in 4 of the 8 cases in which it",
		"  matters; in the others another mistake may show, too.",
		"  8 of 9 that fail: a, b, c, d, e, f and 2 more",
		"why: crashes", "  1 of 9 that fail: a", "1 more case fails; check again after this change.",
	}
	for n, listed := range map[int]string{6: "a, b, c, d, e, f", 7: "a, b, c, d, e, f and 1 more"} {
		expect.Equal(t, listed, Listed(names[:n]), n, "names")
	}
	expect.Equal(t, want, About(causes, 9))
}

// The chosen moves have a place if random moves would have it with a probability of at most 0.05.
func TestCommonPlace(t *testing.T) {
	for n, want := range map[int]string{20: "", 21: "last"} { // moves of the only case
		turn := &decision.Turn{Moves: make([]decision.Choice, n), Written: []string{"m"}}
		turn.Moves[n-1].Move = "m"
		place := commonPlace([]string{"a"}, map[string]*decision.Explanation{"a": {Turn: turn}})
		expect.Equal(t, want, place, n, "moves")
	}
}

// The end of a program, and the form of the first file that differs, are causes of their own.
func TestEnding(t *testing.T) {
	crash := func(at, errors string) verdict.Result {
		r := verdict.Result{Verdict: verdict.Crash, CrashLine: at, Reason: "exit status 1"}
		r.Outcome.Errors = []byte(errors)
		return r
	}
	const deep = "crashes: its recursion is too deep for the stack"
	differing := func(kind compare.Kind, want, got string) verdict.Result {
		d := &compare.Difference{Kind: kind, Want: slices.Collect(strings.Lines(want)), Got: slices.Collect(strings.Lines(got))}
		return verdict.Result{Verdict: verdict.Wrong, Files: []verdict.File{
			{Name: "right.txt", Verdict: verdict.Pass},
			{Name: "log.txt", Verdict: verdict.Wrong, Report: compare.Report{Grade: compare.Different, First: d}},
			{Name: "later.txt", Verdict: verdict.Wrong, Report: compare.Report{First: &compare.Difference{Kind: compare.Blanks}}},
		}}
	}
	missing := verdict.Result{Verdict: verdict.Missing, Files: []verdict.File{
		{Name: "a.txt", Verdict: verdict.Missing}, {Name: "b.txt", Verdict: verdict.Pass}, {Name: "c.txt", Verdict: verdict.Missing},
	}}
	for _, c := range []struct {
		r         verdict.Result
		key, does string
	}{
		{verdict.Result{Verdict: verdict.Build}, "build", "does not compile"},
		{crash("", ""), "crash", "crashes: exit status N"},
		{crash("solve.py:12", "Traceback:\n  KeyError: 4\nIndexError: 17 of 64\nbye 5\n"), "crash", "crashes at solve.py:12: IndexError: N of N (exit status N)"},
		{crash("", "java.lang.NullPointerException: y\n\tat Foo\n"), "crash", "crashes: java.lang.NullPointerException: y (exit status N)"},
		{crash("", "log\npanic: x\n\ngoroutine 1\n"), "crash", "crashes: panic: x (exit status N)"},
		{crash("", "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\n"), "crash", "crashes: fatal error: all goroutines are asleep - deadlock! (exit status N)"},
		{crash("", "terminate called after throwing\n  what(): z\n"), "crash", "crashes: terminate called after throwing (exit status N)"},
		{crash("", "fatal error: stack overflow\ncreated by runtime.defaultGOMAXPROCSUpdateEnable in goroutine 1\n"), "stack-overflow", deep},
		{crash("", "Segmentation fault\nbye\n"), "crash", "crashes: Segmentation fault (exit status N)"},
		{crash("", "stack overflow\nbye\n"), "stack-overflow", deep},
		{crash("a.py:3", "RecursionError: maximum recursion depth exceeded in comparison\n"), "stack-overflow", deep},
		{crash("a.py:5", "RuntimeError: maximum recursion depth exceeded\n"), "stack-overflow", deep},
		{crash("A.java:3", "Exception in thread \"main\" java.lang.StackOverflowError\n\tat A.f(A.java:3)\n"), "stack-overflow", deep},
		{crash("a.js:3", "RangeError: Maximum call stack size exceeded\n"), "stack-overflow", deep},
		{crash("a.js:3", "RangeError: Invalid array length\n"), "crash", "crashes at a.js:3: RangeError: Invalid array length (exit status N)"},
		{verdict.Result{Verdict: verdict.Timeout}, "timeout", "takes too long"},
		{verdict.Result{Verdict: verdict.Memory}, "memory", "uses too much memory"},
		{verdict.Result{Verdict: verdict.Output}, "output", "writes too much"},
		{missing, "missing", "writes no a.txt and c.txt"},
		{differing(compare.LineEnds, "a\n", "a\r\n"), "crlf-line-ends", "ends lines in CRLF"},
		{differing(compare.FinalNewline, "a\n", "a"), "final-newline-missing", "ends its files without a newline"},
		{differing(compare.FinalNewline, "a", "a\n"), "final-newline-added", "ends its files in a newline"},
		{differing(compare.Blanks, "a\n", "a \n"), "trailing-blanks", "leaves blanks at the ends of lines"},
		{differing(compare.MissingLines, "a\n", ""), "lines-missing", "ends log.txt too soon"},
		{differing(compare.ExtraLines, "", "a\n"), "lines-added", "goes on in log.txt where it should end"},
		{differing(compare.Content, "a\n", "b\n"), "content", "writes another line in log.txt"},
		{verdict.Result{Verdict: verdict.Wrong}, "", ""},
	} {
		c.r.Case = new(cases.Case)
		key, does := Ending(c.r)
		expect.Equal(t, c.key+" "+c.does, key+" "+does, c.r.Verdict)
	}
}

// A locatedCase is a failing case with the program's decision at the first difference.
type locatedCase struct {
	name  string
	first *decision.Decision
	board *replay.Drawing // at the first difference, if there is one
	path  int
}

// locatedCauses returns the causes of cases, which grow in size.
func locatedCauses(t *testing.T, of ...locatedCase) []Cause {
	t.Helper()
	corpus, smaller := gametest.Corpus(t, &reversi.Assignment), cases.BySize()
	slices.SortStableFunc(corpus, smaller)
	corpus = slices.CompactFunc(corpus, func(x, y *cases.Case) bool { return smaller(x, y) == 0 })
	var failed []verdict.Result
	explained := map[string]*decision.Explanation{}
	for i, c := range of {
		own := *corpus[i]
		own.Name = c.name
		failed = append(failed, verdict.Result{Case: &own, Verdict: verdict.Wrong})
		explained[c.name] = &decision.Explanation{Decision: c.first, Board: c.board, Node: &decision.Node{Path: make([]string, c.path)}}
	}
	slices.Reverse(failed) // causes have an order of their own
	return locate(failed, explained)
}

func told(causes []Cause) (lines []string) {
	for _, c := range causes {
		lines = append(lines, fmt.Sprintf("%s: %s %s", c.Key, strings.Join(c.Cases, " "), strings.Join(c.Properties,
			",")))
	}
	return lines
}

func expectTold(t *testing.T, what string, causes []Cause, want ...string) {
	t.Helper()
	expect.Equal(t, want, told(causes), what)
}

// Cases with the same decision have one cause, the smallest first, with their common marks if the cases are
// enough for a statement.
func TestLocateGathers(t *testing.T) {
	on := func(key string, marks ...string) *decision.Decision {
		return &decision.Decision{Key: key, Behaviour: "does " + key, Properties: marks}
	}
	expectTold(t, "marks of three", locatedCauses(t,
		locatedCase{name: "a", first: on("tie", "max", "root")},
		locatedCase{name: "b", first: on("order")},
		locatedCase{name: "c", first: on("tie", "root", "last")},
		locatedCase{name: "d", first: on("tie", "min", "root")},
		locatedCase{name: "e", first: on("order")}),
		"tie: a c d root", "order: b e ")
	expectTold(t, "marks of two", locatedCauses(t,
		locatedCase{name: "a", first: on("tie", "root")},
		locatedCase{name: "b", first: on("tie", "root")}),
		"tie: a b ")
}

// If cases show several kinds of one decision, the kind is chance, and the cause states only their common part.
func TestLocateGeneral(t *testing.T) {
	kind := func(key string) *decision.Decision {
		return &decision.Decision{Key: key, Behaviour: "does " + key, GeneralKey: "leaf-value"}
	}
	expectTold(t, "one kind", locatedCauses(t, locatedCase{name: "a", first: kind("leaf-negated")}, locatedCase{name: "b", first: kind("leaf-negated")}),
		"leaf-negated: a b ")
	expectTold(t, "two kinds", locatedCauses(t, locatedCase{name: "a", first: kind("leaf-negated")}, locatedCase{name: "b", first: kind("leaf-one-side")}),
		"leaf-value: a b ")
}

// The first case of a located cause has the shortest path to the difference. Of several such cases it has the
// fewest pieces there. The size of the answer does not count.
func TestLocateShowsSmallest(t *testing.T) {
	on := &decision.Decision{Key: "tie", Behaviour: "does tie"}
	at := func(pieces int) *replay.Drawing {
		b := &replay.Drawing{}
		for i := range 9 {
			text := ""
			if i < pieces {
				text = "X"
			}
			b.Squares = append(b.Squares, replay.Square{Text: text})
		}
		return b
	}
	causes := locatedCauses(t,
		locatedCase{name: "a", first: on, board: at(7), path: 1}, locatedCase{name: "b", first: on, board: at(4), path: 3},
		locatedCase{name: "c", first: on, board: at(5), path: 2}, locatedCase{name: "d", first: on, board: at(4), path: 2},
		locatedCase{name: "e", first: on})
	expectTold(t, "smallest", causes, "tie: a d c b e ")
}

// The output up to the end is described also for files that are too long or whose text is not kept.
func TestLeft(t *testing.T) {
	wrong := func(name string, kind compare.Kind, line int) verdict.File {
		return verdict.File{Name: name, Verdict: verdict.Wrong, Report: compare.Report{First: &compare.Difference{Kind: kind, GotLine: line}}}
	}
	v := &version{written: verdict.Result{Verdict: verdict.Crash}, formed: verdict.Result{Files: []verdict.File{
		{Name: "a", Verdict: verdict.Missing}, {Name: "b", Verdict: verdict.Output}, wrong("c", compare.Content, 3), wrong("d", compare.MissingLines, 1),
	}}}
	expect.Equal(t, "no a, too much in b, a c that is wrong from line 3 on, nothing in d", v.left())
}

// The leaf at which a log goes wrong is read, also after the leaves that are compared.
func TestLastLeaf(t *testing.T) {
	corpus := gametest.Corpus(t, &reversi.Assignment)
	game := slices.MaxFunc(corpus, cases.BySize()).Problem.(homework.Replayer)
	steps, last := 0, 0
	var want int32
	must.Do(t, game.Replay(t.Context(), homework.Options{}, func(s replay.Step) error {
		if s.Kind == replay.Leaf {
			last, want = steps, s.Value
		}
		steps++
		return nil
	}))
	r := &reading{diagnosis: newDiagnosis(&reversi.Assignment, "")}
	found := must.Get(r.leaves(t.Context(), game, last))(t)
	expect.Equal(t, maxLeaves+1, len(found), "leaves with the last one")
	expect.Equal(t, int64(want), found[len(found)-1].want, "value of the last leaf")
}
