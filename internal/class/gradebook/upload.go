package gradebook

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/page"
)

// Formats are the tables in which other systems take grades: canvas.csv and moodle.csv.
var Formats = []string{"canvas", "moodle"}

// The columns of the roster by which these systems know a student, under each of their names the first that counts.
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

// writeCanvas writes a table as Canvas imports it. It knows a student by the ID of its own export, or by the two of
// the student information system; the roster's name is the login if no column says it.
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

// writeMoodle writes a table as Moodle imports it, which finds students by their ID number or their address. A name of
// the roster that is an address is one, and else the number, if no column says them.
func (c *class) writeMoodle(w io.Writer) error {
	rows := [][]string{{"ID number", "Email address", "Full name", c.Title}}
	for _, s := range c.students {
		number, address := s.column(numbers...), s.column(addresses...)
		if isAddress := strings.Contains(s.ID, "@"); isAddress {
			address = cmp.Or(address, s.ID)
		} else if address+s.column("full name") == "" {
			number = cmp.Or(number, s.ID)
		}
		rows = append(rows, []string{number, address, cmp.Or(FullName(s.Columns), s.Name), pointsOr(s.points(), "")})
	}
	return page.WriteCSV(w, rows)
}
