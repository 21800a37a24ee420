package standings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// Ranks are determined by the round, the matches, the margin and the deciding games, in this order; entrants
// who leave a knockout in the same round share a rank.
func TestRank(t *testing.T) {
	for want, all := range map[string][]*Standing{
		"1 b, 2 a, 3 c": {
			{Name: "a", Matches: Tally{Won: 1, Drawn: 1, Lost: 1}, Margin: 9}, {Name: "b", Matches: Tally{Won: 2, Lost: 1}}, {Name: "c", Matches: Tally{Drawn: 2, Lost: 1}, Margin: 50},
		},
		"1 a, 1 b, 3 c":       {{Name: "c", Margin: 1}, {Name: "b", Margin: 2}, {Name: "a", Margin: 2}},
		"1 c, 2 a, 3 b":       {{Name: "a", Margin: 2, Deciding: 1}, {Name: "b", Margin: 2}, {Name: "c", Margin: 3}},
		"1 d, 2 c, 3 a, 3 b":  {{Name: "a", Round: 1, Margin: 4}, {Name: "b", Round: 1, Margin: 3}, {Name: "c", Round: 2}, {Name: "d", Round: 3}},
		"1 a, 2 b, 2 c, 4 d ": {{Name: "d"}, {Name: "c", Matches: Tally{Drawn: 2}}, {Name: "b", Matches: Tally{Won: 1}}, {Name: "a", Matches: Tally{Won: 1, Drawn: 1}}},
	} {
		rank(all)
		var got []string
		for _, s := range all {
			got = append(got, fmt.Sprint(s.Rank, " ", s.Name))
		}
		expect.Equal(t, strings.TrimSpace(want), strings.Join(got, ", "))
	}
}

// The leaders are level with the best. They are not withdrawn.
func TestLeaders(t *testing.T) {
	drawn := func(x, y, margin int) *Place {
		pair := [2]int{x, y}
		return &Place{Pair: pair, Result: &Match{Pair: pair, Winner: Drawn, Margin: margin, Games: []*Played{{Outcome: Outcome{Winner: Drawn}}}}}
	}
	for _, c := range []struct {
		gone   [4]string
		margin int // of the third above the last
		want   []int
	}{
		{[4]string{}, 0, []int{0, 1, 2, 3}},
		{[4]string{"", "gone", "", ""}, 0, []int{0, 2, 3}},
		{[4]string{"gone", "gone", "", "gone"}, 0, []int{2}},
		{[4]string{"gone", "gone", "gone", "gone"}, 0, nil},
		{[4]string{}, 1, []int{2}},
	} {
		r := &Results{Rounds: [][]*Place{{
			drawn(0, 1, 0), drawn(0, 2, 0), drawn(1, 2, 0), drawn(0, 3, 0), drawn(1, 3, 0), drawn(2, 3, c.margin),
		}}}
		for i, name := range []string{"d", "c", "b", "a"} {
			r.Entrants = append(r.Entrants, Entrant{Name: name, Withdrawn: c.gone[i]})
		}
		expect.Equal(t, c.want, r.Leaders(), c.gone, c.margin, "ahead: the leaders")
	}
}

// Standings count each won playoff, and each game lost by breaking a rule. If both entrants are withdrawn, both have lost.
func TestPlayoffs(t *testing.T) {
	r := &Results{Entrants: []Entrant{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
	games := slices.Repeat([]*Played{{Outcome: Outcome{Winner: 0, Reason: "stale"}}}, 2)
	for _, pair := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
		r.Playoffs = append(r.Playoffs, &Match{Pair: pair, Games: games, Playoff: true})
	}
	r.Playoffs = append(r.Playoffs, &Match{Pair: [2]int{0, 1}, Winner: Drawn, Playoff: true})
	gone := &Match{Pair: [2]int{1, 2}, Winner: Drawn, DecidedBy: ByWalkover}
	level := &Match{Pair: [2]int{0, 1}, Winner: Drawn, Games: []*Played{
		{Outcome: Outcome{Winner: 1, Reason: "late"}}, {Outcome: Outcome{Winner: Drawn, Reason: "stale"}},
		{Outcome: Outcome{Winner: 0}}, {Deciding: true, Outcome: Outcome{Winner: 0}},
	}}
	r.Rounds = [][]*Place{{{Pair: [2]int{0, -1}}}, {{Result: gone}, {Result: level}}} // the first is no match
	r.Open = true
	b := must.Get(r.Book("", rawPlan{}, nil))(t)
	var got []string
	for _, s := range b.Standings {
		got = append(got, fmt.Sprint(s.Name, s.Deciding, s.Losses, " ", s.Matches, " ", s.Games))
	}
	want := []string{"a2 map[late:1] 0-1-0 1-1-1", "b1 map[stale:2] 0-1-1 1-1-1", "c0 map[stale:4] 0-0-1 0-0-0"}
	expect.Equal(t, want, got)
	expect.Equal(t, "true lost, both are withdrawn", fmt.Sprint(b.Open, " ", gone.class(1), ", ", gone.Result()))
	lost := (&Standing{Withdrawn: "gone", Losses: map[string]int{"stale": 4, "late": 1}}).Lost()
	expect.Equal(t, "withdrawn, 1 late, 4 stale", lost)
}

// All tables and the page follow from the matches in standings.json of the goldens of tournament.
func TestTables(t *testing.T) {
	for _, name := range []string{"all", "knockout"} {
		golden := must.Get(txtar.ParseFile(filepath.Join("..", "testdata", name+".golden")))(t)
		want := map[string]string{}
		for _, f := range golden.Files {
			want[f.Name] = strings.TrimSpace(string(f.Data))
		}
		dir := t.TempDir()
		line, _, _ := strings.Cut(want["standings.txt"], "\n")
		b := readBook(t, want["standings.json"], line)
		must.Do(t, b.Write(dir))
		for _, f := range golden.Files {
			got := string(must.Get(os.ReadFile(filepath.Join(dir, f.Name)))(t))
			if f.Name == PageName {
				var head string
				head, got, _ = strings.Cut(got, "</style>\n")
				expect.Contains(t, head, "<title>gangwars tournament - touchstone</title>", page.BookStyle+pageStyle)
			}
			expect.Equal(t, want[f.Name], strings.TrimSpace(strings.ReplaceAll(got, "\r\n", "\n")), f.Name, "of", name)
		}
		text := must.Get(os.ReadFile(filepath.Join(dir, b.Matches[0].Games[0].Record)))(t)
		expect.Equal(t, fmt.Sprintln(b.Matches[0].Names, 1), string(text), "first record of", name)
		b.Open = true
		var open strings.Builder
		must.Do(t, b.WriteText(&open))
		expect.Contains(t, open.String(), "\nThe first place is shared: ")
	}
}

// The games of a tournament have pages, unless there are too many.
func TestPages(t *testing.T) {
	o, _ := record.Plan{Games: 1, Size: 2, Seed: 1}.Opening(gangwars.Assignment.Contest, 1)
	g := record.Begin(&gangwars.Assignment, o)
	g.End = &record.End{Winner: record.NoSide, Reason: record.Adjourned, Points: o.Start.Points()}
	var text bytes.Buffer
	must.Do(t, g.Write(&text))
	for games, want := range map[int]string{maxWalks: "last.html", maxWalks + 1: ""} {
		first, second := &Match{}, &Match{Games: []*Played{{Record: "last.jsonl"}}}
		for i := range games - 1 {
			first.Games = append(first.Games, &Played{Record: fmt.Sprint(i, ".jsonl")})
		}
		b := &Book{Matches: []*Match{first, second}}
		b.record = func(*Match, *Played) ([]byte, error) { return text.Bytes(), nil }
		to := output.Memory{}
		must.Do(t, b.writeRecords(to))
		expect.Equal(t, want, second.Games[0].Walk, "page of the last of", games)
		expect.Equal(t, want != "", len(to["last.html"]) > 0, "the page is written")
		expect.Equal(t, games+map[bool]int{true: games}[want != ""], len(to), "records and pages")
		b.record = func(*Match, *Played) ([]byte, error) { return text.Bytes(), errors.New("lost") }
		expect.Error(t, b.writeRecords(output.Memory{}), "lost")
	}
}

// A rawPlan is a plan as it is in the JSON.
type rawPlan struct {
	json.RawMessage
	line string
}

func (p rawPlan) String() string { return p.line }

// readBook returns the book for the matches of a book in JSON.
func readBook(t *testing.T, text, line string) *Book {
	var old struct {
		Tool      string
		Plan      json.RawMessage
		Standings []*Standing
		Matches   []*Match
		Bracket   [][]*Place
	}
	must.Do(t, json.Unmarshal([]byte(text), &old))
	r := &Results{Assignment: "gangwars", Rounds: old.Bracket, Knockout: old.Bracket != nil}
	for _, s := range old.Standings {
		r.Entrants = append(r.Entrants, Entrant{s.Name, s.Agent, s.Withdrawn})
	}
	index := func(name string) int {
		return slices.IndexFunc(r.Entrants, func(e Entrant) bool { return e.Name == name })
	}
	var round []*Place
	for _, m := range old.Matches {
		m.Pair = [2]int{index(m.Names[0]), index(m.Names[1])}
		for _, g := range m.Games {
			g.Record = "" // the book names the records and the places
		}
		if m.Playoff {
			r.Playoffs = append(r.Playoffs, m)
		} else {
			round = append(round, &Place{Pair: m.Pair, Result: m})
		}
	}
	slices.Reverse(round) // the book sorts the matches
	slices.Reverse(r.Playoffs)
	if !r.Knockout {
		r.Rounds = [][]*Place{round}
	}
	for _, p := range slices.Concat(old.Bracket...) {
		p.Pair, p.WinnerIndex = [2]int{index(p.Names[0]), index(p.Names[1])}, index(p.Winner)
		if p.Match >= 0 {
			p.Result = old.Matches[p.Match]
		}
		p.Names, p.Winner, p.Match = [2]string{}, "", 0
	}
	return must.Get(r.Book(old.Tool, rawPlan{old.Plan, line}, func(m *Match, g *Played) ([]byte, error) {
		return fmt.Appendln(nil, m.Names, g.Number), nil
	}))(t)
}
