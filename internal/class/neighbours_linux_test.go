package class

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

func TestMain(m *testing.M) { tier.Main(m) }

// A submission reads nothing of the class, neither while it is built nor while it runs: no other
// submission, not its own as it was handed in, not the roster, and nothing that is beside the journal.
func TestNeighbours(t *testing.T) {
	effort.NeedsAll(t, "runs many programs beside greedy ones")
	a, err := oracle.Lookup("reversi")
	must.Do(t, err)
	all, err := cases.Embedded(a)
	must.Do(t, err)
	root := tier.TempDir(t)
	secrets := []string{"class/ann/notes.txt", "class/ann.txt", "roster.csv", "books/students/ann/results.json"}
	put := func(name, text string, mode os.FileMode) {
		path := filepath.Join(root, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, []byte(text), mode))
	}
	read := fmt.Sprintf("cd / ; ls -R %[1]s; cat %[1]s/books/journal.jsonl", root)
	for _, name := range secrets {
		put(name, "a SECRET\n", 0o644)
		read += fmt.Sprintf("; cat %[1]s/%[2]s; (echo SPOILT >>%[1]s/%[2]s) 2>&1", root, name)
	}
	put("class/ann/reversi", "#!/bin/sh\necho SECRET >output.txt\n", 0o755)
	put("class/spy/reversi", "#!/bin/sh\n("+read+") >output.txt\ncat output.txt >&2\n", 0o755)
	put("class/maker/Makefile", "agent:\n\t-("+read+") >found\n\tcat found\n\tfalse\nrun:\n\ttrue\n", 0o644)
	put("roster.csv", "SECRET,class/ann\nspy,class/spy\nmaker,class/maker\n", 0o644)
	students, err := submissions.Roster(filepath.Join(root, "roster.csv"))
	must.Do(t, err)
	o := testscript.Options{Hide: []string{filepath.Join(root, "roster.csv"), filepath.Join(root, "books")}}
	enforced, err := o.Confinement()
	must.Do(t, err)
	if enforced.By("files") == "" {
		t.Skip("files are not confined here")
	}
	p, err := NewPlan(Terms{Assignment: a, Cases: all[:1], Options: o, Touchstone: "v1"}, students)
	must.Do(t, err)
	j, err := OpenJournal(filepath.Join(root, "books"))
	must.Do(t, err)
	defer j.Close()
	g, err := NewGrader(p, j, students)
	must.Do(t, err)
	g.Hide = o.Hide
	must.Do(t, g.Run(t.Context()))
	class, err := g.Class(t.Context())
	must.Do(t, err)
	for _, s := range class.Students {
		if s.Name == "SECRET" {
			continue
		}
		r := s.Results[0]
		said := s.Built + string(r.Outcome.First) + string(r.Outcome.Errors)
		for _, f := range r.Files {
			said += string(f.Text)
		}
		if !strings.Contains(said, "cat: ") {
			t.Errorf("%s has not tried: %q, %s", s.Name, said, r.Verdict)
		}
		if strings.Contains(said, "SECRET") || strings.Contains(said, `"kind"`) {
			t.Errorf("%s has read:\n%s", s.Name, said)
		}
	}
	for _, name := range secrets {
		if text, err := os.ReadFile(filepath.Join(root, name)); err != nil || strings.Contains(string(text), "SPOILT") {
			t.Errorf("%s was written: %q, %v", name, text, err)
		}
	}
}
