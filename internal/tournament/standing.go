package tournament

import (
	"cmp"
	"math"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/tournament/rating"
)

// A Standing is what an entrant has reached.
type Standing struct {
	Rank      int            `json:"rank"` // from 1; others may share it
	Name      string         `json:"name"`
	Agent     string         `json:"agent"`
	Matches   Tally          `json:"matches"`
	Games     Tally          `json:"games"`              // of matches, without those that decided
	Margin    int            `json:"margin"`             // points ahead in these games
	Deciding  int            `json:"deciding,omitempty"` // games won that decided who is first
	Round     int            `json:"round,omitempty"`    // of a knockout, the last that was reached
	Losses    map[string]int `json:"losses,omitempty"`   // games lost by breaking a rule, by reason
	Withdrawn string         `json:"withdrawn,omitempty"`
	Rating    *Rating        `json:"rating,omitempty"` // nil without games

	entrant int
}

// A Tally counts what was won, drawn and lost.
type Tally struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// halves returns twice the points of a tally, a draw being half a point.
func (t Tally) halves() int { return 2*t.Won + t.Drawn }

// count counts something by who has won: us, Drawn or the other.
func (t *Tally) count(winner, us int) {
	switch winner {
	case us:
		t.Won++
	case Drawn:
		t.Drawn++
	default:
		t.Lost++
	}
}

// A Rating is a strength on Elo's scale, about a mean of 0, and how far it may be off.
type Rating struct {
	Elo   int `json:"elo"`
	Error int `json:"error"` // of an interval of 95 %
}

// standings returns those of all entrants, the first first.
func (t *table) standings() ([]*Standing, error) {
	all := t.tally()
	for _, r := range t.playoffs {
		r.countLosses(all)
		if r.decided != Drawn {
			all[r.pair[r.decided]].Deciding++
		}
	}
	if err := t.rate(all); err != nil {
		return nil, err
	}
	rank(all)
	return all, nil
}

// tally adds up the matches that are not for the first place. The standings are those of the plan's entrants.
func (t *table) tally() []*Standing {
	all := make([]*Standing, len(t.Plan.Entrants))
	for i, e := range t.Plan.Entrants {
		all[i] = &Standing{Name: e.Name, Agent: e.Agent, Withdrawn: t.gone[i], Losses: map[string]int{}, entrant: i}
	}
	reach := func(round, entrant int) {
		if entrant >= 0 && t.Plan.Mode == Knockout {
			all[entrant].Round = round
		}
	}
	for i, slots := range t.rounds {
		for _, s := range slots {
			reach(i+1, s.pair[0])
			reach(i+1, s.pair[1])
			if s.result != nil {
				s.result.addTo(all)
			}
		}
	}
	if n := len(t.rounds); len(t.rounds[n-1]) == 1 {
		reach(n+1, t.rounds[n-1][0].winner)
	}
	return all
}

// addTo adds a match to the standings of both.
func (r *result) addTo(all []*Standing) {
	for us, entrant := range r.pair {
		s := all[entrant]
		if r.by == byWalkover && r.decided == Drawn {
			s.Matches.Lost++ // both do
		} else {
			s.Matches.count(r.decided, us)
		}
		s.Margin += r.margin * (1 - 2*us)
		for _, o := range r.ended[:len(r.ended)-r.deciding] {
			s.Games.count(o.Winner, us)
		}
	}
	r.countLosses(all)
}

// countLosses adds the games of a match that were lost by breaking a rule.
func (r *result) countLosses(all []*Standing) {
	for _, o := range r.ended {
		if o.Reason != "" && o.Winner != Drawn {
			all[r.pair[1-o.Winner]].Losses[o.Reason]++
		}
	}
}

// better compares standings: who has come further in a knockout, who has won more matches, a drawn one
// being half, who is more points ahead, and who has won more games that decided.
func better(x, y *Standing) int {
	return cmp.Or(cmp.Compare(y.Round, x.Round), cmp.Compare(y.Matches.halves(), x.Matches.halves()),
		cmp.Compare(y.Margin, x.Margin), cmp.Compare(y.Deciding, x.Deciding))
}

// rank sorts standings, and says who is where. Those who are out of a knockout in the same round share
// a rank.
func rank(all []*Standing) {
	slices.SortFunc(all, func(x, y *Standing) int { return cmp.Or(better(x, y), cmp.Compare(x.Name, y.Name)) })
	for i, s := range all {
		s.Rank = i + 1
		if i > 0 && (better(all[i-1], s) == 0 || s.Round > 0 && s.Round == all[i-1].Round) {
			s.Rank = all[i-1].Rank
		}
	}
}

// leaders returns the entrants who share the first place of all pairs, if there is more than one that
// can play.
func (t *table) leaders() (first []int) {
	all := t.tally()
	rank(all)
	for _, s := range all {
		if s.Rank == 1 && t.gone[s.entrant] == "" {
			first = append(first, s.entrant)
		}
	}
	slices.Sort(first)
	if len(first) < 2 {
		return nil
	}
	return first
}

// rate rates who has played, by all games.
func (t *table) rate(all []*Standing) error {
	place := map[int]int{} // of entrants among those who are rated
	var rated []*Standing
	var scores []rating.Score
	at := func(entrant int) int {
		if _, known := place[entrant]; !known {
			place[entrant] = len(rated)
			rated = append(rated, all[entrant])
		}
		return place[entrant]
	}
	for _, r := range t.results() {
		points := 0.0
		for _, o := range r.ended {
			switch o.Winner {
			case 0:
				points++
			case Drawn:
				points += .5
			}
		}
		if len(r.games) > 0 {
			scores = append(scores,
				rating.Score{X: at(r.pair[0]), Y: at(r.pair[1]), Points: points, Games: float64(len(r.games))})
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

// results returns all matches that were played, and those that decided who is first.
func (t *table) results() (all []*result) {
	for _, slots := range t.rounds {
		for _, s := range slots {
			if s.result != nil {
				all = append(all, s.result)
			}
		}
	}
	return append(all, t.playoffs...)
}

// A table is how far a tournament is, by its journal.
type table struct {
	Plan    *Plan
	Journal *Journal

	gone     []string  // why an entrant is withdrawn, or ""
	rounds   [][]*slot // of a knockout, and one of all pairs
	playoffs []*result // between those who share the first place, without their planned games
	left     []*Game   // to be played now; what follows from them is not known yet
	known    int       // games of the same rounds that have been played
	missing  int       // matches that are not decided, though they could be
	open     bool      // some playoffs have not been played
}

// A slot is a place for a match.
type slot struct {
	pair   [2]int  // entrants, as the bracket has them, nobody or unknown
	result *result // nil if it is not between two known entrants
	winner int     // an entrant, nobody or unknown
}

// The winner of a match that has not been played is not known.
const unknown = -2

// walk goes through a tournament in the order in which matches follow from each other.
func walk(p *Plan, j *Journal) (*table, error) {
	t := &table{Plan: p, Journal: j}
	if err := t.findGone(); err != nil {
		return nil, err
	}
	if p.Mode == Knockout {
		return t, t.knockout()
	}
	var slots []*slot
	for i, m := range p.pairs() {
		if p.shard().Has(i) {
			slots = append(slots, &slot{pair: m.pair})
		}
	}
	t.rounds = [][]*slot{slots}
	if err := t.readRound(slots, 0); err != nil || p.Shards > 0 || t.missing > 0 {
		return t, err
	}
	return t, t.playOff()
}

// findGone reads who is withdrawn.
func (t *table) findGone() error {
	for i := range t.Plan.Entrants {
		l, _, err := t.Journal.Entry(t.Plan.withdrawalKey(i))
		if err != nil {
			return err
		}
		t.gone = append(t.gone, l.Why)
	}
	return nil
}

// knockout goes through the rounds of a bracket.
func (t *table) knockout() error {
	var slots []*slot
	for _, pair := range t.Plan.bracket() {
		slots = append(slots, &slot{pair: pair})
	}
	for round := 1; ; round++ {
		t.rounds = append(t.rounds, slots)
		if err := t.readRound(slots, round); err != nil || len(slots) == 1 {
			return err
		}
		var next []*slot
		for i := 0; i < len(slots); i += 2 {
			next = append(next, &slot{pair: [2]int{slots[i].winner, slots[i+1].winner}})
		}
		slots = next
	}
}

// readRound reads the matches in slots. In each round of a knockout there must be a winner: of matches that
// are level, those games are read too that decide.
func (t *table) readRound(slots []*slot, round int) error {
	before, known := len(t.left), 0
	for _, s := range slots {
		if s.pair[0] < 0 || s.pair[1] < 0 {
			s.winner = without(s.pair)
			continue
		}
		m := match{pair: s.pair, round: round}
		if m.pair[0] > m.pair[1] {
			slices.Reverse(m.pair[:])
		}
		r, err := t.read(m)
		if err != nil {
			return err
		}
		known += len(r.games)
		if round > 0 && r.level() {
			if err := t.decider(r, true); err != nil {
				return err
			}
		}
		if s.result, s.winner = r, r.winner(); r.missing {
			t.missing++
		}
	}
	if len(t.left) > before {
		t.known += known
	}
	return nil
}

// without returns the winner of a slot that lacks an entrant.
func without(pair [2]int) int {
	if slices.Contains(pair[:], unknown) {
		return unknown
	}
	return max(pair[0], pair[1])
}

// winner returns the entrant who has won, nobody or unknown.
func (r *result) winner() int {
	switch {
	case r.missing:
		return unknown
	case r.decided == Drawn:
		return nobody
	}
	return r.pair[r.decided]
}

// playOff reads what those have played who share the first place after all other games: each against each,
// until a game has a winner.
func (t *table) playOff() error {
	first := t.leaders()
	for y := range first {
		for x := range y {
			r := &result{match: match{pair: [2]int{first[x], first[y]}}, decided: Drawn}
			if err := t.decider(r, false); err != nil {
				return err
			}
			t.playoffs, t.open = append(t.playoffs, r), t.open || r.missing
		}
	}
	return nil
}
