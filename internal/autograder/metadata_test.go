package autograder

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// read parses a platform's data about a submission.
func read(t *testing.T, text string) (*Metadata, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "submission_metadata.json")
	must.Write(t, name, text)
	return ReadMetadata(name)
}

// The latest day of a group counts; without extensions, the assignment's deadline.
func TestDaysLate(t *testing.T) {
	for _, c := range []struct {
		due  string // of the assignment, and of each in the group; none is null
		want int
	}{
		{"", 0}, {"05", 0}, {"02", 3}, // submitted on the 4th at noon
		{"02 none", 3}, {"02 03", 2}, {"02 03 01", 2}, {"02 01 03", 2}, {"02 none 03", 2}, {"01 05 02", 0}, {"none 03", 2},
		{"05 02", 3}, // an earlier day of their own
	} {
		text := `{"created_at": "2026-03-04T12:00:00-08:00"`
		for i, day := range strings.Fields(c.due) {
			text += map[int]string{0: `, "assignment": `, 1: `, "users": [{"assignment": `}[min(i, 2)]
			if i > 1 {
				text += `}, {"assignment": `
			}
			if day = `"2026-03-` + day + `T00:00:00-08:00"`; strings.Contains(day, "none") {
				day = "null"
			}
			text += `{"due_date": ` + day + `}`
		}
		if strings.Contains(text, "users") {
			text += "}]"
		}
		m := must.Get(read(t, text+"}"))(t)
		if got := m.DaysLate(new(course.File)); got != c.want {
			t.Errorf("due %q: %d days late, want %d", c.due, got, c.want)
		}
	}
	for text, want := range map[string]string{"[]": "the platform's data", `{"users": []}`: `"created_at"`} {
		if _, err := read(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// A student in the course file is found by address and by name, whichever member of the group it is.
func TestStudent(t *testing.T) {
	c, err := course.Parse("f", []byte("assignment: reversi\nstudents:\n  ann@example.edu: {extra: 1}\n  Ben: {extra: 2}\n"), nil)
	must.Do(t, err)
	for users, want := range map[string]string{
		`{"email": "ann@example.edu", "name": "Ann"}`:                                                "ann@example.edu",
		`{"email": "ben@example.edu", "name": "Ben"}`:                                                "Ben",
		`{"email": "cleo@example.edu", "name": "Cleo"}, {"email": "ann@example.edu", "name": "Ann"}`: "ann@example.edu",
		`{"email": "cleo@example.edu", "name": "Cleo"}`:                                              "",
	} {
		m := must.Get(read(t, `{"created_at": "2026-03-04T12:00:00Z", "users": [`+users+`]}`))(t)
		if got := m.Student(c); got != want {
			t.Errorf("%s: %q, want %q", users, got, want)
		}
	}
}
