package gradebook

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/verdict"
)

// writeGrades writes a row for each student.
func (c *class) writeGrades(w io.Writer) error {
	head := []string{"student", "points", "of"}
	for _, v := range verdict.Verdicts {
		head = append(head, string(v))
	}
	rows := [][]string{append(head, "no program", "causes")}
	for _, s := range c.students {
		row := []string{s.Name, points(s.score.Points), points(s.score.Of)}
		for _, v := range verdict.Verdicts {
			row = append(row, fmt.Sprint(s.Summary.Counts[v]))
		}
		why := Brief(s.Built)
		rows = append(rows, append(row, why, strings.Join(s.Summary.Keys(), "; ")))
	}
	return page.WriteCSV(w, rows)
}

// points formats points.
func points(p float64) string { return fmt.Sprintf("%.2f", p) }

// Brief returns in one line why there is no program: a heading says little without what stands below,
// and a compiler's first line little without its error.
func Brief(reason string) string {
	first, rest, _ := strings.Cut(strings.TrimSpace(reason), "\n")
	if strings.HasSuffix(first, ":") {
		first += " " + telling(rest)
	}
	return first
}

// anError is what compilers put before what is wrong.
var anError = regexp.MustCompile(`(?i)\berror(\[\w+\])?: |^\w*error: |\*\*\* .* error \d`)

// mostTelling is how many lines are told of a text in which none is an error's.
const mostTelling = 3

// ended is how a compiler ended, which follows what it says.
var ended = regexp.MustCompile(`^[^ ]+: exit status \d+$`)

// telling returns the first line of a compiler's output that says what is wrong, and the next one if it ends in a colon, or the
// first lines.
func telling(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "# ") { // the heading of a package of Go
			lines = append(lines, line)
		}
	}
	if i := slices.IndexFunc(lines, anError.MatchString); i >= 0 {
		if strings.HasSuffix(lines[i], ":") && i+1 < len(lines) {
			return lines[i] + " " + lines[i+1]
		}
		return lines[i]
	}
	lines = slices.DeleteFunc(lines, ended.MatchString)
	return strings.Join(lines[:min(mostTelling, len(lines))], "; ")
}
