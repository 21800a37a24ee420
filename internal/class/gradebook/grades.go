package gradebook

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// writeGrades writes a row for each student.
func (c *class) writeGrades(w io.Writer) error {
	head := []string{"id", "name", "raw", "late days", "deduction", "extra", "points", "out of", "status"}
	for _, v := range verdict.Verdicts {
		head = append(head, string(v))
	}
	rows := [][]string{append(head, "causes")}
	for _, s := range c.students {
		row := append([]string{s.ID, s.Name}, s.account()...)
		row = append(row, pointsOr(s.points(), ""), points(s.score.Of), s.status())
		for _, v := range verdict.Verdicts {
			row = append(row, fmt.Sprint(s.Summary.Counts[v]))
		}
		rows = append(rows, append(row, strings.Join(s.Summary.Keys(), "; ")))
	}
	return page.WriteCSV(w, rows)
}

// account says how points came about: the raw ones, the days late, and what was taken for them and given by hand.
func (s *student) account() []string {
	if s.failed != "" {
		return []string{"", fmt.Sprint(s.score.LateDays), "", ""}
	}
	return []string{points(s.score.Raw()), fmt.Sprint(s.score.LateDays), points(s.score.Late), points(s.score.Extra)}
}

// points formats points, and pointsOr what may not be known.
func points(p float64) string { return fmt.Sprintf("%.2f", p) }

func pointsOr(p *float64, without string) string {
	if p == nil {
		return without
	}
	return points(*p)
}

// Brief returns in one line why there is no program: a heading says little without what stands below,
// and a compiler's first line little without its error.
func Brief(reason string) string {
	first, rest, _ := strings.Cut(strings.TrimSpace(reason), "\n")
	switch {
	case strings.HasPrefix(rest, "want "): // our own words, of which each line helps but for what is the same for all
		rest, _, _ = strings.Cut(rest, "\n"+prose.Names)
		first += " " + strings.ReplaceAll(rest, "\n", "; ")
	case strings.HasSuffix(first, ":"):
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
