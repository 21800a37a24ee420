package oracle_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// Parsing is lenient about accidental differences in real files, and the resulting problem contains none of
// them (docs/rules/README.md "Input").
func TestLenience(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			r := random.New(10)
			for range count(500) {
				want := a.Generator.Small(r)
				text := want.String()
				variants := map[string]string{
					"as printed":             text,
					"CRLF":                   strings.ReplaceAll(text, "\n", "\r\n"),
					"no final newline":       strings.TrimSuffix(text, "\n"),
					"CR at the end":          strings.TrimSuffix(text, "\n") + "\r",
					"blanks at line ends":    strings.ReplaceAll(text, "\n", " \t \n"),
					"blanks before CRLF":     strings.ReplaceAll(text, "\n", " \r\n"),
					"blank lines at the end": text + "\n  \n\t\r\n\n",
					"all of it":              strings.ReplaceAll(text, "\n", "\t \r\n") + " \r\n \n  ",
				}
				switch a.Name {
				case "reversi": // reversi rule 1
					variants["blank lines between"] = strings.ReplaceAll(text, "\n", "\n \r\n\n")
				case "mapcolor": // mapcolor rule 1
					variants["blanks around tokens"] = strings.NewReplacer(",", "\t , ", ":", " :  ").Replace(text)
					variants["no blanks"] = strings.ReplaceAll(text, " ", "")
				default:
					variants["several blanks"] = strings.ReplaceAll(text, " ", "  \t")
				}
				for name, variant := range variants {
					got, err := a.Parse("input.txt", []byte(variant))
					if err != nil {
						t.Fatalf("%s: %v, in\n%q", name, err, variant)
					}
					if !reflect.DeepEqual(want, got) {
						t.Fatalf("%s (-want +got):\n%s", name, cmp.Diff(want, got))
					}
				}
			}
		})
	}
}

// Mapcolor drops the blanks before a line too (mapcolor rule 1).
func TestMapcolorBlanksBeforeLines(t *testing.T) {
	want := parse(t, "mapcolor", australia)
	got := parse(t, "mapcolor", " "+strings.ReplaceAll(strings.TrimSuffix(australia, "\n"), "\n", "\n\t "))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Bounds of the rules that are still inside.
func TestAccepted(t *testing.T) {
	for _, c := range []struct{ name, assignment, input string }{
		{"squirrel values beyond the handout's", "squirrel", strings.Replace(squirrelInput, "20 16 1 32 30", "100 1 1000000 1 1", 1)},
		{"squirrel cut-off 0", "squirrel", strings.Replace(squirrelInput, "\n2\n20", "\n0\n20", 1)},
		{"squirrel cut-off 1000000", "squirrel", strings.Replace(squirrelInput, "\n2\n20", "\n1000000\n20", 1)},
		{"squirrel battle, O first", "squirrel", strings.NewReplacer("\nX\n", "\nO\n", "\nO\n", "\nX\n").Replace(battleInput)},
		{"gangwars of width 1", "gangwars", "1\nALPHABETA\nO\n1\n1000000\n.\n"},
		{"reversi depth 0", "reversi", "O\n0\n" + startBoard},
		{"reversi with a full board", "reversi", "O\n0\n" + strings.Repeat("XXXXXXXX\n", 8)},
		{"mancala, ten pits", "mancala", "3\n2\n1\n1 2 3 4 5 6 7 8 9 10\n0 0 0 0 0 0 0 0 0 0\n1000\n0\n"},
		{"mancala with a million stones", "mancala", "3\n2\n1\n0 0 999999\n0 0 0\n0\n1\n"},
		{"mancala greedy, cut-off 0", "mancala", "1\n1\n0\n3 3 3\n3 3 3\n0\n0\n"},
		{"mapcolor without a map", "mapcolor", "R\nWA: R-2\n0\nR: -1000000\nR: 1000000\n"},
		{"mapcolor state without neighbours", "mapcolor", "R\nWA: R-2\n0\nR: 0\nR: 0\nT:\n"},
		{"mapcolor with 1000 states", "mapcolor", "R\nWA: R-2\n0\nR: 0\nR: 0\nWA: " + manyStates(999) + "\n"},
		{"mapcolor colours that differ in case", "mapcolor", "R, r\nWA: R-2, wa: r-1\n0\nR: 0, r: 1\nr: 0, R: 1\nwa: WA\n"},
	} {
		if p := parse(t, c.assignment, c.input); len(p.Files()) == 0 {
			t.Errorf("%s: no files", c.name)
		}
	}
}

// A competition input of gangwars is right, and printed as it was, but there is
// no answer to it (gangwars rule 1).
func TestCompetition(t *testing.T) {
	for _, clock := range []string{"300", "299.5", "0.01", ".5", "7."} {
		text := strings.Replace(gangwarsInput, "MINIMAX\nX\n1\n", "COMPETITION\nX\n"+clock+"\n", 1)
		p := parse(t, "gangwars", text)
		if got := p.(*gangwars.Input).Clock; got != clock || p.String() != text {
			t.Errorf("clock %q of\n%s, want %q of\n%s", got, p, clock, text)
		}
		files := output.Memory{}
		_, err := p.Solve(context.Background(), homework.Options{}, files)
		var refusal homework.Refusal
		if !errors.As(err, &refusal) || len(files) > 0 {
			t.Errorf("clock %q: error %v and files %v, want a refusal and none", clock, err, files)
		}
	}
}

// The table of assignments: each is found by its name, in its default edition, and its files end as declared.
func TestAssignments(t *testing.T) {
	for _, a := range oracle.Assignments() {
		if found, err := oracle.Lookup(a.Name); found != a {
			t.Errorf("%s: found %v by its name, error %v", a.Name, found, err)
		}
		if e, err := a.Edition(""); err != nil || e != a.Editions[0].Name {
			t.Errorf("%s: the default edition is %q, error %v, want %q", a.Name, e, err, a.Editions[0].Name)
		}
		if e, err := a.Edition("second"); err == nil {
			t.Errorf("%s: there is an edition %q", a.Name, e)
		}
		corpus, err := cases.Embedded(a)
		if err != nil || len(corpus) == 0 {
			t.Errorf("%s: %d cases in cases/%s, error %v, want some", a.Name, len(corpus), a.Name, err)
			continue
		}
		for file, text := range answer(t, corpus[0].Problem, homework.Options{}) { // "Bytes"
			if strings.HasSuffix(string(text), "\n") != a.FinalNewline {
				t.Errorf("%s: %s ends in %q, want a final newline: %v", a.Name, file, text[len(text)-1:], a.FinalNewline)
			}
		}
	}
	if _, err := oracle.Lookup("chess"); err == nil {
		t.Error("there is an assignment chess")
	}
}

// The assignments with several editions, the default first.
func TestEditionNames(t *testing.T) {
	for name, want := range map[string][]string{"reversi": {"final", "first"}, "mapcolor": {"revised", "handout"}} {
		a, err := oracle.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, a.EditionNames()); diff != "" {
			t.Errorf("%s: editions (-want +got):\n%s", name, diff)
		}
	}
}

// manyStates returns a list of n names.
func manyStates(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("s", i)
	}
	return strings.Join(names, ", ")
}
