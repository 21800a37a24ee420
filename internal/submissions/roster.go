// Package submissions reads the rosters of classes and the downloads of platforms, and computes digests of
// submissions.
package submissions

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/unpack"
)

// A Student is a student with a submission.
type Student struct {
	Name string
	Path string // a file, a directory or an archive; "" for nothing
	// Columns are the further columns of a table with a heading, such as "submitted" or "email", by their names
	// in small letters; of these, the ones that are not empty.
	Columns map[string]string
	// Table and Line are where the student stands; "" and 0 for a directory's.
	Table string
	Line  int
}

// Submitted is the column of the time of submission, and Marked is the column in which a platform may mark it
// as Late or OnTime without a time.
const (
	Submitted = "submitted"
	Marked    = "marked"
	Late      = "late"
	OnTime    = "on time"
)

// Download is the column of the name of a file as Canvas gives it, by which Canvas takes feedback.
const Download = "download"

// Roster reads the students and their submissions, sorted by name: from a directory, in which each
// entry is a submission, or from a CSV file of names and paths relative to it. Its error reports
// everything that is wrong.
func Roster(path string) (students []Student, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		students, err = fromDir(path)
	} else {
		students, err = fromTable(path)
	}
	if err == nil && len(students) == 0 {
		err = fmt.Errorf("%s: want at least one submission, found none", path)
	}
	slices.SortFunc(students, func(x, y Student) int { return strings.Compare(x.Name, y.Name) })
	for i := 1; i < len(students); i++ {
		if x, y := students[i-1], students[i]; x.Name == y.Name {
			err = errors.Join(err, fmt.Errorf("%s: want one submission a student, found two of %s: %s and %s", path,
				escape.Line(x.Name), escape.Line(x.Path), escape.Line(y.Path)))
		}
	}
	return students, err
}

// fromDir returns a student for each visible entry of a directory. It does not follow entries that are
// links: the students may have uploaded the directory's contents.
func fromDir(path string) (students []Student, err error) {
	entries, err := os.ReadDir(path)
	downloaded := 0
	for _, e := range entries {
		name := e.Name()
		if regular.IsHidden(name) {
			continue
		}
		if name == RosterName && e.Type().IsRegular() { // the roster also lists students without a submission
			return nil, fmt.Errorf("%s: want the table of the submissions there, found their directory: %s", path,
				filepath.Join(path, name))
		}
		if parseDownloaded(name) != nil || parseDownloaded(name+"/.") != nil {
			downloaded++
		}
		file := filepath.Join(path, name)
		if !e.IsDir() {
			name = nameWithoutExtension(name)
		}
		students = append(students, Student{Name: name, Path: file})
	}
	if downloaded > 0 && downloaded == len(students) {
		return nil, fmt.Errorf("%s: want an entry for each student, found names as Canvas or Moodle gives them, "+
			"such as %s: \"touchstone course collect %[1]s\" makes a roster of them", path,
			escape.Line(filepath.Base(students[0].Path)))
	}
	return students, err
}

// nameWithoutExtension returns the student's name in the name of a file.
func nameWithoutExtension(file string) string {
	for _, ending := range []string{".tar.gz", filepath.Ext(file)} {
		if name := strings.TrimSuffix(file, ending); name != file && name != "" {
			return name
		}
	}
	return file
}

// fromTable reads a CSV file whose first two columns are names and paths. A first row "name,path"
// is a heading, which names further columns; empty rows are ignored.
func fromTable(path string) (students []Student, err error) {
	r, _, err := newReader(path)
	if err != nil {
		return nil, err
	}
	r.TrimLeadingSpace = true
	var wrong []error
	var head []string
	for first := true; ; first = false {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return students, errors.Join(wrong...)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: want a table of names and paths: %w", path, err)
		}
		line, _ := r.FieldPos(0)
		student, err := fromRow(filepath.Dir(path), row)
		switch {
		case first && len(row) > 1 && strings.EqualFold(row[0], "name") && strings.EqualFold(row[1], "path"):
			head = row
			if err := checkHeading(path, head); err != nil {
				wrong = append(wrong, err)
			}
		case len(row) == 1 && row[0] == "":
		case err != nil && first && len(row) > 1 && row[0] != "":
			wrong = append(wrong, fmt.Errorf("%s:%d: %w (a heading begins with name,path)", path, line, err))
		case err != nil && len(head) > 0 && len(row) > len(head):
			wrong = append(wrong,
				fmt.Errorf("%s:%d: %w; the row has %d cells, the heading %d: put a name with a comma in quotes", path,
					line, err, len(row), len(head)))
		case err != nil:
			wrong = append(wrong, fmt.Errorf("%s:%d: %w", path, line, err))
		default:
			student.Table, student.Line = path, line
			for i := 2; i < min(len(head), len(row)); i++ {
				if value := strings.TrimSpace(row[i]); value != "" {
					if student.Columns == nil {
						student.Columns = map[string]string{}
					}
					student.Columns[strings.ToLower(strings.TrimSpace(head[i]))] = value
				}
			}
			students = append(students, student)
		}
	}
}

// newReader returns a reader of the table in a file, and its first line. The separator is the most frequent
// candidate in that line, outside of quotes: the comma, or the semicolon or tab, which spreadsheets write in
// many countries.
func newReader(path string) (r *csv.Reader, first string, err error) {
	table, err := readText(path)
	if err != nil {
		return nil, "", err
	}
	r = csv.NewReader(strings.NewReader(table))
	r.FieldsPerRecord = -1
	first, _, _ = strings.Cut(table, "\n")
	found := map[rune]int{}
	quoted := false
	for _, c := range first {
		if c == '"' {
			quoted = !quoted
		}
		if !quoted {
			found[c]++
		}
	}
	for _, comma := range ";\t" {
		if found[comma] > found[r.Comma] {
			r.Comma = comma
		}
	}
	return r, first, nil
}

// Fold returns a text in the form in which other systems compare names and headings: without blanks around
// it, in one Unicode form, and without case.
func Fold(text string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFD.String(strings.TrimSpace(text))))
}

// checkHeading returns an error if two columns of a table have the same heading.
func checkHeading(table string, head []string) error {
	first := map[string]string{}
	for _, column := range head {
		key := Fold(column)
		if other, found := first[key]; found && key != "" {
			return fmt.Errorf("%s: want another heading for each column, found %s and %s", table, escape.Line(other),
				escape.Line(column))
		}
		first[key] = column
	}
	return nil
}

// readText reads a table in UTF-8, without the mark that some programs write first.
func readText(path string) (string, error) {
	text, err := regular.Read(path)
	if err != nil {
		return "", err
	}
	switch {
	case strings.EqualFold(filepath.Ext(path), ".xlsx") || strings.EqualFold(filepath.Ext(path), ".ods"):
		return "", fmt.Errorf("%s: want a table in UTF-8, found a workbook: save it as CSV UTF-8", path)
	case unpack.IsArchive(path):
		return "", fmt.Errorf("%s: want a directory of submissions or a table of them, found an archive: unpack it; "+
			"\"touchstone course collect\" takes one of Canvas or Moodle", path)
	}
	table := strings.TrimPrefix(string(text), "\ufeff")
	if !utf8.ValidString(table) || strings.Contains(table, "\x00") { // which UTF-16 has
		return "", fmt.Errorf("%s: want UTF-8, found another encoding: save it as CSV UTF-8", path)
	}
	return table, nil
}

func fromRow(dir string, row []string) (Student, error) {
	name := strings.TrimSpace(row[0])
	switch {
	case name == "":
		return Student{}, errors.New("want a name in the first column, found none")
	case len(row) < 2:
		return Student{},
			fmt.Errorf("want a path in the second column, which is empty if nothing was handed in, found no second "+
				"column for %s", escape.Line(name))
	}
	path := strings.TrimSpace(row[1])
	if path == "" {
		return Student{Name: name}, nil
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, filepath.FromSlash(path))
	}
	real, err := filepath.EvalSymlinks(path) // the teacher may have linked to it
	if errors.Is(err, fs.ErrNotExist) {
		return Student{}, fmt.Errorf("want a submission of %s, found nothing at %s", escape.Line(name),
			escape.Line(path))
	}
	if err != nil {
		return Student{}, fmt.Errorf("want a submission of %s: %w", escape.Line(name), err)
	}
	return Student{Name: name, Path: real}, nil
}

// An enrolment lists the students of a course.
type enrolment struct {
	columns  []string // of the roster, further ones
	students []*enrollee
}

// An enrollee is one student in a platform's table.
type enrollee struct {
	name      string // in the roster
	id        string // in the names of downloaded files
	submitted string // time of submission, if the platform reports it
	values    []string
}

// A gradeTable is how a platform writes its table of grades.
type gradeTable struct {
	// the column of the number in the names of downloaded files, and the prefix of the number
	id, prefix string
	timeColumn string // the column of the time of arrival, or ""
	// columns in order of preference; the first that is not empty is the student's name in the roster
	names   []string
	columns []string // the columns that the roster has, too, for uploads
}

var gradeTables = []gradeTable{
	{id: "ID", names: []string{"SIS Login ID", "Student"},
		columns: []string{"Student", "ID", "SIS User ID", "SIS Login ID", "Section"}},
	{id: "Identifier", prefix: "Participant ", timeColumn: "Last modified (submission)",
		names:   []string{"Email address", "Full name"},
		columns: []string{"Full name", "ID number", "Email address"}},
}

// testStudent is the student whose view Canvas gives to teachers.
const testStudent = "Student, Test"

// readEnrolment reads a platform's table of grades. Without a table, the enrolment is empty.
func readEnrolment(table string) (*enrolment, error) {
	if table == "" {
		return &enrolment{columns: []string{"id"}}, nil
	}
	r, first, err := newReader(table)
	if err != nil {
		return nil, err
	}
	r.LazyQuotes = true
	head, err := r.Read()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", table, err)
	}
	if err := checkHeading(table, head); err != nil {
		return nil, err
	}
	for _, form := range gradeTables {
		if slices.Contains(head, form.id) && slices.Contains(head, form.names[1]) {
			return form.read(r, head, table)
		}
	}
	return nil, fmt.Errorf(`%s: want a heading with the columns "Student" and "ID" (Canvas) or`+
		` "Identifier" and "Full name" (Moodle), found %q`,
		table, escape.Line(strings.TrimSpace(first)))
}

// read reads the rows below the heading. Rows without a number, such as Canvas's row of possible points, are
// not students.
func (form gradeTable) read(r *csv.Reader, head []string, table string) (*enrolment, error) {
	e := &enrolment{}
	columns := slices.DeleteFunc(slices.Clone(form.columns), func(c string) bool { return !slices.Contains(head, c) })
	for _, column := range columns {
		e.columns = append(e.columns, strings.ToLower(column))
	}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return e, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", table, err)
		}
		cell := func(column string) string {
			if i := slices.Index(head, column); i >= 0 && i < len(row) {
				return strings.TrimSpace(row[i])
			}
			return ""
		}
		s := &enrollee{id: strings.TrimPrefix(cell(form.id), form.prefix),
			name:      cmp.Or(cell(form.names[0]), cell(form.names[1])),
			submitted: arrivalTime(cell(form.timeColumn))}
		if s.id == "" || s.name == testStudent || cell(form.names[1]) == testStudent {
			continue
		}
		if e.has([]string{s.id}) {
			return nil, fmt.Errorf("%s: want another %s for each student, found %s twice", table, form.id,
				escape.Line(s.id))
		}
		for _, column := range columns {
			s.values = append(s.values, cell(column))
		}
		e.add(s)
	}
}

// arrivals are the ways in which Moodle writes a time in English.
var arrivals = []string{"Monday, 2 January 2006, 3:04 PM", "Monday, January 2, 2006, 3:04 PM",
	"Monday, 2 January 2006, 15:04"}

// arrivalTime converts a time of Moodle's, in the time zone of the user who downloaded it, to the format of a
// roster, or returns "".
func arrivalTime(text string) string {
	text = strings.Join(strings.Fields(text), " ") // some of its blanks do not break
	for _, layout := range arrivals {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Format("2006-01-02 15:04")
		}
	}
	return ""
}

// add adds a student. If another student has the same name, the number distinguishes them.
func (e *enrolment) add(s *enrollee) {
	if slices.ContainsFunc(e.students, func(other *enrollee) bool { return other.name == s.name }) {
		s.name += "-" + s.id
	}
	e.students = append(e.students, s)
}

// has reports whether one of the students has one of the platform's numbers.
func (e *enrolment) has(ids []string) bool {
	return slices.ContainsFunc(e.students, func(s *enrollee) bool { return slices.Contains(ids, s.id) })
}

// addUnknown adds a student who has submitted a file and is not in the table.
func (e *enrolment) addUnknown(h *handIn) *enrollee {
	s := &enrollee{name: h.student, id: h.id, values: make([]string, len(e.columns))}
	if i := slices.Index(e.columns, "id"); i >= 0 {
		s.values[i] = h.id
	}
	e.add(s)
	return s
}
