package judge

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// sized returns a case of mancala of a category, with an answer of so many lines of two bytes.
func sized(t *testing.T, name, category string, lines int) *cases.Case {
	t.Helper()
	task := map[string]string{"greedy": "1", "minimax": "2"}[category]
	c, err := cases.Parse("a.txtar", name, []byte("# mancala: a case\nsubmit input.txt\ngolden next_state.txt\n"+map[string]string{"minimax": "golden traverse_log.txt\n"}[category]+
		"-- input.txt --\n"+task+"\n1\n1\n3 3 3\n3 3 3\n0\n0\n-- golden/next_state.txt --\n"+strings.Repeat("x\n", lines)))
	if err != nil {
		t.Fatal(err)
	}
	if c.Problem.Category() != category || c.AnswerSize() != int64(2*lines) {
		t.Fatalf("%s is of %s, with an answer of %d bytes", name, c.Problem.Category(), c.AnswerSize())
	}
	return c
}

// A case is spared if three before it, of its category, ran out of time, all of them, and one of these is no longer.
func TestLoops(t *testing.T) {
	var l Loops
	run := func(name, category string, lines int, v verdict.Verdict) {
		t.Helper()
		c := sized(t, name, category, lines)
		if l.Spares(c) {
			t.Errorf("%s is spared", name)
		}
		l.Add(c, v)
	}
	spared := func(name, category string, lines int) {
		t.Helper()
		if c := sized(t, name, category, lines); !l.Spares(c) {
			t.Errorf("%s is not spared", name)
		} else if want := "not run: the program ran out of time in all 3 before, such as m1"; category == "minimax" && l.Why(c) != want {
			t.Errorf("%s: %q, want %q", name, l.Why(c), want)
		}
	}
	run("m1", "minimax", 9, verdict.Timeout)
	run("g1", "greedy", 1, verdict.Timeout)
	run("m2", "minimax", 5, verdict.Timeout)
	run("g2", "greedy", 1, verdict.Timeout)
	run("m3", "minimax", 7, verdict.Timeout)
	spared("m4", "minimax", 5)                // as long as the shortest
	run("m5", "minimax", 4, verdict.Timeout)  // shorter, so it has to run
	run("g3", "greedy", 1, verdict.Timeout)   // the third
	spared("g4", "greedy", 1)                 // behind it
	spared("m6", "minimax", 4)                // the shortest is another now
	spared("m7", "minimax", 100)              // and so are longer ones
	run("m8", "minimax", 3, verdict.Internal) // not known: the others run again
	if l.Spares(sized(t, "m9", "minimax", 100)) {
		t.Error("m9 is spared behind a case that did not run out of time")
	}
	spared("g5", "greedy", 2)
	want := []string{
		"3 cases of minimax not run: the program ran out of time in all 3 before, such as m1; so what",
		"2 cases of greedy not run: the program ran out of time in all 3 before, such as g1; so what",
	}
	if got := l.Spared("so what"); !slices.Equal(got, want) {
		t.Errorf("told is %q, want %q", got, want)
	}
	l = Loops{}
	run("first", "greedy", 1, verdict.Pass)
	for range 4 {
		run("later", "greedy", 9, verdict.Timeout)
	}
	if got := l.Spared("so what"); len(got) > 0 {
		t.Errorf("told is %q", got)
	}
}
