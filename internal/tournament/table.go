package tournament

import "slices"

// A table is how far a tournament is, by its journal.
type table struct {
	Plan    *Plan
	Journal *Journal

	gone     []string  // why an entrant is withdrawn, or ""
	rounds   [][]*slot // of a knockout, and one of all pairs
	playoffs []*result // between those who share the first place, without their planned games
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

// A player plays games, as far as it can. They may be of several matches, of which so many games are
// known.
type player func(games []*Game, known int) error

// leave is a player that plays nothing.
func leave([]*Game, int) error { return nil }

// walk goes through a tournament in the order in which matches follow from each other, and has what
// is missing played.
func walk(p *Plan, j *Journal, play player) (*table, error) {
	t := &table{Plan: p, Journal: j}
	if err := t.findGone(); err != nil {
		return nil, err
	}
	if p.Mode == Knockout {
		return t, t.knockout(play)
	}
	var slots []*slot
	for i, m := range p.pairs() {
		if p.shard().Has(i) {
			slots = append(slots, &slot{pair: m.pair})
		}
	}
	t.rounds = [][]*slot{slots}
	if err := t.settle(slots, 0, play); err != nil || p.Shards > 0 || t.missing > 0 {
		return t, err
	}
	return t, t.playOff(play)
}

// findGone reads who is withdrawn.
func (t *table) findGone() error {
	t.gone = make([]string, len(t.Plan.Entrants))
	for i := range t.gone {
		var err error
		if t.gone[i], err = t.Journal.withdrawn(t.Plan, i); err != nil {
			return err
		}
	}
	return nil
}

// knockout goes through the rounds of a bracket.
func (t *table) knockout(play player) error {
	var slots []*slot
	for _, pair := range t.Plan.bracket() {
		slots = append(slots, &slot{pair: pair})
	}
	for round := 1; ; round++ {
		t.rounds = append(t.rounds, slots)
		if err := t.settle(slots, round, play); err != nil || len(slots) == 1 {
			return err
		}
		var next []*slot
		for i := 0; i < len(slots); i += 2 {
			next = append(next, &slot{pair: [2]int{slots[i].winner, slots[i+1].winner}})
		}
		slots = next
	}
}

// settle has the missing games of the matches in slots played, those that decide too if there must be
// a winner, which is in each round of a knockout.
func (t *table) settle(slots []*slot, round int, play player) error {
	var games []*Game
	for i, s := range slots {
		if s.pair[0] < 0 || s.pair[1] < 0 {
			s.winner = without(s.pair)
			continue
		}
		m := match{pair: s.pair, round: round, slot: i}
		if m.pair[0] > m.pair[1] {
			slices.Reverse(m.pair[:])
		}
		s.result = &result{match: m}
		games = append(games, t.Plan.games(m)...)
	}
	if err := t.playMissing(games, play); err != nil {
		return err
	}
	var level []*result
	for _, s := range slots {
		if s.result == nil {
			continue
		}
		var err error
		if s.result, err = t.read(s.result.match); err != nil {
			return err
		}
		if round > 0 && s.result.level() {
			level = append(level, s.result)
		}
	}
	if err := t.decide(level, true, play); err != nil {
		return err
	}
	for _, s := range slots {
		if r := s.result; r != nil {
			if s.winner = r.winner(); r.missing {
				t.missing++
			}
		}
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

// playMissing has those games played that are not in the journal, but for those of the withdrawn.
func (t *table) playMissing(games []*Game, play player) error {
	var left []*Game
	known := 0
	for _, g := range games {
		switch {
		case t.gone[g.Pair[0]] != "" || t.gone[g.Pair[1]] != "":
		case t.Journal.Has(t.Plan.game(g)):
			known++
		default:
			left = append(left, g)
		}
	}
	if len(left) == 0 {
		return nil
	}
	if err := play(left, known); err != nil {
		return err
	}
	return t.findGone()
}

// decide has games played that decide matches which are level. With lot, the lot decides if they are
// all drawn.
func (t *table) decide(level []*result, lot bool, play player) error {
	for len(level) > 0 {
		var games []*Game
		var open []*result
		for _, r := range level {
			next, err := t.decider(r, lot)
			if err != nil {
				return err
			}
			if next != nil {
				games, open = append(games, next), append(open, r)
			}
		}
		if err := t.playMissing(games, play); err != nil {
			return err
		}
		level = nil
		for i, r := range open {
			if t.Journal.Has(t.Plan.game(games[i])) {
				level = append(level, r)
			} else {
				r.missing = true
			}
		}
	}
	return nil
}

// playOff has those play who share the first place after all other games: each against each, until a
// game has a winner.
func (t *table) playOff(play player) error {
	first := t.leaders()
	for y := range first {
		for x := range y {
			t.playoffs = append(t.playoffs, &result{match: match{pair: [2]int{first[x], first[y]}}, decided: Drawn})
		}
	}
	if err := t.decide(t.playoffs, false, play); err != nil {
		return err
	}
	t.open = slices.ContainsFunc(t.playoffs, func(r *result) bool { return r.missing })
	return nil
}
