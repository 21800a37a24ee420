package mutant_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// inputs is how many random inputs there are for each assignment.
var inputs = effort.Of(200, 600, 20_000)

// Two programs that share no code agree, in every edition.
func TestAgreesWithOracle(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			r := random.New(1)
			for range inputs {
				p := a.Generator.Small(r)
				for _, edition := range a.EditionNames() {
					compare(t, a, edition, p)
				}
			}
		})
	}
}

// compare fails the test if the two solvers differ on an input.
func compare(t *testing.T, a *oracle.Assignment, edition string, p homework.Problem) {
	t.Helper()
	first := gametest.AnswerTexts(t, p, homework.Options{Edition: edition})
	if len(a.Editions) == 1 {
		edition = ""
	}
	second, err := catalog.Second(a).Solve(edition, []byte(p.String()))
	if err != nil {
		t.Fatalf("%v, on the input\n%s", err, p)
	}
	if diff := cmp.Diff(first, second); diff != "" {
		t.Fatalf("edition %q (- oracle, + second solver):\n%s\non the input\n%s", edition, diff, p)
	}
}

// The second solver agrees with the corpus.
func TestAgreesOnCorpus(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for _, c := range gametest.Corpus(t, a) {
			for _, edition := range a.EditionNames() {
				compare(t, a, edition, c.Problem)
			}
		}
	}
}

// The rows that a solver reports are the log in its files, with every fault that is not in how files
// are written. A solver that is stopped at a row goes no further.
func TestRowsAreTheLog(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for i, c := range gametest.Corpus(t, a) {
			shown, ok := c.Problem.(homework.Replayer)
			if !ok || i%30 != 7 {
				continue
			}
			stage := shown.Stage()
			if golden, err := c.Golden(stage.File); err != nil || golden.Bytes > 2000 {
				continue
			}
			for _, fault := range append(catalog.Faults(a), mutant.Fault{}) {
				if fault.Kind != "output" && fault.Kind != "form" {
					expectRows(t, a, c, stage, fault.ID)
				}
			}
		}
	}
}

// A mistake in how files are written does not change the length of a search, so that for a long search no
// whole file has to be made.
func TestFilesLeaveTheSearch(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for i, c := range gametest.Corpus(t, a) {
			shown, ok := c.Problem.(homework.Replayer)
			if !ok || i%30 != 7 || shown.Stage().File == "" {
				continue
			}
			right := countRows(a, c, "")
			for _, fault := range catalog.Faults(a) {
				if fault.Kind != "output" && fault.Kind != "form" {
					continue
				}
				expect.Equal(t, right, countRows(a, c, fault.ID), a.Name, c.Name, "fault", fault.ID)
			}
		}
	}
}

// countRows returns how many rows a solver with a fault reports before it ends or gives up.
func countRows(a *oracle.Assignment, c *cases.Case, fault string) (n int) {
	_, _ = catalog.Second(a).SolveUntil("", c.Input(), func(string) bool { n++; return false }, fault)
	return n
}

func expectRows(t *testing.T, a *oracle.Assignment, c *cases.Case, stage replay.Stage, fault string) {
	t.Helper()
	var rows []string
	files, err := catalog.Second(a).SolveUntil("", c.Input(), func(row string) bool {
		rows = append(rows, row)
		return false
	}, fault)
	if errors.Is(err, mutant.ErrGaveUp) {
		return
	}
	must.Do(t, err)
	log := strings.Split(strings.TrimSuffix(files[stage.File], "\n"), "\n")
	log = log[min(stage.First-1, len(log)):]
	if len(rows) > len(log) || !slices.Equal(rows, log[:len(rows)]) || len(rows) == 0 {
		t.Errorf("%s %s, fault %q: rows\n%q\nwant\n%q", a.Name, c.Name, fault, rows, log)
		return
	}
	seen := 0
	files, err = catalog.Second(a).SolveUntil("", c.Input(), func(row string) bool {
		seen++
		return seen > len(rows)/2
	}, fault)
	expect.True(t, errors.Is(err, mutant.ErrStopped) && files == nil && seen == len(rows)/2+1, a.Name,
		c.Name, "fault", fault, "stopped after", seen, "of", len(rows), "rows with", files, err)
}

// A fault of form affects the form of every line, and nothing else.
func TestFormOfEveryLine(t *testing.T) {
	input := []byte("2\n1\n2\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n")
	right := must.Get(solve(t, "mancala", "", input))(t)
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
			expect.Equal(t, form(text), got[name], id, name)
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

// A solver with a fault gives up a search that exceeds its limits, both in bytes of the log and in nodes. A
// solver without a fault never gives up.
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
		expect.True(t, errors.Is(err, mutant.ErrGaveUp) == c.gives && (err == nil) != c.gives &&
			(len(files) == 0) == c.gives, c.name, len(files), "files, error", err, "want it to give up", c.gives)
	}
	long := must.Get(solve(t, "mapcolor", "", []byte(star(30, 60_000))))(t)["output.txt"]
	expect.True(t, len(long) > search.MaxLog, "without a fault the log is long")
}

// Blanks are accepted at the end of a line and nowhere else (docs/rules/README.md, "Input").
func TestBlanksBeforeWords(t *testing.T) {
	blank := strings.Repeat("********\n", 3)
	input := "X\n1\n" + blank + "***OX***\n***XO***\n" + blank
	for _, c := range []struct {
		input string
		ok    bool
	}{{input, true}, {strings.Replace(input, "X\n", "X \t\n", 1), true}, {" " + input, false}, {strings.Replace(input, "***OX***", " ***OX**", 1), false}} {
		_, err := solve(t, "reversi", "", []byte(c.input))
		expect.Equal(t, c.ok, err == nil, c.input, err)
	}
}
