package diagnosis_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A program that begins as one with a known mistake does, and goes on otherwise, is not given its name, but told of it. What begins
// like no mistake is told of none.
func TestLike(t *testing.T) {
	a := lookup(t, "reversi")
	some := []string{"handout-start", "cut-on-equality-at-max", "cut-on-equality-at-min", "few-pieces-for-x", "few-pieces-for-o", "half-a-board-of-pieces"}
	for _, c := range []struct {
		fault string
		value string // of leaves instead of the fault's
		want  string
	}{{"board-shared-by-moves", "", "board-shared-by-moves"}, {"infinite-window-for-children", "", ""}, {"", ",4321,", ""}} {
		results := judgedBy(t, a, func(one *cases.Case) diagnosistest.Run {
			if !slices.Contains(some, one.Name) {
				return diagnosistest.Faulty(one)
			}
			if c.fault == "" {
				lines := strings.Split(diagnosistest.Faulty(one).Files["output.txt"], "\n")
				fields := strings.Split(lines[11], ",")
				lines[11] = fields[0] + "," + fields[1] + c.value + strings.Join(fields[3:], ",")
				return diagnosistest.Run{Files: map[string]string{"output.txt": strings.Join(lines, "\n")}}
			}
			text := diagnosistest.Faulty(one, c.fault).Files["output.txt"]
			return diagnosistest.Run{Files: map[string]string{"output.txt": text[:strings.LastIndex(text, "\n")+1] + "root,0,4321,-Infinity,Infinity"}}
		})
		results = slices.DeleteFunc(results, func(r verdict.Result) bool { return !slices.Contains(some, r.Case.Name) })
		causes, _, err := diagnosis.Program(t.Context(), diagnosis.Question{Assignment: a, Results: results})
		if err != nil || len(causes) == 0 {
			t.Fatal(words(causes, nil), err)
		}
		got, told := "", ""
		for _, cause := range causes {
			if len(cause.Faults) > 0 {
				t.Errorf("%q is named", cause.Key)
			}
			if cause.Like != nil {
				got = cause.Like.Name
				told = strings.Join(cause.Notes(0), "\n")
			}
		}
		if got != c.want || strings.Contains(told, "It begins as a program with "+c.want+" does, in ") != (c.want != "") {
			t.Errorf("with %q: like %q, want %q: %s\n%s", c.fault, got, c.want, words(causes, nil), told)
		}
	}
}
