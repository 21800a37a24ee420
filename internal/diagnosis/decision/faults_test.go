package decision_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

var shown = flag.String("shown", "", "print the explanations of this fault")

// results compares a program's files with the right ones.
func results(t *testing.T, p homework.Problem, got map[string]string) (files []verdict.File, wrong bool) {
	t.Helper()
	right, err := homework.Answer(context.Background(), p, homework.Options{})
	must.Do(t, err)
	for _, name := range p.Files() {
		f := verdict.File{Name: name, Verdict: verdict.Missing}
		if text, ok := got[name]; ok {
			report, err := compare.Readers(bytes.NewReader(right[name]), strings.NewReader(text), compare.Options{})
			must.Do(t, err)
			f.Report, f.Text = report, []byte(text)
			f.Verdict = []verdict.Verdict{verdict.Pass, verdict.Format, verdict.Wrong}[report.Grade]
			wrong = wrong || report.Grade == compare.Different
		}
		files = append(files, f)
	}
	return files, wrong
}

// tell writes what is said of a mistake, but for the drawings.
func tell(w io.Writer, of string, e *decision.Explanation) {
	fmt.Fprintf(w, "%s\n  %s:%d, got %d, %s node %v, theirs %v\n", of, e.File, e.Line, e.At, e.Of, e.Node != nil, e.Theirs != nil)
	for _, says := range e.Says {
		fmt.Fprintf(w, "  says %s\n", says)
	}
	for _, why := range e.Why {
		fmt.Fprintf(w, "  why  %s\n", why)
	}
	fmt.Fprintf(w, "  rule %s\n", e.Rule)
	for _, d := range slices.CompactFunc([]decision.Decision{*e.Decision, e.Decision.General()},
		func(x, y decision.Decision) bool { return x.Key == y.Key }) {
		fmt.Fprintf(w, "  %s at %s; %s\n", d.Key, strings.Join(d.Where, ", "), strings.ReplaceAll(strings.Join(d.Rules, ", "), "docs/rules/", ""))
	}
}

// Whatever mistake a program has, something is said of it, and of a line that is wrong.
func TestFaultsAreExplained(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			corpus, err := cases.Embedded(a)
			must.Do(t, err)
			var told bytes.Buffer // of the first case of each
			for _, fault := range catalog.Faults(a) {
				explained := 0
				for _, c := range corpus {
					if explained == 2 || fault.Form || !effort.All() && explained > 0 {
						break
					}
					if !c.In(cases.ProfileDefault) || c.Index().Goldens[0].Lines > 2000 || !slices.Contains(c.Kills, fault.ID) {
						continue
					}
					got, err := catalog.Second(a).Solve("", c.Input(), fault.ID)
					if err != nil {
						continue
					}
					files, wrong := results(t, c.Problem, got)
					if !wrong {
						continue
					}
					e := explainFault(t, fault.ID, c, files)
					if explained++; explained == 1 {
						tell(&told, fault.ID+" on "+c.Name, e)
					}
				}
				if explained == 0 && !fault.Form && fault.Equivalent == "" && fault.Beyond == "" {
					t.Errorf("no case shows %s", fault.ID)
				}
			}
			goldie.New(t).Assert(t, a.Name, told.Bytes())
		})
	}
}

func explainFault(t *testing.T, fault string, c *cases.Case, files []verdict.File) *decision.Explanation {
	t.Helper()
	e, err := decision.Explain(t.Context(), decision.Question{Problem: c.Problem, Files: files})
	if err != nil || e == nil {
		t.Fatalf("%s, %s: %v, %v", fault, c.Name, e, err)
	}
	var text bytes.Buffer
	must.Do(t, e.Print(&text, false))
	if len(e.Says) == 0 || e.Decision == nil || len(e.Why) == 0 || e.Node == nil && e.Turn == nil && e.Decision.General().Key != "header" && e.Ended != "want" {
		t.Errorf("%s, %s: too little is said:\n%s", fault, c.Name, &text)
	}
	for _, rule := range e.Decision.Rules {
		if rules.Titled(rule) == rule {
			t.Errorf("%s, %s: %s is no rule", fault, c.Name, rule)
		}
	}
	if n := len(e.Decision.Rules); n == 0 || n > 3 {
		t.Errorf("%s, %s: %d rules, want 1 to 3", fault, c.Name, n)
	}
	for _, f := range files {
		if f.Name == e.File && f.Report.First == nil {
			t.Errorf("%s, %s: %s is right", fault, c.Name, e.File)
		}
	}
	if fault == *shown {
		fmt.Printf("%s\n%s\n", c.Name, &text)
	}
	return e
}
