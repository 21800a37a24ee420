package course_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/class/course"
	"github.com/touchstone-suite/touchstone/internal/class/course/coursetest"
	"github.com/touchstone-suite/touchstone/internal/escape"
)

// Text that steers a terminal or deceives whoever reads it is refused in every place, with file and
// line, by the parser and by the schema.
func TestSteeringText(t *testing.T) {
	all, s := coursetest.Places(t), schema(t)
	if len(all) < 40 {
		t.Fatalf("found only %d places: %v", len(all), all)
	}
	for _, p := range all {
		for _, text := range []string{"\x1b[2Jx", "x\nx", "x\rx", "x\tx", "x\u009bx", "x\x7f", "x\u0085x", "x\u202ex", "\u2066x", "x\u200f", "x\u061cx", "x\u2028x"} {
			src, line := p.File(t, text)
			_, err := course.Parse("f", []byte(src), nil)
			if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("f:%d: want one line of text without control characters", line)) {
				t.Errorf("%s: want an error of line %d for %q, found %v", p, line, text, err)
				continue
			}
			if escape.Text(err.Error()) != err.Error() {
				t.Errorf("%s: %q shows what it tells of", p, err)
			}
			if conforms(t, s, src) {
				t.Errorf("%s: the schema accepts %q", p, text)
			}
		}
	}
}

// The same without escapes, of which the parser of YAML tells no line.
func TestSteeringBytes(t *testing.T) {
	for _, text := range []string{"\x1b[2J", "\x00", "x\u009bx", "x\x7f", "x\u0085x", "x\u202ex", "x\xff"} {
		for _, line := range []string{"title: ", "# "} {
			_, err := course.Parse("f", []byte("assignment: reversi\r\n"+line+text+"\n"), nil)
			if line == "# " && text == "x\u202ex" { // in a comment, where it stays
				continue
			}
			if err == nil || !strings.HasPrefix(err.Error(), "f:2: want one line of text without control characters") || escape.Text(err.Error()) != err.Error() {
				t.Errorf("%q: want an error of line 2, found %v", line+text, err)
			}
		}
	}
}

// Text of any script may stand where text may, also such as is not seen.
func TestForeignText(t *testing.T) {
	for _, text := range []string{"Übung 1 – “Spiele”", "作业 ①", "نرم\u200cافزار", "👩\u200d🏫 1", "=1+1", "::error::x"} {
		src, _ := coursetest.Place{Keys: []string{"title"}}.File(t, text)
		f, err := course.Parse("f", []byte(src), nil)
		if err != nil || f.Title != text {
			t.Errorf("%q: %v", text, err)
		}
		if !conforms(t, schema(t), src) {
			t.Errorf("the schema refuses %q", text)
		}
	}
}
