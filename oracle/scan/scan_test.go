package scan_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// A file may have CRLF, trailing blanks, a last line without its newline and blank lines at
// the end (docs/rules/README.md "Input").
func TestLines(t *testing.T) {
	for _, c := range []struct {
		src  string
		want []string
	}{
		{"", nil},
		{"\n \r\n\t\n", nil},
		{"a", []string{"a"}},
		{"a\n", []string{"a"}},
		{"a\r\nb\r\n", []string{"a", "b"}},
		{"a \t\nb  ", []string{"a", "b"}},
		{"a\n\nb\n\n\n", []string{"a", "", "b"}},
		{" a\n  b c\r", []string{" a", "  b c"}},
		{"a\r\r\nb", []string{"a", "b"}},
		{"a\rb\n", []string{"a\rb"}}, // CR alone does not end a line
	} {
		expect.Equal(t, strings.Join(c.want, "|"), strings.Join(scan.Lines(c.src), "|"), c.src)
		var got []string
		if err := scan.Parse("f", []byte(c.src), func(l *scan.Codec) {
			for l.More() {
				got = append(got, l.Line("a line", ""))
			}
		}); err != nil {
			t.Errorf("%q: %v", c.src, err)
		}
		expect.Equal(t, c.want, got, c.src)
		if err := scan.Parse("f", []byte(c.src), func(l *scan.Codec) {
			for range len(c.want) + 1 {
				l.Line("a line", "")
			}
		}); err == nil || !strings.HasSuffix(err.Error(), ": want a line, found the end of the file") {
			t.Errorf("%q: one line more: %v", c.src, err)
		}
	}
}

// Errors name the last line read or, at the end of the file, the one after it.
func TestErrors(t *testing.T) {
	const src = "7\n1 2 3\nX\n**XO\n\n\nmore\n"
	var n int
	var ints []int32
	for _, c := range []struct {
		want  string
		lines int // before
		read  func(c *scan.Codec)
	}{
		{"f:1: want n from 8 to 9, found \"7\"", 0, func(c *scan.Codec) { c.Int("n", &n, 8, 9) }},
		{"f:2: want a number for n, found \"1 2 3\"", 1, func(c *scan.Codec) { c.Int("n", &n, 0, 9) }},
		{"f:2: want 2 values, found 3", 1, func(c *scan.Codec) { c.Ints("values", &ints, 2, 1, 3) }},
		{"f:2: want values from 1 to 2, found \"3\"", 1, func(c *scan.Codec) { c.Ints("values", &ints, -1, 1, 2) }},
		{"f:1: want 0 values, found 1", 0, func(c *scan.Codec) { c.Ints("values", &ints, 0, 1, 9) }},
		{"f:2: want 2 values, found 3", 1, func(c *scan.Codec) { c.Grid("values", make([]int32, 4), 2, 1, 3) }},
		{"f:3: want who (x, o), found \"X\"", 2, func(c *scan.Codec) { c.OneOf("who", &n, "x", "o") }},
		{"f:1: want who (X, O), found \"7\"", 0, func(c *scan.Codec) { c.Side("who", new(byte)) }},
		{"f:2: want the time in seconds, found \"1 2 3\"", 1, func(c *scan.Codec) { c.Seconds("the time", new(string)) }},
		{"f:1: want a board row of the signs *XO, found \"7\"", 0, func(c *scan.Codec) { c.Board(make([]byte, 4), 4, "*XO") }},
		{"f:4: want a board row of 5 squares, found 4", 3, func(c *scan.Codec) { c.Board(make([]byte, 5), 5, "*XO") }},
		{"f:7: want the end of the file, found \"more\"", 4, func(c *scan.Codec) {}},
		{"f:8: want n, found the end of the file", 7, func(c *scan.Codec) { c.Int("n", &n, 0, 0) }},
		{"f:2: here", 4, func(c *scan.Codec) { c.FailAt(2, "%s", "here") }},
		{"f:1: want n, found nothing", 1, func(c *scan.Codec) { c.FailAt(1, "want n, found %s", c.Show("")) }},
		{"f:5: want n, found an empty line", 5, func(c *scan.Codec) { c.Fail("want n, found %s", c.Show("")) }},
	} {
		err := scan.Parse("f", []byte(src), func(l *scan.Codec) {
			for range c.lines {
				l.Line("", "")
			}
			c.read(l)
		})
		var input *scan.Error
		expect.True(t, errors.As(err, &input) && err.Error() == c.want, "error", err, "want", c.want)
	}
}

// Printing an input that was read returns its standard form.
func TestCodec(t *testing.T) {
	type input struct {
		N      int
		Values []int32
		Who    byte
		Time   string
		Grid   [4]int32
		Board  [8]byte
		Names  []string
		Last   int
	}
	fields := func(in *input) func(c *scan.Codec) {
		return func(c *scan.Codec) {
			c.Int("n", &in.N, 7, 7)
			c.Ints("values", &in.Values, 3, -2, 3)
			c.Side("who", &in.Who)
			c.Seconds("time", &in.Time)
			c.Grid("grid", in.Grid[:], 2, 1, 4)
			c.Board(in.Board[:], 4, "*XO")
			if names := c.List("names", in.Names); c.Reading() {
				in.Names = names
			}
			c.AllowBlank()
			c.OneOf("last", &in.Last, "no", "last")
		}
	}
	var got input
	must.Do(t, scan.Parse("f", []byte("7\n1  -2\t3 \nO\n007.50\n1 2\r\n 3 4\n**XO\nXXXX\na,b ,\tc\n\n \nlast\n\n"), fields(&got)))
	want := input{7, []int32{1, -2, 3}, 'O', "007.50", [4]int32{1, 2, 3, 4}, [8]byte([]byte("**XOXXXX")), []string{"a", "b", "c"}, 1}
	expect.Equal(t, want, got)
	expect.Equal(t, "7\n1 -2 3\nO\n007.50\n1 2\n3 4\n**XO\nXXXX\na, b, c\nlast\n", scan.Print(fields(&got)), "printed as\n")
}

// A time is a decimal number without a sign, up to a thousand million seconds.
func TestSeconds(t *testing.T) {
	read := func(text string) (got string, err error) {
		err = scan.Parse("f", []byte(text), func(c *scan.Codec) { c.Seconds("time", &got) })
		return got, err
	}
	for _, text := range []string{"0", "1000000000", ".5", "5.", "0300.250"} {
		if got, err := read(text); got != text || err != nil {
			t.Errorf("%s is read as %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"1000000001", "1000000000.1", "1.2.3", "1e3", "-1", "+1", "inf", "NaN", ".", "0x1", "1_0"} {
		if got, err := read(text); err == nil {
			t.Errorf("%s is read as %q", text, got)
		}
	}
}

// An integer is digits after an optional minus sign, of any length.
func TestParseInt(t *testing.T) {
	for text, want := range map[string]int{
		"0": 0, "-0": 0, "7": 7, "-7": -7, "007": 7, "1000000": 1_000_000,
		"1099511627776": 1 << 40, "99999999999999999999999": math.MaxInt, "-99999999999999999999999": math.MinInt,
	} {
		if got, ok := scan.ParseInt(text); !ok || got != want {
			t.Errorf("%q: %d, %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "-", "--1", "+1", "1.0", "1e3", " 1", "1 ", "0x1", "1_000", "٣", "1-"} {
		if got, ok := scan.ParseInt(text); ok {
			t.Errorf("%q is read as %d, want no number", text, got)
		}
	}
}

// Long texts are shortened and quoted in messages.
func TestShow(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "an empty line",
		"a\tb\x00":              `"a\tb\x00"`,
		strings.Repeat("x", 40): `"` + strings.Repeat("x", 40) + `"`,
		strings.Repeat("x", 41): `"` + strings.Repeat("x", 40) + `"...`,
	} {
		expect.Equal(t, want, scan.Show(text), text, "is shown as")
	}
}

// The first line with other blanks than the form is described. Empty lines and the last newline do not matter.
func TestOddBlanks(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "1 2\n3\n": "", "1 2\n\n \n3": "",
		"1\n2  3\n 4\n":    "the blanks of line 2",
		"1\n2\n3 ":         "the blanks of line 3",
		"1\r\n2\n":         "the CR at the end of line 1",
		"1\n\n2 \r\n3\r\n": "the blanks of line 3",
	} {
		expect.Equal(t, want, scan.OddBlanks([]byte(text), scan.Spaced), text)
	}
}
