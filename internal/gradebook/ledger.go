package gradebook

import (
	"archive/zip"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Ledger is the name of the file that a regrade is compared with.
const Ledger = "books.json"

// A ledger holds the grades of a class for comparison with a regrade; docs/books.md describes it.
type ledger struct {
	Version    int      `json:"version"`
	Assignment string   `json:"assignment"`
	Edition    string   `json:"edition"`
	Compare    string   `json:"compare"`
	CPU        float64  `json:"cpuLimitSeconds,omitempty"`
	Verdicts   []string `json:"verdicts"`
	Cases      []entry  `json:"cases"`
	Students   []line   `json:"students"`
}

// An entry is a case of a ledger.
type entry struct {
	Name   string  `json:"case"`
	Digest string  `json:"digest"` // of its input and its right answers
	Worth  float64 `json:"worth"`
}

// A line is a student of a ledger.
type line struct {
	Name string `json:"student"`
	// ID identifies a student: a digest of the name in the roster.
	ID string `json:"id"`
	// Roster is the student's name in the roster. It is empty in anonymous books.
	Roster   string   `json:"roster,omitempty"`
	Points   *float64 `json:"points"` // null for a student who could not be graded
	Failed   string   `json:"notGraded,omitempty"`
	Raw      float64  `json:"raw"`            // before penalties and extra points
	Late     float64  `json:"late,omitempty"` // taken off
	Lateness string   `json:"lateness,omitempty"`
	Extra    float64  `json:"extra,omitempty"`
	Max      float64  `json:"of"`
	Verdicts string   `json:"verdicts"` // a character for each case: its place among the ledger's verdicts
	Causes   []string `json:"causes"`
	Built    string   `json:"noProgram,omitempty"`
	// Submission is a digest of the submission.
	Submission string `json:"submission,omitempty"`
}

// ledger returns the ledger of a class.
func (c *class) ledger() ledger {
	l := ledger{Version: 1, Assignment: c.Start.Assignment, Edition: c.Start.Edition, Compare: c.Start.Compare,
		CPU: c.Start.CPU, Verdicts: verdictNames(), Cases: []entry{}, Students: []line{}}
	for i, testCase := range c.Cases {
		l.Cases = append(l.Cases, entry{testCase.Name, digest(testCase), c.worth(i)})
	}
	for _, s := range c.students {
		id := sha256.Sum256([]byte(c.Start.Assignment + "\n" + s.ID))
		newLine := line{
			Name: s.Name, ID: fmt.Sprintf("%.8x", id), Submission: s.Submission,
			Points: s.points(), Failed: SummarizeReason(s.failed), Max: s.score.Max, Verdicts: s.verdicts,
			Causes: s.Summary.Keys(), Built: s.NoProgram,
			Raw: s.score.Raw(), Late: s.score.Late, Lateness: s.score.Lateness(), Extra: s.score.Extra,
		}
		if s.Dir == "" { // no anonymous one
			newLine.Roster = s.ID
		}
		l.Students = append(l.Students, newLine)
	}
	return l
}

// verdictNames returns the verdicts in the order of their codes.
func verdictNames() (names []string) {
	for _, v := range verdict.Verdicts {
		names = append(names, string(v))
	}
	return names
}

// digest returns a short digest of a case.
func digest(c *cases.Case) string {
	sum := sha256.New()
	part := func(text []byte) { fmt.Fprintf(sum, "%d\n%s", len(text), text) }
	part(c.Input())
	names := slices.Clone(c.Problem.Files())
	slices.Sort(names)
	for _, name := range names {
		if golden, err := c.Golden(name); err == nil {
			part([]byte(name + "\n" + golden.String()))
		}
	}
	return fmt.Sprintf("%.8x", sum.Sum(nil))
}

// write writes the ledger with each case and each student on a line.
func (l ledger) write(w io.Writer) error {
	var errs []error
	separator := "{"
	for _, part := range []struct {
		name  string
		value any
	}{{"version", l.Version}, {"assignment", l.Assignment}, {"edition", l.Edition}, {"compare", l.Compare},
		{"cpuLimitSeconds", l.CPU}, {"verdicts", l.Verdicts}} {
		fmt.Fprintf(w, "%s%q:", separator, part.name)
		errs = append(errs, escape.Encode(w, part.value, ""))
		separator = ","
	}
	fmt.Fprint(w, `,"cases":[`)
	errs = append(errs, writeLines(w, l.Cases))
	fmt.Fprint(w, "],\"students\":[")
	errs = append(errs, writeLines(w, l.Students))
	_, err := fmt.Fprint(w, "]}\n")
	return errors.Join(append(errs, err)...)
}

// writeLines writes values, one on each line.
func writeLines[T any](w io.Writer, values []T) (err error) {
	separator := "\n"
	for _, v := range values {
		fmt.Fprint(w, separator)
		err = errors.Join(err, escape.Encode(w, v, ""))
		separator = ","
	}
	return err
}

// readLedger reads a ledger.
func readLedger(text []byte) (ledger, error) {
	var l ledger
	if err := json.Unmarshal(text, &l); err != nil {
		return l, fmt.Errorf("%s: %w", Ledger, err)
	}
	return l, l.check()
}

// check returns an error unless the parts of a ledger are consistent.
func (l ledger) check() error {
	if l.Version != 1 {
		return fmt.Errorf("%s: want version 1, found %d", Ledger, l.Version)
	}
	for _, s := range l.Students {
		if len(s.Verdicts) != len(l.Cases) {
			return fmt.Errorf("%s: want %d verdicts of %q, found %d", Ledger, len(l.Cases), s.Name, len(s.Verdicts))
		}
		for _, c := range []byte(s.Verdicts) {
			if index := place(c); index < 0 || index >= len(l.Verdicts) {
				return fmt.Errorf("%s: %q has a verdict %q, of which there is none", Ledger, s.Name, c)
			}
		}
	}
	return nil
}

// AssignmentOf returns the assignment of books.json.
func AssignmentOf(text []byte) (string, error) {
	l, err := readLedger(text)
	return l.Assignment, err
}

// writeGrades writes a row for each student.
func (c *class) writeGrades(w io.Writer) error {
	head := []string{"id", "name", "raw", "late days", "deduction", "extra", "points", "out of", "status"}
	for _, v := range verdict.Verdicts {
		head = append(head, string(v))
	}
	rows := [][]string{append(head, "causes")}
	for _, s := range c.students {
		row := append([]string{s.ID, s.Name}, s.account()...)
		row = append(row, pointsText(s.points()), points(s.score.Max), s.status())
		for _, v := range verdict.Verdicts {
			row = append(row, fmt.Sprint(s.Summary.Counts[v]))
		}
		rows = append(rows, append(row, strings.Join(s.Summary.Keys(), "; ")))
	}
	return page.WriteCSV(w, rows)
}

// account returns how points came about: the raw points, the days late, the deduction for them, and the
// points given by hand.
func (s *student) account() []string {
	if s.failed != "" {
		return []string{"", fmt.Sprint(s.score.LateDays), "", ""}
	}
	return []string{points(s.score.Raw()), fmt.Sprint(s.score.LateDays), points(s.score.Late),
		points(s.score.Extra)}
}

// points formats points. pointsText returns "" for points that are not known.
func points(p float64) string { return fmt.Sprintf("%.2f", p) }

func pointsText(p *float64) string {
	if p == nil {
		return ""
	}
	return points(*p)
}

// SummarizeReason returns in one line why there is no program. It adds the text below a heading, and the error to the
// first line of a compiler.
func SummarizeReason(reason string) string {
	first, rest, _ := strings.Cut(strings.TrimSpace(reason), "\n")
	switch {
	case strings.HasPrefix(rest,
		// touchstone's own text, in which each line helps except for the parts that are the same everywhere
		"want "):
		rest, _, _ = strings.Cut(rest, "\n"+prose.Names)
		first += " " + strings.ReplaceAll(rest, "\n", "; ")
	case strings.HasSuffix(first, ":"):
		first += " " + firstError(rest)
	}
	return first
}

// anError matches the text that compilers print before an error.
var anError = regexp.MustCompile(`(?i)\berror(\[\w+\])?: |^\w*error: |\*\*\* .* error \d`)

// maxShownLines is the maximum number of lines taken from a text without an error.
const maxShownLines = 3

// ended matches the line about the end of a compiler, after its output.
var ended = regexp.MustCompile(`^[^ ]+: exit status \d+$`)

// firstError returns the first error in a compiler's output, with the next line if it ends in a colon. If there
// is no error, it returns the first lines.
func firstError(text string) string {
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
	return strings.Join(lines[:min(maxShownLines, len(lines))], "; ")
}

// Formats lists the systems that can import the grades: from canvas.csv, with feedback.zip and mail.csv, and
// from moodle.csv.
var Formats = []string{"canvas", "moodle"}

// Identities returns the cells that identify a student in the table of a format, each with its heading.
// Canvas identifies students by the ID of its own export, or by the two IDs of the student information
// system. If these columns are empty, the name in the roster is the login. Moodle identifies students by
// their ID number or their address. If these columns are empty, the name in the roster is the address if it
// contains an @, and the number otherwise.
func (s *Student) Identities(format string) [][2]string {
	if format == "canvas" {
		id, user := s.column("id"), s.column("sis user id")
		login := s.column("sis login id", "login", "login id")
		if id+user == "" {
			login = cmp.Or(login, s.ID)
		}
		return [][2]string{{"ID", id}, {"SIS User ID", user}, {"SIS Login ID", login}}
	}
	number, address := s.column("id number", "idnumber"), s.column("email address", "email")
	if strings.Contains(s.ID, "@") {
		address = cmp.Or(address, s.ID)
	} else if address+s.column("full name") == "" {
		number = cmp.Or(number, s.ID)
	}
	return [][2]string{{"ID number", number}, {"Email address", address}}
}

// FullName returns the name in the columns of a roster, Moodle's or Canvas's, or "".
func FullName(columns map[string]string) string {
	return cmp.Or(columns["full name"], columns["student"])
}

// column returns the cell of the student in the first of some columns where it is not empty, or "".
func (s *Student) column(names ...string) (value string) {
	for _, name := range names {
		value = cmp.Or(value, s.Columns[name])
	}
	return value
}

// writeCanvas writes a table as Canvas imports it.
func (c *class) writeCanvas(w io.Writer) error {
	maximum := ""
	if len(c.students) > 0 {
		maximum = points(c.students[0].score.Max)
	}
	rows := [][]string{
		{"Student", "ID", "SIS User ID", "SIS Login ID", "Section", c.Title},
		{"    Points Possible", "", "", "", "", maximum},
	}
	for _, s := range c.students {
		cells := s.Identities("canvas")
		rows = append(rows, []string{cmp.Or(s.column("student"), s.Name), cells[0][1], cells[1][1], cells[2][1],
			s.column("section"), pointsText(s.points())})
	}
	return page.WriteCSV(w, rows)
}

// downloaded matches a file name in a download of Canvas. It holds the numbers of the student and of the
// file.
var downloaded = regexp.MustCompile(`^[^/\\]+_\d+_\d+_[^/\\]+$`)

// writeCanvasFeedback writes an archive with the feedback of the students, which Canvas attaches to the
// submissions. Canvas finds the submission by the name of the file.
func (c *class) writeCanvasFeedback(w io.Writer) error {
	z := zip.NewWriter(w)
	for _, s := range c.students {
		if name := s.column("download"); s.failed == "" && downloaded.MatchString(name) {
			text, err := z.Create(escape.Line(name) + ".txt")
			if err != nil {
				return err
			}
			if err := c.feedbackText(text, s, c.feedback(s)); err != nil {
				return err
			}
		}
	}
	return z.Close()
}

// writeMail writes a table for mail merge, with the file to send to each student.
func (c *class) writeMail(w io.Writer) error {
	rows := [][]string{{"name", "address", "file"}}
	for _, s := range c.students {
		if s.failed == "" {
			address := s.Identities("moodle")[1][1]
			rows = append(rows, []string{cmp.Or(FullName(s.Columns), s.Name), address, s.path("feedback.txt")})
		}
	}
	return page.WriteCSV(w, rows)
}

// writeMoodle writes a table as Moodle imports it.
func (c *class) writeMoodle(w io.Writer) error {
	rows := [][]string{{"ID number", "Email address", "Full name", c.Title}}
	for _, s := range c.students {
		cells := s.Identities("moodle")
		rows = append(rows, []string{cells[0][1], cells[1][1], cmp.Or(FullName(s.Columns), s.Name),
			pointsText(s.points())})
	}
	return page.WriteCSV(w, rows)
}
