package mutant_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// A fault of form affects the form of every line, and nothing else.
func TestFormOfEveryLine(t *testing.T) {
	input := []byte("2\n1\n2\n" + pits6)
	right, err := solve(t, "mancala", "", input)
	if err != nil {
		t.Fatal(err)
	}
	for id, form := range map[string]func(string) string{
		"crlf-line-ends":        func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") },
		"trailing-blanks":       func(text string) string { return strings.ReplaceAll(text, "\n", " \n") },
		"final-newline-missing": func(text string) string { return strings.TrimSuffix(text, "\n") },
	} {
		got, err := solve(t, "mancala", "", input, id)
		if err != nil || len(got) != len(right) {
			t.Fatalf("%s: %d files, %v", id, len(got), err)
		}
		for name, text := range right {
			if got[name] != form(text) {
				t.Errorf("%s: %s is %.200q, want %.200q", id, name, got[name], form(text))
			}
		}
	}
}

// star returns a map of the given number of states around one, with names of the given
// length. A search of two plies has some 150 rows, most of them with such a name.
func star(states, letters int) string {
	var names []string
	for i := range states {
		names = append(names, fmt.Sprintf("S%0*d", letters, i))
	}
	return "G, R\nA: R-1\n2\nG: 1, R: 2\nG: 2, R: 1\nA: " + strings.Join(names, ", ") + "\n"
}

// A solver with a fault gives up a search that exceeds its limits, both in bytes of the log
// and in nodes. One without a fault does not: it is right, however long it takes.
func TestGivesUp(t *testing.T) {
	const form = "crlf-line-ends"
	wide := "9\nMINIMAX\nX\n3\n" + strings.Repeat("1 1 1 1 1 1 1 1 1\n", 9) + strings.Repeat("OOOO.....\n", 9)
	for _, c := range []struct {
		name, assignment, input string
		gives                   bool
	}{
		{"a short log of few nodes", "mapcolor", star(30, 10), false},
		{"a long log of few nodes", "mapcolor", star(30, 60_000), true},
		{"no log, and few nodes", "gangwars", strings.Replace(wide, "X\n3", "X\n2", 1), false},
		{"no log, and many nodes", "gangwars", wide, true},
	} {
		files, err := solve(t, c.assignment, "", []byte(c.input), form)
		if errors.Is(err, mutant.ErrGaveUp) != c.gives || (err == nil) == c.gives || (len(files) == 0) != c.gives {
			t.Errorf("%s: %d files, error %.200v, want it to give up: %v", c.name, len(files), err, c.gives)
		}
	}
	if files, err := solve(t, "mapcolor", "", []byte(star(30, 60_000))); err != nil || len(files["output.txt"]) <= search.MaxLog {
		t.Errorf("without a fault: %d bytes, error %.200v", len(files["output.txt"]), err)
	}
}

// Blanks are accepted at the end of a line and nowhere else (docs/rules/README.md,
// "Input").
func TestBlanksBeforeWords(t *testing.T) {
	input := "X\n1\n" + start
	for _, c := range []struct {
		input string
		ok    bool
	}{{input, true}, {strings.Replace(input, "X\n", "X \t\n", 1), true}, {" " + input, false}, {strings.Replace(input, "***OX***", " ***OX**", 1), false}} {
		if _, err := solve(t, "reversi", "", []byte(c.input)); (err == nil) != c.ok {
			t.Errorf("%q: error %v", c.input, err)
		}
	}
}
