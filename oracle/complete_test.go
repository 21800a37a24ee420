package oracle_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// TestAssignmentsAreComplete reports what an assignment still lacks, one message each: the
// to-do list for a new assignment.
func TestAssignmentsAreComplete(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for what, missing := range lacks(t, a) {
			if missing {
				t.Errorf("%s lacks %s", a.Name, what)
			}
		}
	}
	for what, missing := range lacks(t, &oracle.Assignment{Name: "chess", Editions: homework.OneEdition}) {
		if !missing {
			t.Errorf("an assignment without anything has %s", what)
		}
	}
}

// lacks checks that an assignment has everything it needs and returns the missing parts.
func lacks(t *testing.T, a *oracle.Assignment) map[string]bool {
	t.Helper()
	rules, _ := os.ReadFile("../docs/rules/" + a.Name + ".md")
	in := map[string]int{}
	corpus, err := cases.Embedded(a)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // a missing directory has no cases
		t.Errorf("cases/%s: %v", a.Name, err)
	}
	for _, c := range corpus {
		for _, profile := range []string{cases.ProfileDefault, cases.ProfileCore, cases.ProfileGraded} {
			if c.In(profile) {
				in[profile]++
			}
		}
	}
	hasProperty := tests(a, "gametest.Property(") || tests(a, "gametest.Symmetry(") || tests(a, "gametest.DoubledWeights(")
	return map[string]bool{
		"a course and a title":                                  a.Course == "" || a.Title == "",
		"what every game has: " + strings.Join(a.Lacks(), "; "): len(a.Lacks()) > 0,
		"a shrinker":                                       a.Generator.Shrink == nil,
		"that page, in the field Rules":                    a.Rules == "" || a.Rules != string(rules),
		"the size of the course's graded set":              a.Generator.GradedSize == 0,
		"docs/rules/" + a.Name + ".md with numbered rules": !strings.Contains(string(rules), "\n## Rule 1: "),
		"the section \"Envelope\" on that page":            !strings.Contains(string(rules), "\n## Envelope\n"),
		"the section \"Grading\" on that page":             !strings.Contains(string(rules), "\n## Grading\n"),
		"a fuzz target for its parser (gametest.Fuzz)":     !tests(a, "func FuzzParse("),
		"cases in cases/" + a.Name:                         in[cases.ProfileDefault] == 0,
		"cases of the profile core":                        in[cases.ProfileCore] == 0,
		"as many graded cases as the course had":           a.Generator.GradedSize == 0 || in[cases.ProfileGraded] != a.Generator.GradedSize,
		"a second solver with faults":                      len(catalog.Faults(a)) == 0,
		"a replay (homework.Replayer)":                     !replays(a),
		"a test of its situations (gametest.Situations)":   !tests(a, "gametest.Situations("),
		"a test of wrong inputs (gametest.Errors)":         !tests(a, "gametest.Errors("),
		"a test of its envelope (gametest.Beyond)":         !tests(a, "gametest.Beyond("),
		"a test of whole answers (gametest.Answers)":       !tests(a, "gametest.Answers("),
		"a test of its graded sets (gametest.Graded)":      !tests(a, "gametest.Graded("),
		"a test of its seeds (gametest.Seed)":              !tests(a, "gametest.Seed("),
		"a property of random inputs (gametest.Property)":  !hasProperty,
	}
}

// tests reports whether the tests of an assignment make a call.
func tests(a *oracle.Assignment, call string) bool {
	files, _ := filepath.Glob(a.Name + "/*_test.go")
	return slices.ContainsFunc(files, func(file string) bool {
		text, _ := os.ReadFile(file)
		return strings.Contains(string(text), call)
	})
}

// replays reports whether the searches of an assignment can be shown step by step.
func replays(a *oracle.Assignment) bool {
	if a.Generator.Small == nil {
		return false
	}
	_, ok := a.Generator.Small(random.New(1)).(homework.Replayer)
	return ok
}
