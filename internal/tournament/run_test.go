package tournament

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/tournament/standings"
)

// An interrupted tournament plays no game twice, and writes the same files as an uninterrupted one.
func TestCutShort(t *testing.T) {
	for _, mode := range []Mode{All, Knockout} {
		p := planOf(t, mode, 3, ten...)
		want := written(t, played(t, &fake{plan: p}))
		expect.Equal(t, false, len(want) < 20, mode, "few files:", len(want))
		cut := t.TempDir()
		f := &fake{plan: p, games: map[string]int{}}
		for i := range 6 {
			ctx, cancel := context.WithCancel(t.Context())
			f.after = func(games int) {
				if games == 1+4*i {
					cancel()
				}
			}
			_, err := playAll(ctx, t, cut, f, 2)
			expect.True(t, errors.Is(err, context.Canceled), mode, "canceled")
			tear(t, cut)
			cancel()
		}
		f.after = nil
		watch := must.Get(playAll(t.Context(), t, cut, f, 3))(t)
		expect.Equal(t, false, watch.known == 0, mode, "nothing was known")
		// The games that were interrupted, at most two, were not recorded.
		twice := 0
		for _, times := range f.games {
			twice += times - 1
		}
		expect.Equal(t, false, twice > 6*2, mode, "many games were played again:", twice)
		expect.Equal(t, want, written(t, cut), mode, "after interruptions")
	}
}

// tear adds half a line to the journal, as a kill would leave it.
func tear(t *testing.T, dir string) {
	t.Helper()
	f := must.Get(os.OpenFile(filepath.Join(dir, journalName), os.O_APPEND|os.O_WRONLY, 0))(t)
	must.Get(f.WriteString("0badc0de {\"kind\":\"ga"))(t)
	must.Do(t, f.Close())
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
		_, err := Read(p, j)
		expect.Error(t, err, journalName+": want the outcome of a game under ")
		c := Tournament{Plan: p, Journal: j, Watch: &silent{}, failed: []error{errors.New("no room")}}
		expect.Error(t, c.run(t.Context(), &fake{plan: p}, 1), "no room\n"+err.Error())
	}
	l.Outcome = &standings.Outcome{Winner: 1}
	must.Do(t, j.Append(l))
	expect.Equal(t, "ben", must.Get(Read(p, j))(t).Standings[0].Name)
}

// In a complete directory only the games of a changed agent are played again.
func TestChangedAgentPlaysAgain(t *testing.T) {
	p := planOf(t, All, 3, "ann", "ben", "cy", "dan")
	dir := played(t, &fake{plan: p})
	again := &fake{plan: p}
	watch := must.Get(playAll(t.Context(), t, dir, again, 2))(t)
	expect.Equal(t, 0, len(again.games)+watch.games, "games of the same command")
	changed := planOf(t, All, 3, "ann", "ben", "cy", "dan")
	changed.Entrants[2].Digest = "another"
	again = &fake{plan: changed}
	watch = must.Get(playAll(t.Context(), t, dir, again, 2))(t)
	expect.Equal(t, []int{9, 3 * (1 + 2 + 3)}, []int{watch.known, watch.numbers},
		"known games, and sum of played ones")
	var others []string
	for _, pair := range []string{"ann-cy", "ben-cy", "cy-dan"} {
		others = append(others, pair+"-1", pair+"-2", pair+"-3")
	}
	expect.Equal(t, others, slices.Sorted(maps.Keys(again.games)), "games of cy")
	conditions := planOf(t, All, 3, "ann", "ben", "cy", "dan")
	conditions.Nodes++
	again = &fake{plan: conditions}
	must.Get(playAll(t.Context(), t, dir, again, 2))(t)
	expect.Equal(t, 18, len(again.games), "games with other nodes")
}

// Shards in any order have the same book as the whole. One that is missing or not complete is named.
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
		expect.Equal(t, want, written(t, dir), "merged:", of)
	}
	_, err := merge(0, 3, 1)
	expect.Error(t, err, "shard 3 of 4 is missing")
	for _, of := range []string{dir, t.TempDir()} { // a whole tournament, and none
		j := open(t, of, nil)
		_, err := Whole(append([]*Journal{j}, shards...), append([]string{"all"}, names...))
		expect.Error(t, err, "all: want a shard of a tournament, found a whole one or none")
		must.Do(t, j.Close())
	}
	for want, change := range map[string]func(*Plan){
		"agents":                func(p *Plan) { p.Entrants = p.Entrants[:2] },
		"seed":                  func(p *Plan) { p.Seed++ },
		"number of games":       func(p *Plan) { p.Games = 5 },
		"number of shards":      func(p *Plan) { p.Shard.N = 5 },
		"version of touchstone": func(p *Plan) { p.Touchstone = "v2" },
		"assignment, size, clock, depth, nodes or confinement": func(p *Plan) { p.Size++ },
	} {
		other := *p
		other.Shard = run.Shard{I: 3, N: 4}
		change(&other)
		j := open(t, t.TempDir(), &other)
		_, err := Whole([]*Journal{shards[0], j}, names)
		expect.Error(t, err, want)
		must.Do(t, j.Close())
	}
	lacking := *p
	lacking.Shard = run.Shard{I: 2, N: 4}
	ctx, cancel := context.WithCancel(t.Context())
	part := t.TempDir()
	playAll(ctx, t, part, &fake{plan: &lacking, after: func(int) { cancel() }}, 1)
	shards[1], names[1] = open(t, part, nil), "short"
	defer shards[1].Close()
	_, err = merge(0, 1, 2, 3)
	expect.Error(t, err, "short: shard 2 of 4 is not complete: 11 matches")
}

// The order of entrants and the number of jobs change nothing, and a pairing depends on no other entrant.
func TestOrderOfPlay(t *testing.T) {
	for _, mode := range []Mode{All, Knockout} {
		var want map[string]string
		for jobs := 1; jobs <= 4; jobs++ {
			names := append(ten[jobs:len(ten):len(ten)], ten[:jobs]...)
			dir := t.TempDir()
			watch := must.Get(playAll(t.Context(), t, dir, &fake{plan: planOf(t, mode, 3, names...)}, jobs))(t)
			expect.Equal(t, map[Mode]int{Knockout: 6}[mode], watch.known, mode, "known games of rounds with others")
			got := written(t, dir)
			if want == nil {
				want = got
			}
			expect.Equal(t, want, got, mode, jobs, "jobs")
		}
	}
	few, many := planOf(t, All, 3, "b", "i"), planOf(t, All, 3, ten...)
	got, want := few.game([2]int{0, 1}, 2), many.game([2]int{1, 8}, 2)
	expect.Equal(t, want.Seed, got.Seed, "seed of a match with other entrants")
}

// An entrant that cannot play loses all its matches, and does not stop the others. If neither of two entrants
// can play, both lose their match.
func TestWithdrawn(t *testing.T) {
	for _, mode := range []Mode{All, Knockout} {
		p := planOf(t, mode, 3, ten...)
		gone := map[string]string{"a": "it does not compile", "j": "there is no program"}
		dir := played(t, &fake{plan: p, gone: gone})
		again := &fake{plan: p} // the journal has the withdrawal of an agent that would play now
		must.Get(playAll(t.Context(), t, dir, again, 2))(t)
		expect.Equal(t, 0, len(again.games), mode, "games played again")
		b := read(t, dir)
		for _, m := range b.Matches {
			if x, y := gone[m.Names[0]] != "", gone[m.Names[1]] != ""; x || y {
				winner := map[bool]int{x: 1, y: 0, x && y: standings.Drawn}[true]
				expect.Equal(t, winner, m.Winner, mode, m.Names)
			}
		}
		for _, s := range b.Standings {
			switch {
			case gone[s.Name] != "":
				expect.True(t, (s.Matches.Won+s.Matches.Drawn == 0 || mode != All) &&
					s.Withdrawn == gone[s.Name] && s.Rating == nil && s.Games == (standings.Tally{}), mode, s)
			case s.Withdrawn != "" || mode == All && s.Matches.Won < 2:
				t.Errorf("%s: %+v", mode, s)
			}
		}
	}
}

// A failure of touchstone is reported, and stops no other game. The book requires the failed game.
func TestOurFault(t *testing.T) {
	ours := errors.New("the disk is full")
	for _, mode := range []Mode{All, Knockout} {
		dir := t.TempDir()
		p := planOf(t, mode, 3, ten...)
		p.Entrants[0].Digest = "of its files" // its matches are groups of three games
		broken := 0
		f := &fake{plan: p, wrong: func(g *Game) error {
			if broken == 0 && g.Number == 2 && g.Pair[0] == 0 {
				broken++
				return ours
			}
			return nil
		}}
		watch, err := playAll(t.Context(), t, dir, f, 2)
		expect.Error(t, err, "game 2: the disk is full")
		expect.True(t, errors.Is(err, ours), mode, "the failure")
		expect.Equal(t, watch.games-1, len(f.games), mode, "played games")
		j := open(t, dir, nil)
		_, err = Read(p, j)
		expect.True(t, errors.As(err, new(*Incomplete)), mode, err)
		expect.Equal(t, "1 match has not been played to its end", (&Incomplete{1}).Error())
		j.Close()
		f.wrong = nil
		must.Get(playAll(t.Context(), t, dir, f, 2))(t)
		pairs := map[string]bool{}
		for _, m := range read(t, dir).Matches {
			pairs[m.Names[0]+"-"+m.Names[1]] = true
		}
		for game := range f.games {
			expect.True(t, pairs[game[:3]], mode, "game of a match of the tournament", game)
		}
	}
	f := &fake{plan: planOf(t, All, 3, "a", "b", "c"), wrong: func(g *Game) error {
		if g.Pair == [2]int{0, 1} && g.Number == 1 {
			panic("a bug")
		}
		return nil
	}}
	_, err := playAll(t.Context(), t, t.TempDir(), f, 2)
	expect.Error(t, err, "a against b, game 1: panic: a bug\n")
	expect.Equal(t, 8, len(f.games), "games beside the one that panics")
	f = &fake{plan: planOf(t, All, 3, "a", "b", "c", "d"), fails: map[string]error{"b": errors.New("no room"), "d": ours}}
	_, err = playAll(t.Context(), t, t.TempDir(), f, 2)
	expect.Error(t, err, "b: no room")
	expect.Error(t, err, "d: the disk is full")
	expect.Equal(t, 3, len(f.games), "games without b")
	f = &fake{plan: planOf(t, All, 1, "a", "b"), leaves: ours}
	_, err = playAll(t.Context(), t, t.TempDir(), f, 2)
	expect.Error(t, err, "a against b: the disk is full")
	_, err = playAll(t.Context(), t, t.TempDir(), &fake{plan: f.plan, closes: ours}, 2)
	expect.True(t, errors.Is(err, ours), "the failure to close")
	f = &fake{plan: planOf(t, All, 1, ten[:5]...), closes: ours,
		wrong: func(*Game) error { return errors.New("broken") }}
	_, err = playAll(t.Context(), t, t.TempDir(), f, 2)
	expect.Equal(t, maxFailures, strings.Count(err.Error(), "broken"), err)
	expect.Equal(t, maxFailures, strings.Count(err.Error(), "\n")+1, err)
}

// The keys of a plan include the deciding games of each match.
func TestKeysOfDecidingGames(t *testing.T) {
	p := planOf(t, Knockout, 3, "ann", "ben", "cy")
	keys := p.keys()
	for n := range p.Games + maxDeciding {
		expect.True(t, slices.Contains(keys, p.gameKey(p.game([2]int{0, 1}, n+1))), "key of game", n+1)
	}
}

// If neither side of a knockout match can play, there are no games, and nobody advances.
func TestBothWithdrawn(t *testing.T) {
	f := &fake{plan: planOf(t, Knockout, 3, "a", "b", "c", "d"), gone: map[string]string{}}
	for _, pair := range f.plan.bracket() {
		for _, i := range pair {
			if !slices.Contains(pair[:], 0) {
				f.gone[f.plan.Entrants[i].Name] = "no compiler"
			}
		}
	}
	b := read(t, played(t, f))
	i := slices.IndexFunc(b.Matches, func(m *standings.Match) bool { return f.gone[m.Names[0]] != "" })
	m := b.Matches[i]
	expect.Equal(t, []any{0, standings.Drawn, standings.ByWalkover}, []any{len(m.Games), m.Winner, m.DecidedBy})
	expect.Equal(t, -1, b.Bracket[1][0].Match, "the final is a match")
}

// A game of built-in agents is a group, and so is a whole match in which a program takes part.
func TestGroups(t *testing.T) {
	p := planOf(t, All, 3, "ann", "ben", "cy")
	p.Entrants[1].Digest = "of its files"
	var games []*Game
	for _, pair := range p.pairs() {
		games = append(games, p.game(pair, 1), p.game(pair, 2), p.game(pair, 3))
	}
	var sizes []int
	for _, g := range (&Tournament{Plan: p}).groups(games) {
		sizes = append(sizes, len(g.Units))
	}
	expect.Equal(t, []int{3, 1, 1, 1, 3}, sizes, "games of the groups")
}

// A game that decides a match of five games is not the fifth game of a match of seven, which has another start.
func TestKeysOfEvenGames(t *testing.T) {
	five, seven := planOf(t, All, 5, "a", "b"), planOf(t, All, 7, "a", "b")
	for number, same := range map[int]bool{4: true, 5: false, 7: true} {
		key := func(p *Plan) run.Key { return p.gameKey(p.game([2]int{0, 1}, number)) }
		expect.Equal(t, same, key(five) == key(seven), "game", number, "has the same key")
	}
	const first = "850d0bec19ff651a52156b27ce699979" // as in journals
	expect.Equal(t, first, five.gameKey(five.game([2]int{0, 1}, 1)))
	expect.Equal(t, "16a8a9e4bbff04f1281b1acba8cfc849", five.withdrawalKey(1))
}
