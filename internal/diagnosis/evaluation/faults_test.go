package evaluation

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// corpus returns the cases of an assignment with logs of some length, at most a number of them.
func corpus(t *testing.T, a *oracle.Assignment, most int) (all []logged) {
	t.Helper()
	embedded, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range embedded {
		lines := int64(0)
		for _, g := range c.Index().Goldens {
			lines += g.Lines
		}
		if !c.In(cases.ProfileDefault) || lines < 20 || lines > 400 || len(all) == most {
			continue
		}
		search := c.Problem.(homework.Replayer)
		if stage := search.Stage(); stage.File != "" { // which takes long for a map
			all = append(all, logged{c, Log{Case: c.Name, Search: search, Stage: stage}})
		}
	}
	return all
}

// A logged case is one with its right log.
type logged struct {
	*cases.Case
	log Log
}

// A program gives a value to a path if it has one line there: not if it has searched on, and not if the path comes twice.
func TestWritten(t *testing.T) {
	stage := replay.Stage{First: 1}
	l := &log{Log: Log{Stage: stage, Lines: []string{
		"root,0,-Infinity", "a1,1,Infinity", "b1,2,7", "a1,1,7", "root,0,7", "b2,1,4", "b2,1,5", "c3,1,6", "root,0,7",
	}}}
	l.begin(replay.Step{Name: "root", Board: func() replay.Board { return replay.Board{Mover: "X"} }})
	root := joined(nil, "root")
	want := map[uint64]int64{
		joined([]uint64{root, joined([]uint64{root}, "a1")}, "b1"): 7,
		joined([]uint64{root}, "c3"):                               6,
	}
	if !maps.Equal(l.written, want) {
		t.Errorf("values %v, want %v", l.written, want)
	}
}

// TestSolveFaults solves the logs of programs that search with a fault of the catalog.
func TestSolveFaults(t *testing.T) {
	corpora := map[string][]logged{}
	for fault, want := range map[string]string{
		"squirrel evaluation-for-side-to-move": "evaluates a leaf where the opponent moves next from the other side: its value has the wrong sign (in 212 leaves of 7 cases)",
		"squirrel evaluation-counts-pieces":    "counts pieces at a leaf, whatever they are worth (in 833 leaves of 16 cases)",
		"squirrel no-entry-line":               "",
		"reversi evaluation-for-x-always":      "evaluates a leaf where O moves at the root from the other side: its value has the wrong sign (in 100 leaves of 8 cases)",
		"reversi corner-weight-one-digit":      "",
		"reversi game-end-counts-infinite":     "gives a leaf where the game is over plus or minus infinity by who is ahead, not its value (in 12 leaves of 4 cases)",
		"mancala evaluation-counts-pits":       "",
	} {
		game, id, _ := strings.Cut(fault, " ")
		a, err := oracle.Lookup(game)
		if err != nil {
			t.Fatal(err)
		}
		if corpora[game] == nil {
			corpora[game] = corpus(t, a, 16)
		}
		var logs []Log
		for _, c := range corpora[game] {
			log := c.log
			got, err := catalog.Second(a).Solve("", c.Input(), id)
			if err != nil {
				t.Fatal(err)
			}
			log.Lines = strings.Split(strings.TrimSuffix(got[log.Stage.File], "\n"), "\n")[log.Stage.First-1:]
			logs = append(logs, log)
		}
		found, err := Solve(t.Context(), homework.Options{}, logs)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if found != nil {
			n := 0
			for _, steps := range found.explains {
				n += len(steps)
			}
			got = fmt.Sprintf("%s (in %d leaves of %d cases)", found.Does, n, len(found.explains))
		}
		if got != want {
			t.Errorf("%s:\n%s, want\n%s", fault, got, want)
		}
	}
}
