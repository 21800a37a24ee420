package escape_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// Visible characters are kept, and everything else is escaped.
func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "",
		"root,0,-Infinity\n":       "root,0,-Infinity\n",
		"a\tb\r\n":                 "a\tb\\r\n",
		"äöü – 漢字 🙂":               "äöü – 漢字 🙂",
		"\x1b]0;title\x07\x00":     `\x1b]0;title\x07\x00`,
		"\x7f\u0080\u009b2J":       `\x7f\u0080\u009b2J`,
		"\xff\xc3":                 `\xff\xc3`,
		"\ufffd":                   "\ufffd",
		"\u202a\u202e\u2066\u061c": `\u202a\u202e\u2066\u061c`,
		"\u200b\u200d\u200e\ufeff": `\u200b\u200d\u200e\ufeff`,
		"\u00ad\u00a0\u2028\u3000": `\u00ad\u00a0\u2028\u3000`,
		"\u115f\u3164\ufe0f\u034f": `\u115f\u3164\ufe0f\u034f`,
		"\U000e0041\U000e0100":     `\U000e0041\U000e0100`,
		"\ue000\u0378":             `\ue000\u0378`,
	} {
		expect.Equal(t, want, escape.Text(text), text)
	}
}

// A Line contains no second line.
func TestLine(t *testing.T) {
	expect.Equal(t, `a\tb\n\x1b[1A`, escape.Line("a\tb\n\x1b[1A"))
}

// Names in any script are accepted, though some contain invisible characters.
func TestSteers(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "Übung 1": false, "作业": false, "نرم\u200cافزار": false, "👩\u200d🏫\ufe0f": false, "a\u00a0b": false, "\ufffd": false,
		"a\nb": true, "a\tb": true, "\x00": true, "\x7f": true, "\u009b": true, "\u2028": true, "\u2029": true,
		"\u202e": true, "\u2067": true, "\u200e": true, "\u061c": true, "\xff": true,
	} {
		expect.Equal(t, want, escape.HasControl(text), text)
	}
}

// JSON preserves every character, and contains no invisible ones.
func TestEncode(t *testing.T) {
	effort.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("a\"\\\n\t\r\x00\x1b\x7f\u0080\u009f\u200b\u202e\u2028\ufeff\ufffd\U000e0001\U0010ffff<&>")))).Draw(t, "text")
		indent := rapid.SampledFrom([]string{"", "  "}).Draw(t, "indent")
		var b strings.Builder
		if err := escape.Encode(&b, map[string]string{text: text}, indent); err != nil {
			t.Fatal(err)
		}
		if got := escape.Text(b.String()); got != b.String() || strings.Contains(got, "\t") {
			t.Fatalf("there is more in it than can be seen: %q", b.String())
		}
		var back map[string]string
		if err := json.Unmarshal([]byte(b.String()), &back); err != nil {
			t.Fatal(err)
		}
		if got, ok := back[text]; !ok || got != text {
			t.Fatalf("%q came back as %q", text, back)
		}
	})
}

// Bytes that are not UTF-8 are lost in JSON, but never written.
func TestEncodeBytes(t *testing.T) {
	var b strings.Builder
	must.Do(t, escape.Encode(&b, "\xff\x9b", ""))
	if got, want := b.String(), `"\ufffd\ufffd"`+"\n"; got != want || !utf8.ValidString(got) {
		t.Errorf("found %q, want %q", got, want)
	}
}

// commands returns the lines of a text that GitHub Actions may treat as commands. The platform has many
// command names; here every name counts.
func commands(text string) (found []string) {
	for _, line := range regexp.MustCompile(`\r\n|\r|\n`).Split(text, -1) {
		trimmed := strings.TrimLeftFunc(line, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune("\u200b\ufeff", c) })
		if strings.HasPrefix(trimmed, "::") || strings.Contains(line, "##[") {
			found = append(found, line)
		}
	}
	return found
}

// guarded writes texts to two guarded streams by turns, and returns their output, by stream and in one pipe.
func guarded(t interface{ Fatal(...any) }, texts ...string) (out, errors, both string) {
	var one, two, pipe bytes.Buffer
	streams := escape.Guard(io.MultiWriter(&one, &pipe), io.MultiWriter(&two, &pipe))
	for i, text := range texts {
		if n, err := streams[i%2].Write([]byte(text)); n != len(text) || err != nil {
			t.Fatal("want all written, found ", n, err)
		}
	}
	return one.String(), two.String(), pipe.String()
}

// Only the beginning of a command is escaped, and text that is not a command stays unchanged.
func TestGuard(t *testing.T) {
	for text, want := range map[string]string{
		"::stop-commands::x\n":          `:\u003astop-commands::x` + "\n",
		"a\n \t::error::x":              "a\n \t:" + `\u003aerror::x`,
		"a\r::error::x":                 "a\r:" + `\u003aerror::x`,
		"\f\v\u0085\u2028\u00a0::x":     "\f\v\u0085\u2028\u00a0:" + `\u003ax`,
		"\ufeff::x":                     "\ufeff:" + `\u003ax`,
		":::x":                          `:\u003a:x`,
		"##[error]x":                    `##\u005berror]x`,
		"a ###[group]":                  `a ###\u005bgroup]`,
		"##[##[":                        `##\u005b##\u005b`,
		"std::vector<a::b>":             "std::vector<a::b>",
		"x.cpp:3::4: # [a] #[b] ## [c]": "x.cpp:3::4: # [a] #[b] ## [c]",
		": :x\n:\n:x":                   ": :x\n:\n:x",
		"# ::x\n\x1b[31mred":            "# ::x\n\x1b[31mred",
	} {
		if got, _, _ := guarded(t, text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
		expect.Equal(t, 0, len(commands(want)), "commands in", want)
	}
}

// For every division of a text into writes to two streams, neither stream holds a command, nor does a common
// pipe. Text that cannot be a command stays unchanged.
func TestGuardHoldsNoCommand(t *testing.T) {
	piece := rapid.StringOf(rapid.SampledFrom([]rune(":::::###[[] \t\n\r\f\u0085\u00a0\u2028\u3000\ufeffax%\x00\x1b")))
	effort.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOf(piece).Draw(t, "texts")
		out, errors, both := guarded(t, texts...)
		for _, text := range []string{out, errors, both} {
			if found := commands(text); len(found) > 0 {
				t.Fatalf("%q are commands in %q", found, text)
			}
		}
		if undone := strings.NewReplacer(`\u003a`, ":", `\u005b`, "[").Replace(both); undone != strings.Join(texts, "") {
			t.Fatalf("%q is the pipe, and without escapes %q", both, undone)
		}
		whole, streams := strings.Join(texts, ""), [2]string{}
		for i, text := range texts {
			streams[i%2] += text
		}
		for _, text := range append(streams[:], whole) {
			if strings.Contains(text, "::") || strings.Contains(text, "##[") {
				return
			}
		}
		if both != whole {
			t.Fatalf("%q became %q", whole, both)
		}
	})
}

// Bytes of any encoding hide no command, and a JSON document means the same when guarded.
func FuzzGuard(f *testing.F) {
	for _, seed := range []string{"::error::x", "\xa0::x", "a\n\xff\xfe::x", `a\##[x]`, "##", "[x]", `"\`} {
		f.Add(seed, uint8(1))
	}
	f.Fuzz(func(t *testing.T, text string, cut uint8) {
		at := min(int(cut), len(text))
		var out bytes.Buffer
		stream := escape.Guard(&out)[0]
		for _, part := range []string{text[:at], text[at:]} {
			must.Get(io.WriteString(stream, part))(t)
		}
		if found := commands(out.String()); len(found) > 0 {
			t.Fatalf("%q are commands", found)
		}
		out.Reset()
		must.Do(t, escape.Encode(escape.Guard(&out)[0], []string{text}, " "))
		var back []string
		if err := json.Unmarshal(out.Bytes(), &back); err != nil || len(back) != 1 || utf8.ValidString(text) && back[0] != text {
			t.Fatalf("%v, %q came back as %q from %s", err, text, back, &out)
		}
	})
}

// A command of touchstone bypasses the guard, and the line after it is touchstone's, too.
func TestCommands(t *testing.T) {
	var out bytes.Buffer
	stream := escape.Guard(&out)[0]
	for _, w := range []struct {
		to   io.Writer
		text string
	}{{stream, ":"}, {escape.Commands(stream), ":notice::x\n"}, {stream, "::error::y\n"}, {escape.Commands(&out), "::z\n"}} {
		must.Get(io.WriteString(w.to, w.text))(t)
	}
	expect.Equal(t, "::notice::x\n:"+`\u003aerror::y`+"\n::z\n", out.String())
}

// Write errors are reported.
func TestGuardErrors(t *testing.T) {
	for _, to := range []io.Writer{failing{}, short{}} {
		if n, err := escape.Guard(to)[0].Write([]byte("::x")); n != 0 || err == nil {
			t.Errorf("%T: want an error, found %d bytes written", to, n)
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

type short struct{}

func (short) Write(text []byte) (int, error) { return len(text) / 2, nil }

// No case of the corpus looks like a command: on a guarded stream, too, every input and every right
// answer is the same to the byte.
func TestCorpusHoldsNoCommand(t *testing.T) {
	files, err := filepath.Glob("../../cases/*/*.txtar")
	if err != nil || len(files) < 100 {
		t.Fatalf("found %d cases: %v", len(files), err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, _, _ := guarded(t, string(text)); got != string(text) {
			t.Errorf("%s is changed: %q", path, commands(string(text)))
		}
	}
}
