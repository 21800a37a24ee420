package tournament

import (
	"errors"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
)

// newTestTournament returns a tournament of all pairs of three entrants. The entrant cy is a program.
func newTestTournament(t *testing.T, r *fake) *Tournament {
	t.Helper()
	p := planOf(t, All, 3, "ann", "ben", "cy")
	p.Entrants[2].Digest = "of its files"
	journal := open(t, t.TempDir(), p)
	t.Cleanup(func() { journal.Close() })
	r.plan, r.games = p, map[string]int{}
	c := &Tournament{Plan: p, Journal: journal, Watch: &silent{}}
	c.begin(r)
	return c
}

// A game of built-in agents is a group, and so is a whole match in which a program takes part.
func TestGroups(t *testing.T) {
	j := newTestTournament(t, &fake{})
	games, _, err := j.games()
	must.Do(t, err)
	groups := j.groups(games)
	var sizes []int
	for _, g := range groups {
		sizes = append(sizes, len(g.Units))
	}
	if len(sizes) != 5 || sizes[2] != 1 || sizes[3] != 3 || sizes[4] != 3 {
		t.Errorf("groups of %d games, want three of 1 and two of 3", sizes)
	}
}

// An entrant that is withdrawn in two matches is recorded once and plays no game; the others play theirs.
func TestWithdrawnOnce(t *testing.T) {
	f := &fake{gone: map[string]string{"cy": "no compiler"}}
	j := newTestTournament(t, f)
	must.Do(t, j.playRounds(t.Context(), 2))
	if len(f.games) != 3 {
		t.Errorf("%d games were played, want those of ann and ben", len(f.games))
	}
	if _, ok, err := j.Journal.Entry(j.Plan.withdrawalKey(2)); err != nil || !ok {
		t.Errorf("the journal has the withdrawal: %v, %v", ok, err)
	}
	games, _, err := j.games()
	if err := errors.Join(err, j.err()); err != nil || len(games) > 0 {
		t.Errorf("%d games are left, %v", len(games), err)
	}
}

// The keys of a plan include the deciding games of each match.
func TestKeysOfDecidingGames(t *testing.T) {
	p := planOf(t, Knockout, 3, "ann", "ben", "cy")
	keys := p.keys()
	for n := range p.Games + maxDeciding {
		if !slices.Contains(keys, p.gameKey(p.game([2]int{0, 1}, n+1))) {
			t.Errorf("game %d of %d and %d deciding ones has no key", n+1, p.Games, maxDeciding)
		}
	}
}
