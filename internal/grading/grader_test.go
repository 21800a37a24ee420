package grading

import (
	"path/filepath"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
	"github.com/touchstone-suite/touchstone/testscript"
)

// newTestGrader returns a grader of one student on two cases of squirrel.
func newTestGrader(t *testing.T) *Grader {
	t.Helper()
	path := filepath.Join(tier.TempDir(t), "ann.py")
	must.Write(t, path, "pass\n")
	all := must.Get(cases.Embedded(&squirrel.Assignment))(t)
	settings := testscript.Options{Sandbox: testscript.SandboxNone}
	return graderOf(t, all[:2], settings, []submissions.Student{{Name: "ann", Path: path}}, tier.TempDir(t))
}

// graderOf returns a grader of students, whose journal is in a directory.
func graderOf(t *testing.T, all []*cases.Case, settings testscript.Options, students []submissions.Student, dir string) *Grader {
	t.Helper()
	terms := Terms{Assignment: all[0].Assignment, Cases: all, Settings: settings, Touchstone: "v1"}
	p := must.Get(NewPlan(terms, students))(t)
	j := must.Get(OpenJournal(dir))(t)
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return must.Get(NewGrader(p, j, students))(t)
}
