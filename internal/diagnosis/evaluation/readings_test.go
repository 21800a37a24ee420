package evaluation

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// corpus returns the cases of an assignment with logs of some length, at most so many.
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

// What each reading says of some leaves, and whether it would explain them, is in testdata: "-" where it says nothing.
func TestReadings(t *testing.T) {
	for _, a := range oracle.Assignments() {
		if a.Name == "gangwars" {
			continue // it has no logs
		}
		var leaves []*leaf
		var out bytes.Buffer
		for i, c := range corpus(t, a, 6) {
			l, err := read(t.Context(), homework.Options{}, c.log, newShare(8))
			if err != nil {
				t.Fatal(err)
			}
			for _, j := range []int{0, len(l.leaves) / 2, len(l.leaves) - 1} {
				one := l.leaves[j]
				one.got += int64(i + 1)
				leaves = append(leaves, one)
				fmt.Fprintf(&out, "leaf %d: %s, step %d, depth %d, want %d; own %d of %d, foe %d of %d, pits %d, last %d, taken %d, in all %d, own %d; max %v, over %v, limit %v, quiet %v, sums %v\n",
					len(leaves)-1, c.Name, one.step, one.depth, one.want, one.own, one.ownN, one.foe, one.foeN, one.pits, one.last,
					one.taken, one.takenAll, one.takenOwn, one.max, one.over, one.limit, one.quiet, one.sums())
				for _, turn := range one.turns {
					fmt.Fprintf(&out, "  turn %d: %v\n", turn.placed, turn.turned)
				}
			}
		}
		w := newWeights(leaves)
		for _, family := range [][]reading{sides(leaves), moves(leaves), terms(leaves), w.tables(), w.few()} {
			for _, r := range family {
				tellReading(&out, &r, leaves)
			}
		}
		groups := w.groups()
		slices.SortFunc(groups, func(a, b reading) int { return strings.Compare(a.does, b.does) })
		for _, r := range groups {
			tellReading(&out, &r, leaves)
		}
		if !w.byText && leaves[0].sums() {
			for _, turning := range turnings() {
				tellReading(&out, turning.reading(right), leaves)
			}
		}
		goldie.New(t).Assert(t, a.Name, out.Bytes())
	}
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

// tellReading writes what a reading says of leaves.
func tellReading(w io.Writer, r *reading, leaves []*leaf) {
	fmt.Fprintf(w, "%s, %d: %s\n ", r.sort, r.rank, r.does)
	for _, l := range leaves {
		v, ok := r.of(l)
		switch {
		case ok:
			fmt.Fprintf(w, " %d", v)
		case r.also != nil && r.also(l):
			fmt.Fprint(w, " +")
		default:
			fmt.Fprint(w, " -")
		}
	}
	fmt.Fprintln(w)
}

// What is solved for of the logs of programs that really search with a fault, and in how many leaves it shows.
func TestSolveFaults(t *testing.T) {
	corpora := map[string][]logged{}
	for fault, want := range map[string]string{
		"squirrel evaluation-for-side-to-move":       "evaluates a leaf where the opponent moves next from the other side: its value has the wrong sign (turned false, in 212 leaves of 7 cases)",
		"squirrel evaluation-counts-pieces":          "counts pieces at a leaf, whatever they are worth (turned false, in 833 leaves of 16 cases)",
		"squirrel captures-count-once":               "counts what changes sides for its new owner, but does not take it from the old one (turned false, in 465 leaves of 15 cases)",
		"squirrel raid-turns-one-only":               "turns pieces otherwise: leaves are worth as if a move turned one piece only (turned true, in 239 leaves of 13 cases)",
		"squirrel no-entry-line":                     "",
		"reversi evaluation-for-x-always":            "evaluates a leaf where O moves at the root from the other side: its value has the wrong sign (turned false, in 100 leaves of 8 cases)",
		"reversi weights-of-columns-not-mirrored":    "repeats the weights of the left columns in the right ones, and does not mirror them (turned false, in 232 leaves of 16 cases)",
		"reversi corner-weight-one-digit":            "values a1, h1, a8 and h8 at 9, want 99 (turned false, in 151 leaves of 11 cases)",
		"reversi direction-left-overlooked":          "turns pieces otherwise: leaves are worth as if a move turned nothing to its left (turned true, in 75 leaves of 11 cases)",
		"reversi game-end-counts-infinite":           "gives a leaf where the game is over plus or minus infinity by who is ahead, not its value (turned false, in 12 leaves of 4 cases)",
		"mancala evaluation-counts-gains-only":       "subtracts what the board at the root is worth from the evaluation (turned false, in 419 leaves of 13 cases)",
		"mancala evaluation-counts-pits":             "adds the stones in the root player's pits less those in the opponent's to the evaluation (turned false, in 254 leaves of 15 cases)",
		"mapcolor weights-of-player-1-for-both":      "values what both players have by player 1's weights (turned false, in 381 leaves of 15 cases)",
		"mapcolor initial-assignments-all-player-1s": "counts what lies on the board at the start for the root player, whoever's it is (turned false, in 475 leaves of 16 cases)",
		"mapcolor initial-players-alternate":         "has all values of an input off by the same number, in both-initial-assignments-by-player-2 by 11 (turned false, in 30 leaves of 2 cases)",
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
		var said []string
		for _, s := range found {
			n := 0
			for _, steps := range s.explains {
				n += len(steps)
			}
			said = append(said, fmt.Sprintf("%s (turned %v, in %d leaves of %d cases)", s.Does, s.Turned, n, len(s.explains)))
		}
		if got := strings.Join(said, "; "); got != want {
			t.Errorf("%s:\n%s, want\n%s", fault, got, want)
		}
	}
}
