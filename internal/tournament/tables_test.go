package tournament

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/tournament/standings"
)

var link = regexp.MustCompile(`(?:href|src)="([^"]*)"`)

// Names may be anything: in the page they are text, in the terminal nothing of them is an order, in a
// table no formula, and as files they stay in the directory. The page loads nothing from elsewhere, and the targets of
// its links exist.
func TestHostileNames(t *testing.T) {
	names := []string{"<script>alert(1)</script>", "../../etc", "=1+1", "a\x1b[31m\n\u202eb", "</svg></a>\"'&", "con", "c", "b & c", "ü%20", "#1?"}
	for _, mode := range []Mode{All, Knockout} {
		gone := map[string]string{"con": "<img src=x>\x1b]0;"}
		dir := played(t, &fake{plan: planOf(t, mode, 3, names...), gone: gone})
		files := written(t, dir)
		for name, text := range files {
			if strings.HasPrefix(name, "/games/") {
				expect.Equal(t, false, strings.Count(name, "/") != 3 || strings.Contains(name, "/.."), mode, name)
				continue // which the referee writes
			}
			bad := []string{"\x1b", "\u202e", "\n=1", "\n\"=1"}
			if strings.HasSuffix(name, ".html") {
				bad = append(bad, "<script", "<img", "</svg></a>\"", "http:", "https:", " style=")
			}
			for _, bad := range bad {
				expect.Equal(t, false, strings.Contains(text, bad), mode, name, "has", bad)
			}
		}
		expect.True(t, json.Valid([]byte(files["/standings.json"])), mode)
		expect.Contains(t, files["/standings.json"], "alert(1)")
		records := 0
		for _, m := range link.FindAllStringSubmatch(files["/"+standings.PageName], -1) {
			if id, ok := strings.CutPrefix(m[1], "#"); ok {
				expect.True(t, strings.Contains(files["/"+standings.PageName], `id="`+id+`"`), mode, "id", id)
				continue
			}
			records++
			path := must.Get(url.PathUnescape(html.UnescapeString(m[1])))(t)
			text := must.Get(os.ReadFile(filepath.Join(dir, path)))(t)
			expect.True(t, strings.HasPrefix(string(text), "game "), mode, path)
		}
		games := 0
		for _, m := range read(t, dir).Matches {
			games += len(m.Games)
		}
		expect.Equal(t, false, records < games || games < 20, mode, records, games)
	}
}

// Records of games that are no longer played are removed, and nothing else.
func TestOldRecords(t *testing.T) {
	dir := played(t, &fake{plan: planOf(t, All, 3, "ann", "ben", "cy")})
	before := written(t, dir)
	must.WriteFile(t, filepath.Join(dir, "games", "mine"), "no record")
	must.WriteFile(t, filepath.Join(dir, "notes.txt"), "mine too")
	must.Get(playAll(t.Context(), t, dir, &fake{plan: planOf(t, All, 1, "ann", "ben")}, 2))(t)
	after := written(t, dir)
	expect.Equal(t, false, before["/games/ann/cy-2.jsonl"] == "" || before["/games/ann/ben-1.jsonl"] == "",
		"no records", len(before), "files")
	expect.Equal(t, "", after["/games/ann/cy-2.jsonl"]+after["/games/ann/ben-2.jsonl"], "old records")
	expect.Equal(t, false, after["/games/ann/ben-1.jsonl"] == "", "no record")
	expect.Equal(t, "no record", after["/games/mine"], "a file of others")
	expect.Equal(t, "mine too", after["/notes.txt"], "a file of others")
}

// Matches are in the order of the standings: first the matches of the first entrant, each in the order of the
// opponents. In a knockout this holds within each round, and the bracket links to the same matches.
func TestMatchesInOrderOfStandings(t *testing.T) {
	for _, mode := range []Mode{All, Knockout} {
		plan := planOf(t, mode, 3, "ann", "ben", "cy", "dan", "eve", "fay", "gus")
		book := read(t, played(t, &fake{plan: plan}))
		place := map[string]int{}
		for i, s := range book.Standings {
			place[s.Name] = i
		}
		if mode == All && slices.IsSortedFunc(book.Standings, func(x, y *standings.Standing) int { return strings.Compare(x.Name, y.Name) }) {
			t.Error("want standings that are not in the order of the names")
		}
		var order [][4]int
		for _, m := range book.Matches {
			x, y := place[m.Names[0]], place[m.Names[1]]
			last := 0
			if m.Playoff {
				last = 1
			}
			order = append(order, [4]int{last, m.Round, min(x, y), max(x, y)})
		}
		sorted := slices.IsSortedFunc(order, func(x, y [4]int) int { return slices.Compare(x[:], y[:]) })
		expect.True(t, sorted, mode, "the matches are sorted:", order)
		for _, p := range slices.Concat(book.Bracket...) {
			if p.Match >= 0 {
				names := book.Matches[p.Match].Names
				expect.Equal(t, slices.Sorted(slices.Values(p.Names[:])), slices.Sorted(slices.Values(names[:])))
			}
		}
	}
}

// All tables of a tournament and its page, with playoffs, a broken rule, and a withdrawn entrant.
func TestTables(t *testing.T) {
	for _, mode := range []Mode{All, Knockout} {
		t.Run(string(mode), func(t *testing.T) {
			f := &fake{plan: planOf(t, mode, 1, "ann", "ben", "cy", "=eve"), gone: map[string]string{"=eve": "it does not compile"}}
			f.play = func(g *Game) *standings.Outcome {
				o := &standings.Outcome{Winner: standings.Drawn, Points: [2]int32{30, 30}, Sides: [2]string{"X", "O"}, First: g.Number % 2, Moves: 10 + g.Number, Start: "start"}
				switch {
				case f.plan.Entrants[g.Pair[1]].Name == "cy": // ann and ben beat cy by the same margin
					o.Winner, o.Points = 0, [2]int32{40, 20}
				case g.Number == 3: // two games with each other are drawn
					o.Winner, o.Reason = 1, "overtime"
				}
				return o
			}
			files := written(t, played(t, f))
			var all strings.Builder
			for _, name := range strings.Fields("standings.txt standings.csv crosstable.csv games.csv standings.json") {
				fmt.Fprintf(&all, "-- %s --\n%s\n", name, files["/"+name])
			}
			_, page, _ := strings.Cut(files["/"+standings.PageName], "</style>\n")
			fmt.Fprintf(&all, "-- %s --\n%s", standings.PageName, page)
			goldie.New(t).Assert(t, string(mode), []byte(strings.ReplaceAll(all.String(), "\r\n", "\n")))
		})
	}
}

// A knockout of any size has one match fewer than entrants. The loser of a match is out. Only entrants without
// an opponent advance without a match, in the first round.
func TestKnockout(t *testing.T) {
	for n := 2; n <= len(ten); n++ {
		b := read(t, played(t, &fake{plan: planOf(t, Knockout, 3, ten[:n]...)}))
		expect.Equal(t, n-1, len(b.Matches), "matches of entrants:", n)
		out := map[string]bool{}
		for i, places := range b.Bracket {
			for _, p := range places {
				bad := p.Names[0] == "" || p.Names[1] == "" && i > 0 || (p.Match < 0) != (p.Names[1] == "")
				expect.Equal(t, false, bad, n, "entrants, round", i+1, p)
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
		expect.Equal(t, []any{final[0].Winner, 1, 2, 0},
			[]any{first.Name, first.Rank, second.Rank, first.Matches.Lost}, n, "entrants")
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
		expect.True(t, m.Winner == 1 || m.Winner == 0 && of.by == standings.ByLot, "winner of", of.until)
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

// A level match of all pairs is drawn. Entrants who share the first place play until there is a winner.
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
	_, err := playAll(t.Context(), t, dir, failing, 2)
	expect.True(t, err != nil && read(t, dir).Open, err)
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
	expect.True(t, watch.games >= 3 && watch.games <= 5, "games:", watch.games)
	b = read(t, into)
	expect.Equal(t, []any{false, "c"}, []any{b.Open, b.Standings[0].Name}, "completed: open, and first")
}
