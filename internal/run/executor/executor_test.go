package executor

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// A program sees neither the paths that the settings hide nor the paths that its policy hides.
func TestHiddenPaths(t *testing.T) {
	dir := t.TempDir()
	of := func(name string) string { return filepath.Join(dir, name) }
	r := must.Get(confined{outcome.Settings{Hide: []string{of("roster")}}}.Open(answers.Need{Own: []string{dir}},
		sandbox.Policy{Hide: []string{of("opponent")}}))(t)
	defer r.Close()
	for _, name := range []string{"roster", "opponent"} {
		expect.Contains(t, strings.Join(r.(*confinedRunner).policy.Hide, "\n"), of(name))
	}
}
