package tournament

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
)

// newTestJob returns the job of a tournament of all pairs of three, of whom cy is a program.
func newTestJob(t *testing.T) *job {
	t.Helper()
	p := planOf(t, All, 3, "ann", "ben", "cy")
	p.Entrants[2].Digest = "of its files"
	journal := open(t, t.TempDir(), p)
	t.Cleanup(func() { journal.Close() })
	j := newJob(&Tournament{Plan: p, Journal: journal, Watch: &silent{}}, nil)
	refill(t, j, true)
	return j
}

// refill calls Refill and checks its result.
func refill(t *testing.T, j *job, want bool) {
	t.Helper()
	if more, err := j.Refill(); err != nil || more != want {
		t.Fatalf("more pieces: %v, %v, want %v", more, err, want)
	}
}

// pieces returns the pieces that are left.
func pieces(j *job) (all []piece) {
	for {
		p, ok := j.Next()
		if !ok {
			return all
		}
		all = append(all, p)
	}
}

// A game of built-in agents is a piece, and so is a whole match in which a program takes part.
func TestJobPieces(t *testing.T) {
	var sizes []int
	for _, p := range pieces(newTestJob(t)) {
		sizes = append(sizes, len(p.games))
	}
	if len(sizes) != 5 || sizes[2] != 1 || sizes[3] != 3 || sizes[4] != 3 {
		t.Errorf("pieces of %d games, want three of 1 and two of 3", sizes)
	}
}

// An entrant that is withdrawn by two pieces is recorded once and plays no game; the others play theirs.
func TestJobWithdrawn(t *testing.T) {
	j := newTestJob(t)
	l := j.Plan.withdrawnLine(2, "no compiler")
	for range 2 {
		must.Do(t, j.Accept(piece{entrants: []int{0, 2}}, report{entrant: 2, line: &l}))
	}
	left := pieces(j)
	if len(left) != 3 {
		t.Errorf("%d games are left, want those of ann and ben", len(left))
	}
	if _, ok, err := j.Journal.Entry(l.Key); err != nil || !ok {
		t.Errorf("the journal has the withdrawal: %v, %v", ok, err)
	}
	for _, p := range left {
		l, err := j.Plan.gameLine(p.games[0], Outcome{Points: [2]int32{60, 40}, Margin: 20, Sides: [2]string{"X", "O"}}, []byte("a record\n"))
		must.Do(t, err)
		for _, r := range []report{{entrant: p.entrants[0]}, {entrant: p.entrants[1]}, {line: &l}} {
			must.Do(t, j.Accept(p, r))
		}
	}
	refill(t, j, false)
	if err := j.Err(); err != nil {
		t.Error(err)
	}
}
