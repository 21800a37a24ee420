package compare_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/oracle/mancala"
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

var optional = compare.Options{Optional: mancala.Assignment.Optional}

// A line that the wanted text marks as optional may be missing, or may occur there once
// with any infinity and any window or none, and nothing else may take its place
// (docs/rules/mancala.md rule 11). Lines are counted without it.
func TestOptional(t *testing.T) {
	const (
		before = "root,0,-Infinity,-Infinity,Infinity\n"
		leaf   = "B4,1,-2,-Infinity,Infinity\n"
		after  = "root,0,-2,-2,Infinity\n"
		want   = before + "B4,1,Infinity,-Infinity,Infinity\tOPTIONAL\n" + leaf + after
	)
	for _, c := range []struct{ name, got, summary string }{
		{"left out", before + leaf + after, "equal"},
		{"there", before + "B4,1,Infinity,-Infinity,Infinity\n" + leaf + after, "equal"},
		{"there with its mark", want, "equal"},
		{"the other infinity", before + "B4,1,-Infinity,-Infinity,Infinity\n" + leaf + after, "equal"},
		{"another window", before + "B4,1,Infinity,7,8\n" + leaf + after, "equal"},
		{"CRLF in it alone", before + "B4,1,Infinity,-Infinity,Infinity\r\n" + leaf + after, "equal"},
		{"left out, and CRLF", strings.ReplaceAll(before+leaf+after, "\n", "\r\n"), "same form: line ends 1:36"},
		{"twice", before + "B4,1,Infinity,-Infinity,Infinity\nB4,1,Infinity,-Infinity,Infinity\n" + leaf + after, "different: extra lines 2:6 (3)"},
		{"another node", before + "B3,1,Infinity,-Infinity,Infinity\n" + leaf + after, "different: extra lines 2:2"},
		{"another depth", before + "B4,2,Infinity,-Infinity,Infinity\n" + leaf + after, "different: extra lines 2:4"},
		{"a finite value", before + "B4,1,0,-Infinity,Infinity\n" + leaf + after, "different: extra lines 2:6"},
		{"without a window", before + "B4,1,-Infinity\n" + leaf + after, "equal"},
		{"without a window, with its mark", before + "B4,1,Infinity\tOPTIONAL\n" + leaf + after, "equal"},
		{"half a window", before + "B4,1,Infinity,-Infinity\n" + leaf + after, "equal"},
		{"without a window, a finite value", before + "B4,1,0\n" + leaf + after, "different: extra lines 2:6"},
		{"without a value", before + "B4,1\n" + leaf + after, "different: extra lines 2:5"},
		{"without a window, twice", before + "B4,1,Infinity\nB4,1,Infinity\n" + leaf + after, "different: extra lines 2:6 (3)"},
		{"behind the leaf", before + leaf + "B4,1,Infinity,-Infinity,Infinity\n" + after, "different: extra lines 3:1"},
		{"a place before", "B4,1,Infinity,-Infinity,Infinity\n" + want, "different: extra lines 1:1"},
		{"in place of the leaf", before + "B4,1,Infinity,-Infinity,Infinity\n" + after, "different: missing lines 2:1 (3)"},
		{"a wrong leaf behind it", before + "B4,1,Infinity,-Infinity,Infinity\nB4,1,-3,-Infinity,Infinity\n" + after, "different: content 2:7 (3)"},
		{"nothing at all", before, "different: missing lines 2:1"},
	} {
		if got := summary(texts(t, want, c.got, optional)); got != c.summary {
			t.Errorf("%s: %s, want %s", c.name, got, c.summary)
		}
	}

	// The remaining text without optional lines differs in the same place, and is right if it had no other
	// errors.
	for _, c := range []struct{ got, left string }{
		{want, before + leaf + after},
		{before + leaf + after, before + leaf + after},
		{before + "B4,1,-Infinity\r\n" + leaf + after, before + leaf + after},
		{before + "B4,1,-Infinity\nB4,1,-Infinity\n" + leaf, before + "B4,1,-Infinity\n" + leaf},
		{before + "B4,1,Infinity,7,8\nB4,1,-3\n" + after, before + "B4,1,-3\n" + after},
		{"x\nB4,1,Infinity\n", "x\nB4,1,Infinity\n"},
		{before + "B4,1,Inf", before + "B4,1,Inf"},
		{"", ""},
		// The first line of a node that is searched further is not optional, though it looks like an optional line.
		{before + "B4,1,Infinity,-Infinity,Infinity\nC4,2,-2,-Infinity,Infinity\n", before + "B4,1,Infinity,-Infinity,Infinity\nC4,2,-2,-Infinity,Infinity\n"},
		{before + "B4,1,Infinity,-Infinity,Infinity\n", before + "B4,1,Infinity,-Infinity,Infinity\n"},
	} {
		if left := string(compare.WithoutOptional([]byte(want), []byte(c.got), optional.Optional)); left != c.left {
			t.Errorf("of %q there is left %q, want %q", c.got, left, c.left)
		}
	}

	// In an exact comparison it is a line like any other.
	if got, want := summary(texts(t, want, before+leaf+after, compare.Options{})), "different: missing lines 2:6"; got != want {
		t.Errorf("exact: %s, want %s", got, want)
	}
}

// Optional lines of minimax, and several in a row of leaves.
func TestOptionalMinimax(t *testing.T) {
	const want = "root,0,-Infinity\nB2,1,-Infinity\tOPTIONAL\nB2,1,3\nroot,0,3\nB3,1,Infinity\tOPTIONAL\nB3,1,3\nroot,0,3\n"
	for _, c := range []struct{ got, summary string }{
		{"root,0,-Infinity\nB2,1,3\nroot,0,3\nB3,1,3\nroot,0,3\n", "equal"},
		{"root,0,-Infinity\nB2,1,Infinity\nB2,1,3\nroot,0,3\nB3,1,3\nroot,0,3\n", "equal"},
		{"root,0,-Infinity\nB2,1,3\nroot,0,3\nB3,1,Infinity\nB3,1,3\nroot,0,3\n", "equal"},
		{"root,0,-Infinity\nB2,1,Infinity,-Infinity,Infinity\nB2,1,3\nroot,0,3\nB3,1,3\nroot,0,3\n", "equal"},
		{"root,0,-Infinity\nB2,1,Infinity\nB2,1,3\nroot,0,3\nB3,1,Infinity\nB3,1,3\nroot,0,4\n", "different: content 5:8 (7)"},
	} {
		if got := summary(texts(t, want, c.got, optional)); got != c.summary {
			t.Errorf("%q: %s, want %s", c.got, got, c.summary)
		}
	}
}

// The context of a difference consists of lines of the log without its optional lines.
func TestOptionalContext(t *testing.T) {
	want := "a,1,1\nb,1,Infinity\tOPTIONAL\nb,1,2\nc,1,3\nd,1,Infinity\tOPTIONAL\nd,1,4\ne,1,5\n"
	got := "a,1,1\nb,1,Infinity\nb,1,2\nc,1,9\nd,1,4\ne,1,5\n"
	first := &compare.Difference{Kind: compare.Content, Line: 3, GotLine: 4, Column: 5,
		Before: []string{"a,1,1\n", "b,1,2\n"},
		Want:   []string{"c,1,3\n", "d,1,4\n", "e,1,5\n"},
		Got:    []string{"c,1,9\n", "d,1,4\n", "e,1,5\n"},
	}
	if diff := cmp.Diff(first, texts(t, want, got, optional).First); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Many lines between an optional line and a difference do not affect line numbers.
func TestOptionalFar(t *testing.T) {
	far := strings.Repeat("n,1,5\n", 60_000)
	for _, c := range []struct{ name, line, summary string }{
		{"left out", "", "different: content 60002:5"},
		{"there", "x,1,Infinity\n", "different: content 60002:5 (60003)"},
		{"there with its mark", "x,1,Infinity\tOPTIONAL\n", "different: content 60002:5 (60003)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := "x,1,Infinity\tOPTIONAL\nx,1,3\n" + far + "y,1,4\n"
			got := c.line + "x,1,3\n" + far + "y,1,5\n"
			if got := summary(texts(t, want, got, optional)); got != c.summary {
				t.Errorf("%s, want %s", got, c.summary)
			}
			same := "z,1,Infinity\tOPTIONAL\nz,1,3\n" + far // before them, in other reads; optional lines have no number
			if got, whole := texts(t, same+same+want, same+same+got, optional).First, texts(t, want, got, optional).First; got.Line != whole.Line+120_002 || got.GotLine != whole.GotLine+120_004 {
				t.Errorf("behind equal lines: %d (%d), want 120,002 (120,004) after %d (%d)", got.Line, got.GotLine, whole.Line, whole.GotLine)
			}
		})
	}
}

// Missing and extra lines are distinguished from wrong ones, even before an optional line
// that was left out.
func TestOptionalKinds(t *testing.T) {
	const rest = "x,2,Infinity\tOPTIONAL\nx,2,3\nc,1,4\nd,1,5\n"
	const plain = "x,2,3\nc,1,4\nd,1,5\n"
	for _, c := range []struct{ want, got, summary string }{
		{"h\na,1,2\nb,1,3\n" + rest, "h\nb,1,3\n" + plain, "different: missing lines 2:1"},
		{"h\nb,1,3\n" + rest, "h\na,1,2\nb,1,3\n" + plain, "different: extra lines 2:1"},
		{"h\na,1,2\nb,1,3\nx,2,Infinity\tOPTIONAL\n", "h\nx,2,Infinity\n", "different: content 2:1"}, // an optional line by itself is not evidence
		{"h\n" + rest, "h\nx,2,Infinity\nx,2,Infinity\n" + plain, "different: extra lines 2:5 (3)"},
	} {
		if got := summary(texts(t, c.want, c.got, optional)); got != c.summary {
			t.Errorf("%q: %s, want %s", c.got, got, c.summary)
		}
	}
}
