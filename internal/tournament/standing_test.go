package tournament

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/must"
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
		if got := strings.Join(got, ", "); got != strings.TrimSpace(want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// playedGames returns planned games with these outcomes.
func playedGames(outcomes ...Outcome) (games []*Played) {
	for _, o := range outcomes {
		games = append(games, &Played{Outcome: o})
	}
	return games
}

// A win of one entrant of a pair is a loss of the other.
func TestAddTo(t *testing.T) {
	all := []*Standing{{Losses: map[string]int{}}, {Losses: map[string]int{}}, {Losses: map[string]int{}}}
	m := &Match{pair: [2]int{1, 2}, Winner: 1, Margin: -7, Games: playedGames(
		Outcome{Winner: 0}, Outcome{Winner: 1, Reason: "time"}, Outcome{Winner: Drawn}, Outcome{Winner: 1},
	)}
	m.Games[3].Deciding = true
	m.addTo(all)
	for i, want := range []Standing{
		{}, {Matches: Tally{Lost: 1}, Games: Tally{1, 1, 1}, Margin: -7}, {Matches: Tally{Won: 1}, Games: Tally{1, 1, 1}, Margin: 7},
	} {
		if s := all[i]; s.Matches != want.Matches || s.Games != want.Games || s.Margin != want.Margin || len(s.Losses) > 0 != (i == 1) {
			t.Errorf("entrant %d has %+v, want %+v", i, *s, want)
		}
	}
}

// Ratings include all games, also those that decided the first place.
func TestRatedGames(t *testing.T) {
	game := func(x, y, winner int) *Match {
		return &Match{pair: [2]int{x, y}, Games: playedGames(Outcome{Winner: winner})}
	}
	tab := &table{rounds: [][]*Place{{{match: game(0, 1, 0)}}}, playoffs: []*Match{game(1, 2, 1)}}
	all := []*Standing{{}, {}, {}, {}}
	must.Do(t, tab.rate(all))
	if all[3].Rating != nil || all[0].Rating == nil || all[1].Rating == nil || all[2].Rating == nil || all[0].Rating.Elo <= all[1].Rating.Elo || all[2].Rating.Elo <= all[1].Rating.Elo {
		t.Errorf("rated %v %v %v %v", all[0].Rating, all[1].Rating, all[2].Rating, all[3].Rating)
	}
}

// Every entrant is in a bracket once, with the minimum number of matches, and no match lacks both entrants.
func TestBracket(t *testing.T) {
	for entrants, want := range map[int]int{2: 1, 3: 2, 4: 2, 5: 4, 7: 4, 8: 4, 9: 8} {
		p := &Plan{Entrants: make([]Entrant, entrants)}
		seen := make([]int, entrants)
		slots := p.bracket()
		for _, s := range slots {
			seen[s[0]]++
			if s[1] != noOpponent {
				seen[s[1]]++
			}
		}
		if len(slots) != want || slices.Min(seen) != 1 || slices.Max(seen) != 1 {
			t.Errorf("%d entrants: %v, want %d matches", entrants, slots, want)
		}
	}
}

// The leaders are level with the best. They are not withdrawn.
func TestLeaders(t *testing.T) {
	drawn := func(x, y, margin int) *Place {
		pair := [2]int{x, y}
		return &Place{pair: pair, match: &Match{pair: pair, Winner: Drawn, Margin: margin, Games: playedGames(Outcome{Winner: Drawn})}}
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
		tab := &table{
			Plan: &Plan{Mode: All, Entrants: []Entrant{{Name: "d"}, {Name: "c"}, {Name: "b"}, {Name: "a"}}}, gone: c.gone[:],
			rounds: [][]*Place{{drawn(0, 1, 0), drawn(0, 2, 0), drawn(1, 2, 0), drawn(0, 3, 0), drawn(1, 3, 0), drawn(2, 3, c.margin)}},
		}
		if got := tab.leaders(); !slices.Equal(got, c.want) {
			t.Errorf("%q, %d ahead: the leaders are %v, want %v", c.gone, c.margin, got, c.want)
		}
	}
}

// The result of an entrant in a knockout is the round that it reached. Losses for breaking a rule include the
// deciding games.
func TestStandingsOfKnockout(t *testing.T) {
	won := func(x, y int, ended ...Outcome) *Place {
		m := &Match{pair: [2]int{x, y}, Round: 1, Winner: 0, Margin: 3, By: byMargin, Games: playedGames(ended...)}
		return &Place{pair: m.pair, match: m, winner: x}
	}
	tab := &table{
		Plan: &Plan{Mode: Knockout, Entrants: []Entrant{{Name: "a", Agent: "agent of a"}, {Name: "b"}, {Name: "c"}}}, gone: []string{"", "it is broken", ""},
		rounds: [][]*Place{
			{won(0, 1, Outcome{Winner: 0, Reason: "time"}, Outcome{Winner: 0, Reason: "time"}, Outcome{Winner: Drawn, Reason: "repeated"}), {pair: [2]int{2, noOpponent}, winner: 2}},
			{won(0, 2, Outcome{Winner: 1, Reason: "illegal"}, Outcome{Winner: 0})},
		},
		playoffs: []*Match{{pair: [2]int{1, 2}, Winner: 1, Games: playedGames(Outcome{Winner: 1, Reason: "crash"})}},
	}
	all := must.Get(tab.standings())(t)
	var told []string
	for _, s := range all {
		told = append(told, fmt.Sprintf("%d %s %q %v %v %+d %d %d %v %s", s.Rank, s.Name, s.Agent, s.Matches, s.Games, s.Margin, s.Deciding, s.Round, s.Losses, s.Withdrawn))
	}
	want := []string{
		`1 a "agent of a" 2-0-0 3-1-1 +6 0 3 map[illegal:1] `,
		`2 c "" 0-0-1 1-0-1 -3 1 2 map[] `,
		`3 b "" 0-0-1 0-1-2 -3 0 1 map[crash:1 time:2] it is broken`,
	}
	if !slices.Equal(told, want) {
		t.Errorf("told is\n%s\nwant\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
}
