package diagnosis

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// The words about a cause express its certainty.
func TestNotes(t *testing.T) {
	faults := []Fault{{Name: "one", Explains: "Does one.", Rule: "rule 1"}, {Name: "other", Explains: "Does other.", Rule: "rule 2"}}
	first := new(decision.Explanation)
	for _, c := range []struct {
		Cause
		brief string
		notes []string
	}{
		{Cause{Grade: Equals, Faults: faults[:1], Does: "does one", Equal: 7, Matters: 7}, "one: does one", []string{
			"A program with this mistake writes exactly what yours writes in all 7 cases in which it matters."}},
		{Cause{Grade: Equals, Faults: faults[:1], Does: "does one", Equal: 1, Matters: 1}, "one: does one", []string{
			"A program with this mistake writes exactly what yours writes in the one case in which it matters."}},
		{Cause{Grade: Fits, Faults: faults, Does: "does one", Equal: 3, Matters: 7}, "one or other: does one", []string{
			"A program with this mistake writes exactly what yours writes in 3 of the 7 cases in which it matters; in the others another mistake may show, too."}},
		{Cause{Grade: Equals, Faults: faults[:1], Does: "does one", Equal: 3, Matters: 7}, "one: does one", []string{
			"A program with this mistake writes exactly what yours writes in 3 of the 7 cases in which it matters; in the others another mistake may show, too."}},
		{Cause{Grade: Fits, Faults: faults[:1], Does: "does one", Equal: 6, Matters: 8}, "one: does one", []string{
			"A program with this mistake writes exactly what yours writes in 6 of the 8 cases in which it matters; in the others another mistake may show, too."}},
		{Cause{Grade: Fits, Faults: faults[:1], Does: "does one", Equal: 5, Matters: 7}, "one: does one", []string{
			"A program with this mistake writes exactly what yours writes in 5 of the 7 cases in which it matters; in the others another mistake may show, too."}},
		{Cause{Grade: Located, Does: "does a thing\n", Right: "do the\x1b other", Where: []string{"the root", "a max node"}, First: first}, "does a thing\\n", []string{
			`Right: do the\x1b other.`, "Each time: the root, a max node.",
			"No known mistake was found to do the same; this is what the first differences have in common.",
		}},
		{Cause{Grade: Located, Does: "crashes", Ended: verdict.Crash, Left: "no log.txt", Where: []string{"the root"}}, "crashes", []string{
			"Until then it had written no log.txt.", "Where its log ends, each time: the root."}},
		{Cause{Grade: Located, Does: "leaves blanks", Form: true}, "leaves blanks", []string{"The other causes assume that this is corrected."}},
	} {
		if got := c.Brief(); got != c.brief {
			t.Errorf("brief: %q, want %q", got, c.brief)
		}
		if got := c.Notes(); !slices.Equal(got, c.notes) {
			t.Errorf("%s: %q, want %q", c.brief, got, c.notes)
		}
	}
}

// If many mistakes cannot be distinguished, each has a line, and none comes before the others.
func TestIndistinguishable(t *testing.T) {
	c := Cause{Grade: Equals, Does: "does a", Equal: 1, Matters: 1}
	for _, name := range strings.Fields("a b c d") {
		c.Faults = append(c.Faults, Fault{Name: name, About: "does " + name, Explains: "Your program does " + name + ".", Rule: "rule 1"})
	}
	if got, want := c.Brief(), "one of 4 known mistakes, which these cases do not tell apart"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	want := []string{"a: does a", "b: does b", "c: does c", "d: does d", "More cases may tell them apart.",
		"A program with this mistake writes exactly what yours writes in the one case in which it matters."}
	if got := c.About(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if c.Faults = c.Faults[:3]; c.Brief() != "a or b or c: does a" || !slices.Contains(c.About(), "Your program does b.") {
		t.Errorf("three are told as %q: %q", c.Brief(), c.About())
	}
}

// The notes give the number of failures for all causes, and the names of the first few.
func TestAbout(t *testing.T) {
	names := strings.Fields("a b c d e f g h")
	causes := []Cause{
		{Grade: Fits, Equal: 4, Matters: 8, Faults: []Fault{{Name: "one", Explains: "Does one.", Rule: "rule 1"}, {Name: "other", Explains: "Does other.", Rule: "rule 2"}}, Does: "does one", Cases: names},
		{Grade: Located, Does: "crashes", Cases: names[:1]},
	}
	want := []string{
		"why: one or other: does one", "  Does one.", "  rule 1", "  or other:", "  Does other.", "  rule 2",
		"  A program with this mistake writes exactly what yours writes in 4 of the 8 cases in which it",
		"  matters; in the others another mistake may show, too.",
		"  8 of 9 that fail: a, b, c, d, e, f and 2 more",
		"why: crashes", "  1 of 9 that fail: a", "1 more case fails; check again after this change.",
	}
	for n, listed := range map[int]string{6: "a, b, c, d, e, f", 7: "a, b, c, d, e, f and 1 more"} {
		if got := Listed(names[:n]); got != listed {
			t.Errorf("%d names: %q, want %q", n, got, listed)
		}
	}
	if got := About(causes, 9); !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The smallest case is shown: the case with the smallest answer and, among equals, with the smallest input.
func TestBySize(t *testing.T) {
	all, equal := corpusOf(t, &gangwars.Assignment), 0
	slices.SortFunc(all, cases.BySize())
	for i, y := range all[1:] {
		switch x := all[i]; {
		case x.AnswerSize() > y.AnswerSize(), x.AnswerSize() == y.AnswerSize() && len(x.Input()) > len(y.Input()):
			t.Errorf("%s stands before %s", x.Name, y.Name)
		case x.AnswerSize() == y.AnswerSize() && len(x.Input()) < len(y.Input()):
			equal++
		}
	}
	if equal == 0 {
		t.Error("want cases of equal answers")
	}
}
