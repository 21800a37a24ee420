package tournament

import (
	"fmt"
	"slices"
	"strings"
	"testing"
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
