package command

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// filtered returns the names of the cases that a filter passes on, and why others did not run. Results come out of turn,
// as from several at a time; cases whose context is done by then do not end.
func filtered(all []*cases.Case, verdict func(*cases.Case) testscript.Verdict) (names, why []string) {
	report := func(i int, r testscript.Result) {
		if i != len(names) {
			panic("the cases are not numbered anew")
		}
		names = append(names, r.Case.Name)
	}
	f := newLoopFilter(context.Background(), all, report)
	order := rand.Perm(len(all))
	slices.SortStableFunc(order, func(x, y int) int { return x/5 - y/5 }) // five at a time
	for _, i := range order {
		if f.within(i).Err() == nil {
			f.result(i, testscript.Result{Case: all[i], Verdict: verdict(all[i])})
		}
	}
	f.end()
	return names, f.why()
}

// What runs of a program that loops does not depend on what ends first: three cases of each category, and those with
// a shorter answer than all before. Whoever ends in time in one of the first runs on all.
func TestLoops(t *testing.T) {
	a, err := oracle.Lookup("mancala")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	always := func(*cases.Case) testscript.Verdict { return testscript.Timeout }
	want, why := filtered(all, always)
	if len(want) >= len(all)/3 || len(why) != 3 || !strings.Contains(why[0], "--all-timeouts runs them") {
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
	for _, most := range []int64{0, 200, 1000, 5000} {
		slow := func(c *cases.Case) testscript.Verdict {
			if c.AnswerSize() > most {
				return testscript.Timeout
			}
			return testscript.Pass
		}
		ran, _ := filtered(all, slow)
		for _, c := range all {
			if slow(c) == testscript.Pass && !slices.Contains(ran, c.Name) {
				t.Errorf("%s passes in a program that is too slow for more than %d bytes, and does not run", c.Name, most)
			}
		}
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

// Where nobody sees a bar it is told once that a program runs out of time, unless it has little or nothing is to be told.
func TestSlowness(t *testing.T) {
	const told = "touchstone: the program ran out of time in looping; --time 1s gives it less in each case\n"
	for _, test := range []struct {
		start report.Start
		want  string
	}{{report.Start{CPU: 10}, told}, {report.Start{CPU: 1}, ""}, {report.Start{CPU: 10, Quiet: true}, ""}} {
		var out strings.Builder
		s := &slowness{out: &out}
		s.Start(test.start)
		for i := range 10 {
			s.Result(i, testscript.Result{Case: &cases.Case{Name: "looping"}, Verdict: []testscript.Verdict{testscript.Timeout, testscript.Wrong}[i%2]})
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
