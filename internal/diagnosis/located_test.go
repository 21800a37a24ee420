package diagnosis_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/sebdah/goldie/v2"
	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// The whole reports on some programs are in testdata: programs with several mistakes, with unknown ones, and
// programs that do not end normally. The first differences are tested in package decision.
func TestTold(t *testing.T) {
	n := 0 // the number of cases so far
	selects := func(*cases.Case) bool {
		n++
		return n%4 == 2
	}
	ended := func(how verdict.Verdict, every int, faults ...string) func(c *cases.Case) diagnosistest.Run {
		return func(c *cases.Case) diagnosistest.Run {
			run := diagnosistest.Faulty(c, faults...)
			if n%every == 0 {
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
			n = 0
			results, err := diagnosistest.JudgeOn(t.Context(), a, selects, c.program)
			must.Do(t, err)
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
