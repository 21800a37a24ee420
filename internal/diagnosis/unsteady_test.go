package diagnosis_test

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A program that answers otherwise in a second run is told so first, and all that is only located may follow from it. One that
// answers the same, wrong as it is, is not.
func TestUnsteady(t *testing.T) {
	a, err := oracle.Lookup("squirrel")
	if err != nil {
		t.Fatal(err)
	}
	program := func(add string) []verdict.Result {
		return judgedBy(t, a, func(c *cases.Case) diagnosistest.Run {
			run := diagnosistest.Faulty(c)
			if text, ok := run.Files["traverse_log.txt"]; ok {
				run.Files["traverse_log.txt"] = strings.Replace(text, "root,0,", "root,0"+add+",", 1)
			}
			return run
		})
	}
	results := program("1")
	first := diagnosis.Again(results)
	if len(first) == 0 || len(first) > 3 {
		t.Fatalf("%d cases to run again, want one to three", len(first))
	}
	of := func(results []verdict.Result) (some []verdict.Result) {
		for _, r := range results {
			for _, f := range first {
				if r.Case.Name == f.Case.Name {
					some = append(some, r)
				}
			}
		}
		return some
	}
	for _, c := range []struct {
		name   string
		second []verdict.Result
		how    string
	}{
		{"the same", of(results), ""},
		{"another line", of(program("2")), `line 2 of traverse_log.txt is "root,01,`},
		{"right", of(judged(t, a)), "traverse_log.txt is right in one run and not in the other"},
		{"nothing", nil, ""},
	} {
		causes, _, err := diagnosis.Program(t.Context(), diagnosis.Question{Assignment: a, Results: results, Again: c.second})
		if err != nil || len(causes) == 0 {
			t.Fatalf("%s: %v, %v", c.name, words(causes, nil), err)
		}
		told := causes[0].Key == "unsteady"
		if told != (c.how != "") || !strings.Contains(causes[0].Right, c.how) {
			t.Errorf("%s: first %s: %s, want %q", c.name, causes[0].Key, causes[0].Right, c.how)
		}
		if told && (causes[len(causes)-1].Follows != 1 || len(causes[0].Cases) != len(first)) {
			t.Errorf("%s: %s", c.name, words(causes, nil))
		}
	}
}
