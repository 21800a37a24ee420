package decision_test

import (
	"context"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A second difference is told if it does not follow from the first: not those of the nodes above, and
// with windows none that a changed window may have brought about.
func TestNext(t *testing.T) {
	for name, test := range map[string]struct {
		assignment, input string
		edits             [][2]string // each replaces one line of the log, from the one before on
		key, next         string
	}{
		"another decision elsewhere": {
			"squirrel", "handout-minimax", [][2]string{{"B1,2,19", "B1,2,4"}, {"A4,2,", "E9,2,"}}, "leaf-value", "no-such-place"},
		"the same decision elsewhere": {
			"squirrel", "handout-minimax", [][2]string{{"B1,2,19", "B1,2,4"}, {"A4,2,15", "A4,2,14"}}, "leaf-value", ""},
		"above, by minimax": {
			"squirrel", "handout-minimax", [][2]string{{"B1,2,19", "B1,2,-90"}, {"A1,1,19", "A1,1,-90"}, {"A1,1,5", "A1,1,-90"}}, "leaf-value", ""},
		"elsewhere, by alpha-beta": {
			"squirrel", "handout-alpha-beta", [][2]string{{"B1,2,19", "B1,2,7"}, {"E1,2,", "E9,2,"}}, "leaf-value", "no-such-place"},
		"below a window that has changed": {
			"squirrel", "handout-alpha-beta", [][2]string{{"B1,2,19", "B1,2,7"}, {"A1,1,19,", "A1,1,7,"}, {"E1,2,", "E9,2,"}}, "leaf-value", ""},
	} {
		t.Run(name, func(t *testing.T) {
			e := edited(t, find(t, test.assignment, test.input), test.edits)
			next := ""
			if e.Next != nil {
				next = e.Next.Decision.Key
			}
			if e.Decision.Key != test.key || next != test.next {
				t.Errorf("%s, then %q; want %s, then %q", e.Decision.Key, next, test.key, test.next)
			}
		})
	}
}

// edited explains the right log with some lines edited.
func edited(t *testing.T, c *cases.Case, edits [][2]string) *decision.Explanation {
	t.Helper()
	got := answered(t, c)
	log := c.Problem.(homework.Replayer).Stage().File
	before, rest := "", got[log]
	for _, edit := range edits {
		i := strings.Index(rest, "\n"+edit[0])
		if i < 0 {
			t.Fatalf("no line begins with %s", edit[0])
		}
		i++
		before, rest = before+rest[:i]+edit[1], rest[i+len(edit[0]):]
	}
	got[log] = before + rest
	files, _ := results(t, c.Problem, got)
	e, err := decision.Explain(context.Background(), decision.Question{Problem: c.Problem, Files: files})
	if err != nil {
		t.Fatal(err)
	}
	return e
}
