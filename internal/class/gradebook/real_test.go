package gradebook_test

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/answers/answerstest"
	"github.com/touchstone-suite/touchstone/internal/class/gradebook"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// ofEach is how many cases of each game the real class has.
var ofEach = effort.Of(1, 3, 25)

// run runs a program on cases, and returns how it does.
func run(t *testing.T, a *oracle.Assignment, all []*cases.Case, jobs int, name string, command ...string) gradebook.Student {
	t.Helper()
	player, err := testscript.NewPlayer(t.Context(), command...)
	if err != nil {
		t.Fatal(err)
	}
	defer player.Close()
	runner, err := testscript.NewRunner(player, testscript.Options{Text: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer runner.Close()
	s := gradebook.Student{Name: name, Results: make([]testscript.Result, len(all))}
	runner.RunAll(t.Context(), jobs, all, func(i int, r testscript.Result) {
		s.Results[i] = r
	})
	s.Summary = report.Summarise(s.Results, nil)
	explainAll(t, a, &s)
	return s
}

// The books of programs that really run are the same if they run again, in any game.
func TestRealClass(t *testing.T) {
	effort.NeedsAll(t, "runs programs")
	program := filepath.Join(t.TempDir(), "player.exe")
	if err := answerstest.Build(t.Context(), program, "bench/diagnosis/player"); err != nil {
		t.Fatal(err)
	}
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			_, all := lookup(t, a.Name, cases.ProfileCore, ofEach)
			class := func(jobs int) *gradebook.Class {
				c := &gradebook.Class{Cases: all, Traces: 1, Start: report.Start{Assignment: a.Name, Edition: a.Editions[0].Name, Compare: "exact", CPU: 10}}
				var faults []string
				for _, f := range catalog.Faults(a) {
					if f.Equivalent == "" && f.Beyond == "" && len(faults) < 3 {
						faults = append(faults, f.ID)
					}
				}
				for i, faults := range append(faults, strings.Join(faults[:2], ","), "no-such-fault") {
					c.Students = append(c.Students, run(t, a, all, jobs, fmt.Sprintf("student %d", i), program, a.Name, faults))
				}
				return c
			}
			files := write(t, class(1))
			if again := write(t, class(2)); !maps.EqualFunc(files, again, bytes.Equal) {
				t.Errorf("(-one run +another)\n%.3000s", cmp.Diff(files, again))
			}
			b := opened(t, files, "report.html")
			b.Shoot("real-" + a.Name)
			if got := texts(b, "#lessons h3"); len(got) == 0 {
				t.Error("there is nothing to learn")
			}
			if got := pagetest.Eval[int](b, `document.querySelectorAll("#student-table tbody tr").length`); got != 5 {
				t.Errorf("%d students", got)
			}
		})
	}
}
