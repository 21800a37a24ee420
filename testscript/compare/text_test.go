package compare_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// Invisible characters are made visible, and no escape sequence reaches a terminal.
func TestVisible(t *testing.T) {
	for line, want := range map[string]string{
		"root,0,-Infinity":           "root,0,-Infinity",
		"A1, 1, 5":                   "A1, 1, 5",
		"A1,1,5  ":                   "A1,1,5··",
		"A1,1,5\r":                   `A1,1,5\r`,
		"A1\t1 \r":                   `A1\t1·\r`,
		"\x1b[2J\x00\x7f":            `\x1b[2J\x00\x7f`,
		"\xff\xfeä":                  `\xff\xfeä`,
		"\u009b2J\u202e\u00a0\ufeff": `\u009b2J\u202e\u00a0\ufeff`,
		"":                           "",
		strings.Repeat("x", 100):     strings.Repeat("x", 100),
		strings.Repeat("x", 101):     strings.Repeat("x", 100) + "...",
		strings.Repeat("ä", 1<<20):   strings.Repeat("ä", 100) + "...",
	} {
		if got := compare.Visible(line); got != want {
			t.Errorf("%.40q is shown as %q, want %q", line, got, want)
		}
	}
}

// Differences as printed: the mark is below the column, invisible characters count as wide
// as they are printed, and of a long line the part around the column is shown.
func TestPrint(t *testing.T) {
	long := strings.Repeat("x", 200)
	for _, c := range []struct{ name, want, got, printed string }{
		{"content", "a\nb\nc\nroot,0,5\nd\n", "a\nb\nc\nroot,0,7\nd\n",
			"     1 | a\n     2 | b\n     3 | c\nwant 4 | root,0,5\n     5 | d\ngot  4 | root,0,7\n                ^\n     5 | d\n"},
		{"a file that ends", "a\nb\n", "a\n",
			"     1 | a\nwant 2 | b\ngot  2 | (the file ends here)\n"},
		{"a file that goes on", "a\n", "a\nb",
			"     1 | a\nwant 2 | (the file ends here)\ngot  2 | b (no line end)\n         ^\n"},
		{"blanks", "a,b\n", "a, b\n",
			"want 1 | a,b\ngot  1 | a,·b\n           ^\n"},
		{"line ends", "a\n", "a\r\n",
			"want 1 | a\ngot  1 | a\\r\n          ^\n"},
		{"behind a control character", "\x01a\n", "\x01b\n",
			"want 1 | \\x01a\ngot  1 | \\x01b\n             ^\n"},
		{"far to the right", long + "a\n", long + "b\n",
			"want 1 | ..." + long[:50] + "a\ngot  1 | ..." + long[:50] + "b\n" + strings.Repeat(" ", 9+3+50) + "^\n"},
	} {
		var b strings.Builder
		texts(t, c.want, c.got, compare.Options{}).First.Print(&b, compare.Style{})
		if diff := cmp.Diff(c.printed, b.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// Line numbers are aligned, even where optional lines have made those of the other text
// longer.
func TestPrintLineNumbers(t *testing.T) {
	const mark = "B4,1,Infinity\n"
	want := strings.Repeat(strings.TrimSuffix(mark, "\n")+"\tOPTIONAL\n", 2) + "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
	got := strings.Repeat(mark, 2) + "1\n2\n3\n4\n5\nx\n7\n8\n9\n"
	var b strings.Builder
	texts(t, want, got, optional).First.Print(&b, compare.Style{})
	printed := "      3 | 3\n      4 | 4\n      5 | 5\n" +
		"want  6 | 6\n      7 | 7\n      8 | 8\n      9 | 9\n" +
		"got   8 | x\n          ^\n      9 | 7\n     10 | 8\n     11 | 9\n"
	if diff := cmp.Diff(printed, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A place says where the difference is, and shows no line of either text.
func TestPlace(t *testing.T) {
	d := texts(t, "a\nb\n", "a\nc\n", compare.Options{}).First
	var b strings.Builder
	d.Place().Print(&b, compare.Style{})
	if b.Len() > 0 {
		t.Errorf("printed %q", b.String())
	}
	if diff := cmp.Diff(&compare.Difference{Kind: compare.Content, Line: 2, Column: 1, GotLine: 2}, d.Place()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if d.OnlyPlace() || !d.Place().OnlyPlace() || (*compare.Difference)(nil).Place() != nil {
		t.Error("a difference and its place are taken for each other")
	}
}
