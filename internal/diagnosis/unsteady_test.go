package diagnosis_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A second run can be compared with the first if the program ended in time with wrong output.
func TestRepeatable(t *testing.T) {
	again := []verdict.Verdict{verdict.Format, verdict.Wrong, verdict.Missing, verdict.Crash}
	for _, v := range verdict.Verdicts {
		if got := verdict.IsRepeatable(verdict.Result{Verdict: v}); got != slices.Contains(again, v) {
			t.Errorf("after %s: %v", v, got)
		}
	}
	for name, r := range map[string]verdict.Result{
		"slow": {Verdict: verdict.Crash, Outcome: outcome.Outcome{Wall: time.Second}},
		"cut":  {Verdict: verdict.Crash, Files: []verdict.File{{Name: "log", Text: []byte("a\n"), Cut: true}}},
	} {
		if verdict.IsRepeatable(r) {
			t.Errorf("%s: it can be compared", name)
		}
	}
}

// A program with another answer in its second run gets that cause first, and located causes are less certain. A
// program with the same wrong answer does not.
func TestUnsteady(t *testing.T) {
	a := lookup(t, "squirrel")
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
	crashed := slices.Clone(results)
	for i := range crashed {
		crashed[i].Verdict = verdict.Crash
	}
	again := map[string]int{}
	for _, r := range verdict.SelectRepeats(results) {
		again[r.Case.Problem.Category()]++
	}
	if want := map[string]int{"minimax": 5, "alpha-beta": 5}; !maps.Equal(want, again) {
		t.Fatalf("want cases to run again in categories %v, got %v", want, again)
	}
	for _, c := range []struct {
		name   string
		second []verdict.Result
		how    string
	}{
		{"the same", results, ""},
		{"another line", program("2"), `line 2 of traverse_log.txt is "root,01,`},
		{"a crash", crashed, "it crashes in one run and not in the other"},
		{"right", judged(t, a), "traverse_log.txt is right in one run and not in the other"},
		{"nothing", nil, ""},
	} {
		results := slices.Clone(results)
		for _, r := range verdict.SelectRepeats(results) {
			for _, second := range c.second {
				if second.Case.Name == r.Case.Name {
					r.Otherwise = verdict.DescribeChange(*r, second)
				}
			}
		}
		causes, _, err := diagnosis.Program(t.Context(), diagnosis.Question{Assignment: a, Results: results})
		if err != nil || len(causes) == 0 {
			t.Fatalf("%s: %v, %v", c.name, words(causes, nil), err)
		}
		told := causes[0].Key == "unsteady"
		if told != (c.how != "") || !strings.Contains(causes[0].Right, c.how) {
			t.Errorf("%s: first %s: %s, want %q", c.name, causes[0].Key, causes[0].Right, c.how)
		}
		if told && len(causes[0].Cases) != 10 {
			t.Errorf("%s: %s", c.name, words(causes, nil))
		}
	}
}
