package tournament

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/tournament/standings"
)

// A knockout of any size has one match fewer than entrants. The loser of a match is out. Only entrants without
// an opponent advance without a match, in the first round.
func TestKnockout(t *testing.T) {
	for n := 2; n <= len(ten); n++ {
		b := read(t, played(t, &fake{plan: planOf(t, Knockout, 3, ten[:n]...)}))
		expect.Equal(t, n-1, len(b.Matches), "matches of entrants:", n)
		out := map[string]bool{}
		for i, places := range b.Bracket {
			for _, p := range places {
				if p.Names[0] == "" || p.Names[1] == "" && i > 0 || (p.Match < 0) != (p.Names[1] == "") {
					t.Errorf("%d entrants, round %d: %+v", n, i+1, p)
				}
				for _, name := range p.Names {
					expect.Equal(t, false, out[name], name, "is out and plays in round", i+1, "of entrants", n)
					if name != "" && name != p.Winner {
						out[name] = true
					}
				}
			}
		}
		final := b.Bracket[len(b.Bracket)-1]
		expect.Equal(t, 1, len(final), "finals of entrants:", n)
		expect.Equal(t, n-1, len(out), "entrants that are out of", n)
		expect.Equal(t, false, out[final[0].Winner], "the winner is out")
		first, second := b.Standings[0], b.Standings[1]
		if first.Name != final[0].Winner || first.Rank != 1 || second.Rank != 2 || first.Matches.Lost > 0 {
			t.Errorf("%d entrants: %+v and %+v", n, first, second)
		}
	}
}

// drawn is the outcome of a game without a winner.
var drawn = standings.Outcome{Winner: standings.Drawn, Points: [2]int32{9, 9}}

// A match that is level is decided by games beyond the planned ones, as many as it takes, and at last by lot.
func TestLevelMatches(t *testing.T) {
	for _, of := range []struct {
		until int // the number of the first game that is not drawn
		by    string
		games int
	}{{3, standings.ByGames, 3}, {4, standings.ByDeciding, 4}, {6, standings.ByDeciding, 6}, {8, standings.ByDeciding, 8}, {9, standings.ByLot, 8}} {
		f := &fake{plan: planOf(t, Knockout, 3, "a", "b"), play: func(g *Game) *standings.Outcome {
			if g.Number < of.until {
				return &drawn
			}
			expect.Equal(t, g.Number >= 3, g.Even, "even position of game", g.Number)
			return &standings.Outcome{Winner: 1, Points: [2]int32{8, 9}}
		}}
		b := read(t, played(t, f))
		m := b.Matches[0]
		expect.Equal(t, []any{of.by, of.games, of.games}, []any{m.DecidedBy, len(m.Games), len(f.games)}, of.until)
		expect.Equal(t, true, m.Winner == 1 || m.Winner == 0 && of.by == standings.ByLot, "winner of", of.until)
		drawn := [2]int{b.Standings[0].Games.Drawn, b.Standings[1].Games.Drawn} // no deciding games
		expect.Equal(t, [2]int{min(3, of.until-1), min(3, of.until-1)}, drawn, of.until)
	}
}

// The draw and the lots of matches are the same in each run. The lots are independent.
func TestLots(t *testing.T) {
	f := &fake{plan: planOf(t, Knockout, 1, ten...), play: func(*Game) *standings.Outcome { return &drawn }}
	var lots []string
	for _, m := range read(t, played(t, f)).Matches {
		lots = append(lots, m.Names[m.Winner])
	}
	expect.Equal(t, "a j b d e g b d b", strings.Join(lots, " "), "winners")
}

// If all games for the first place are drawn, the entrants share it.
func TestSharedFirstPlace(t *testing.T) {
	f := &fake{plan: planOf(t, All, 1, "a", "b"), play: func(*Game) *standings.Outcome { return &drawn }}
	b := read(t, played(t, f))
	expect.Equal(t, []int{1, 1, 2, maxDeciding}, []int{b.Standings[0].Rank, b.Standings[1].Rank,
		len(b.Matches), len(b.Matches[1].Games)}, "ranks, matches and deciding games")
	expect.Equal(t, false, b.Open, "open")
}

// The margin decides between equal games won.
func TestMargin(t *testing.T) {
	outcomes := []standings.Outcome{
		{Winner: 0, Points: [2]int32{30, 20}},
		{Winner: 1, Points: [2]int32{29, 40}},
		{Winner: 0, Points: [2]int32{20, 20}},
		{Winner: 1, Points: [2]int32{20, 25}, Reason: "overtime"},
		drawn,
	}
	f := &fake{plan: planOf(t, All, 5, "a", "b"), play: func(g *Game) *standings.Outcome { return &outcomes[g.Number-1] }}
	b := read(t, played(t, f))
	m, s := b.Matches[0], b.Standings[1]
	got := fmt.Sprint(m.Winner, m.DecidedBy, m.Margin, m.Won, m.Drawn)
	expect.Equal(t, fmt.Sprint(1, standings.ByMargin, 10-11+0-5, [2]int{2, 2}, 1), got)
	got = fmt.Sprint(s.Name, s.Losses["overtime"], s.Margin, s.Games, s.Matches)
	expect.Equal(t, "a1 -6 2-1-2 0-0-1", got)
}

// A level match of all pairs is drawn. Entrants who share the first place play each other until there is a
// winner.
func TestFirstPlace(t *testing.T) {
	p := planOf(t, All, 3, "a", "b", "c", "d")
	play := func(g *Game) *standings.Outcome {
		switch {
		case g.Number > 3 && g.Pair[1] == 2: // c wins the deciding match, in its second game
			return &standings.Outcome{Winner: []int{standings.Drawn, 1}[min(1, g.Number-4)]}
		case g.Number > 3:
			return &standings.Outcome{Winner: 0} // a against b
		case g.Pair[1] == 3: // d loses all others
			return &standings.Outcome{Winner: 0, Points: [2]int32{1, 0}}
		}
		return &drawn
	}
	f := &fake{plan: p, play: play, wrong: func(g *Game) error {
		expect.Equal(t, false, g.Number > 3 && g.Pair[1] == 3, "d plays for the first place")
		return nil
	}}
	b := read(t, played(t, f))
	for i, want := range []string{"c", "a", "b", "d"} {
		s := b.Standings[i]
		expect.Equal(t, fmt.Sprint(want, i+1, max(0, 2-i)), fmt.Sprint(s.Name, s.Rank, s.Deciding), "place", i+1)
	}
	got := []any{len(b.Matches), b.Matches[0].DecidedBy, b.Matches[0].Winner, b.Matches[8].Playoff, b.Open}
	expect.Equal(t, []any{6 + 3, "", standings.Drawn, true, false}, got)
	// The place is open until all of these matches are played, not only the last.
	failing := &fake{plan: p, play: play, wrong: func(g *Game) error {
		if g.Number > 3 && g.Pair == [2]int{0, 1} {
			return errors.New("broken")
		}
		return nil
	}}
	dir := t.TempDir()
	if _, err := playAll(t.Context(), t, dir, failing, 2); err == nil || !read(t, dir).Open {
		t.Errorf("%v, open %v", err, read(t, dir).Open)
	}
	// Shards do not play for the first place: the whole has to.
	part := *p
	part.Shard = run.Shard{I: 1, N: 1}
	into := t.TempDir()
	shard, j := open(t, played(t, &fake{plan: &part, play: play}), nil), open(t, into, nil)
	defer shard.Close()
	whole := must.Get(Whole([]*Journal{shard}, []string{"part"}))(t)
	must.Do(t, Merge(j, []*Journal{shard}, whole))
	j.Close()
	b = read(t, into)
	expect.Equal(t, []any{true, 1}, []any{b.Open, b.Standings[2].Rank}, "merged: open, and rank of the third")
	watch := must.Get(playAll(t.Context(), t, into, f, 2))(t)
	expect.Equal(t, true, watch.games >= 3 && watch.games <= 5, "games:", watch.games)
	b = read(t, into)
	expect.Equal(t, []any{false, "c"}, []any{b.Open, b.Standings[0].Name}, "completed: open, and first")
}
