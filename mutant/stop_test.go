package mutant_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// The rows that a solver reports are the log in its files, with every fault that is not in how files
// are written. A solver that is stopped at a row goes no further.
func TestRowsAreTheLog(t *testing.T) {
	for _, a := range oracle.Assignments() {
		all, err := cases.Embedded(a)
		must.Do(t, err)
		for i, c := range all {
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
		all, err := cases.Embedded(a)
		must.Do(t, err)
		for i, c := range all {
			shown, ok := c.Problem.(homework.Replayer)
			if !ok || i%30 != 7 || shown.Stage().File == "" {
				continue
			}
			right := countRows(a, c, "")
			for _, fault := range catalog.Faults(a) {
				if fault.Kind != "output" && fault.Kind != "form" {
					continue
				}
				if got := countRows(a, c, fault.ID); got != right {
					t.Errorf("%s %s, fault %q: %d rows, want %d", a.Name, c.Name, fault.ID, got, right)
				}
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
	if !errors.Is(err, mutant.ErrStopped) || files != nil || seen != len(rows)/2+1 {
		t.Errorf("%s %s, fault %q: stopped after %d of %d rows with %v, %v", a.Name, c.Name, fault, seen, len(rows), files, err)
	}
}
