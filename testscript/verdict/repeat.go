package verdict

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// maxRepeats is the maximum number of cases of a category on which a program is run once more.
// maxFirstWall is the limit on the elapsed time of the first run of these cases.
const (
	maxRepeats   = 5
	maxFirstWall = time.Second
)

// Repeats counts, by category, the cases on which a program is run once more to compare its answers.
type Repeats map[string]int

// Add reports whether the program is run once more on the case of a result, and counts it.
func (n Repeats) Add(r Result) bool {
	if !IsRepeatable(r) || n[r.Case.Problem.Category()] == maxRepeats {
		return false
	}
	n[r.Case.Problem.Category()]++
	return true
}

// SelectRepeats returns the results of a program whose cases are run once more: the smallest cases of each category.
func SelectRepeats(results []Result) (selected []*Result) {
	for i := range results {
		selected = append(selected, &results[i])
	}
	smaller, counted := cases.BySize(), Repeats{}
	slices.SortStableFunc(selected, func(x, y *Result) int { return smaller(x.Case, y.Case) })
	return slices.DeleteFunc(selected, func(r *Result) bool { return !counted.Add(*r) })
}

// IsRepeatable reports whether a second run of a case can be compared with the first. The case must fail
// because of its output, and the whole output must be known.
func IsRepeatable(r Result) bool {
	switch r.Verdict {
	case Format, Wrong, Missing, Crash:
		return r.Outcome.Wall < maxFirstWall && !slices.ContainsFunc(r.Files, func(f File) bool {
			return f.Cut || f.Report.Grade == compare.Different && len(f.Text) == 0
		})
	}
	return false
}

// DescribeChange describes how a second run of a case differs from the first, or returns "".
func DescribeChange(first, second Result) string {
	if second.Verdict == Internal {
		return ""
	}
	for i := range min(len(first.Files), len(second.Files)) {
		f, file := first.Files[i], second.Files[i]
		switch {
		case f.Verdict == Missing && file.Verdict == Missing, f.Verdict == Pass && file.Verdict == Pass:
		case f.Verdict == Missing || file.Verdict == Missing:
			return f.Name + " is there in one run and not in the other"
		case f.Verdict == Pass || file.Verdict == Pass:
			return f.Name + " is right in one run and not in the other"
		case len(file.Text) > 0 && !bytes.Equal(f.Text, file.Text):
			firstLines, secondLines := strings.Split(string(f.Text), "\n"), strings.Split(string(file.Text), "\n")
			index := 0
			for index < min(len(firstLines), len(secondLines)) && firstLines[index] == secondLines[index] {
				index++
			}
			return fmt.Sprintf("line %d of %s is %s in one run and %s in the other", index+1, f.Name,
				showLine(firstLines, index), showLine(secondLines, index))
		}
	}
	if (first.Verdict == Crash) != (second.Verdict == Crash) {
		return "it crashes in one run and not in the other"
	}
	return ""
}

// showLine quotes a line of a file, which may end before it.
func showLine(lines []string, index int) string {
	if index >= len(lines) {
		return "missing"
	}
	return scan.Show(lines[index])
}
