package submissions

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/escape"
)

// An enrolment is who takes a course.
type enrolment struct {
	columns  []string // of the roster, further ones
	students []*enrollee
}

// An enrollee is one student as a platform knows them.
type enrollee struct {
	name      string // in the roster
	id        string // in the names of downloaded files
	submitted string // when something was handed in, if the platform tells
	values    []string
}

// A gradeTable is how a platform writes its table of grades.
type gradeTable struct {
	id, prefix string   // the column of the number in the names of downloaded files, and what stands before it
	when       string   // the column of the time of arrival, or ""
	names      []string // columns of which the first that says anything is the student's name in the roster
	columns    []string // those that the roster has, too, for uploads
}

var gradeTables = []gradeTable{
	{id: "ID", names: []string{"SIS Login ID", "Student"}, columns: []string{"Student", "ID", "SIS User ID", "SIS Login ID", "Section"}},
	{id: "Identifier", prefix: "Participant ", when: "Last modified (submission)", names: []string{"Email address", "Full name"}, columns: []string{"Full name", "ID number", "Email address"}},
}

// testStudent is whom Canvas has teachers look through the eyes of.
const testStudent = "Student, Test"

// enrolled reads a platform's table of grades. Without one nobody is enrolled yet.
func enrolled(table string) (*enrolment, error) {
	if table == "" {
		return &enrolment{columns: []string{"id"}}, nil
	}
	text, err := readText(table)
	if err != nil {
		return nil, err
	}
	r, first := newReader(text)
	r.LazyQuotes = true
	head, err := r.Read()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", table, err)
	}
	for _, form := range gradeTables {
		if slices.Contains(head, form.id) && slices.Contains(head, form.names[1]) {
			return form.read(r, head, table)
		}
	}
	return nil, fmt.Errorf(`%s: want a heading with the columns "Student" and "ID" (Canvas) or "Identifier" and "Full name" (Moodle), found %q`, table, escape.Line(strings.TrimSpace(first)))
}

// read reads the rows below the heading. Those without a number, such as Canvas's of possible points, are no students.
func (form gradeTable) read(r *csv.Reader, head []string, table string) (*enrolment, error) {
	e := new(enrolment)
	for _, column := range form.columns {
		if slices.Contains(head, column) {
			e.columns = append(e.columns, strings.ToLower(column))
		}
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
		s := &enrollee{id: strings.TrimPrefix(cell(form.id), form.prefix), name: cell(form.names[0])}
		if s.id == "" || s.name == testStudent || cell(form.names[1]) == testStudent {
			continue
		}
		if s.name == "" {
			s.name = cell(form.names[1])
		}
		s.submitted = arrival(cell(form.when))
		for _, column := range form.columns {
			if slices.Contains(head, column) {
				s.values = append(s.values, cell(column))
			}
		}
		e.add(s)
	}
}

// arrivals are the ways in which Moodle writes a time in English.
var arrivals = []string{"Monday, 2 January 2006, 3:04 PM", "Monday, January 2, 2006, 3:04 PM", "Monday, 2 January 2006, 15:04"}

// arrival returns a time of Moodle's, in the time zone of whoever downloaded it, as a roster has it, or "".
func arrival(text string) string {
	text = strings.Join(strings.Fields(text), " ") // some of its blanks do not break
	for _, layout := range arrivals {
		if at, err := time.Parse(layout, text); err == nil {
			return at.Format("2006-01-02 15:04")
		}
	}
	return ""
}

// add adds a student, whose name another may have: then the number tells them apart.
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

// addUnknown adds a student who has handed in something and is not in the table.
func (e *enrolment) addUnknown(h *handIn) *enrollee {
	s := &enrollee{name: h.who, id: h.id, values: make([]string, len(e.columns))}
	if i := slices.Index(e.columns, "id"); i >= 0 {
		s.values[i] = h.id
	}
	e.add(s)
	return s
}
