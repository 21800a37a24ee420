package standings

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/tournament/rating"
)

// A Standing is the result of an entrant.
type Standing struct {
	Rank      int            `json:"rank"` // from 1; others may share it
	Name      string         `json:"name"`
	Agent     string         `json:"agent"`
	Matches   Tally          `json:"matches"`
	Games     Tally          `json:"games"`              // planned games of matches
	Margin    int            `json:"margin"`             // points ahead in these games
	Deciding  int            `json:"deciding,omitempty"` // playoffs won
	Round     int            `json:"round,omitempty"`    // of a knockout, the last that the entrant reached
	Losses    map[string]int `json:"losses,omitempty"`   // games lost by breaking a rule, by reason
	Withdrawn string         `json:"withdrawn,omitempty"`
	Rating    *Rating        `json:"rating,omitempty"` // nil without games

	entrant int
}

// A Tally counts wins, draws and losses.
type Tally struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// halves returns twice the points of a tally. A draw is half a point.
func (t Tally) halves() int { return 2*t.Won + t.Drawn }

// count counts a win, a draw or a loss of us.
func (t *Tally) count(winner, player int) {
	switch winner {
	case player:
		t.Won++
	case Drawn:
		t.Drawn++
	default:
		t.Lost++
	}
}

// String formats a tally as won-drawn-lost.
func (t Tally) String() string { return fmt.Sprintf("%d-%d-%d", t.Won, t.Drawn, t.Lost) }

// A Rating is a strength on Elo's scale about a mean of 0, with its error.
type Rating struct {
	Elo   int `json:"elo"`
	Error int `json:"error"` // of an interval of 95 %
}

// Low and High are the ends of a rating's interval.
func (r *Rating) Low() int { return r.Elo - r.Error }

// High is the upper end.
func (r *Rating) High() int { return r.Elo + r.Error }

// String formats a rating with its error, or as "-" if it is nil.
func (r *Rating) String() string {
	if r == nil {
		return "-"
	}
	return fmt.Sprintf("%s ±%d", formatSigned(r.Elo), r.Error)
}

// Lost lists the rules by which an entrant lost games, and whether it is withdrawn.
func (s *Standing) Lost() string {
	var parts []string
	if s.Withdrawn != "" {
		parts = append(parts, "withdrawn")
	}
	for _, reason := range slices.Sorted(maps.Keys(s.Losses)) {
		parts = append(parts, fmt.Sprintf("%d %s", s.Losses[reason], escape.Line(reason)))
	}
	return strings.Join(parts, ", ")
}

// standings returns the standings of all entrants in the order of their ranks.
func (r *Results) standings() ([]*Standing, error) {
	all := r.tally()
	for _, m := range r.Playoffs {
		m.countLosses(all)
		if m.Winner != Drawn {
			all[m.Pair[m.Winner]].Deciding++
		}
	}
	if err := r.rate(all); err != nil {
		return nil, err
	}
	rank(all)
	return all, nil
}

// tally counts the matches, without playoffs. It returns the standings in the order of the plan.
func (r *Results) tally() []*Standing {
	all := make([]*Standing, len(r.Entrants))
	for i, e := range r.Entrants {
		all[i] = &Standing{Name: e.Name, Agent: e.Agent, Withdrawn: e.Withdrawn, Losses: map[string]int{}, entrant: i}
	}
	reach := func(round, entrant int) {
		if entrant >= 0 && r.Knockout {
			all[entrant].Round = round
		}
	}
	for i, places := range r.Rounds {
		for _, p := range places {
			reach(i+1, p.Pair[0])
			reach(i+1, p.Pair[1])
			reach(i+2, p.WinnerIndex)
			if p.Result != nil {
				p.Result.addTo(all)
			}
		}
	}
	return all
}

// addTo adds a match to the standings of both entrants.
func (m *Match) addTo(all []*Standing) {
	for player, entrant := range m.Pair {
		s := all[entrant]
		if m.DecidedBy == ByWalkover && m.Winner == Drawn {
			s.Matches.Lost++ // both lose
		} else {
			s.Matches.count(m.Winner, player)
		}
		s.Margin += m.Margin * (1 - 2*player)
		for _, g := range m.Games {
			if !g.Deciding {
				s.Games.count(g.Winner, player)
			}
		}
	}
	m.countLosses(all)
}

// countLosses counts the games of a match that were lost by breaking a rule.
func (m *Match) countLosses(all []*Standing) {
	for _, g := range m.Games {
		if g.Reason != "" && g.Winner != Drawn {
			all[m.Pair[1-g.Winner]].Losses[g.Reason]++
		}
	}
}

// compare orders standings: by the round of a knockout, by matches won with a drawn match as half, by the
// margin, and by the playoffs won.
func compare(x, y *Standing) int {
	return cmp.Or(cmp.Compare(y.Round, x.Round), cmp.Compare(y.Matches.halves(), x.Matches.halves()),
		cmp.Compare(y.Margin, x.Margin), cmp.Compare(y.Deciding, x.Deciding))
}

// rank sorts standings and sets their ranks. Entrants who lose in the same round of a knockout share a rank.
func rank(all []*Standing) {
	slices.SortFunc(all, func(x, y *Standing) int { return cmp.Or(compare(x, y), cmp.Compare(x.Name, y.Name)) })
	for i, s := range all {
		s.Rank = i + 1
		if i > 0 && (compare(all[i-1], s) == 0 || s.Round > 0 && s.Round == all[i-1].Round) {
			s.Rank = all[i-1].Rank
		}
	}
}

// Leaders returns the entrants who are first or share the first place of all pairs and are not withdrawn.
func (r *Results) Leaders() (first []int) {
	all := r.tally()
	rank(all)
	for _, s := range all {
		if s.Rank == 1 && s.Withdrawn == "" {
			first = append(first, s.entrant)
		}
	}
	slices.Sort(first)
	return first
}

// rate sets the ratings of the entrants that have played, by all games.
func (r *Results) rate(all []*Standing) error {
	index := map[int]int{} // by entrant, in rated
	var rated []*Standing
	var scores []rating.Score
	at := func(entrant int) int {
		if _, known := index[entrant]; !known {
			index[entrant] = len(rated)
			rated = append(rated, all[entrant])
		}
		return index[entrant]
	}
	for _, m := range r.matches() {
		var first Tally
		for _, g := range m.Games {
			first.count(g.Winner, 0)
		}
		if games := float64(len(m.Games)); games > 0 {
			scores = append(scores,
				rating.Score{X: at(m.Pair[0]), Y: at(m.Pair[1]), Points: float64(first.halves()) / 2, Games: games})
		}
	}
	ratings, err := rating.Fit(len(rated), scores)
	if err != nil {
		return err
	}
	for i, s := range rated {
		s.Rating = &Rating{int(math.Round(ratings[i].Elo)), int(math.Round(ratings[i].Error))}
	}
	return nil
}
