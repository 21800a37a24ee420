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
	a := must.Get(oracle.Lookup("squirrel"))(t)
	all := must.Get(cases.Embedded(a))(t)
	path := filepath.Join(tier.TempDir(t), "ann.py")
	must.Do(t, os.WriteFile(path, []byte("pass\n"), 0o666))
	students := []submissions.Student{{Name: "ann", Path: path}}
	p, err := NewPlan(Terms{Assignment: a, Cases: all[:2], Settings: testscript.Options{Sandbox: testscript.SandboxNone}, Touchstone: "v1"}, students)
	must.Do(t, err)
	j := must.Get(OpenJournal(tier.TempDir(t)))(t)
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	g := must.Get(NewGrader(p, j, students))(t)
	return g
}
