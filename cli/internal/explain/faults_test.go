package explain_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/cli/internal/explain"
	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript"
)

var shown = flag.String("shown", "", "print the explanations of this fault")

// results compares a program's files with the right ones.
func results(t *testing.T, p homework.Problem, got map[string]string) (files []testscript.FileResult, wrong bool) {
	t.Helper()
	right := output.Memory{}
	if _, err := p.Solve(context.Background(), homework.Options{}, right); err != nil {
		t.Fatal(err)
	}
	for _, name := range p.Files() {
		f := testscript.FileResult{Name: name, Verdict: testscript.Missing}
		if text, ok := got[name]; ok {
			report, err := compare.Readers(bytes.NewReader(right[name]), strings.NewReader(text), compare.Options{})
			if err != nil {
				t.Fatal(err)
			}
			f.Report, f.Text = report, []byte(text)
			f.Verdict = []testscript.Verdict{testscript.Pass, testscript.Format, testscript.Wrong}[report.Grade]
			wrong = wrong || report.Grade == compare.Different
		}
		files = append(files, f)
	}
	return files, wrong
}

// Whatever mistake a program has, something is said of it, and of a line that is wrong.
func TestFaultsAreExplained(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			corpus, err := cases.Embedded(a)
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range a.Faults() {
				explained := 0
				for _, c := range corpus {
					if explained == 2 || fault.Form || testing.Short() && explained > 0 {
						break
					}
					if !c.In(cases.ProfileDefault) || c.Index().Goldens[0].Lines > 2000 {
						continue
					}
					got, err := a.Second.Solve("", c.Input(), fault.ID)
					if err != nil {
						continue
					}
					files, wrong := results(t, c.Problem, got)
					if !wrong {
						continue
					}
					explained++
					explainFault(t, fault.ID, c, files)
				}
			}
		})
	}
}

func explainFault(t *testing.T, fault string, c *cases.Case, files []testscript.FileResult) {
	e, err := explain.Explain(t.Context(), explain.Question{Problem: c.Problem, Files: files})
	if err != nil || e == nil {
		t.Fatalf("%s, %s: %v, %v", fault, c.Name, e, err)
	}
	var text bytes.Buffer
	if err := e.Print(&text, false); err != nil {
		t.Fatal(err)
	}
	if len(e.Says) == 0 || len(e.Why) == 0 || e.Node == nil && e.Turn == nil && e.Line > 1 && e.Ended != "want" {
		t.Errorf("%s, %s: too little is said:\n%s", fault, c.Name, &text)
	}
	for _, f := range files {
		if f.Name == e.File && f.Report.First == nil {
			t.Errorf("%s, %s: %s is right", fault, c.Name, e.File)
		}
	}
	if fault == *shown {
		fmt.Printf("%s\n%s\n", c.Name, &text)
	}
}
