package diagnosis

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/verdict"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
)

// What was told of a cause is not told again of another: neither the same cases nor the same place with its board.
func TestToldOnce(t *testing.T) {
	all := corpusOf(t, &reversi.Assignment)
	var failed []verdict.Result
	var names []string
	for _, c := range all[:5] {
		failed, names = append(failed, verdict.Result{Case: c, Verdict: verdict.Wrong}), append(names, c.Name)
	}
	at := func(line int) *decision.Explanation {
		return &decision.Explanation{File: "output.txt", Line: line, Says: []string{"the value is wrong"}, Want: "a", Got: "b"}
	}
	backwards := []string{names[1], names[0], names[4], names[3], names[2]}
	var out strings.Builder
	told := Teller{Out: &out, Failed: failed, Said: new(verdict.Said)}
	for _, c := range []Cause{
		{Grade: Located, Does: "one thing", Cases: names, First: at(7)},
		{Grade: Located, Does: "another thing", Cases: backwards, First: at(9)},
		{Grade: Located, Does: "a third thing", Cases: names[:4], First: at(7)},
	} {
		told.Tell(c)
	}
	parts := strings.Split(out.String(), ". a")
	if len(parts) != 3 {
		t.Fatalf("it tells\n%s", &out)
	}
	one, another, third := parts[0], parts[1], parts[2]
	for _, want := range []struct{ in, text string }{
		{one, "output.txt:7\n"}, {one, "4 more begin alike: " + names[1]},
		{another, "output.txt:9\n"}, {another, "these cases are those of 1\n"},
		{third, "the first difference is that shown under 1\n"}, {third, "3 more begin alike: " + names[1]},
	} {
		if !strings.Contains(want.in, want.text) {
			t.Errorf("want %q in\n%s", want.text, want.in)
		}
	}
	if strings.Contains(another, "more begin") || strings.Contains(third, "output.txt") {
		t.Errorf("it repeats itself:\n%s", &out)
	}
}

// A cause that is not told in full names of the moves of a turn those that matter: the right one, and the program's.
func TestShort(t *testing.T) {
	moves := []decision.Choice{{Move: "A1"}, {Move: "B1", Best: true}, {Move: "C1"}, {Move: "D1"}}
	for written, want := range map[string]string{"": "B1", "B1": "B1", "C1": "B1 C1"} {
		e := &decision.Explanation{Why: []string{"so"}, Turn: &decision.Turn{Moves: moves}}
		if written != "" {
			e.Turn.Written = []string{written, "A1"}
		}
		brief := short(e)
		var left []string
		for _, m := range brief.Turn.Moves {
			left = append(left, m.Move)
		}
		if got := strings.Join(left, " "); got != want || brief.Why != nil || len(e.Turn.Moves) != len(moves) {
			t.Errorf("with %q written: moves %s, want %s", written, got, want)
		}
	}
}
