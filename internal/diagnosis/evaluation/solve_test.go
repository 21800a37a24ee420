package evaluation_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/evaluation"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// An evaluator gives a leaf another value.
type evaluator func(places []replay.Place, s replay.Step) int32

// imagined returns the logs of a program that evaluates leaves otherwise, and does all else as is right: what it does with the
// values is not looked at.
func imagined(t *testing.T, assignment string, most int, evaluate evaluator) (logs []evaluation.Log) {
	t.Helper()
	a, err := oracle.Lookup(assignment)
	if err != nil {
		t.Fatal(err)
	}
	corpus, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range corpus {
		search := c.Problem.(homework.Replayer)
		stage := search.Stage()
		if !c.In(cases.ProfileDefault) || stage.File == "" || len(logs) == most {
			continue
		}
		log := evaluation.Log{Case: c.Name, Search: search, Stage: stage}
		err := search.Replay(t.Context(), homework.Options{}, func(s replay.Step) error {
			value := s.Value
			if s.Kind == replay.Leaf {
				value = evaluate(stage.Places, s)
			}
			log.Lines = append(log.Lines, fmt.Sprintf("%s,%d,%d", s.Name, s.Depth, value))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		logs = append(logs, log)
	}
	return logs
}

// weighed is the evaluator for which some squares have other weights.
func weighed(weights map[string]int32) evaluator {
	return func(places []replay.Place, s replay.Step) (v int32) {
		for i, p := range s.Board().Pieces {
			if w, other := weights[places[i].Name]; other {
				v += int32(p.Side) * w
			} else {
				v += p.Worth
			}
		}
		return v
	}
}

// noisy reports whether a leaf is one of those that another mistake makes wrong: by its name, as no rule of the game does.
func noisy(s replay.Step) bool { return strings.ContainsAny(s.Name, "cf") }

func TestSolve(t *testing.T) {
	for _, c := range []struct {
		name, assignment string
		most             int
		evaluate         evaluator
		want             string
	}{
		{"right", "reversi", 40, func(_ []replay.Place, s replay.Step) int32 { return s.Value }, ""},
		{"a square", "reversi", 40, weighed(map[string]int32{"g6": 4}), "values g6 at 4, want -4"},
		{"two squares", "reversi", 40, weighed(map[string]int32{"h4": -6, "h5": -6}), ""},
		{"a constant", "squirrel", 40, func(_ []replay.Place, s replay.Step) int32 { return s.Value - 1 }, ""},
		{"a square with other weights in each log", "squirrel", 40, func(places []replay.Place, s replay.Step) (v int32) {
			for i, p := range s.Board().Pieces {
				if places[i].Name != "C3" {
					v += p.Worth
				}
			}
			return v
		}, "does not count C3"},
		{"noise", "reversi", 40, func(_ []replay.Place, s replay.Step) int32 {
			return s.Value + int32(len(s.Board().Pieces[0].Text)) + int32(s.Value%3)
		}, ""},
		{"a square, and noise", "reversi", 56, func(places []replay.Place, s replay.Step) int32 {
			v := weighed(map[string]int32{"g6": 4})(places, s)
			if s.Ply > 1 && noisy(s) {
				return v + s.Value%5
			}
			return v
		}, ""},
		{"one log of a few signs", "squirrel", 1, func(_ []replay.Place, s replay.Step) int32 { return -s.Value }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, err := evaluation.Solve(t.Context(), homework.Options{}, imagined(t, c.assignment, c.most, c.evaluate))
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if found != nil {
				got = found.Does
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// Of the steps that are asked about each is read, however far it is, and in whatever order they are named.
func TestAsked(t *testing.T) {
	logs := imagined(t, "squirrel", 40, func(_ []replay.Place, s replay.Step) int32 { return -s.Value })
	far, name := 0, ""
	for i := range logs {
		step := 0
		err := logs[i].Search.Replay(t.Context(), homework.Options{}, func(s replay.Step) error {
			if s.Kind == replay.Leaf {
				logs[i].Asked = []int{step, 1}
				if step > far {
					far, name = step, logs[i].Case
				}
			}
			step++
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	found, err := evaluation.Solve(t.Context(), homework.Options{}, logs)
	if err != nil || found == nil || !found.Explains(name, far) {
		t.Errorf("found %v, %v; want that step %d of %s is explained", found, err, far, name)
	}
}
