package tournament

import (
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/work"
)

// accept has a report taken, and returns how many games are known by it.
func accept(t *testing.T, s *job, r report) int {
	t.Helper()
	p := piece{Entrants: []int{0, 1, 2}} // of everything that is asked
	for _, g := range s.asked {
		p.Games = append(p.Games, g)
	}
	n, _, err := s.Accept(work.Results[piece, report]{Piece: p, From: work.Source{Key: "lab"}, Found: []report{r}})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// shareOut returns a tournament of all pairs of three, of whom cy is a program, that has been dealt.
func shareOut(t *testing.T) *job {
	t.Helper()
	p := planOf(t, All, 3, "ann", "ben", "cy")
	p.Entrants[2].Digest = "of its files"
	j := open(t, t.TempDir(), p)
	t.Cleanup(func() { j.Close() })
	s := newJob(&Tournament{Plan: p, Journal: j, Watch: &silent{}}, nil)
	if !more(t, s) || s.Left() != 9 {
		t.Fatalf("want 9 games, found %d", s.Left())
	}
	return s
}

// more reports whether a job that is idle goes on.
func more(t *testing.T, s *job) bool {
	t.Helper()
	more, err := s.More(true)
	if err != nil {
		t.Fatal(err)
	}
	return more
}

// gameReport is of a game that the first has won.
func gameReport(t *testing.T, s *job, g *Game) report {
	t.Helper()
	l, err := s.Plan.gameLine(g, Outcome{Points: [2]int32{60, 40}, Margin: 20, Sides: [2]string{"X", "O"}}, []byte("a record\n"))
	if err != nil {
		t.Fatal(err)
	}
	return report{Line: &l, Took: time.Second}
}

// Games of built-in agents are given out one by one, a match with a program as a whole.
func TestJobPieces(t *testing.T) {
	s := shareOut(t)
	var sizes []int
	for s.Left() > 0 {
		sizes = append(sizes, len(s.Take(1).What.Games))
	}
	if len(sizes) != 5 || sizes[2] != 1 || sizes[3] != 3 || sizes[4] != 3 {
		t.Errorf("pieces of %d games, want three of 1 and two of 3", sizes)
	}
}

// A game counts once, and what nobody asked for or can be read not at all.
func TestJobAccepts(t *testing.T) {
	s := shareOut(t)
	g := s.Take(1).What.Games[0]
	for _, spoil := range []func(*report){
		func(r *report) { r.Line.Key = "none" },
		func(r *report) { r.Line.Outcome = nil },
		func(r *report) { r.Line.Winner = 2 },
		func(r *report) { r.Line.Winner = -2 },
		func(r *report) { r.Line.First = 2 },
		func(r *report) { r.Line.Record = []byte("\xff") },
		func(r *report) { r.Line.Kind = "plan" },
		func(r *report) { r.Entrant = 3 },
		func(r *report) { r.Line.Kind, r.Line.Why = kindWithdrawn, "a key of a game" },
		func(r *report) { r.Line.Kind, r.Line.Key = kindWithdrawn, s.Plan.withdrawalKey(0) }, // who is built in
	} {
		r := gameReport(t, s, g)
		spoil(&r)
		if n := accept(t, s, r); n != 0 || s.Left() != 8 {
			t.Errorf("%+v is accepted", r.Line)
		}
	}
	for i, want := range []int{1, 0} {
		if n := accept(t, s, gameReport(t, s, g)); n != want {
			t.Errorf("time %d: %d games are known by it, want %d", i+1, n, want)
		}
	}
	for s.Left() > 0 {
		s.Take(9)
	}
	if !more(t, s) || s.Left() != 8 {
		t.Errorf("%d games are left of 9 of which one is known", s.Left())
	}
}

// Who cannot be built is withdrawn; but who can be built elsewhere is not, and we have failed.
func TestJobWithdrawn(t *testing.T) {
	for _, ready := range []bool{false, true} {
		s := shareOut(t)
		if ready {
			accept(t, s, report{Entrant: 2})
		}
		l := s.Plan.withdrawnLine(2, "no compiler")
		for range 2 {
			accept(t, s, report{Entrant: 2, Line: &l})
		}
		if s.Left() != 3 {
			t.Errorf("%d games are left, want those of the two others", s.Left())
		}
		l, withdrawn, err := s.Journal.Entry(l.Key)
		if err != nil || withdrawn == ready {
			t.Errorf("ready %v: withdrawn for %q, %v", ready, l.Why, err)
		}
		for s.Left() > 0 {
			for _, g := range s.Take(9).What.Games {
				accept(t, s, gameReport(t, s, g))
			}
		}
		if more(t, s) {
			t.Errorf("ready %v: %d games are still left", ready, s.Left())
		}
		if err := s.Err(); (err != nil) != ready || ready && strings.Count(err.Error(), "no compiler") != 1 {
			t.Errorf("ready %v: our failure %v", ready, err)
		}
	}
}
