package diagnosis

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// mostAgain is on how many cases of a category a program is run once more, and soon how long each may have taken.
const (
	mostAgain = 5
	soon      = time.Second
)

// Repeats counts, by category, the cases on which a program is run once more to see whether it answers the same.
type Repeats map[string]int

// Add reports whether the program is run once more on the case of a result, and counts it.
func (n Repeats) Add(r verdict.Result) bool {
	if !Repeatable(r) || n[r.Case.Problem.Category()] == mostAgain {
		return false
	}
	n[r.Case.Problem.Category()]++
	return true
}

// Again returns which of a program's results are to be seen once more: those of the smallest cases of each category.
func Again(results []verdict.Result) (again []*verdict.Result) {
	for i := range results {
		again = append(again, &results[i])
	}
	smaller, counted := cases.BySize(), Repeats{}
	slices.SortStableFunc(again, func(x, y *verdict.Result) int { return smaller(x.Case, y.Case) })
	return slices.DeleteFunc(again, func(r *verdict.Result) bool { return !counted.Add(*r) })
}

// Repeatable reports whether a second run of a case can be compared with the first: it fails by what it wrote, all of which
// is known.
func Repeatable(r verdict.Result) bool {
	switch r.Verdict {
	case verdict.Format, verdict.Wrong, verdict.Missing, verdict.Crash:
		return r.Outcome.Wall < soon && len(readable(r.Files)) == len(r.Files) && !slices.ContainsFunc(r.Files, func(f verdict.File) bool { return f.Cut })
	}
	return false
}

// Unsteady is the key of the cause that a program answers otherwise in another run: its points are luck.
const Unsteady = "unsteady"

// unsteady returns the cause of a program that answered otherwise when it was run again.
func (r *reading) unsteady() []Cause {
	c := Cause{
		Grade: Located, Key: Unsteady, Faults: []Fault{}, Does: "answers otherwise when it is run again",
	}
	for _, result := range smallestFirst(r.results) {
		if result.Otherwise == "" {
			continue
		}
		if len(c.Cases) == 0 {
			c.Right = "the same input has the same answer in every run; in " + result.Case.Name + ", " + result.Otherwise + ". Look for what changes from " +
				"run to run: the order of a map or a set, memory that is read before it is set, addresses of objects, random numbers, the time, threads"
		}
		c.Cases = append(c.Cases, result.Case.Name)
	}
	if len(c.Cases) == 0 {
		return nil
	}
	return []Cause{c}
}

// Otherwise says how a second run of a case differs from the first, or returns "".
func Otherwise(first, second verdict.Result) string {
	if second.Verdict == verdict.Internal {
		return ""
	}
	for i, f := range first.Files {
		if i >= len(second.Files) {
			break
		}
		again := second.Files[i]
		switch {
		case f.Verdict == verdict.Missing && again.Verdict == verdict.Missing, f.Verdict == verdict.Pass && again.Verdict == verdict.Pass:
		case f.Verdict == verdict.Missing || again.Verdict == verdict.Missing:
			return f.Name + " is there in one run and not in the other"
		case f.Verdict == verdict.Pass || again.Verdict == verdict.Pass:
			return f.Name + " is right in one run and not in the other"
		case len(again.Text) > 0 && !bytes.Equal(f.Text, again.Text):
			one, other := strings.Split(string(f.Text), "\n"), strings.Split(string(again.Text), "\n")
			at := differ(one, other)
			return fmt.Sprintf("line %d of %s is %s in one run and %s in the other", at+1, f.Name, scan.Show(line(one, at)), scan.Show(line(other, at)))
		}
	}
	if (first.Verdict == verdict.Crash) != (second.Verdict == verdict.Crash) {
		return "it crashes in one run and not in the other"
	}
	return ""
}
