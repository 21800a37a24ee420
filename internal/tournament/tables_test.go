package tournament

import (
	"encoding/json"
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
		expect.Equal(t, true, json.Valid([]byte(files["/standings.json"])), mode)
		expect.Contains(t, files["/standings.json"], "alert(1)")
		records := 0
		for _, m := range link.FindAllStringSubmatch(files["/"+standings.PageName], -1) {
			if id, ok := strings.CutPrefix(m[1], "#"); ok {
				expect.Equal(t, true, strings.Contains(files["/"+standings.PageName], `id="`+id+`"`), mode, "id", id)
				continue
			}
			records++
			path := must.Get(url.PathUnescape(html.UnescapeString(m[1])))(t)
			text := must.Get(os.ReadFile(filepath.Join(dir, path)))(t)
			expect.Equal(t, true, strings.HasPrefix(string(text), "game "), mode, path)
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
		expect.Equal(t, true, sorted, mode, "the matches are sorted:", order)
		for _, p := range slices.Concat(book.Bracket...) {
			if p.Match >= 0 {
				names := book.Matches[p.Match].Names
				expect.Equal(t, slices.Sorted(slices.Values(p.Names[:])), slices.Sorted(slices.Values(names[:])))
			}
		}
	}
}

// All tables of a tournament and its page, with playoffs for the first place, a broken rule, and a withdrawn
// entrant.
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
