package diagnosis

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// What is said of a cause is as sure as the cause.
func TestNotes(t *testing.T) {
	faults := []Fault{{Name: "one", Explains: "Does one.", Rule: "rule 1"}, {Name: "other", Explains: "Does other.", Rule: "rule 2"}}
	shown := []Common{{"tie", "two moves of a value", 0}, {"pass", "a pass", 3}}
	first := new(decision.Explanation)
	for _, c := range []struct {
		Cause
		brief string
		notes []string
	}{
		{Cause{Grade: Equals, Faults: faults[:1], Does: "does one", Equal: 7, Matters: 7}, "one: does one", []string{
			"A program with this mistake writes exactly what yours writes in all 7 cases in which it matters."}},
		{Cause{Grade: Equals, Faults: faults[:1], Does: "does one", Equal: 1, Matters: 1, Moves: true}, "one: does one", []string{
			"A program with this mistake plays and writes what yours does in the one case in which it matters."}},
		{Cause{Grade: Fits, Faults: faults, Does: "does one", Equal: 3, Matters: 7}, "probably one or other: does one", []string{
			"A program with this mistake writes exactly what yours writes in 3 of the 7 cases in which it matters; in the others another mistake may show, too, or yours is another one of the kind."}},
		{Cause{Grade: Equals, Faults: faults[:1], Does: "does one", Equal: 3, Matters: 7}, "one: does one", []string{
			"A program with this mistake writes exactly what yours writes in 3 of the 7 cases in which it matters; in the others another mistake may show, too."}},
		{Cause{Grade: Fits, Faults: faults[:1], Does: "does one", Equal: 6, Matters: 8}, "one: does one", []string{
			"A program with this mistake writes exactly what yours writes in 6 of the 8 cases in which it matters; in the others another mistake may show, too."}},
		{Cause{Grade: Fits, Faults: faults[:1], Does: "does one", Equal: 5, Matters: 7}, "probably one: does one", []string{
			"A program with this mistake writes exactly what yours writes in 5 of the 7 cases in which it matters; in the others another mistake may show, too, or yours is another one of the kind."}},
		{Cause{Grade: Equals, With: []string{"two", "three"}, Faults: faults[:1], Does: "does one", Equal: 2, Matters: 2}, "one: does one", []string{
			"A program with this mistake, two and three writes exactly what yours writes in all 2 cases in which it matters."}},
		{Cause{Grade: Located, Does: "does a thing\n", Right: "do the\x1b other", Where: []string{"the root", "a max node"}, Common: shown, First: first}, "does a thing\\n", []string{
			`Right: do the\x1b other.`, "Each time: the root, a max node.",
			"All of them show tie (two moves of a value), as none of the 20 that pass does.",
			"All of them show pass (a pass), as do 3 of the 20 that pass.",
			"No known mistake was found to do the same; this is what the first differences have in common.",
		}},
		{Cause{Grade: Located, Does: "does more", First: first, Follows: 2}, "does more", []string{"This may follow from 2: mend that first, then check again."}},
		{Cause{Grade: Located, Does: "crashes", Ended: verdict.Crash, Left: "no log.txt", Where: []string{"the root"}}, "crashes", []string{
			"Until then it had written no log.txt.", "Where its log ends, each time: the root."}},
		{Cause{Grade: Located, Does: "leaves blanks", Form: true}, "leaves blanks", []string{"All else is told as if this were mended."}},
	} {
		if got := c.Brief(); got != c.brief {
			t.Errorf("brief: %q, want %q", got, c.brief)
		}
		if got := c.Notes(20); !slices.Equal(got, c.notes) {
			t.Errorf("%s: %q, want %q", c.brief, got, c.notes)
		}
	}
}

// Of many mistakes that cannot be told apart each has a line, and none is put before the others.
func TestManyAlike(t *testing.T) {
	c := Cause{Grade: Equals, Does: "does a", Equal: 1, Matters: 1}
	for _, name := range strings.Fields("a b c d") {
		c.Faults = append(c.Faults, Fault{Name: name, About: "does " + name, Explains: "Your program does " + name + ".", Rule: "rule 1"})
	}
	if got, want := c.Brief(), "one of 4 known mistakes, which these cases do not tell apart"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	want := []string{"a: does a", "b: does b", "c: does c", "d: does d", "More cases may tell them apart.",
		"A program with this mistake writes exactly what yours writes in the one case in which it matters."}
	if got := c.About(20); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if c.Faults = c.Faults[:3]; c.Brief() != "a or b or c: does a" || !slices.Contains(c.About(20), "Your program does b.") {
		t.Errorf("three are told as %q: %q", c.Brief(), c.About(20))
	}
}

// All causes are told with how many failures each explains, and the first few by name.
func TestAbout(t *testing.T) {
	names := strings.Fields("a b c d e f g h")
	causes := []Cause{
		{Grade: Fits, Equal: 4, Matters: 8, Faults: []Fault{{Name: "one", Explains: "Does one.", Rule: "rule 1"}, {Name: "other", Explains: "Does other.", Rule: "rule 2"}}, Does: "does one", Cases: names},
		{Grade: Located, Does: "crashes", Cases: names[:1]},
	}
	want := []string{
		"why: probably one or other: does one", "  Does one.", "  rule 1", "  or other:", "  Does other.", "  rule 2",
		"  A program with this mistake writes exactly what yours writes in 4 of the 8 cases in which it",
		"  matters; in the others another mistake may show, too, or yours is another one of the kind.",
		"  8 of 9 that fail: a, b, c, d, e, f and 2 more",
		"why: crashes", "  1 of 9 that fail: a",
	}
	for n, listed := range map[int]string{6: "a, b, c, d, e, f", 7: "a, b, c, d, e, f and 1 more"} {
		if got := Listed(names[:n]); got != listed {
			t.Errorf("%d names: %q, want %q", n, got, listed)
		}
	}
	if got := About(causes, 20, 9); !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
