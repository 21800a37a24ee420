package settings_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/settings"
)

// Units of sizes are powers of 1,024, and invalid sizes are rejected.
func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "300": 300, "1KiB": 1 << 10, "64KiB": 64 << 10, "1MiB": 1 << 20, "2MiB": 2 << 20, "1GiB": 1 << 30, "2147483647": 1<<31 - 1,
		"+1": 0, "01": 0, "1_0": 0, "0x10": 0,
		"": 0, "0": 0, "-1": 0, "0KiB": 0, "KiB": 0, "1kib": 0, "1KB": 0, "1 KiB": 0, "1.5MiB": 0, "1KiBKiB": 0, "2147483648": 1 << 31, "9223372036854775807": 0, "9007199254740992GiB": 0, "much": 0,
	} {
		got, err := settings.ParseSize(text)
		expect.True(t, got == want && (err == nil) == (want > 0), text, got, err, want)
	}
}

// Errors about invalid YAML name the line and the parser's reason.
func TestSyntax(t *testing.T) {
	for text, want := range map[string]string{
		"a: b\n  c: d\n":      `f:2: want YAML, found "  c: d": mapping values are not allowed in this context`,
		"a:\n  b: 1\n c: 2\n": `f:3: want YAML, found " c: 2": did not find expected key`,
		"a: b\nc d\n":         `f:2: want YAML, found "c d": could not find expected ':'`,
		"a: HW: one\n":        `f:1: want YAML, found "a: HW: one": mapping values are not allowed in this context`,
		"a:\n\tb: 3\n":        `f:2: want YAML, found "\tb: 3": found character that cannot start any token`,
		"a: \"x\nb: c\n":      `f:2: want YAML, found "b: c": found unexpected end of stream`,
		"a: [b, c\nd: e\n":    `f:2: want YAML, found "d: e": did not find expected ',' or ']'`,
		"a: !<x\n":            `f:1: want YAML, found "a: !<x": did not find the expected '>'`,
		"a: b\nc: \xff\n":     `f:2: want text in UTF-8, found "c: \xff"`,
		"a: b\n---\nc: d\n":   "f:2: want one document, found another",
		"a: b\n---\n: [\n":    `f:3: want YAML, found ": [": did not find expected node content`,
		"a: b\n\tc: \x07\n":   "f:2: want one line of text without control characters or marks of the writing direction, found \" c: \\a\"",
		"":                    "f:1: want settings, found nothing in it",
	} {
		err := settings.Parse("f", "settings", []byte(text), func(*settings.Reader, *yaml.Node) { t.Error("it is read") })
		expect.Equal(t, want, fmt.Sprint(err), text)
	}
}

// The error about a duplicate key names both lines, wherever the mapping begins.
func TestKeyTwice(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\nb: 2\nb: 3\n":               `f:3: want "b" once in settings, found it in line 2 already`,
		"# settings\n\na: 1\nb: 2\na: 3\n": `f:5: want "a" once in settings, found it in line 3 already`,
		"a: 1\n\nb: 2\nB: 3\nb: 4\nB: 5\n": "f:5: want \"b\" once in settings, found it in line 3 already\n" +
			`f:6: want "B" once in settings, found it in line 4 already`,
	} {
		err := settings.Parse("f", "settings", []byte(text), func(r *settings.Reader, root *yaml.Node) {
			r.Mapping(root, "settings", settings.NewKey("a", nil), settings.NewKey("b", nil), settings.NewKey("B", nil))
		})
		expect.Equal(t, want, fmt.Sprint(err), text)
	}
}

// Each kind of value has its range, which includes both ends, and its own error message.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		name  string
		read  func(r *settings.Reader, n *yaml.Node) any
		right map[string]any
		wrong []string
		told  string // the error of each of these, before the text found
	}{
		{
			"number", func(r *settings.Reader, n *yaml.Node) any { return r.Number(n, "points", -1, 2.5) },
			map[string]any{"-1": -1.0, "0": 0.0, "2.5": 2.5, "1e0": 1.0}, []string{"-1.01", "2.51", `"1"`, ".nan", ".inf", "[1]", "x", "0x1", "true", ""}, "want points from -1 to 2.5, found ",
		},
		{
			"whole number", func(r *settings.Reader, n *yaml.Node) any { return r.Int(n, "days", -1, 3) },
			map[string]any{"-1": -1, "0": 0, "3": 3}, []string{"-2", "4", `"1"`, "1.0", "[1]", "x", "99999999999999999999", ""}, "want days, a whole number from -1 to 3, found ",
		},
		{
			"yes or no", func(r *settings.Reader, n *yaml.Node) any { return r.Bool(n, "the board") },
			map[string]any{"true": true, "false": false}, []string{"yes", `"true"`, "1", "[true]", ""}, "want true or false for the board, found ",
		},
		{
			"span", func(r *settings.Reader, n *yaml.Node) any { return r.Duration(n, "time") },
			map[string]any{"1ms": time.Millisecond, "24h": 24 * time.Hour, "1m30s": 90 * time.Second, "1.5s": 1500 * time.Millisecond},
			[]string{"0.9ms", "24h1ms", "5", "-1s", "1us", ".5s", "5 s", "[1s]", ""}, "want time with its unit, from 1ms to 24h0m0s, such as 10s, 1.5s or 500ms, found ",
		},
		{
			"size", func(r *settings.Reader, n *yaml.Node) any { return r.Size(n, "memory", 2048) },
			map[string]any{"2048": int64(2048), "2KiB": int64(2048), `"3KiB"`: int64(3072)}, []string{"2047", "1KiB", "2048.0", "x", "[2048]", ""}, "want memory, a size of at least 2048 bytes such as 300000, 64MiB or 2GiB, found ",
		},
		{
			"text", func(r *settings.Reader, n *yaml.Node) any { return r.Text(n, "a title") },
			map[string]any{"x": "x", `"1"`: "1", " x y ": "x y"}, []string{`""`, `" "`, "[x]", ""}, "want a title, found ",
		},
		{
			"text between quotes", func(r *settings.Reader, n *yaml.Node) any { return r.Text(n, "a title") },
			nil, []string{"1", "1.5", "true", "2026-03-01"}, "want a title, found ",
		},
		{
			"word", func(r *settings.Reader, n *yaml.Node) any { return r.Word(n, "a colour", []string{"red", "green"}) },
			map[string]any{"red": "red", "green": "green"}, []string{"Red", "blue", "[red]", ""}, "want a colour (red, green), found ",
		},
	} {
		for text, want := range c.right {
			var got any
			must.Do(t, settings.Parse("f", "it", []byte("k: "+text+"\n"), func(r *settings.Reader, root *yaml.Node) {
				got = c.read(r, settings.Value(root, "k"))
			}))
			expect.Equal(t, want, got, c.name, text)
		}
		for _, text := range c.wrong {
			err := settings.Parse("f", "settings", []byte("k: "+text+"\n"), func(r *settings.Reader, root *yaml.Node) { c.read(r, settings.Value(root, "k")) })
			expect.True(t, strings.HasPrefix(fmt.Sprint(err), "f:1: "+c.told), c.name, text, err)
			expect.Equal(t, 0, strings.Count(fmt.Sprint(err), "\n"), "further lines,", c.name, text)
		}
	}
}

// The value of a key goes to its target, of any type, unless it is wrong. A missing key has no effect, and
// neither has a list in place of a mapping.
func TestTargets(t *testing.T) {
	type targets struct {
		Word, Text   string
		Int, Days    int
		Part, Points float64
		Bool         bool
		Size         int64
		Time         time.Duration
	}
	var got targets
	keys := []settings.Key{
		{Name: "word", Noun: "a word", To: &got.Word, Words: []string{"red"}},
		{Name: "text", Noun: "a text", To: func(text string) { got.Text = text }, Words: []string{"green"}},
		{Name: "int", Noun: "a number", To: &got.Int, Min: 1, Max: 3},
		{Name: "days", Noun: "days", To: func(n int) { got.Days = n }, Min: 2, Max: 4},
		{Name: "part", Noun: "a part", To: &got.Part, Min: 0.5, Max: 1},
		{Name: "points", Noun: "points", To: func(x float64) { got.Points = x }, Min: 1.5, Max: 2},
		{Name: "bool", To: &got.Bool}, {Name: "size", Noun: "a size", To: &got.Size, Min: 10},
		{Name: "time", To: &got.Time},
	}
	whole := settings.Key{Name: "all", Noun: "all", Keys: keys}
	read := func(r *settings.Reader, root *yaml.Node) { r.Mapping(root, "it", whole) }
	parse := func(text string) string { return fmt.Sprint(settings.Parse("f", "it", []byte(text), read)) }
	const right = "all: {word: red, text: green, int: 3, days: 2, part: .5, points: 2, bool: true, size: 10, time: 1s}"
	want := targets{"red", "green", 3, 2, 0.5, 2, true, 10, time.Second}
	expect.Equal(t, "<nil>", parse(right))
	for text, wrong := range map[string]string{
		"all: {}": "<nil>", "{}": "<nil>",
		"all: [word, blue]": "f:1: want keys and values in all, found a list",
		"all: {word: blue}": "f:1: want a word (red), found \"blue\"",
		"all: {text: x}":    "f:1: want a text (green), found \"x\"",
		"all: {days: 1}":    `f:1: want days, a whole number from 2 to 4, found "1"`,
		"all: {days: 5}":    `f:1: want days, a whole number from 2 to 4, found "5"`,
		"all: {points: 3}":  `f:1: want points from 1.5 to 2, found "3"`,
		"all: {size: 9}":    `f:1: want a size, a size of at least 10 bytes such as 300000, 64MiB or 2GiB, found "9"`,
	} {
		expect.Equal(t, wrong, parse(text), text)
		expect.Equal(t, want, got, text)
	}
}

// Each error is reported once, in the order of the lines, and errors of one line in the order in which they
// were found.
func TestAllWrong(t *testing.T) {
	const text = "texts: [&n a, b, a, \"\", [x], {y: z}, *n]\n? [k]\n: v\n\"\": w\nlist: 1\nmap: [1]\nlast: 1\nn: 7\n"
	read := func(r *settings.Reader, root *yaml.Node) {
		n := 0 // other errors do not affect it
		r.Fail(settings.Value(root, "last"), "want the last %s", "first")
		r.RequireKeys(root, "settings", "none", "list", "more")
		r.RequireKeys(settings.Value(root, "last"), "no mapping", "none")
		r.Mapping(root, "settings",
			settings.NewKey("texts", func(n *yaml.Node) {
				expect.Equal(t, []string{"a", "b", "", "", "", ""}, r.Texts(n, "words", "a word"))
			}),
			settings.NewKey("list", func(n *yaml.Node) { r.Texts(n, "words", "a word") }),
			settings.NewKey("map", func(n *yaml.Node) { r.Mapping(n, "a map") }), settings.Key{Name: "n", Noun: "n", To: &n, Max: 7})
		expect.Equal(t, 13, r.ErrorCount(), "errors")
		expect.Equal(t, 7, n)
	}
	want := `f:1: want "none:" in settings, found none
f:1: want "more:" in settings, found none
f:1: want "a" once, found it twice
f:1: want a word, found an empty line
f:1: want a word, found a list
f:1: want a word, found keys and values
f:1: want a word, found an alias
f:2: want a word as a key of settings, found a list
f:4: want a word as a key of settings, found an empty line
f:5: want a list of words, found "1"
f:6: want keys and values in a map, found a list
f:7: want the last first
f:7: want a key of settings (texts, list, map, n), found "last"; did you mean list?`
	err := settings.Parse("f", "settings", []byte(text), read)
	expect.Equal(t, want, fmt.Sprint(err))
}

// TestManyErrors reads settings with many errors. Readers stop after the first ones.
func TestManyErrors(t *testing.T) {
	var text strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&text, "key%d: 1\n", i)
	}
	entries := 0
	late := settings.NewKey("key1", func(*yaml.Node) { t.Error("a key is read after too many errors") })
	for _, read := range []func(r *settings.Reader, root *yaml.Node){
		func(r *settings.Reader, root *yaml.Node) { r.Mapping(root, "it", settings.NewKey("name", nil)) },
		func(r *settings.Reader, root *yaml.Node) {
			for range 20 {
				r.Fail(root, "want it right")
			}
			r.Mapping(root, "it", late)
		},
		func(r *settings.Reader, root *yaml.Node) {
			r.Entries(root, "it", func(name, value *yaml.Node) { entries++; r.Text(value, "a text") })
		},
	} {
		err := settings.Parse("f", "a text", []byte(text.String()), read)
		expect.True(t, strings.HasSuffix(err.Error(), "\nf: 20 errors or more: the rest was not read"))
		expect.Equal(t, 20, strings.Count(fmt.Sprint(err), "\n"), "lines of errors")
	}
	expect.Equal(t, 20, entries, "entries read")
	for n, lines := range map[int]int{0: 0, 1: 0, 1000: 20} {
		list := "[" + strings.Repeat("\"\\u0007\", ", n) + "]"
		legible := func(r *settings.Reader, root *yaml.Node) { expect.Equal(t, n == 0, r.CheckLegible(root), n) }
		err := settings.Parse("f", "a text", []byte(list), legible)
		expect.True(t, (err == nil) == (n == 0) && strings.Count(fmt.Sprint(err), "\n") == lines, err)
	}
}

// A lenient text has at most 2 MiB. An unknown key is an error only if it resembles a key with an effect.
func TestLenient(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat("\n", 2<<20): "<nil>", strings.Repeat("\n", 2<<20+1): "f: want at most 2 MiB for it, found 2",
		"~\n": "<nil>", "# nothing\n": "<nil>", "a: [\n": "f:1: want YAML, found \"a: [\": did not find expected node content",
		"days: 2.0\n": "<nil>", "days: 2.5\n": `f:1: want days, a whole number from 2 to 4, found "2.5"`,
		"nothin: 1\n": "<nil>", "nam: 1\n": `f:1: want a key of it (nothing, name, days), found "nam"; did you mean name?`,
	} {
		err := settings.ParseLenient("f", "it", []byte(text), func(error) {}, func(r *settings.Reader, root *yaml.Node) {
			r.Mapping(root, "it", append(settings.Ignored("nothing"), settings.NewKey("name", func(*yaml.Node) {}),
				settings.NewKey("days", func(n *yaml.Node) { r.Int(n, "days", 2, 4) }))...)
		})
		expect.Equal(t, want, fmt.Sprint(err))
	}
}

// A lenient text may repeat values by aliases and merge keys. A value that contains itself, or grows too
// large, is an error.
func TestAliases(t *testing.T) {
	for text, want := range map[string]string{
		"a: &x one\nb: *x\n":                                                "a=one b=one",
		"a: &x {c: 1, d: 2}\nb: {<<: *x, d: 3}\n":                           "a.c=1 a.d=2 b.d=3 b.c=1",
		"a: &x {c: 1, d: 4}\ne: &y {d: 5, f: 2}\nb: {<<: [*x, *y], c: 3}\n": "a.c=1 a.d=4 e.d=5 e.f=2 b.c=3 b.d=4 b.f=2",
		"a: {\"<<\": {c: 1}}\n":                                             "a.<<.c=1",
		"a: &x {c: *x}\n":                                                   "f:1: want a value that does not contain itself, found one that does",
		"a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n" + strings.Join([]string{
			"b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]", "c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]",
			"d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]", "e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]",
			"f: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]"}, "\n"): "f:6: want at most 200000 values with those that aliases repeat, found more",
	} {
		var found []string
		err := settings.ParseLenient("f", "settings", []byte(text), func(error) {}, func(_ *settings.Reader, root *yaml.Node) {
			var visit func(name string, n *yaml.Node)
			visit = func(name string, n *yaml.Node) {
				if n.Kind != yaml.MappingNode {
					found = append(found, name+"="+n.Value)
					return
				}
				for i := 0; i < len(n.Content); i += 2 {
					visit(strings.TrimPrefix(name+"."+n.Content[i].Value, "."), n.Content[i+1])
				}
			}
			visit("", root)
		})
		got := strings.Join(found, " ")
		if err != nil {
			got, _, _ = strings.Cut(err.Error(), "\n")
		}
		expect.Equal(t, want, got, text)
	}
}
