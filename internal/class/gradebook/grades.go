package gradebook

import (
	"cmp"
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

// account says how points came about: the raw ones, the days late, and what was taken for them and given by
// hand.
func (s *student) account() []string {
	if s.failed != "" {
		return []string{"", fmt.Sprint(s.score.LateDays), "", ""}
	}
	return []string{points(s.score.Raw()), fmt.Sprint(s.score.LateDays), points(s.score.Late),
		points(s.score.Extra)}
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
	case strings.HasPrefix(rest,
		"want "): // our own words, of which each line helps but for what is the same for all
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

// telling returns the first line of a compiler's output that says what is wrong, and the next one if it ends
// in a colon, or the first lines.
func telling(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		// the heading of a package of Go
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "# ") {
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

// Formats are the tables in which other systems take grades: canvas.csv and moodle.csv.
var Formats = []string{"canvas", "moodle"}

// The columns of the roster by which these systems know a student, under each of their names the first that
// counts.
var (
	canvasIDs = []string{"id"}
	users     = []string{"sis user id"}
	logins    = []string{"sis login id", "login", "login id"}
	numbers   = []string{"id number", "idnumber"}
	addresses = []string{"email address", "email"}
)

// Identifying are all columns of the roster by which these systems know a student.
var Identifying = slices.Concat(canvasIDs, users, logins, numbers, addresses)

// fullNames are the columns of a student's name as people write it: Moodle's and Canvas's.
var fullNames = []string{"full name", "student"}

// FullName returns the name that the columns of a roster give a student, or "".
func FullName(columns map[string]string) string { return first(columns, fullNames...) }

// first returns what the first of some columns says that says anything.
func first(columns map[string]string, names ...string) (value string) {
	for _, name := range names {
		value = cmp.Or(value, columns[name])
	}
	return value
}

// column returns what the roster says of a student in the first of some columns that says anything.
func (s *student) column(names ...string) string { return first(s.Columns, names...) }

// writeCanvas writes a table as Canvas imports it. It knows a student by the ID of its own export, or by the
// two of the student information system; the roster's name is the login if no column says it.
func (c *class) writeCanvas(w io.Writer) error {
	of := ""
	if len(c.students) > 0 {
		of = points(c.students[0].score.Of)
	}
	rows := [][]string{
		{"Student", "ID", "SIS User ID", "SIS Login ID", "Section", c.Title},
		{"    Points Possible", "", "", "", "", of},
	}
	for _, s := range c.students {
		name, id, user := cmp.Or(s.column("student"), s.Name), s.column(canvasIDs...), s.column(users...)
		login := s.column(logins...)
		if id+user == "" {
			login = cmp.Or(login, s.ID)
		}
		rows = append(rows, []string{name, id, user, login, s.column("section"), pointsOr(s.points(), "")})
	}
	return page.WriteCSV(w, rows)
}

// writeMoodle writes a table as Moodle imports it, which finds students by their ID number or their address.
// A name of the roster that is an address is one, and else the number, if no column says them.
func (c *class) writeMoodle(w io.Writer) error {
	rows := [][]string{{"ID number", "Email address", "Full name", c.Title}}
	for _, s := range c.students {
		number, address := s.column(numbers...), s.column(addresses...)
		if isAddress := strings.Contains(s.ID, "@"); isAddress {
			address = cmp.Or(address, s.ID)
		} else if address+s.column("full name") == "" {
			number = cmp.Or(number, s.ID)
		}
		rows = append(rows, []string{number, address, cmp.Or(FullName(s.Columns), s.Name),
			pointsOr(s.points(), "")})
	}
	return page.WriteCSV(w, rows)
}
