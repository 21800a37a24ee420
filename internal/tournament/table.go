package tournament

import "slices"

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

// readRound reads the matches in slots. In each round of a knockout there must be a winner: of matches that are
// level, those games are read too that decide.
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

// playOff reads what those have played who share the first place after all other games: each against each, until
// a game has a winner.
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
