package class

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/class/course"
)

// Students have the names of the course file, but those who would have the name of another keep their own.
func TestShownNames(t *testing.T) {
	for _, c := range []struct{ names, want string }{
		{"", "a b c d"},
		{"a: Ann, b: Ben", "Ann Ben c d"},
		{"a: Ann, b: Ann", "a b c d"},
		{"a: Ann, b: Ann, c: Cleo", "a b Cleo d"},
		{"a: Ann, b: Ann, c: Ann", "a b c d"},
		{"a: d", "a b c d"},
		{"a: b, b: a", "a b c d"},
		{"a: b, b: Ben", "a Ben c d"}, // b stays b's
		{"a: a", "a b c d"},
	} {
		text := "assignment: reversi\n"
		if c.names != "" {
			text += "students:\n"
		}
		for _, one := range strings.Split(c.names, ", ") {
			if id, name, ok := strings.Cut(one, ": "); ok {
				text += "  " + id + ": {name: " + name + "}\n"
			}
		}
		file, err := course.Parse("f", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		p := &Plan{}
		for _, name := range strings.Fields("a b c d") {
			p.Students = append(p.Students, planStudent{Name: name})
		}
		if got := (&Grader{Plan: p}).shownNames(file); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: %q, want %q", c.names, got, c.want)
		}
	}
}
