package settings_test

import (
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/settings"
)

// Units of sizes are powers of 1,024; what is no size is none.
func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "300": 300, "1KiB": 1 << 10, "64KiB": 64 << 10, "1MiB": 1 << 20, "2MiB": 2 << 20, "1GiB": 1 << 30, "2147483647": 1<<31 - 1,
		"": 0, "0": 0, "-1": 0, "0KiB": 0, "KiB": 0, "1kib": 0, "1KB": 0, "1 KiB": 0, "1.5MiB": 0, "1KiBKiB": 0, "2147483648": 1 << 31, "9223372036854775807": 0, "9007199254740992GiB": 0, "much": 0,
	} {
		if got, err := settings.ParseSize(text); got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %d, %v, want %d", text, got, err, want)
		}
	}
}

// What is no YAML is told in words of our own, with the line.
func TestSyntax(t *testing.T) {
	const lines = "want a key with a colon in each line, indented like those beside it, found "
	for text, want := range map[string]string{
		"a: b\n  c: d\n":      "f:2: " + lines + `"  c: d"`,
		"a:\n  b: 1\n c: 2\n": "f:3: " + lines + `" c: 2"`,
		"a: b\nc d\n":         "f:2: " + lines + `"c d"`,
		"a: b\nc d\ne: f\n":   "f:3: " + lines + `"e: f"`,
		"a: HW: one\n":        `f:1: want a value with ": " in it between quotes, found "a: HW: one"`,
		"a:\n\tb: 3\n":        `f:2: want indentation by blanks, found "\tb: 3"`,
		"a: @x\n":             `f:1: want a value that begins with a sign such as @ or % between quotes, found "a: @x"`,
		"a: *x\n":             `f:1: want a value that begins with * between quotes, found "a: *x"`,
		"a: \"x\nb: c\n":      `f:2: want a second quote where a text begins with one, found "b: c"`,
		"a: [b, c\nd: e\n":    `f:2: want each "[" and "{" closed, found "d: e"`,
		"a: - b\n":            `f:1: want each item of a list in a line of its own, found "a: - b"`,
		"a: \"\\q\"\n":        `f:1: want a text with a backslash between single quotes, found "a: \"\\q\""`,
		"a: !<x\n":            `f:1: want YAML, found "a: !<x": did not find the expected '>'`,
	} {
		if _, err := settings.Document("f", "settings", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// A key that stands twice is told with both of its lines, in whatever line its mapping begins.
func TestKeyTwice(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\nb: 2\nb: 3\n":               `f:3: want "b" once in settings, found it in line 2 already`,
		"# settings\n\na: 1\nb: 2\na: 3\n": `f:5: want "a" once in settings, found it in line 3 already`,
		"a: 1\n\nb: 2\nc: 3\nb: 4\nb: 5\n": "f:5: want \"b\" once in settings, found it in line 3 already\n" +
			`f:6: want "b" once in settings, found it in line 3 already`,
	} {
		err := settings.Parse("f", "settings", []byte(text), func(r *settings.Reader, root *yaml.Node) {
			r.Mapping(root, "settings", settings.NewKey("a", nil), settings.NewKey("b", nil), settings.NewKey("c", nil))
		})
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
