package command

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/testscript"
)

// ended returns n results with a verdict.
func ended(n int, v testscript.Verdict) (results []testscript.Result) {
	for i := range n {
		results = append(results, testscript.Result{Case: &cases.Case{Name: fmt.Sprintf("case\n%d", i)}, Verdict: v})
	}
	return results
}

// The failures of the programs that were checked last are kept, up to a maximum. A program with too many
// failures is not kept.
func TestRememberedIsBounded(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "failed")
	for i := range maxRemembered + 5 {
		f := failures(filepath.Join(dir, fmt.Sprint(i)))
		f.update(report.Start{}, ended(2, testscript.Wrong))
		past := time.Now().Add(time.Duration(i-1000) * time.Minute)
		must.Do(t, os.Chtimes(string(f), past, past))
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != maxRemembered {
		t.Fatalf("%d files, %v, want %d", len(entries), err, maxRemembered)
	}
	if _, err := failures(filepath.Join(dir, "4")).read(); err == nil {
		t.Error("the oldest is there still")
	}
	last := failures(filepath.Join(dir, fmt.Sprint(maxRemembered+4)))
	last.update(report.Start{}, ended(2, testscript.Wrong))
	if _, err := failures(filepath.Join(dir, "5")).read(); err != nil {
		t.Errorf("one that is checked again takes the place of another: %v", err)
	}
	if names, err := last.read(); err != nil || len(names) != 2 || !names["case\n1"] {
		t.Errorf("%v, %v, want both cases", names, err)
	}
	last.update(report.Start{}, ended(maxFailed+1, testscript.Wrong))
	if names, err := last.read(); err == nil {
		t.Errorf("%d names are remembered", len(names))
	}
}

// A failure of touchstone changes nothing, and an expected failure does not count as one.
func TestRememberedFailures(t *testing.T) {
	f := failures(filepath.Join(t.TempDir(), "failed", "x"))
	all := ended(4, testscript.Wrong)
	f.update(report.Start{}, all)
	all[0].Verdict, all[1].Verdict = testscript.Internal, testscript.Pass
	f.update(report.Start{Expected: map[string]bool{all[2].Case.Name: true}}, all[:3])
	names, err := f.read()
	if err != nil || len(names) != 2 || !names[all[0].Case.Name] || !names[all[3].Case.Name] {
		t.Errorf("%v, %v, want the first and the last", names, err)
	}
	all[1].Verdict = testscript.Internal
	f.update(report.Start{}, all[1:2])
	if names, err := f.read(); err != nil || names[all[1].Case.Name] {
		t.Errorf("%v, %v, want no case in which touchstone failed", names, err)
	}
	must.Do(t, os.WriteFile(string(f), []byte("{"), 0o600))
	f.update(report.Start{}, all[3:])
	if names, err := f.read(); err != nil || len(names) != 1 {
		t.Errorf("%v, %v, want one after a file that cannot be read", names, err)
	}
}

// The summary reports the outcome of a run that does not count, also after the result was reported.
func TestUncountedRun(t *testing.T) {
	r := testscript.Result{Case: &cases.Case{Name: "deep"}, Verdict: testscript.Pass, Before: testscript.Crash}
	if s := report.Summarise([]testscript.Result{trimResult(r)}, nil); !slices.Equal(s.Once, []string{"deep (crash)"}) {
		t.Errorf("once it did %q", s.Once)
	}
}

// filtered returns the names of the cases that a queue reports, and why others did not run. Results come out of turn,
// as from several at a time; cases whose context is done by then do not end.
func filtered(all []*cases.Case, verdict func(*cases.Case) testscript.Verdict) (names, why []string) {
	f := &caseQueue{cases: all, loops: &judge.Loops{}}
	f.report = func(r testscript.Result) { names = append(names, r.Case.Name) }
	f.begin(context.Background())
	order := rand.Perm(len(all))
	slices.SortStableFunc(order, func(x, y int) int { return x/5 - y/5 }) // five at a time
	for _, i := range order {
		if f.contextOf(i).Err() == nil {
			f.result(i, testscript.Result{Case: all[i], Verdict: verdict(all[i])})
		}
	}
	f.end()
	return names, f.skipReasons()
}

// The cases that a looping program runs do not depend on which case ends first: three cases of each category,
// and the cases with a shorter answer than all before. A program that ends in time in one of the first cases
// runs on all.
func TestLoops(t *testing.T) {
	a := must.Get(oracle.Lookup("mancala"))(t)
	all := must.Get(cases.Embedded(a))(t)
	always := func(*cases.Case) testscript.Verdict { return testscript.Timeout }
	want, why := filtered(all, always)
	if len(want) >= len(all)/3 || len(why) != 3 || !strings.Contains(why[0], "--all runs them") {
		t.Errorf("%d of %d cases run of a program that loops: %q", len(want), len(all), why)
	}
	for range 20 {
		if got, _ := filtered(all, always); !slices.Equal(got, want) {
			t.Errorf("found %q, want %q", got, want)
		}
	}
	counts, shortest := map[string]int{}, map[string]int64{}
	for _, c := range all {
		category, size := c.Problem.Category(), c.AnswerSize()
		if must := counts[category] < 3 || size < shortest[category]; must != slices.Contains(want, c.Name) {
			t.Errorf("%s runs: %v, want %v", c.Name, !must, must)
		}
		if counts[category]++; counts[category] == 1 || size < shortest[category] {
			shortest[category] = size
		}
	}

	// A slow program passes what is easy: no pass is lost.
	for _, maxSize := range []int64{0, 200, 1000, 5000} {
		slow := func(c *cases.Case) testscript.Verdict {
			if c.AnswerSize() > maxSize {
				return testscript.Timeout
			}
			return testscript.Pass
		}
		ran, _ := filtered(all, slow)
		for _, c := range all {
			if slow(c) == testscript.Pass && !slices.Contains(ran, c.Name) {
				t.Errorf("%s passes in a program that is too slow for more than %d bytes, and does not run", c.Name, maxSize)
			}
		}
	}

	// With points each case has a result, and one failure decides a category in which all cases must pass.
	results, runs := 0, 0
	f := &caseQueue{cases: all}
	f.report = func(r testscript.Result) {
		if results++; r.Verdict != testscript.Timeout || r.Reason != "" && r.Case.Problem.Category() != "greedy" {
			t.Errorf("result %d is %+v", results, r)
		}
		if r.Case.Problem.Category() == "greedy" && r.Reason == "" {
			runs++
		}
	}
	f.begin(t.Context())
	f.loops = &judge.Loops{All: true, Settles: func(c *cases.Case) bool { return c.Problem.Category() == "greedy" }}
	for i, c := range all {
		f.result(i, testscript.Result{Case: c, Verdict: testscript.Timeout})
	}
	if f.end(); results != len(all) || runs != 1 || len(f.skipReasons()) != 1 {
		t.Errorf("%d results of %d cases, %d runs of greedy: %q", results, len(all), runs, f.skipReasons())
	}

	// Whatever ends, for better or worse, has all cases of its category run.
	for _, end := range []testscript.Verdict{testscript.Pass, testscript.Wrong, testscript.Crash} {
		n := 0
		ran, why := filtered(all, func(c *cases.Case) testscript.Verdict {
			if c.Problem.Category() == "greedy" && c.Name == firstOf(all, "greedy") {
				return end
			}
			return testscript.Timeout
		})
		for _, c := range all {
			if c.Problem.Category() == "greedy" && !slices.Contains(ran, c.Name) {
				n++
			}
		}
		if n > 0 || len(why) != 2 {
			t.Errorf("%s: %d cases of greedy are left out, %s", end, n, fmt.Sprint(why))
		}
	}
}

// Without a progress bar, a warning appears once when a program runs out of time, unless its limit is short or
// the report is quiet.
func TestSlowness(t *testing.T) {
	const told = "touchstone: the program ran out of time in looping; --time 1s gives it less in each case\n"
	for _, test := range []struct {
		start report.Start
		want  string
	}{{report.Start{CPU: 10}, told}, {report.Start{CPU: 1}, ""}, {report.Start{CPU: 10, Quiet: true}, ""}} {
		var out strings.Builder
		s := &timeoutWarning{out: &out}
		s.Start(test.start)
		for i := range 10 {
			s.Result(testscript.Result{Case: &cases.Case{Name: "looping"}, Verdict: []testscript.Verdict{testscript.Timeout, testscript.Wrong}[i%2]})
		}
		if out.String() != test.want {
			t.Errorf("%+v: %q, want %q", test.start, &out, test.want)
		}
	}
}

// firstOf returns the name of the first case of a category.
func firstOf(all []*cases.Case, category string) string {
	return all[slices.IndexFunc(all, func(c *cases.Case) bool { return c.Problem.Category() == category })].Name
}

// No command lets a program read the course file, which names other students, or the cases in it, even if the
// program may read all directories around them.
func TestCourseIsHidden(t *testing.T) {
	wrap := executor.Wrap
	executor.Wrap = func(x executor.Executor) executor.Executor { return x }
	t.Cleanup(func() { executor.Wrap = wrap })
	dir := tier.TempDir(t)
	w := must.Get(sandbox.NewWorker(sandbox.Policy{Root: dir}))(t)
	if w.Close(); w.Mechanisms().By(sandbox.Files) == "" {
		t.Skip("files cannot be confined here: " + w.Mechanisms().Why(sandbox.Files))
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	spy := fmt.Sprintf("#!/bin/sh\nfor f in %s %s; do cat $f >/dev/null && echo READ $f >&2; done\necho OWN >&2\nexit 1\n", at("course.yaml"), at("own/greedy.txtar"))
	for name, text := range map[string]string{
		"course.yaml":       "assignment: mancala\ncases: [own]\nstudents:\n  spy: {extra: 1}\n",
		"own/greedy.txtar":  string(must.Get(cases.Embedded(&mancala.Assignment))(t)[0].Script()),
		"class/spy/mancala": spy,
	} {
		must.Write(t, at(name), text)
	}
	status, shown, errs := touchstone("check --allow-read "+dir+" --course "+at("course.yaml")+" "+at("class/spy"), "")
	if text := shown + errs; status != exitFail || !strings.Contains(text, "OWN") || strings.Contains(text, "READ") {
		t.Errorf("check: status %d, want a program that reads nothing\n%s", status, text)
	}
	if status, _, errs := touchstone("grade --allow-read "+dir+" --course "+at("course.yaml")+" --out "+at("books")+" "+at("class"), ""); status > exitFail {
		t.Fatalf("grade: status %d\n%s", status, errs)
	}
	results, err := os.ReadFile(at("books/students/spy/results.json"))
	if text := string(results); err != nil || !strings.Contains(text, "OWN") || strings.Contains(text, "READ") {
		t.Errorf("grade: %v, want a program that reads nothing\n%s", err, text)
	}
}
