package cases_test

import (
	"bytes"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A case on an input has its bytes, also where they are not as an archive would have them, and counts as any case does.
func TestOnInput(t *testing.T) {
	a, err := oracle.Lookup("mancala")
	must.Do(t, err)
	for _, input := range []string{"1\n1\n1\n3 3 3\n3 3 3\n0\n0\n", "1\r\n1\r\n1\r\n3 3 3 \r\n3 3 3\r\n0\r\n0", "1\r\n1\n1\n3 3 3\n3 3 3\n0\n0\n\n\n"} {
		c, err := cases.OnInput(a, "mine", "mine.txt", []byte(input))
		must.Do(t, err)
		if c.Points != 1 {
			t.Errorf("%q: it counts %v", input, c.Points)
		}
		whole, err := c.Complete(t.Context())
		must.Do(t, err)
		if g, err := whole.Golden("next_state.txt"); err != nil || string(g.Text) != "3 4 4\n0 0 5\n0\n2\n" {
			t.Errorf("%q: answer %q, %v", input, g.Text, err)
		}
		script := txtar.Parse(whole.Script())
		text := script.Files[0].Data
		if bytes.Contains(script.Comment, []byte("chomp input.txt\n")) {
			text = bytes.TrimSuffix(text, []byte("\n"))
		}
		if string(text) != input {
			t.Errorf("a program gets %q of %q", text, input)
		}
	}
	if _, err := cases.OnInput(a, "mine", "mine.txt", []byte("1\n1\n1\n3 3 3\n3 3 3\n0\n0\n-- x --\n")); err == nil {
		t.Error("an input in which a file begins is taken")
	}
	const marked = "-- x --\n"
	lenient := *a // parses every text
	lenient.Parse = func(name string, _ []byte) (homework.Problem, error) {
		return a.Parse(name, []byte("1\n1\n1\n3 3 3\n3 3 3\n0\n0\n"))
	}
	if c, err := cases.OnInput(&lenient, "mine", "mine.txt", []byte(marked)); err != nil || string(c.Given()) != marked {
		t.Errorf("a program gets %q of %q, %v", c.Given(), marked, err)
	}
	if _, err := cases.OnInput(a, "mine", "mine.txt", []byte("1\n1\n")); err == nil || err.Error() != "mine.txt:3: want the cut-off depth, found the end of the file" {
		t.Errorf("%v", err)
	}
}

// A case has line ends of Windows if its script makes them.
func TestCRLF(t *testing.T) {
	a, err := oracle.Lookup("mancala")
	must.Do(t, err)
	all, err := cases.Embedded(a)
	must.Do(t, err)
	for _, c := range all {
		if made := c.Name == "lines-end-in-blanks-and-crlf"; c.CRLF() != made {
			t.Errorf("%s: CRLF is %t", c.Name, !made)
		}
	}
}
