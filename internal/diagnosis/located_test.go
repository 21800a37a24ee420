package diagnosis_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"
	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Where no move is taken back at a cut all is right up to the first one.
func TestBeyondCut(t *testing.T) {
	a := lookup(t, "reversi")
	results := judgedBy(t, a, func(c *cases.Case) diagnosistest.Run {
		run := diagnosistest.Faulty(c)
		game := c.Problem.(homework.Replayer)
		lines := strings.Split(run.Files["output.txt"], "\n")
		at, cut, found := game.Stage().First-1, false, false
		err := game.Replay(t.Context(), homework.Options{}, func(s replay.Step) error {
			if cut && s.Kind == replay.Leaf && !found {
				found = true
				columns := strings.Split(lines[at], ",")
				columns[2] = fmt.Sprint(s.Value + 3)
				lines[at] = strings.Join(columns, ",")
			}
			cut = cut || s.Cut
			at++
			return nil
		})
		must.Do(t, err)
		run.Files["output.txt"] = strings.Join(lines, "\n")
		return run
	})
	causes, _, err := diagnosis.Program(t.Context(), diagnosis.Question{Assignment: a, Results: results})
	if err != nil || len(causes) == 0 || !strings.Contains(causes[0].Right, "These logs are right until a node is cut") || strings.Contains(causes[0].Right, "beside it") {
		t.Errorf("told %s, %v", words(causes, nil), err)
	}
}

// Where a move reaches beyond its own branch of the tree the first leaves and nodes are right, and the next ones are not. What is wrong
// wherever it shows is wrong at the first leaf of some case. At night that is so of each fault that there is.
func TestBeyondBranch(t *testing.T) {
	beyond := map[string]bool{
		"mancala board-shared-by-moves": true, "squirrel board-shared-by-moves": true, "reversi board-shared-by-moves": true,
		"reversi captures-not-taken-back": true, "mapcolor colours-not-taken-back": true, "mapcolor cutting-move-not-taken-back": true,
		"mapcolor taken-colours-not-counted": true,
	}
	by := map[string][]string{
		"mancala": {"board-shared-by-moves", "capture-needs-stones-across"}, "reversi": {"captures-not-taken-back", "diagonals-overlooked"},
		"squirrel": {"raid-conquers-nothing"}, "mapcolor": {"cutting-move-not-taken-back", "taken-colours-not-counted"},
	}
	for assignment, faults := range by {
		a := lookup(t, assignment)
		if effort.Night() {
			faults = nil
			for _, f := range catalog.Second(a).Faults() {
				faults = append(faults, f.ID)
			}
		}
		for _, fault := range faults {
			results := judgedBy(t, a, func(of *cases.Case) diagnosistest.Run { return diagnosistest.Faulty(of, fault) })
			causes, _, err := diagnosis.Program(t.Context(), diagnosis.Question{Assignment: a, Results: results, Unknown: func(mutant.Fault) bool { return true }})
			if err != nil {
				t.Fatalf("%s: %v", fault, err)
			}
			told := 0
			for _, cause := range causes {
				if strings.Contains(cause.Right, "sibling moves") || strings.Contains(cause.Right, "taking its move back") {
					told++
				}
			}
			if name := assignment + " " + fault; told > 1 || (told == 1) != beyond[name] {
				t.Errorf("%s: that moves reach beyond their branch is told %d times: %s", name, told, words(causes, nil))
			}
		}
	}
}

// All that is said of some programs is in testdata: of mistakes beside each other, of unknown ones, and of programs that do not
// come to their end. The first differences are those of package decision.
func TestTold(t *testing.T) {
	ended := func(how verdict.Verdict, every int, faults ...string) func(c *cases.Case) diagnosistest.Run {
		n := 0
		return func(c *cases.Case) diagnosistest.Run {
			run := diagnosistest.Faulty(c, faults...)
			if n++; n%every == 0 {
				run.Ended, run.At, run.Errors = how, "main.py:12", "Traceback\nIndexError: list index out of range\n"
				for name, text := range run.Files {
					run.Files[name] = text[:len(text)/2]
				}
			}
			return run
		}
	}
	faulty := func(faults ...string) func(c *cases.Case) diagnosistest.Run { return ended("", 1<<20, faults...) }
	unknown := func(mutant.Fault) bool { return true }
	for _, c := range []struct {
		name, assignment string
		program          func(c *cases.Case) diagnosistest.Run
		unknown          func(mutant.Fault) bool
	}{
		{"two", "squirrel", faulty("entry-lines-of-inner-max-nodes-missing", "search-for-x-always"), nil},
		{"three", "mancala", faulty("captured-stones-stay", "moves-reversed", "final-newline-missing"), nil},
		{"unknown", "reversi", faulty("strict-cuts", "corner-weight-one-digit"), unknown},
		{"crash", "squirrel", ended(verdict.Crash, 3, "evaluation-counts-pieces"), nil},
		{"timeout", "mapcolor", ended(verdict.Timeout, 2, "dead-end-scores-0"), nil},
		{"unknown-and-form", "mancala", faulty("captured-stones-stay", "blanks-after-commas"), unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := lookup(t, c.assignment)
			all, err := diagnosistest.Judge(t.Context(), a, c.program)
			must.Do(t, err)
			var results []verdict.Result
			for i, r := range all {
				if i%4 == 1 {
					results = append(results, r)
				}
			}
			causes, unexplained := causesOf(t, diagnosis.Question{Assignment: a, Results: results, Unknown: c.unknown})
			var out bytes.Buffer
			for _, cause := range causes {
				fmt.Fprintln(&out, cause.Brief())
				for _, note := range cause.Notes() {
					fmt.Fprintln(&out, " ", note)
				}
				if e := cause.First; e != nil && e.Decision != nil {
					fmt.Fprintf(&out, "  %s:%d %s: %q\n", e.File, e.Line, e.Decision.Key, e.Says)
				}
				cause.First = nil
				text, err := json.MarshalIndent(cause, "", " ")
				must.Do(t, err)
				fmt.Fprintf(&out, "%s\n\n", text)
			}
			slices.Sort(unexplained)
			fmt.Fprintf(&out, "unexplained %q\n", unexplained)
			goldie.New(t, goldie.WithFixtureDir("testdata/told")).Assert(t, c.name, out.Bytes())
		})
	}
}
