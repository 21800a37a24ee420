package audit_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/oracle"
)

// The table in docs/cases.md agrees with the headers of the cases, which "audit --update --check"
// compares with what the cases kill; and each target is reached.
func TestDocumentTellsTheFigures(t *testing.T) {
	var matrices []*audit.Matrix
	var figures [][]audit.Figure
	for _, a := range oracle.Assignments() {
		corpus, err := cases.Embedded(a)
		if err != nil {
			t.Fatal(err)
		}
		corpus = slices.DeleteFunc(corpus, func(c *cases.Case) bool { return c.In(cases.ProfileGraded) })
		m, err := audit.Annotated(t.Context(), a, corpus)
		if err != nil {
			t.Fatal(err)
		}
		matrices, figures = append(matrices, m), append(figures, m.LeaveOut())
	}
	for _, f := range slices.Concat(figures...) {
		if !f.Good() {
			t.Errorf("%s: %s catches %d of %d faults that it does not know, want %v %%; %v escape", f.Assignment, f.Profile, f.Caught, f.Faults, f.Target, f.Escapes)
		}
	}
	var table strings.Builder
	if err := audit.WriteFigures(&table, matrices, figures); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../docs/cases.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.ReplaceAll(string(text), "\r\n", "\n"), table.String()) {
		t.Errorf("docs/cases.md: want the table that \"touchstone audit --leave-one-out\" prints:\n%s", table.String())
	}
}
