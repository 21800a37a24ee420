package tournament

import (
	"fmt"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/run/journal"
	"github.com/touchstone-suite/touchstone/internal/tournament/standings"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// maxDeciding is the maximum number of deciding games of a match. If all are drawn, the lot decides.
const maxDeciding = 5

// unknown is the winner of a match that has not been played.
const unknown = -2

// A table is the state of a tournament, read from its journal.
type table struct {
	standings.Results
	plan    *Plan
	journal *Journal

	remaining []*Game // to be played now, without the games that depend on them
	known     int     // games of the same rounds that have been played
	missing   int     // matches that could be decided now, and are not
}

// An Incomplete is the error for a tournament with matches that have not been played.
type Incomplete struct{ Matches int }

func (e *Incomplete) Error() string {
	if e.Matches == 1 {
		return "1 match has not been played to its end"
	}
	return fmt.Sprintf("%d matches have not been played to their end", e.Matches)
}

// Read builds the book of a plan from its journal. The error is an *Incomplete if games are missing.
func Read(p *Plan, j *Journal) (*standings.Book, error) {
	t, err := readTable(p, j)
	if err != nil {
		return nil, err
	}
	if t.missing > 0 {
		return nil, &Incomplete{t.missing}
	}
	return t.Book("touchstone "+p.Touchstone, p, t.record)
}

// readTable reads the matches of a tournament in the order in which they depend on each other.
func readTable(p *Plan, j *Journal) (*table, error) {
	t := &table{plan: p, journal: j, Results: standings.Results{Assignment: p.Assignment, Knockout: p.Mode == Knockout}}
	for i, e := range p.Entrants {
		l, _, err := j.Entry(p.withdrawalKey(i))
		if err != nil {
			return nil, err
		}
		t.Entrants = append(t.Entrants, standings.Entrant{Name: e.Name, Agent: e.Agent, Withdrawn: l.Reason})
	}
	if p.Mode == Knockout {
		return t, t.readKnockout()
	}
	var places []*standings.Place
	for i, pair := range p.pairs() {
		if p.Shard.Has(i) {
			places = append(places, &standings.Place{Pair: pair})
		}
	}
	if err := t.readRound(places, 0); err != nil || p.Shard.N > 0 || t.missing > 0 {
		return t, err
	}
	return t, t.readPlayoffs()
}

// readKnockout reads the rounds of a bracket.
func (t *table) readKnockout() error {
	var places []*standings.Place
	for _, pair := range t.plan.bracket() {
		places = append(places, &standings.Place{Pair: pair})
	}
	for round := 1; ; round++ {
		if err := t.readRound(places, round); err != nil || len(places) == 1 {
			return err
		}
		var next []*standings.Place
		for i := 0; i < len(places); i += 2 {
			next = append(next, &standings.Place{Pair: [2]int{places[i].WinnerIndex, places[i+1].WinnerIndex}})
		}
		places = next
	}
}

// readRound reads the matches of a round. A round of a knockout is not 0, and each of its matches must have
// a winner: if a match is level, readRound also reads its deciding games.
func (t *table) readRound(places []*standings.Place, round int) error {
	t.Rounds = append(t.Rounds, places)
	before, known := len(t.remaining), 0
	for _, p := range places {
		if p.Pair[0] < 0 || p.Pair[1] < 0 {
			if p.WinnerIndex = max(p.Pair[0], p.Pair[1]); slices.Contains(p.Pair[:], unknown) {
				p.WinnerIndex = unknown
			}
			continue
		}
		m, err := t.readMatch(p.Pair, round)
		if err != nil {
			return err
		}
		known += len(m.Games)
		if round > 0 && !m.Missing && m.Winner == standings.Drawn && m.DecidedBy != standings.ByWalkover {
			if err := t.readDeciding(m, true); err != nil {
				return err
			}
		}
		switch p.Result = m; {
		case m.Missing:
			p.WinnerIndex = unknown
			t.missing++
		case m.Winner == standings.Drawn:
			p.WinnerIndex = noOpponent
		default:
			p.WinnerIndex = m.Pair[m.Winner]
		}
	}
	if len(t.remaining) > before {
		t.known += known
	}
	return nil
}

// readPlayoffs reads the games for the first place if several entrants share it. All pairs of them play
// until a game has a winner.
func (t *table) readPlayoffs() error {
	leaders := t.Leaders()
	for y := range leaders {
		for x := range y {
			m := t.newMatch([2]int{leaders[x], leaders[y]}, 0)
			m.Playoff = true
			if err := t.readDeciding(m, false); err != nil {
				return err
			}
			t.Playoffs, t.Open = append(t.Playoffs, m), t.Open || m.Missing
		}
	}
	return nil
}

func (t *table) newMatch(pair [2]int, round int) *standings.Match {
	slices.Sort(pair[:])
	return &standings.Match{
		Names: t.plan.names(pair), Round: round, Winner: standings.Drawn, Games: []*standings.Played{}, Pair: pair,
	}
}

// readMatch reads the planned games of a match. A withdrawn entrant loses; if both are withdrawn, the match
// has no winner.
func (t *table) readMatch(pair [2]int, round int) (*standings.Match, error) {
	m := t.newMatch(pair, round)
	if x, y := t.Entrants[m.Pair[0]].Withdrawn != "", t.Entrants[m.Pair[1]].Withdrawn != ""; x || y {
		m.DecidedBy = standings.ByWalkover
		switch {
		case !y:
			m.Winner = 1
		case !x:
			m.Winner = 0
		}
		return m, nil
	}
	for number := 1; number <= t.plan.Games; number++ {
		o, err := t.readGame(m, number)
		switch {
		case err != nil:
			return nil, err
		case o == nil:
			continue
		case o.Winner == standings.Drawn:
			m.Drawn++
		default:
			m.Won[o.Winner]++
		}
		m.Margin += o.Margin
	}
	m.Winner = arena.Winner(m.Won, m.Margin)
	switch {
	case m.Won[0] != m.Won[1]:
		m.DecidedBy = standings.ByGames
	case m.Winner != standings.Drawn:
		m.DecidedBy = standings.ByMargin
	}
	return m, nil
}

// readDeciding reads the deciding games of a level match, and decides it. If lot is set, the lot decides
// after the last of these games.
func (t *table) readDeciding(m *standings.Match, lot bool) error {
	for n := range maxDeciding {
		o, err := t.readGame(m, t.plan.Games+n+1)
		if err != nil || o == nil {
			return err
		}
		if m.Winner = o.Winner; m.Winner != standings.Drawn {
			m.DecidedBy = standings.ByDeciding
			return nil
		}
	}
	if lot {
		seed := t.plan.deriveSeed("match", m.Names[0], m.Names[1], "lot")
		m.Winner, m.DecidedBy = random.New(seed).Intn(2), standings.ByLot
	}
	return nil
}

// readGame adds a game to a match and returns its outcome. If the game has not been played, readGame adds it
// to the games that are left, and returns nil.
func (t *table) readGame(m *standings.Match, number int) (*standings.Outcome, error) {
	g := t.plan.game(m.Pair, number)
	k := t.plan.gameKey(g)
	l, ok, err := t.journal.Entry(k)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		m.Missing, t.remaining = true, append(t.remaining, g)
		return nil, nil
	case !l.Valid():
		return nil, fmt.Errorf("%s: want the outcome of a game under %s, found none", t.journal.Path(), k)
	}
	m.Games = append(m.Games,
		&standings.Played{Number: number, Deciding: number > t.plan.Games, Outcome: *l.Outcome})
	return l.Outcome, nil
}

// maxRecord is the maximum size of the record of a game.
const maxRecord = 1 << 30

// record returns the record of a game.
func (t *table) record(m *standings.Match, g *standings.Played) (text []byte, err error) {
	l, _, err := t.journal.Entry(t.plan.gameKey(t.plan.game(m.Pair, g.Number)))
	if err != nil {
		return nil, err
	}
	if err := journal.Unpack(l.Record, &text, maxRecord); err != nil {
		return nil, fmt.Errorf("%s: the record of a game: %w", t.journal.Path(), err)
	}
	return text, nil
}
