package newpackage_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/newpackage"
)

// TestTemplate finds TODO in three files of a package to fill in, and nothing of the example. An example has
// no TODO.
func TestTemplate(t *testing.T) {
	for _, c := range []struct {
		start newpackage.Start
		want  []string
	}{
		{newpackage.Start{}, []string{"input_validators/validate.py", "statement/problem.en.md", "submissions/accepted/reference.py"}},
		{newpackage.Start{Example: true}, nil},
	} {
		files, err := c.start.Files("nim")
		must.Do(t, err)
		var todo []string
		for name, text := range files {
			if strings.Contains(string(text), "TODO") {
				todo = append(todo, name)
			}
			if !c.start.Example && regexp.MustCompile(`(?i)longest|forgets|TITLE`).Match(text) {
				t.Errorf("%s is not to be filled in:\n%s", name, text)
			}
		}
		if slices.Sort(todo); !slices.Equal(todo, c.want) {
			t.Errorf("%+v: TODO stands in %q, want %q", c.start, todo, c.want)
		}
	}
}
