package escape_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/escape"
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
		if got := escape.Text(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

// A Line contains no second line.
func TestLine(t *testing.T) {
	if got, want := escape.Line("a\tb\n\x1b[1A"), `a\tb\n\x1b[1A`; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
}

// Names in any script steer nothing, though some hold what cannot be seen.
func TestSteers(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "Übung 1": false, "作业": false, "نرم\u200cافزار": false, "👩\u200d🏫\ufe0f": false, "a\u00a0b": false, "\ufffd": false,
		"a\nb": true, "a\tb": true, "\x00": true, "\x7f": true, "\u009b": true, "\u2028": true, "\u2029": true,
		"\u202e": true, "\u2067": true, "\u200e": true, "\u061c": true, "\xff": true,
	} {
		if got := escape.Steers(text); got != want {
			t.Errorf("%q: found %v, want %v", text, got, want)
		}
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
	if err := escape.Encode(&b, "\xff\x9b", ""); err != nil {
		t.Fatal(err)
	}
	if got, want := b.String(), `"\ufffd\ufffd"`+"\n"; got != want || !utf8.ValidString(got) {
		t.Errorf("found %q, want %q", got, want)
	}
}
