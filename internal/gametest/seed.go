package gametest

import (
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// Seed checks a digest of random inputs and of the first positions of two contests. For every tenth input, the
// digest includes the simpler inputs, the board and the steps of the search. A seed has the same results in all
// versions, so a change of the digest needs a line in CHANGELOG.md.
func Seed(t *testing.T, a *oracle.Assignment, digest string) {
	t.Helper()
	h, r := sha256.New(), random.New(1)
	for i := range 100 {
		small := a.Generator.Small(r)
		fmt.Fprintf(h, "%s %s\n%s", small.Category(), small, a.Generator.Course(r))
		if i%10 > 0 {
			continue
		}
		for _, simpler := range a.Generator.Shrink(small) {
			fmt.Fprintln(h, simpler)
		}
		if replayer, ok := small.(homework.Replayer); ok {
			writeReplay(t, h, replayer)
		}
	}
	if a.Contest != nil {
		writeContest(t, h, a.Contest, r)
	}
	if got := fmt.Sprintf("%x", h.Sum(nil)[:8]); got != digest {
		t.Errorf("the results of a seed have the digest %s, want %s", got, digest)
	}
}

// writeReplay writes the board of a problem and the steps of its search.
func writeReplay(t *testing.T, w io.Writer, p homework.Replayer) {
	t.Helper()
	stage := p.Stage()
	fmt.Fprintf(w, "%s %d %v\n", stage.File, stage.First, stage.Links)
	for _, place := range stage.Places {
		fmt.Fprintf(w, "%q %q\n", place.Name, place.Note)
		if len(stage.Links) == 0 { // the coordinates of a graph differ between processors
			fmt.Fprintln(w, place.X, place.Y)
		}
	}
	must.Do(t, p.Replay(t.Context(), homework.Options{}, func(s replay.Step) error {
		fmt.Fprintln(w, s.Kind, s.Name, s.Ply, s.Depth, s.Max, s.Value, s.Alpha, s.Beta, s.Moves, s.Index, s.Returned,
			s.ValueBefore, s.Better, s.Cut, s.Board(), s.Over())
		return nil
	}))
}

// writeContest writes the first turns of two games. It checks that an answer with a turn is judged as that turn.
func writeContest(t *testing.T, w io.Writer, c *homework.Contest, r *random.Rand) {
	t.Helper()
	for first := range 2 {
		p := c.Start(r, c.Sizes.Min, first)
		for i := 0; i < 8 && !p.Over(); i++ {
			turns := slices.DeleteFunc(p.Turns(1).All, func(turn replay.Turn) bool { return turn.Unfinished })
			input := p.Input(homework.Allowance{Clock: time.Second, Depth: 2})
			fmt.Fprintln(w, p.Mover(), p.Points(), p.Board(), input, turns)
			turn := turns[i%len(turns)].Moves
			if judged := must.Get(p.Judge(p.Answer(turn)))(t); fmt.Sprint(judged) != fmt.Sprint(turn) {
				t.Errorf("the answer %q is judged as %q", turn, judged)
			}
			p = must.Get(p.Play(turn))(t)
		}
	}
}
