package tournament

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/tournament/standings"
)

// An interrupted tournament continues where it stopped. It plays no game twice, and writes the same files as
// an uninterrupted one.
func TestCutShort(t *testing.T) {
	for _, mode := range []Mode{All, Knockout} {
		p := planOf(t, mode, 3, ten...)
		want := written(t, played(t, &fake{plan: p}))
		if len(want) < 20 {
			t.Fatalf("%s: %d files", mode, len(want))
		}
		cut := t.TempDir()
		f := &fake{plan: p, games: map[string]int{}}
		for i := range 6 {
			ctx, cancel := context.WithCancel(t.Context())
			f.after = func(games int) {
				if games == 1+4*i {
					cancel()
				}
			}
			if _, err := playAll(ctx, t, cut, f, 2); !errors.Is(err, context.Canceled) {
				t.Fatalf("%s: %v", mode, err)
			}
			tear(t, cut)
			cancel()
		}
		f.after = nil
		watch := must.Get(playAll(t.Context(), t, cut, f, 3))(t)
		if watch.known == 0 {
			t.Errorf("%s: nothing was known", mode)
		}
		// The games that were interrupted, at most two, were not recorded.
		twice := 0
		for _, times := range f.games {
			twice += times - 1
		}
		if twice > 6*2 {
			t.Errorf("%s: %d games were played again", mode, twice)
		}
		if diff := cmp.Diff(want, written(t, cut)); diff != "" {
			t.Errorf("%s: (-undisturbed +cut short):\n%s", mode, diff)
		}
	}
}

// tear adds half a line to the journal, as a kill would leave it.
func tear(t *testing.T, dir string) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(dir, journalName), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString("0badc0de {\"kind\":\"ga")
	}
	if err == nil {
		err = f.Close()
	}
	must.Do(t, err)
}

// A line with an impossible outcome is rejected, and reported with its file. The last line of a game counts.
func TestImpossibleOutcome(t *testing.T) {
	p := planOf(t, All, 1, "ann", "ben")
	dir := played(t, &fake{plan: p})
	j := open(t, dir, nil)
	defer j.Close()
	l, _, err := j.Entry(p.gameKey(p.game(p.pairs()[0], 1)))
	must.Do(t, err)
	for _, spoilt := range []*standings.Outcome{nil, {Winner: 2}, {Winner: -2}, {First: 2}, {First: -1}} {
		l.Outcome = spoilt
		must.Do(t, j.Append(l))
		if _, err := Read(p, j); err == nil || !strings.Contains(err.Error(), journalName+": want the outcome of a game under ") {
			t.Errorf("%+v: error %v", spoilt, err)
		}
	}
	l.Outcome = &standings.Outcome{Winner: 1}
	must.Do(t, j.Append(l))
	if b, err := Read(p, j); err != nil || b.Standings[0].Name != "ben" {
		t.Errorf("%v, %v", b, err)
	}
}

// In a complete directory only the games of a changed agent are played again.
func TestChangedAgentPlaysAgain(t *testing.T) {
	p := planOf(t, All, 3, "ann", "ben", "cy", "dan")
	dir := played(t, &fake{plan: p})
	again := &fake{plan: p}
	if watch, err := playAll(t.Context(), t, dir, again, 2); err != nil || len(again.games) > 0 || watch.games > 0 {
		t.Errorf("%v, played again: %v", err, again.games)
	}
	changed := planOf(t, All, 3, "ann", "ben", "cy", "dan")
	changed.Entrants[2].Digest = "another"
	again = &fake{plan: changed}
	if watch, err := playAll(t.Context(), t, dir, again, 2); err != nil || len(again.games) != 9 || watch.known != 9 {
		t.Errorf("%v, played again: %v", err, again.games)
	}
	for name := range again.games {
		if !strings.Contains(name, "cy") {
			t.Errorf("%s was played again", name)
		}
	}
	conditions := planOf(t, All, 3, "ann", "ben", "cy", "dan")
	conditions.Nodes++
	again = &fake{plan: conditions}
	if _, err := playAll(t.Context(), t, dir, again, 2); err != nil || len(again.games) != 18 {
		t.Errorf("%v, with other nodes: %v", err, again.games)
	}
}

// The shards of a tournament have the same book as the whole, in any order; one that is missing or not
// complete is named.
func TestShards(t *testing.T) {
	p := planOf(t, All, 3, ten...)
	gone := map[string]string{"c": "it does not compile"}
	dir := played(t, &fake{plan: p, gone: gone})
	want := written(t, dir)
	var shards []*Journal
	var names []string
	for i := range 4 {
		part := *p
		part.Shard = run.Shard{I: i + 1, N: 4}
		dir := played(t, &fake{plan: &part, gone: gone})
		j := open(t, dir, nil)
		defer j.Close()
		shards, names = append(shards, j), append(names, "part"+part.Shard.String())
	}
	merge := func(of ...int) (string, error) {
		var some []*Journal
		var called []string
		for _, i := range of {
			some, called = append(some, shards[i]), append(called, names[i])
		}
		whole, err := Whole(some, called)
		if err != nil {
			return "", err
		}
		dir := t.TempDir()
		j := open(t, dir, nil)
		err = Merge(j, some, whole)
		must.Do(t, j.Close())
		return dir, err
	}
	for _, of := range [][]int{{0, 1, 2, 3}, {3, 1, 0, 2}, {2, 2, 1, 0, 3, 1}} {
		dir := must.Get(merge(of...))(t)
		if diff := cmp.Diff(want, written(t, dir)); diff != "" {
			t.Errorf("%v (-whole +merged):\n%s", of, diff)
		}
	}
	if _, err := merge(0, 3, 1); err == nil || err.Error() != "shard 3 of 4 is missing" {
		t.Errorf("without the third: %v", err)
	}
	lacking := *p
	lacking.Shard = run.Shard{I: 2, N: 4}
	ctx, cancel := context.WithCancel(t.Context())
	part := t.TempDir()
	playAll(ctx, t, part, &fake{plan: &lacking, after: func(int) { cancel() }}, 1)
	shards[1], names[1] = open(t, part, nil), "short"
	defer shards[1].Close()
	if _, err := merge(0, 1, 2, 3); err == nil || !strings.Contains(err.Error(), "short: shard 2 of 4 is not complete") {
		t.Errorf("with one that was cut short: %v", err)
	}
}

// Neither the order of entrants nor the number of jobs changes anything, and a pairing does not depend on the
// other entrants.
func TestOrderOfPlay(t *testing.T) {
	for _, mode := range []Mode{All, Knockout} {
		var want map[string]string
		for jobs := 1; jobs <= 4; jobs++ {
			names := append(ten[jobs:len(ten):len(ten)], ten[:jobs]...)
			dir := t.TempDir()
			must.Get(playAll(t.Context(), t, dir, &fake{plan: planOf(t, mode, 3, names...)}, jobs))(t)
			got := written(t, dir)
			if want == nil {
				want = got
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %d jobs:\n%s", mode, jobs, diff)
			}
		}
	}
	few, many := planOf(t, All, 3, "b", "i"), planOf(t, All, 3, ten...)
	got, want := few.game([2]int{0, 1}, 2), many.game([2]int{1, 8}, 2)
	if got.Seed != want.Seed {
		t.Error("who else takes part changes the seed of a match")
	}
}

// An entrant that cannot play loses all its matches, and does not stop the others. If neither of two entrants
// can play, both lose their match.
func TestWithdrawn(t *testing.T) {
	for _, mode := range []Mode{All, Knockout} {
		p := planOf(t, mode, 3, ten...)
		gone := map[string]string{"i": "it does not compile", "j": "there is no program"}
		dir := played(t, &fake{plan: p, gone: gone})
		again := &fake{plan: p} // the journal has the withdrawal of an agent that would play now
		if _, err := playAll(t.Context(), t, dir, again, 2); err != nil || len(again.games) > 0 {
			t.Errorf("%v, played again: %v", err, again.games)
		}
		for _, s := range read(t, dir).Standings {
			switch {
			case gone[s.Name] != "":
				if s.Matches.Won+s.Matches.Drawn > 0 && mode == All || s.Withdrawn != gone[s.Name] || s.Rating != nil || s.Games != (standings.Tally{}) {
					t.Errorf("%s: %+v", mode, s)
				}
			case s.Withdrawn != "" || mode == All && s.Matches.Won < 2:
				t.Errorf("%s: %+v", mode, s)
			}
		}
	}
}

// If neither side of a knockout match can play, the match has no games and no winner.
func TestBothWithdrawn(t *testing.T) {
	f := &fake{plan: planOf(t, Knockout, 3, "a", "b"), gone: map[string]string{"a": "no compiler", "b": "no compiler"}}
	dir := played(t, f)
	m := read(t, dir).Matches[0]
	if len(f.games) > 0 || len(m.Games) > 0 || m.Winner != standings.Drawn || m.DecidedBy != standings.ByWalkover {
		t.Errorf("played %v, found %+v, want no game and no winner", f.games, m)
	}
}

// A failure of touchstone is reported as such, and does not stop other games. The book requires the failed
// game to be played.
func TestOurFault(t *testing.T) {
	for _, mode := range []Mode{All, Knockout} {
		dir := t.TempDir()
		p := planOf(t, mode, 3, ten...)
		ours := errors.New("the disk is full")
		broken := 0
		f := &fake{plan: p, wrong: func(g *Game) error {
			if broken == 0 && g.Number == 2 {
				broken++
				return ours
			}
			return nil
		}}
		watch, err := playAll(t.Context(), t, dir, f, 2)
		if !errors.Is(err, ours) || !strings.Contains(err.Error(), "game 2: the disk is full") {
			t.Errorf("%s: %v", mode, err)
		}
		if len(f.games) != watch.games-1 {
			t.Errorf("%s: %d games of %d were played", mode, len(f.games), watch.games)
		}
		j := open(t, dir, nil)
		if _, err := Read(p, j); !errors.As(err, new(*Incomplete)) {
			t.Errorf("%s: the book: %v", mode, err)
		}
		j.Close()
		f.wrong = nil
		if _, err := playAll(t.Context(), t, dir, f, 2); err != nil {
			t.Error(err)
		}
		read(t, dir)
	}
	f := &fake{plan: planOf(t, All, 3, "a", "b", "c"), wrong: func(g *Game) error {
		if g.Pair == [2]int{0, 1} && g.Number == 1 {
			panic("a bug")
		}
		return nil
	}}
	if _, err := playAll(t.Context(), t, t.TempDir(), f, 2); err == nil || !strings.Contains(err.Error(), "a against b, game 1: panic: a bug\n") || len(f.games) != 8 {
		t.Errorf("%v, played %v", err, f.games)
	}
	f = &fake{plan: planOf(t, All, 3, "a", "b", "c"), fails: map[string]error{"b": errors.New("no room")}}
	if _, err := playAll(t.Context(), t, t.TempDir(), f, 2); err == nil || err.Error() != "b: no room" || len(f.games) != 3 {
		t.Errorf("%v, played %v", err, f.games)
	}
}

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
