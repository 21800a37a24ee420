package gradebook

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/verdict"
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
// and a compiler's first line little without its error. What we say ourselves
// stands whole.
func Brief(reason string) string {
	first, rest, _ := strings.Cut(strings.TrimSpace(reason), "\n")
	switch {
	case strings.HasPrefix(rest, "want "): // our own words, of which each line helps
		first += " " + strings.ReplaceAll(rest, "\n", "; ")
	case strings.HasSuffix(first, ":"):
		first += " " + telling(rest)
	}
	return first
}

// anError is what compilers put before what is wrong.
var anError = regexp.MustCompile(`(?i)\berror(\[\w+\])?: |^\w*error: |\*\*\* .* error \d`)

// telling returns the first line of a compiler's output that says what is wrong, or its first line.
func telling(text string) (first string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if anError.MatchString(line) {
			return line
		}
		if first == "" && !strings.HasPrefix(line, "# ") { // the heading of a package of Go
			first = line
		}
	}
	return first
}
