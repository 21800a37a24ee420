package verdict

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// Of a stack trace the error and the innermost frames are shown, of other words the last.
func TestLastWords(t *testing.T) {
	for _, test := range []struct{ errors, first string }{
		{"1\n2\n3\n4\n5\n6\n7\n8", "3"},
		{"log\npanic: no map\n\ngoroutine 1:\nmain.a\n\ta.go:1\nmain.b\n\tb.go:2\nmain.main\n\tc.go:3", "panic: no map"},
		{"x.js:3\n  f()\n  ^\n\nTypeError: no f\n    at f\n    at g\n    at h\n    at i\n    at j\n\nNode.js v20", "TypeError: no f"},
		{"log\nfatal error: all goroutines are asleep\n1\n2\n3\n4\n5\n6\n7", "fatal error: all goroutines are asleep"},
		{"log\nException in thread \"main\" java.lang.Error\n1\n2\n3\n4\n5\n6\n7", "Exception in thread \"main\" java.lang.Error"},
		{"Traceback:\n1\n2\n3\n4\n5\n6\nKeyError: 'A6'", "2"},
	} {
		lines := last(bytes.Split([]byte(test.errors), []byte("\n")))
		if string(lines[0]) != test.first || len(lines) != lastWords {
			t.Errorf("%q, want %d lines from %q on", lines, lastWords, test.first)
		}
	}
}

// A frame begins with a tab, which is shown as blanks; other signs that nobody sees are not.
func TestTabsOfFrames(t *testing.T) {
	r := Result{Verdict: Crash, Outcome: outcome.Outcome{Errors: []byte("main.a()\n\ta.go:1\x1b\n")}}
	var text bytes.Buffer
	r.Explain(&text, compare.Style{})
	if want := "  main.a()\n      a.go:1\\x1b\n"; !strings.HasSuffix(text.String(), want) {
		t.Errorf("%q, want it to end with %q", &text, want)
	}
}

// The last five refusals are reported.
func TestLastRefusals(t *testing.T) {
	r := Result{Verdict: Crash}
	for i := range 7 {
		r.Refused = append(r.Refused, outcome.Refusal{Act: outcome.ActRead, Path: fmt.Sprintf("/data/\x1b[2J%d\n", i)})
	}
	var text bytes.Buffer
	r.Explain(&text, compare.Style{})
	lines := strings.Split(strings.TrimSpace(text.String()), "\n")
	if len(lines) != 5 || !strings.Contains(lines[0], "[2J2") || !strings.Contains(lines[4], "[2J6") || strings.Contains(text.String(), "\x1b") {
		t.Errorf("told is %q", lines)
	}
}

// If a program printed an answer instead of writing a file, the first six lines are shown,
// and whether there are more.
func TestFirstWords(t *testing.T) {
	for _, c := range []struct {
		first   string
		printed int64
		lines   int
		more    bool
	}{
		{"one\n", 4, 1, false},
		{strings.Repeat("x", 1024), 1025, 1, true},
		{"1\n2\n3\n4\n5\n6\n", 12, 6, false},
		{"1\n2\n3\n4\n5\n6\n7\n", 14, 6, true},
	} {
		r := Result{Verdict: Missing, Outcome: outcome.Outcome{Printed: c.printed, First: []byte(c.first)}}
		var text bytes.Buffer
		r.Explain(&text, compare.Style{})
		told := strings.Split(strings.TrimSpace(text.String()), "\n")[1:] // without the heading
		if more := told[len(told)-1] == "  ..."; more != c.more || len(told) != c.lines && !more || more && len(told) != c.lines+1 {
			t.Errorf("of %d bytes told is %.200q", c.printed, told)
		}
	}
}

// Files that were left instead are named, and each refusal says what helps.
func TestExplained(t *testing.T) {
	r := Result{Verdict: Missing, Files: []File{
		{Name: "one.txt", Verdict: Missing, Reason: "it is not there", Left: []string{"One.txt"}}, {Name: "two.txt", Verdict: Missing, Reason: "it is not there", Left: []string{"a", "b"}}, {Name: "three.txt", Verdict: Pass, Reason: "nothing"},
	}, Refused: []outcome.Refusal{{Act: outcome.ActRead, Path: "/a"}, {Act: outcome.ActWrite, Path: "/b"}, {Act: "other"}}}
	var text bytes.Buffer
	r.Explain(&text, compare.Style{})
	for _, want := range []string{
		`it is not there; the program left "One.txt"`, `it is not there; the program left "a", "b"`,
		"to open /a (--allow-read /a)", "/b (programs write in their working folder)", "refused to other\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("want %s in\n%s", want, text.String())
		}
	}
	if strings.Contains(text.String(), "three.txt") {
		t.Errorf("a file that is right is told:\n%s", text.String())
	}
}
