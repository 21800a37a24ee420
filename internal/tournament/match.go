package tournament

import (
	"fmt"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/run/journal"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// An Outcome describes how a game of two entrants ended. Index 0 is the first of the pair, and 1 the second.
type Outcome struct {
	Winner int      `json:"winner"` // of the pair, or Drawn
	Reason string   `json:"reason"` // why the loser lost before the end of the game; "" at its end
	Points [2]int32 `json:"points"` // of the pair, after the last move
	// Margin is by how many points the first has won. It is negative if the first lost, and 0 if the loser was
	// ahead.
	Margin int       `json:"margin"`
	First  int       `json:"first"` // which of the pair moved first
	Sides  [2]string `json:"sides"` // of the pair, such as X and O
	Moves  int       `json:"moves"`
	Start  string    `json:"start"` // digest of the start position
}

// valid reports whether an outcome from a journal is possible.
func (o *Outcome) valid() bool {
	return o != nil && o.Winner >= Drawn && o.Winner <= 1 && (o.First == 0 || o.First == 1)
}

// Drawn is the winner of a game or match without a winner.
const Drawn = record.NoSide

// The ways to decide a match.
const (
	byGames    = "games"
	byMargin   = "margin"
	byDeciding = "deciding game"
	byLot      = "lot"
	byWalkover = "walkover" // an agent is withdrawn, or both are
)

// maxDeciding is the maximum number of deciding games of a match. If all are drawn, the lot decides.
const maxDeciding = 5

// A Match is the result of a match, complete or not.
type Match struct {
	Names     [2]string `json:"names"`
	Round     int       `json:"round,omitempty"` // of a knockout, from 1
	Won       [2]int    `json:"won"`             // planned games
	Drawn     int       `json:"drawn"`
	Margin    int       `json:"margin"` // by which the first is ahead in the planned games
	Winner    int       `json:"winner"` // of the two, or Drawn
	DecidedBy string    `json:"by"`     // the way to decide the match
	// Playoff marks a match for the first place. It has no planned games.
	Playoff bool      `json:"playoff,omitempty"`
	Games   []*Played `json:"games"`

	pair    [2]int
	missing bool // a game has not been played
}

// A Played is a game of a match.
type Played struct {
	Number   int  `json:"number"`
	Deciding bool `json:"deciding,omitempty"`
	Outcome
	Record string `json:"record"`         // the path of its record, relative to the book
	Walk   string `json:"walk,omitempty"` // the path of its page, once that is written

	game *Game
}

// A Place is a match of a bracket.
type Place struct {
	Names  [2]string `json:"names"`  // "" without an opponent
	Winner string    `json:"winner"` // plays in the next round
	Match  int       `json:"match"`  // its index in Book.Matches; -1 for none

	pair   [2]int // indexes of entrants, or noOpponent, or unknown
	winner int    // index of an entrant, or noOpponent, or unknown
	match  *Match // nil unless it is between two known entrants
}

// unknown is the winner of a match that has not been played.
const unknown = -2

// A table is the state of a tournament, read from its journal.
type table struct {
	Plan    *Plan
	Journal *Journal

	gone      []string   // why an entrant is withdrawn, or ""
	rounds    [][]*Place // of a knockout; all pairs are one round
	playoffs  []*Match   // matches for the first place
	remaining []*Game    // to be played now, without the games that depend on them
	known     int        // games of the same rounds that have been played
	missing   int        // matches that could be decided now, and are not
	open      bool       // some playoffs have not been played
}

// readTable reads the matches of a tournament in the order in which they depend on each other.
func readTable(p *Plan, j *Journal) (*table, error) {
	t := &table{Plan: p, Journal: j}
	for i := range p.Entrants {
		l, _, err := j.Entry(p.withdrawalKey(i))
		if err != nil {
			return nil, err
		}
		t.gone = append(t.gone, l.Reason)
	}
	if p.Mode == Knockout {
		return t, t.readKnockout()
	}
	var places []*Place
	for i, pair := range p.pairs() {
		if p.Shard.Has(i) {
			places = append(places, &Place{pair: pair})
		}
	}
	if err := t.readRound(places, 0); err != nil || p.Shard.N > 0 || t.missing > 0 {
		return t, err
	}
	return t, t.readPlayoffs()
}

// readKnockout reads the rounds of a bracket.
func (t *table) readKnockout() error {
	var places []*Place
	for _, pair := range t.Plan.bracket() {
		places = append(places, &Place{pair: pair})
	}
	for round := 1; ; round++ {
		if err := t.readRound(places, round); err != nil || len(places) == 1 {
			return err
		}
		var next []*Place
		for i := 0; i < len(places); i += 2 {
			next = append(next, &Place{pair: [2]int{places[i].winner, places[i+1].winner}})
		}
		places = next
	}
}

// readRound reads the matches of a round. A round of a knockout is not 0, and each of its matches must have
// a winner: if a match is level, readRound also reads its deciding games.
func (t *table) readRound(places []*Place, round int) error {
	t.rounds = append(t.rounds, places)
	before, known := len(t.remaining), 0
	for _, p := range places {
		if p.pair[0] < 0 || p.pair[1] < 0 {
			if p.winner = max(p.pair[0], p.pair[1]); slices.Contains(p.pair[:], unknown) {
				p.winner = unknown
			}
			continue
		}
		m, err := t.readMatch(p.pair, round)
		if err != nil {
			return err
		}
		known += len(m.Games)
		if round > 0 && !m.missing && m.Winner == Drawn && m.DecidedBy != byWalkover {
			if err := t.readDeciding(m, true); err != nil {
				return err
			}
		}
		switch p.match = m; {
		case m.missing:
			p.winner = unknown
			t.missing++
		case m.Winner == Drawn:
			p.winner = noOpponent
		default:
			p.winner = m.pair[m.Winner]
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
	leaders := t.leaders()
	for y := range leaders {
		for x := range y {
			m := t.newMatch([2]int{leaders[x], leaders[y]}, 0)
			m.Playoff = true
			if err := t.readDeciding(m, false); err != nil {
				return err
			}
			t.playoffs, t.open = append(t.playoffs, m), t.open || m.missing
		}
	}
	return nil
}

func (t *table) newMatch(pair [2]int, round int) *Match {
	slices.Sort(pair[:])
	return &Match{Names: t.Plan.names(pair), Round: round, Winner: Drawn, Games: []*Played{}, pair: pair}
}

// readMatch reads the planned games of a match. A withdrawn entrant loses; if both are withdrawn, the match
// has no winner.
func (t *table) readMatch(pair [2]int, round int) (*Match, error) {
	m := t.newMatch(pair, round)
	if x, y := t.gone[m.pair[0]] != "", t.gone[m.pair[1]] != ""; x || y {
		m.DecidedBy = byWalkover
		switch {
		case !y:
			m.Winner = 1
		case !x:
			m.Winner = 0
		}
		return m, nil
	}
	for number := 1; number <= t.Plan.Games; number++ {
		o, err := t.readGame(m, number)
		switch {
		case err != nil:
			return nil, err
		case o == nil:
			continue
		case o.Winner == Drawn:
			m.Drawn++
		default:
			m.Won[o.Winner]++
		}
		m.Margin += o.Margin
	}
	m.Winner = arena.Winner(m.Won, m.Margin)
	switch {
	case m.Won[0] != m.Won[1]:
		m.DecidedBy = byGames
	case m.Winner != Drawn:
		m.DecidedBy = byMargin
	}
	return m, nil
}

// readDeciding reads the deciding games of a level match, and decides it. If lot is set, the lot decides
// after the last of these games.
func (t *table) readDeciding(m *Match, lot bool) error {
	for n := range maxDeciding {
		o, err := t.readGame(m, t.Plan.Games+n+1)
		if err != nil || o == nil {
			return err
		}
		if m.Winner = o.Winner; m.Winner != Drawn {
			m.DecidedBy = byDeciding
			return nil
		}
	}
	if lot {
		seed := t.Plan.deriveSeed("match", m.Names[0], m.Names[1], "lot")
		m.Winner, m.DecidedBy = random.New(seed).Intn(2), byLot
	}
	return nil
}

// readGame adds a game to a match and returns its outcome. If the game has not been played, readGame adds it
// to the games that are left, and returns nil.
func (t *table) readGame(m *Match, number int) (*Outcome, error) {
	g := t.Plan.game(m.pair, number)
	k := t.Plan.gameKey(g)
	l, ok, err := t.Journal.Entry(k)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		m.missing, t.remaining = true, append(t.remaining, g)
		return nil, nil
	case !l.valid():
		return nil, fmt.Errorf("%s: want the outcome of a game under %s, found none", t.Journal.Path(), k)
	}
	m.Games = append(m.Games,
		&Played{Number: number, Deciding: number > t.Plan.Games, Outcome: *l.Outcome, game: g})
	return l.Outcome, nil
}

// maxRecord is the maximum size of the record of a game.
const maxRecord = 1 << 30

// record returns the record of a game.
func (t *table) record(g *Game) (text []byte, err error) {
	l, _, err := t.Journal.Entry(t.Plan.gameKey(g))
	if err != nil {
		return nil, err
	}
	if err := journal.Unpack(l.Record, &text, maxRecord); err != nil {
		return nil, fmt.Errorf("%s: the record of a game: %w", t.Journal.Path(), err)
	}
	return text, nil
}
