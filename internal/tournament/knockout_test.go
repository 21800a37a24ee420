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

// Another seed draws another bracket.
func TestBracketsDiffer(t *testing.T) {
	seen := map[[2]int]bool{}
	for seed := range uint64(50) {
		p := planOf(t, Knockout, 1, ten...)
		p.Seed = seed
		seen[p.bracket()[0]] = true
	}
	expect.Equal(t, false, len(seen) < 20, "few of 50 first matches differ:", len(seen))
}

// drawn is the outcome of a game without a winner.
var drawn = standings.Outcome{Winner: standings.Drawn, Points: [2]int32{9, 9}}

// A match that is level is decided by games beyond the planned ones, as many as it takes, and at last by
// lot.
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
		if m.DecidedBy != of.by || len(m.Games) != of.games || len(f.games) != of.games || m.Winner == standings.Drawn ||
			m.Winner != 1 && of.by != standings.ByLot {
			t.Errorf("decided in game %d: %+v", of.until, m)
		}
		if w, l := b.Standings[0].Games, b.Standings[1].Games; w.Drawn != min(3, of.until-1) || l.Drawn != w.Drawn {
			t.Errorf("decided in game %d: %v and %v: deciding games count", of.until, w, l)
		}
	}
}

// The lots of matches are independent, and the same in each run.
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
	if m := b.Matches[0]; m.Winner != 1 || m.DecidedBy != standings.ByMargin || m.Margin != 10-11+0-5 || m.Won != [2]int{2,
		2} || m.Drawn != 1 {
		t.Errorf("%+v", m)
	}
	if s := b.Standings[1]; s.Name != "a" || s.Losses["overtime"] != 1 || s.Margin != -6 || s.Games != (standings.Tally{Won: 2, Drawn: 1, Lost: 2}) || s.Matches != (standings.Tally{Won: 0, Drawn: 0, Lost: 1}) {
		t.Errorf("%+v", s)
	}
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
		if g.Number > 3 && g.Pair[1] == 3 {
			t.Error("d plays for the first place")
		}
		return nil
	}}
	b := read(t, played(t, f))
	for i, want := range []string{"c", "a", "b", "d"} {
		s := b.Standings[i]
		expect.Equal(t, fmt.Sprint(want, i+1, max(0, 2-i)), fmt.Sprint(s.Name, s.Rank, s.Deciding), "place", i+1)
	}
	if len(b.Matches) != 6+3 || b.Matches[0].DecidedBy != "" || b.Matches[0].Winner != standings.Drawn ||
		!b.Matches[8].Playoff || b.Open {
		t.Errorf("%d matches, %+v", len(b.Matches), b.Matches[0])
	}
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
	if b := read(t, into); !b.Open || b.Standings[2].Rank != 1 {
		t.Errorf("merged: open %v, %+v", b.Open, b.Standings[2])
	}
	if watch, err := playAll(t.Context(), t, into, f, 2); err != nil || watch.games < 3 || watch.games > 5 {
		t.Errorf("%v, %d games", err, watch.games)
	}
	if b := read(t, into); b.Open || b.Standings[0].Name != "c" {
		t.Errorf("completed: open %v, %+v", b.Open, b.Standings[0])
	}
}
