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

// Line numbers are aligned, even if optional lines have given the other text more digits.
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

// Words are compared as by the default validator of problem packages, and the first difference is reported
// with its place.
func TestWords(t *testing.T) {
	absolute := func(x float64) compare.WordOptions { return compare.WordOptions{Relative: -1, Absolute: x} }
	relative := func(x float64) compare.WordOptions { return compare.WordOptions{Relative: x, Absolute: -1} }
	exactCase, exactSpace := compare.ExactWords, compare.ExactWords
	exactCase.CaseSensitive, exactSpace.SpaceSensitive = true, true
	for _, c := range []struct {
		want, got string
		o         compare.WordOptions
		says      string // "" if they are equal
	}{
		{"a b\n", "a\t\v\f\r\n b", compare.ExactWords, ""},
		{"", " \n", compare.ExactWords, ""},
		{"Yes", "yES", compare.ExactWords, ""},
		{"Yes", "yES", exactCase, `word 1: want "Yes", found "yES"`},
		{"É", "é", compare.ExactWords, `word 1: want "É", found "é"`},
		{"\xff", "\xfe", compare.ExactWords, `word 1: want "\xff", found "\xfe"`},
		{"a\u00a0b", "a b", compare.ExactWords, `word 1: want "a\u00a0b", found "a"`},
		{"a b", "a", compare.ExactWords, `word 2: want "b", found the end`},
		{"a", "a b", compare.ExactWords, `word 2: want the end, found "b"`},
		{"ab", "a b", compare.ExactWords, `word 1: want "ab", found "a"`},
		{"a  b\n", "a b\n", exactSpace, `before word 2: want the white space "  ", found " "`},
		{"a b\n", "a b", exactSpace, `before word 3: want the white space "\n", found ""`},
		{"a b\n", "A b\n", exactSpace, ""},
		{"1", "1.0", compare.ExactWords, `word 1: want "1", found "1.0"`},
		{"1", "1.0", absolute(0), ""},
		{"1.5", "1.25", absolute(0.25), ""},
		{"1", "1.1", absolute(0.1), ""}, // decimal numbers are what they say
		{"1", "1.3", relative(0.3), ""},
		{"1", "1.1000000000000000001", absolute(0.1), `word 1: want "1", found "1.1000000000000000001", which is off by 0.1, of which at most 0.1 is right`},
		{"123456789012345678901234567890", "123456789012345678901234567891", absolute(0), `word 1: want "123456789012345678901234567890", found "123456789012345678901234567891", which is off by 0, of which at most 0 is right`},
		{"1e400", "10.e+399", absolute(0), ""},
		{"1e400", "-1e400", absolute(1), `word 1: want "1e400", found "-1e400", which is off by +Inf, of which at most 1 is right`},
		{"1e400", "2", relative(0.5), `word 1: want "1e400", found "2", which is off by +Inf, of which at most 0.5 of it is right`},
		{"1.5", "1.2", absolute(0.25), `word 1: want "1.5", found "1.2", which is off by 0.3, of which at most 0.25 is right`},
		{"100", "101", relative(0.01), ""},
		{"100", "101", relative(0.001), `word 1: want "100", found "101", which is off by 1, of which at most 0.001 of it is right`},
		{"-100", "-101", relative(0.01), ""},
		{"0", "0.001", compare.WordOptions{Relative: 1e-6, Absolute: 0.01}, ""},
		{"1000", "1001", compare.WordOptions{Relative: 0.01, Absolute: 0.01}, ""},
		{"1e2", "100", absolute(0), ""},
		{"0e999999", "0", absolute(0), ""}, // which exact arithmetic would take long for
		{"1e999999", "1e999998", absolute(1), `word 1: want "1e999999", found "1e999998", which is off by NaN, of which at most 1 is right`},
		{"0x10", "16", absolute(100), `word 1: want "0x10", found "16"`},
		{"inf", "Inf", absolute(1), ""},
		{"inf", "infinity", absolute(1), `word 1: want "inf", found "infinity"`},
		{"1", "one", absolute(1), `word 1: want "1", found "one", which is no number`},
		{"1", "nan", absolute(1), `word 1: want "1", found "nan", which is no number`},
		{"1", "0x1", absolute(1), `word 1: want "1", found "0x1", which is no number`},
		{"word 1", "word 2", absolute(1), ""},
	} {
		r := compare.Words([]byte(c.want), []byte(c.got), c.o)
		says := ""
		if r.First != nil {
			says = r.First.Says
		}
		if says != c.says || (r.Grade == compare.Different) != (c.says != "") {
			t.Errorf("%q and %q: grade %d, %s, want %s", c.want, c.got, r.Grade, says, c.says)
		}
	}
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
		if got, err := compare.ParseWordOptions(strings.Fields(args)); err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", args, got, err, want)
		}
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
	if d.Line != 5 || d.GotLine != 3 || d.Column != 4 || text.String() != want {
		t.Errorf("at %d, %d:%d\n%s\nwant\n%s", d.Line, d.GotLine, d.Column, text.String(), want)
	}
}
