package scan_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// Lines accepts CRLF, trailing blanks, a last line without its newline and blank lines at
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
		var got []string
		l := scan.NewLines("f", []byte(c.src))
		for l.More() {
			line, err := l.Next("a line")
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, line)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.src, diff)
		}
		if err := l.End(); err != nil {
			t.Errorf("%q: End: %v", c.src, err)
		}
		if _, err := l.Next("a line"); err == nil || !strings.HasSuffix(err.Error(), ": want a line, found the end of the file") {
			t.Errorf("%q: Next at the end: %v", c.src, err)
		}
	}
}

// Errors name the last line read or, at the end of the file, the one after it.
func TestErrors(t *testing.T) {
	const src = "7\n1 2 3\nX\n**XO\n\n\nmore\n"
	for _, c := range []struct {
		want string
		read func(l *scan.Lines) error
	}{
		{"f:1: want a number for n, found \"1 2 3\"", func(l *scan.Lines) error { _, err := l.Number("n", "1 2 3", 0, 9); return err }},
		{"f:1: want n from 8 to 9, found \"7\"", func(l *scan.Lines) error { _, err := l.Int("n", 8, 9); return err }},
		{"f:2: want 2 values, found 3", func(l *scan.Lines) error { l.Next(""); _, err := l.Ints("values", 2, 1, 3); return err }},
		{"f:2: want values from 1 to 2, found \"3\"", func(l *scan.Lines) error { l.Next(""); _, err := l.Ints("values", -1, 1, 2); return err }},
		{"f:1: want 0 values, found 1", func(l *scan.Lines) error { _, err := l.Ints("values", 0, 1, 9); return err }},
		{"f:3: want who (x, o), found \"X\"", func(l *scan.Lines) error { l.Next(""); l.Next(""); _, err := l.OneOf("who", "x", "o"); return err }},
		{"f:1: want a board row of the signs *XO, found \"7\"", func(l *scan.Lines) error { _, err := l.Row(4, "*XO"); return err }},
		{"f:4: want a board row of 5 squares, found 4", func(l *scan.Lines) error {
			for range 3 {
				l.Next("")
			}
			_, err := l.Row(5, "*XO")
			return err
		}},
		{"f:7: want the end of the file, found \"more\"", func(l *scan.Lines) error {
			for range 4 {
				l.Next("")
			}
			return l.End()
		}},
		{"f:8: want n, found the end of the file", func(l *scan.Lines) error {
			for range 7 {
				l.Next("")
			}
			_, err := l.Int("n", 0, 0)
			return err
		}},
		{"f:2: here", func(l *scan.Lines) error { return l.ErrorAt(2, "%s", "here") }},
		{"f:1: want n, found an empty line", func(l *scan.Lines) error { return l.Errorf("want n, found %s", scan.Show("")) }},
	} {
		err := c.read(scan.NewLines("f", []byte(src)))
		var input *scan.Error
		if !errors.As(err, &input) || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

// Valid lines of every kind.
func TestRead(t *testing.T) {
	l := scan.NewLines("f", []byte("7\n1  -2\t3 \nX\n**XO\n\n \nlast"))
	n, err1 := l.Int("n", 7, 7)
	values, err2 := l.Ints("values", 3, -2, 3)
	who, err3 := l.OneOf("who", "O", "X")
	board, err4 := l.Row(4, "*XO")
	l.SkipBlank()
	last, err5 := l.Next("last")
	if err := errors.Join(err1, err2, err3, err4, err5, l.End()); err != nil {
		t.Error(err)
	}
	got := []any{n, values, who, board, last}
	want := []any{7, []int32{1, -2, 3}, 1, "**XO", "last"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// An integer is digits after an optional minus sign, of any length.
func TestParseInt(t *testing.T) {
	const large = 1 << 40
	for text, want := range map[string]int{
		"0": 0, "-0": 0, "7": 7, "-7": -7, "007": 7, "1000000": 1_000_000,
		"1099511627776": large, "99999999999999999999999": large, "-99999999999999999999999": -large,
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
		if got := scan.Show(text); got != want {
			t.Errorf("%q is shown as %s, want %s", text, got, want)
		}
	}
}
