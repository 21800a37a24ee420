package gradebook_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/answers/answerstest"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page/pagetest"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// large returns a class with the given numbers of students and cases. They are copies of a few real ones that
// differ in their failing cases, and in the case that shows a cause.
func large(t testing.TB, students, n int) *gradebook.Class {
	t.Helper()
	a, few := lookup(t, "squirrel", cases.ProfileDefault, 60)
	var kinds []gradebook.Student
	all := catalog.Faults(a)
	for i := 0; len(kinds) < 24; i += 5 {
		if f := all[i%len(all)]; f.Equivalent == "" && f.Beyond == "" {
			kinds = append(kinds, student(t, a, few, made{name: "x", faults: []string{f.ID}}))
		}
	}
	c := &gradebook.Class{Start: report.Start{Assignment: "squirrel", Edition: a.Editions[0].Name, Compare: "exact", CPU: 10}}
	for k := range n {
		one := *few[k%len(few)]
		one.Name = copied(one.Name, k/len(few))
		c.Cases = append(c.Cases, &one)
	}
	for i := range students {
		c.Students = append(c.Students, variant(kinds[i%len(kinds)], c.Cases, len(few), i))
	}
	return c
}

func copied(name string, copy int) string { return fmt.Sprintf("%s-%d", name, copy) }

// variant returns a student like another, on copies of its cases, with some more that pass, and others
// that differ elsewhere.
func variant(kind gradebook.Student, all []*cases.Case, few, i int) gradebook.Student {
	s := gradebook.Student{Name: fmt.Sprintf("student-%04d", i)}
	fails := map[string]bool{}
	for k, one := range all {
		r := kind.Results[k%few]
		switch chance := rand.New(rand.NewPCG(uint64(i), uint64(k))); {
		case chance.IntN(4) == 0:
			r = verdict.Result{Verdict: verdict.Pass}
		case r.Verdict == verdict.Wrong:
			r.Files = elsewhere(r.Files, chance.IntN(900))
		}
		r.Case = one
		fails[one.Name] = r.Verdict != verdict.Pass
		s.Results = append(s.Results, r)
	}
	for _, cause := range kind.Summary.Causes {
		names := cause.Cases
		cause.Cases = nil
		for k := range (len(all) + few - 1) / few {
			for _, name := range names {
				if name = copied(name, k); fails[name] {
					cause.Cases = append(cause.Cases, name)
				}
			}
		}
		if len(cause.Cases) > 0 {
			s.Summary.Causes = append(s.Summary.Causes, cause)
		}
	}
	slices.SortStableFunc(s.Summary.Causes, func(x, y diagnosis.Cause) int { return len(y.Cases) - len(x.Cases) })
	return s
}

// elsewhere returns files that differ some lines further down.
func elsewhere(files []verdict.File, by int) []verdict.File {
	files = slices.Clone(files)
	for i := range files {
		if d := files[i].Report.First; d != nil {
			moved := *d
			moved.GotLine, moved.Line = d.GotLine+by, d.Line+by
			files[i].Report.First = &moved
		}
	}
	return files
}

// BenchmarkReport measures the time to write the gradebook of 700 students in 300 cases, the size of the
// page, and the time to open it. Run it with -benchtime 1x.
func BenchmarkReport(b *testing.B) {
	c := large(b, 700, 300)
	for b.Loop() {
		begin := time.Now()
		files := write(b, c)
		b.ReportMetric(time.Since(begin).Seconds(), "s/make")
		b.ReportMetric(float64(len(files["report.html"]))/1e6, "MB")
		t := opened(b, files, "report.html")
		b.ReportMetric(pagetest.Eval[float64](t, `Number(document.documentElement.dataset.ready)`), "ms/open")
		t.Shoot("large")
		pagetest.Eval[bool](t, `(document.getElementById("map").scrollIntoView(), true)`)
		t.Shoot("large-map")
	}
}

// ofEach is how many cases of each game the real class has.
var ofEach = effort.Of(1, 3, 25)

// run runs a program on cases, and returns how it does.
func run(t *testing.T, a *oracle.Assignment, all []*cases.Case, jobs int, name string, command ...string) gradebook.Student {
	t.Helper()
	runner := must.Get(testscript.NewRunner(testscript.Options{Text: 1 << 20}, jobs))(t)
	program := must.Get(runner.Open(t.Context(), a, testscript.Command(command...)))(t)
	defer program.Close()
	s := gradebook.Student{Name: name, Results: make([]testscript.Result, len(all))}
	program.RunAll(t.Context(), all, func(i int, r testscript.Result) {
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
	must.Do(t, answerstest.Build(t.Context(), program, "internal/player"))
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
					c.Students = append(c.Students, run(t, a, all, jobs, fmt.Sprintf("student %d", i), program, "-faults", faults, a.Name))
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
