package diagnosis

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
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

// The first causes are told in full, the others without the reasons.
func TestToldInFull(t *testing.T) {
	c := corpusOf(t, &reversi.Assignment)[0]
	var out strings.Builder
	told := Teller{Out: &out, Failed: []verdict.Result{{Case: c, Verdict: verdict.Wrong}}, Said: new(verdict.Said)}
	for i := range 5 {
		why := []string{fmt.Sprintf("reason %d", i+1)}
		told.Tell(Cause{Grade: Located, Does: "a thing", Cases: []string{c.Name}, First: &decision.Explanation{File: "output.txt", Line: i + 1, Why: why}})
	}
	for i := range 5 {
		if full := strings.Contains(out.String(), fmt.Sprintf("reason %d\n", i+1)); full != (i < 3) || !strings.Contains(out.String(), fmt.Sprintf("output.txt:%d\n", i+1)) {
			t.Errorf("cause %d is told in full: %v, in\n%s", i+1, full, &out)
		}
	}
}

// showing is a problem that shows some situations.
type showing struct {
	homework.Problem
	seen homework.Seen
}

func (s showing) Situations(context.Context) (homework.Seen, error) { return s.seen, nil }

// Of the situations that all failing cases show, two are told that few passing ones do, the rarest first, unless it may be by chance.
func TestInCommon(t *testing.T) {
	a := &reversi.Assignment
	of := func(situations ...int) *cases.Case {
		var shows showing
		for _, i := range situations {
			shows.seen.Add(i, true)
		}
		return &cases.Case{Assignment: a, Problem: shows}
	}
	passed := []*cases.Case{of(0, 1, 3), of(0, 3), of(0, 3), of(3), of(4), of(4), of(4), of(4)}
	passed = slices.Repeat(passed, 4)
	all, some := of(0, 1, 2, 3, 4), of(0, 1, 3, 4)
	for _, c := range []struct {
		failing []*cases.Case
		want    []Common
	}{
		{[]*cases.Case{all, all, all, all, all, all}, []Common{{Situation: a.Situations[2].Name, Passing: 0}, {Situation: a.Situations[1].Name, Passing: 4}}},
		{[]*cases.Case{all, all, all}, []Common{{Situation: a.Situations[2].Name, Passing: 0}}},                 // of three cases one in eight may be by chance
		{[]*cases.Case{all, some, all, all, all, all}, []Common{{Situation: a.Situations[1].Name, Passing: 4}}}, // one more than a quarter show any other
		{[]*cases.Case{all, all}, nil},
	} {
		p := passing{assignment: a, cases: passed}
		got, err := p.against(t.Context(), c.failing)
		for i := range got {
			got[i].About = ""
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%d cases have %v in common, error %v, want %v", len(c.failing), got, err, c.want)
		}
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

// The smallest case is shown: that of the smallest answer, and of these the one of the smallest input.
func TestBySize(t *testing.T) {
	all, equal := corpusOf(t, &gangwars.Assignment), 0
	slices.SortFunc(all, cases.BySize())
	for i, y := range all[1:] {
		switch x := all[i]; {
		case x.AnswerSize() > y.AnswerSize(), x.AnswerSize() == y.AnswerSize() && len(x.Input()) > len(y.Input()):
			t.Errorf("%s stands before %s", x.Name, y.Name)
		case x.AnswerSize() == y.AnswerSize() && len(x.Input()) < len(y.Input()):
			equal++
		}
	}
	if equal == 0 {
		t.Error("want cases of equal answers")
	}
}
