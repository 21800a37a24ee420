package judge

import (
	"bytes"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

type inMemory struct{ *bytes.Reader }

func (inMemory) Close() error { return nil }

// What does not pass is kept, up to a limit: for its form, too, unless the course accepts that.
func TestText(t *testing.T) {
	a, err := oracle.Lookup("reversi")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	right := output.Memory{}
	if _, err := all[0].Problem.Solve(t.Context(), homework.Options{}, right); err != nil {
		t.Fatal(err)
	}
	const name = "output.txt"
	whole := int64(len(right[name]))
	for _, c := range []struct {
		what       string
		text       []byte
		course     bool
		most, kept int64
		verdict    verdict.Verdict
	}{
		{"right", right[name], false, 2 * whole, 0, verdict.Pass},
		{"CRLF", bytes.ReplaceAll(right[name], []byte("\n"), []byte("\r\n")), false, 9, 9, verdict.Format},
		{"CRLF, accepted", bytes.ReplaceAll(right[name], []byte("\n"), []byte("\r\n")), true, 9, 0, verdict.Pass},
		{"wrong", bytes.Replace(right[name], []byte("Node"), []byte("node"), 1), false, 2 * whole, whole, verdict.Wrong},
		{"wrong, of which nothing is kept", []byte("x"), false, 0, 0, verdict.Wrong},
	} {
		j := Judge{Case: all[0], Course: c.course, Text: c.most, Open: func(string) (File, error) { return inMemory{bytes.NewReader(c.text)}, nil }}
		f, err := j.File(t.Context(), name)
		if err != nil || f.Verdict != c.verdict || !bytes.Equal(f.Text, c.text[:c.kept]) || f.Cut != (c.kept > 0 && c.kept == c.most) {
			t.Errorf("%s: %s, %d bytes kept, cut: %v, %v; want %s, %d bytes", c.what, f.Verdict, len(f.Text), f.Cut, err, c.verdict, c.kept)
		}
	}
}

// Lines that a course accepts are not in what is kept of a file that is wrong otherwise (docs/rules/mancala.md rule 11).
func TestTextWithoutOptional(t *testing.T) {
	a, err := oracle.Lookup("mancala")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	const name = "traverse_log.txt"
	tried := 0
	for _, c := range all {
		marked, plain := output.Memory{}, output.Memory{}
		for sink, o := range map[*output.Memory]*homework.OptionalLines{&marked: a.Optional, &plain: nil} {
			if _, err := c.Problem.Solve(t.Context(), homework.Options{Optional: o}, *sink); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Contains(marked[name], []byte(a.Optional.Mark)) {
			continue
		}
		tried++
		end := func(text []byte) []byte {
			return append(bytes.ReplaceAll(text, []byte(a.Optional.Mark), nil), "one more\n"...)
		}
		text := end(marked[name])
		for course, want := range map[bool][]byte{true: end(plain[name]), false: text} {
			j := Judge{Case: c, Course: course, Text: 1 << 20, Open: func(string) (File, error) { return inMemory{bytes.NewReader(text)}, nil }}
			if f, err := j.File(t.Context(), name); err != nil || f.Verdict != verdict.Wrong || !bytes.Equal(f.Text, want) {
				t.Errorf("%s, course %v: %s, %v, kept\n%s\nwant\n%s", c.Name, course, f.Verdict, err, f.Text, want)
			}
		}
	}
	if tried == 0 {
		t.Error("no case has such lines")
	}
}
