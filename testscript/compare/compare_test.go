package compare_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// texts compares two texts in memory.
func texts(t *testing.T, want, got string, o compare.Options) compare.Report {
	t.Helper()
	r, err := compare.Readers(strings.NewReader(want), strings.NewReader(got), o)
	must.Do(t, err)
	return r
}

// summary summarises a report in one line: the grade, and the kind and place of the first
// difference, followed by the line in the other text, if it is not the same, and an earlier
// difference of form.
func summary(r compare.Report) string {
	if r.First == nil {
		return map[compare.Grade]string{compare.Equal: "equal"}[r.Grade]
	}
	s := map[compare.Grade]string{compare.SameForm: "same form: ", compare.Different: "different: "}[r.Grade]
	s += fmt.Sprintf("%s %d:%d", r.First.Kind, r.First.Line, r.First.Column)
	if r.First.GotLine != r.First.Line {
		s += fmt.Sprintf(" (%d)", r.First.GotLine)
	}
	if r.Form != nil {
		s += fmt.Sprintf(", form: %s %d:%d", r.Form.Kind, r.Form.Line, r.Form.Column)
	}
	return s
}

// Grades, kinds and places. Texts that differ only in line ends, in blanks at line ends or
// in how the last line ends have the same form (docs/rules/README.md "Bytes").
func TestTable(t *testing.T) {
	for _, c := range []struct{ want, got, summary string }{
		{"", "", "equal"},
		{"a\nb\n", "a\nb\n", "equal"},
		{"a\nb", "a\nb", "equal"},
		{"\n\n", "\n\n", "equal"},

		{"a\nb\n", "a\r\nb\r\n", "same form: line ends 1:2"},
		{"a\r\nb\r\n", "a\nb\n", "same form: line ends 1:2"},
		{"a\nb\n", "a\nb\r\n", "same form: line ends 2:2"},
		{"a\nb\n", "a\nb", "same form: final newline 2:2"},
		{"a\nb", "a\nb\n", "same form: final newline 2:2"},
		{"a\nb", "a\nb\r\n", "same form: final newline 2:2"},
		{"a\nb\n", "a\nb\n\n", "same form: final newline 3:1"},
		{"a\nb\n", "a\nb\n\n \r\n\t\n", "same form: final newline 3:1"},
		{"a\nb\n\n\n", "a\nb\n", "same form: final newline 3:1"},
		{"a\nb", "a\nb\n\n\n", "same form: final newline 2:2"},
		{"", "\n", "same form: final newline 1:1"},
		{"\n\n", "", "same form: final newline 1:1"},
		{"a\nb\n", "a \nb\n", "same form: blanks 1:2"},
		{"a\nb\n", "a\nb\t \n", "same form: blanks 2:2"},
		{"a\nb\n", "a\nb \t", "same form: blanks 2:2"},
		{"a\nb\n", "a \r\nb\r\n", "same form: blanks 1:2"},
		{"a\n\nb\n", "a\n  \nb\n", "same form: blanks 2:1"},
		{"a\nb\nc\n", "a\r\nb \nc", "same form: line ends 1:2"}, // the first counts

		{"a,b\n", "a, b\n", "different: blanks 1:3"},
		{"a b\n", "ab\n", "different: blanks 1:2"},
		{"a\n", " a\n", "different: blanks 1:1"},
		{"a b\nc\n", "a\tb\nc\n", "different: blanks 1:2"},

		{"a\nb\nc\n", "a\nx\nc\n", "different: content 2:1"},
		{"a\nbcd\ne\n", "a\nbcx\ne\n", "different: content 2:3"},
		{"a\nbcd\ne\n", "a\nbc\ne\n", "different: content 2:3"},
		{"a\nb\n", "x\ny\n", "different: content 1:1"},
		{"a", "b", "different: content 1:1"},
		{"a\n", "A\n", "different: content 1:1"},
		{"ä\n", "ö\n", "different: content 1:2"}, // columns are bytes
		{"a\nb\n", "a\x00\nb\n", "different: content 1:2"},
		{"a\nb\nc\nd\n", "a\r\nb\r\nx\r\nd\r\n", "different: content 3:1, form: line ends 1:2"},
		{"a\nb\nc", "a\nb \nx\n", "different: content 3:1, form: blanks 2:2"},

		{"a\nb\nc\nd\n", "b\nc\nd\n", "different: missing lines 1:1"},
		{"a\nb\nc\nd\n", "a\nc\nd\n", "different: missing lines 2:1"},
		{"a\nb\nc\nd\n", "a\nb\nc\n", "different: missing lines 4:1"},
		{"a\nb\nc\nd\n", "a\n", "different: missing lines 2:1"},
		{"a\nb\nc\nd\n", "a\r\nb", "different: missing lines 3:1, form: line ends 1:2"},
		{"a\nb\n", "", "different: missing lines 1:1"},
		{"a\n\nb\n", "a\nb\n", "different: missing lines 2:1"},
		{"a\n\n\nb\n", "a\n", "different: missing lines 2:1"},
		{"0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n9\n", "different: missing lines 2:1"},
		{"0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n1\n2\n6\n7\n8\n9\n", "different: missing lines 4:1"},

		{"b\nc\nd\n", "a\nb\nc\nd\n", "different: extra lines 1:1"},
		{"a\nc\nd\n", "a\nb\nc\nd\n", "different: extra lines 2:1"},
		{"a\nb\n", "a\nb\nc\n", "different: extra lines 3:1"},
		{"a\nb\n", "a\nb\nb\n", "different: extra lines 3:1"},
		{"a\nb\n", "a\nb\n\nc\n", "different: extra lines 3:1"},
		{"", "a\n", "different: extra lines 1:1"},
		{"a\nb\n", "a\n\nb\n", "different: extra lines 2:1"},
		{"a\nb\nc\n", "b\n", "different: content 1:1"}, // a single matching line before the end is not evidence
		{"b\n", "a\nb\nc\n", "different: content 1:1"},
		{"0\n6\n7\n8\n9\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n", "different: extra lines 2:1"},
	} {
		if got := summary(texts(t, c.want, c.got, compare.Options{})); got != c.summary {
			t.Errorf("%q and %q: %s, want %s", c.want, c.got, got, c.summary)
		}
	}
}

// A difference includes the lines around it, with their line ends.
func TestContext(t *testing.T) {
	const text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
	for _, c := range []struct {
		name, want, got string
		first           compare.Difference
	}{
		{"in the middle", text, strings.Replace(text, "5", "x", 1), compare.Difference{
			Kind: compare.Content, Line: 5, GotLine: 5, Column: 1,
			Before: []string{"2\n", "3\n", "4\n"}, Want: []string{"5\n", "6\n", "7\n", "8\n"}, Got: []string{"x\n", "6\n", "7\n", "8\n"}}},
		{"at the start", text, "x\n" + text, compare.Difference{
			Kind: compare.ExtraLines, Line: 1, GotLine: 1, Column: 1,
			Want: []string{"1\n", "2\n", "3\n", "4\n"}, Got: []string{"x\n", "1\n", "2\n", "3\n"}}},
		{"at the end", text, text + "x", compare.Difference{
			Kind: compare.ExtraLines, Line: 10, GotLine: 10, Column: 1,
			Before: []string{"7\n", "8\n", "9\n"}, Got: []string{"x"}}},
		{"an end too early", text, "1\r\n2\n", compare.Difference{
			Kind: compare.MissingLines, Line: 3, GotLine: 3, Column: 1,
			Before: []string{"1\n", "2\n"}, Want: []string{"3\n", "4\n", "5\n", "6\n"}}},
		{"blank lines at the end", "1\n", "1\n" + strings.Repeat("\n", 9), compare.Difference{
			Kind: compare.FinalNewline, Line: 2, GotLine: 2, Column: 1,
			Before: []string{"1\n"}, Got: []string{"\n", "\n", "\n", "\n"}}},
		{"of form", "1\n2\n3", "1\n2\n3\n", compare.Difference{
			Kind: compare.FinalNewline, Line: 3, GotLine: 3, Column: 2,
			Before: []string{"1\n", "2\n"}, Want: []string{"3"}, Got: []string{"3\n"}}},
	} {
		if diff := cmp.Diff(&c.first, texts(t, c.want, c.got, compare.Options{}).First); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// An error in reading either text is the error of the comparison, wherever it occurs.
func TestReadErrors(t *testing.T) {
	broken := errors.New("the disk is broken")
	breaks := func(text string) io.Reader { return io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)) }
	long := strings.Repeat("a line\n", 100_000)
	for _, c := range []struct {
		name      string
		want, got io.Reader
	}{
		{"at once", breaks(""), strings.NewReader("")},
		{"at once, the other", strings.NewReader("a\n"), breaks("")},
		{"after equal lines", breaks(long), strings.NewReader(long)},
		{"after lines of the same form", strings.NewReader("a\n" + long), breaks("a\r\n" + long)},
		{"after lines of the same form, the other", breaks("a\n" + long), strings.NewReader("a\r\n" + long)},
	} {
		if r, err := compare.Readers(c.want, c.got, compare.Options{}); !errors.Is(err, broken) {
			t.Errorf("%s: %s, error %v, want %v", c.name, summary(r), err, broken)
		}
	}
}

// Join of the reports on the head and on the rest of a text equals the report on the whole.
func TestJoin(t *testing.T) {
	reports := map[string][2]string{
		"equal":     {"1\n2\n", "1\n2\n"},
		"form":      {"1\n2\n", "1\n2 \n"},
		"different": {"1\n2\n", "1\nx\n"},
		"both":      {"1\n2\n", "1 \nx\n"},
	}
	for name, head := range reports {
		for other, rest := range reports {
			want := summary(texts(t, head[0]+rest[0], head[1]+rest[1], compare.Options{}))
			joined := compare.Join(texts(t, head[0], head[1], compare.Options{}), texts(t, rest[0], rest[1], compare.Options{}), 2)
			if got := summary(joined); got != want {
				t.Errorf("%s and %s: %s, want %s", name, other, got, want)
			}
		}
	}
}

// A grade prints as words, not as a number.
func TestGradeString(t *testing.T) {
	if got := fmt.Sprintf("%v, %v, %v", compare.Equal, compare.SameForm, compare.Different); got != "equal, equal but for its form, different" {
		t.Errorf("%q", got)
	}
}
