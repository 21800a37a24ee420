package compare_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// texts compares two texts in memory.
func texts(t *testing.T, want, got string, o compare.Options) compare.Report {
	t.Helper()
	return must.Get(compare.Readers(strings.NewReader(want), strings.NewReader(got), o))(t)
}

// summary summarises a report in one line: the grade, and the kind and place of the first difference,
// followed by the line in the other text, if it is not the same, and an earlier difference of form.
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

// eachRow checks the n rows of a table in testdata: two texts, and the rest of the line.
func eachRow(t *testing.T, table string, n int, check func(want, got, rest string)) {
	t.Helper()
	for line := range strings.Lines(string(must.Get(os.ReadFile("testdata/" + table))(t))) {
		var want, got string
		if texts, _ := fmt.Sscanf(line, "%q %q", &want, &got); texts == 2 {
			check(want, got, strings.TrimPrefix(strings.TrimSpace(line), fmt.Sprintf("%q %q", want, got)))
			n--
		}
	}
	expect.Equal(t, 0, n, "rows missing from", table)
}

// Grades, kinds and places. Texts that differ only in line ends, in blanks at line ends or
// in how the last line ends have the same form (docs/rules/README.md "Bytes").
func TestTable(t *testing.T) {
	eachRow(t, "table.txt", 56, func(want, got, rest string) {
		expect.Equal(t, rest, " "+summary(texts(t, want, got, compare.Options{})), want, got)
	})
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
			LinesBefore: []string{"2\n", "3\n", "4\n"}, Want: []string{"5\n", "6\n", "7\n", "8\n"}, Got: []string{"x\n", "6\n", "7\n", "8\n"}}},
		{"at the start", text, "x\n" + text, compare.Difference{
			Kind: compare.ExtraLines, Line: 1, GotLine: 1, Column: 1,
			Want: []string{"1\n", "2\n", "3\n", "4\n"}, Got: []string{"x\n", "1\n", "2\n", "3\n"}}},
		{"at the end", text, text + "x", compare.Difference{
			Kind: compare.ExtraLines, Line: 10, GotLine: 10, Column: 1,
			LinesBefore: []string{"7\n", "8\n", "9\n"}, Got: []string{"x"}}},
		{"an end too early", text, "1\r\n2\n", compare.Difference{
			Kind: compare.MissingLines, Line: 3, GotLine: 3, Column: 1,
			LinesBefore: []string{"1\n", "2\n"}, Want: []string{"3\n", "4\n", "5\n", "6\n"}}},
		{"blank lines at the end", "1\n", "1\n" + strings.Repeat("\n", 9), compare.Difference{
			Kind: compare.FinalNewline, Line: 2, GotLine: 2, Column: 1,
			LinesBefore: []string{"1\n"}, Got: []string{"\n", "\n", "\n", "\n"}}},
		{"of form", "1\n2\n3", "1\n2\n3\n", compare.Difference{
			Kind: compare.FinalNewline, Line: 3, GotLine: 3, Column: 2,
			LinesBefore: []string{"1\n", "2\n"}, Want: []string{"3"}, Got: []string{"3\n"}}},
	} {
		expect.Equal(t, &c.first, texts(t, c.want, c.got, compare.Options{}).First, c.name)
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
		r, err := compare.Readers(c.want, c.got, compare.Options{})
		expect.True(t, errors.Is(err, broken), c.name, summary(r), err)
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
			expect.Equal(t, want, summary(joined), name, "and", other)
		}
	}
}

// A grade prints as words, not as a number.
func TestGradeString(t *testing.T) {
	got := fmt.Sprintf("%v, %v, %v", compare.Equal, compare.SameForm, compare.Different)
	expect.Equal(t, "equal, equal but for its form, different", got)
}

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
		expect.Equal(t, want, compare.Visible(line), line, "is shown as")
	}
}

// Differences as printed: the mark is below the column, invisible characters count as wide as they are
// printed, and of a long line the part around the column is shown. Line numbers are aligned, even if optional
// lines have given the other text more digits.
func TestPrint(t *testing.T) {
	long := strings.Repeat("x", 200)
	marked, unmarked := strings.Repeat("B4,1,Infinity\tOPTIONAL\n", 2), strings.Repeat("B4,1,Infinity\n", 2)
	for _, c := range []struct{ name, want, got, printed string }{
		{"content", "a\nb\nc\nroot,0,5\nd\n", "a\nb\nc\nroot,0,7\nd\n",
			"     1 | a\n     2 | b\n     3 | c\nwant 4 | root,0,5\n     5 | d\ngot  4 | root,0,7\n                ^\n     5 | d\n"},
		{"a file that ends", "a\nb\n", "a\n", "     1 | a\nwant 2 | b\ngot  2 | (the file ends here)\n"},
		{"a file that goes on", "a\n", "a\nb",
			"     1 | a\nwant 2 | (the file ends here)\ngot  2 | b (no line end)\n         ^\n"},
		{"blanks", "a,b\n", "a, b\n", "want 1 | a,b\ngot  1 | a,·b\n           ^\n"},
		{"line ends", "a\n", "a\r\n", "want 1 | a\ngot  1 | a\\r\n          ^\n"},
		{"behind a control character", "\x01a\n", "\x01b\n",
			"want 1 | \\x01a\ngot  1 | \\x01b\n             ^\n"},
		{"far to the right", long + "a\n", long + "b\n",
			"want 1 | ..." + long[:50] + "a\ngot  1 | ..." + long[:50] + "b\n" + strings.Repeat(" ", 9+3+50) + "^\n"},
		{"after optional lines", marked + "1\n2\n3\n4\n5\n6\n7\n8\n9\n", unmarked + "1\n2\n3\n4\n5\nx\n7\n8\n9\n",
			"      3 | 3\n      4 | 4\n      5 | 5\nwant  6 | 6\n      7 | 7\n      8 | 8\n      9 | 9\n" +
				"got   8 | x\n          ^\n      9 | 7\n     10 | 8\n     11 | 9\n"},
	} {
		var b strings.Builder
		texts(t, c.want, c.got, optional).First.Print(&b, compare.Style{})
		expect.Equal(t, c.printed, b.String(), c.name)
	}
}

// A place describes the location of a difference, and shows no line of either text.
func TestPlace(t *testing.T) {
	d := texts(t, "a\nb\n", "a\nc\n", compare.Options{}).First
	var b strings.Builder
	d.Place().Print(&b, compare.Style{})
	expect.Equal(t, "", b.String(), "printed")
	expect.Equal(t, &compare.Difference{Kind: compare.Content, Line: 2, Column: 1, GotLine: 2}, d.Place())
	expect.Equal(t, false, d.OnlyPlace() || !d.Place().OnlyPlace() || (*compare.Difference)(nil).Place() != nil,
		"a difference and its place are taken for each other")
	near := texts(t, "1\n2\na\n3\n4\n", "1\n2\nb\n3\n4\n", compare.Options{}).First.Within(1)
	expect.Equal(t, &compare.Difference{Kind: compare.Content, Line: 3, Column: 1, GotLine: 3,
		LinesBefore: []string{"2\n"}, Want: []string{"a\n", "3\n"}, Got: []string{"b\n", "3\n"}}, near)
}

// Words are compared as by the default validator of packages. The first difference has its place.
func TestWords(t *testing.T) {
	eachRow(t, "words.txt", 40, func(want, got, rest string) {
		args, says, _ := strings.Cut(rest, ": ")
		r := compare.Words([]byte(want), []byte(got), must.Get(compare.ParseWordOptions(strings.Fields(args)))(t))
		found := "equal"
		if r.First != nil {
			found = r.First.Says
		}
		expect.Equal(t, says, found, want, got, args)
		expect.Equal(t, says != "equal", r.Grade == compare.Different, want, got, args)
	})
}

// The arguments of the default validator select how words are compared: with a tolerance of 0, numbers are
// still compared as numbers.
func TestWordArguments(t *testing.T) {
	for args, want := range map[string]compare.WordOptions{
		"":                                      compare.ExactWords,
		"case_sensitive space_change_sensitive": {CaseSensitive: true, SpaceSensitive: true, Relative: -1, Absolute: -1},
		"float_tolerance 0":                     {},
		"float_relative_tolerance 1e-6 float_absolute_tolerance 0.0":     {Relative: 1e-6},
		"float_tolerance 1e-6 case_sensitive float_absolute_tolerance 2": {CaseSensitive: true, Relative: 1e-6, Absolute: 2},
	} {
		expect.Equal(t, want, must.Get(compare.ParseWordOptions(strings.Fields(args)))(t), args)
	}
	for args, want := range map[string]string{
		"case_sensitive float_tolerance": "want a number after float_tolerance, found none",
		"float_tolerance -1":             `want a number of at least 0 after float_tolerance, found "-1"`,
		"loose float_tolerance x":        `or float_absolute_tolerance, found "loose"`,
	} {
		_, err := compare.ParseWordOptions(strings.Fields(args))
		expect.Error(t, err, want)
	}
}

// The context of a difference has the lines of both texts.
func TestWordsPlace(t *testing.T) {
	d := compare.Words([]byte("1\n2\n3\n4\n5 x\n6\n"), []byte("1 2\n3 4\n5  y\n"), compare.ExactWords).First
	var text strings.Builder
	d.Print(&text, compare.Style{})
	want := `     2 | 2
     3 | 3
     4 | 4
want 5 | 5 x
     6 | 6
got  3 | 5  y
            ^
`
	expect.Equal(t, false, d.Line != 5 || d.GotLine != 3 || d.Column != 4 || text.String() != want,
		"at", d.Line, d.GotLine, d.Column, text.String(), "want", want)
}
