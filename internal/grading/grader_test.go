package grading

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// newTestGrader returns a grader of one student on two cases of squirrel.
func newTestGrader(t *testing.T) *Grader {
	t.Helper()
	a, err := oracle.Lookup("squirrel")
	must.Do(t, err)
	all, err := cases.Embedded(a)
	must.Do(t, err)
	path := filepath.Join(tier.TempDir(t), "ann.py")
	must.Do(t, os.WriteFile(path, []byte("pass\n"), 0o666))
	students := []submissions.Student{{Name: "ann", Path: path}}
	p, err := NewPlan(Terms{Assignment: a, Cases: all[:2], Settings: testscript.Options{Sandbox: testscript.SandboxNone}, Touchstone: "v1"}, students)
	must.Do(t, err)
	j, err := OpenJournal(tier.TempDir(t))
	must.Do(t, err)
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	g, err := NewGrader(p, j, students)
	must.Do(t, err)
	return g
}
