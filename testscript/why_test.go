package testscript_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// To the comparison of the course line ends are nothing, so that of a program that is wrong otherwise only that is told.
func TestWhyOfCourse(t *testing.T) {
	a, err := oracle.Lookup("mancala")
	if err != nil {
		t.Fatal(err)
	}
	results, err := diagnosistest.Judge(t.Context(), a, func(c *cases.Case) diagnosistest.Run {
		run := diagnosistest.Faulty(c, "no-cuts")
		for name, text := range run.Files {
			run.Files[name] = strings.ReplaceAll(text, "\n", "\r\n")
		}
		return run
	})
	if err != nil {
		t.Fatal(err)
	}
	results = slices.DeleteFunc(results, func(r testscript.Result) bool { return r.Verdict == testscript.Format })
	for _, course := range []bool{false, true} {
		why, err := testscript.Why(t.Context(), a, testscript.Options{Course: course}, results)
		if err != nil || !strings.Contains(why, "no-cuts") || strings.Contains(why, "line ends") == course {
			t.Errorf("of the course: %v: error %v, told\n%s", course, err, why)
		}
	}
}
