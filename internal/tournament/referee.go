package tournament

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// An umpire is the referee by the rules of the competition.
type umpire struct {
	plan  *Plan
	terms arena.Terms

	mu     sync.Mutex
	agents []*arena.Agent // by entrant; nil until it has entered
}

// newUmpire returns the referee of a plan. Of the terms, it sets what the plan says.
func newUmpire(p *Plan, t arena.Terms) *umpire {
	t.Clock, t.Depth, t.Nodes = p.Clock, p.Depth, p.Nodes
	return &umpire{plan: p, terms: t, agents: make([]*arena.Agent, len(p.Entrants))}
}

// Close removes what was built.
func (u *umpire) Close() error {
	var errs []error
	for _, a := range u.agents {
		if a != nil {
			errs = append(errs, a.Close())
		}
	}
	return errors.Join(errs...)
}

// enter implements referee.
func (u *umpire) enter(ctx context.Context, entrant int) (withdrawn string, err error) {
	terms, e := u.terms, u.plan.Entrants[entrant]
	terms.Settings.Hide = slices.Concat(terms.Settings.Hide, u.files(entrant))
	a, err := terms.NewAgent(ctx, e.Words...)
	if err != nil {
		return "", err
	}
	a.Name, a.Files = escape.Line(e.Name), e.paths()
	if err := e.stays(); err != nil {
		return "", errors.Join(err, a.Close())
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.agents[entrant] = a // which Close clears up
	return a.Withdrawn(), nil
}

// files returns all files and folders of entrants, but for those of some.
func (u *umpire) files(but ...int) (all []string) {
	for i, e := range u.plan.Entrants {
		if !slices.Contains(but, i) {
			all = append(all, e.paths()...)
		}
	}
	return all
}

// sit implements referee. Neither agent can read the files of anybody else: those of the two they hide from
// each other.
func (u *umpire) sit(pair [2]int) (seats, error) {
	s := &umpireSeats{plan: u.plan, terms: u.terms}
	s.terms.Settings.Hide = slices.Concat(s.terms.Settings.Hide, u.files(pair[0], pair[1]))
	s.entrants = [2]Entrant{u.plan.Entrants[pair[0]], u.plan.Entrants[pair[1]]}
	u.mu.Lock()
	agents := [2]*arena.Agent{u.agents[pair[0]], u.agents[pair[1]]}
	u.mu.Unlock()
	var err error
	s.seats, err = s.terms.Sit(agents[0], agents[1])
	return s, err
}

// umpireSeats are those of a pair.
type umpireSeats struct {
	plan     *Plan
	entrants [2]Entrant
	terms    arena.Terms
	seats    [2]*arena.Seat
}

func (s *umpireSeats) leave() error { return arena.Leave(s.seats) }

// play implements seats.
func (s *umpireSeats) play(ctx context.Context, g *Game) (o Outcome, text []byte, err error) {
	c := s.terms.Assignment.Contest
	opening, side, err := g.opening(ctx, c, s.plan)
	if err != nil {
		return o, nil, err
	}
	seats := s.seats
	if side == 1 {
		seats[0], seats[1] = seats[1], seats[0]
	}
	played, err := s.terms.Game(ctx, seats, opening, nil)
	if err != nil {
		return o, nil, err
	}
	for _, e := range s.entrants {
		if e.inPlace() {
			if err := e.stays(); err != nil {
				return o, nil, fmt.Errorf("%s: %w", e.Name, err)
			}
		}
	}
	o = Outcome{
		Winner: Drawn, Points: [2]int32{played.End.Points[side], played.End.Points[1-side]},
		Margin: played.Margin(side), First: opening.Start.Mover() ^ side,
		Sides: [2]string{c.Sides[side], c.Sides[1-side]}, Moves: len(played.Moves), Start: digestOf(opening.Start),
	}
	if played.End.Winner != record.NoSide {
		o.Winner = played.End.Winner ^ side
	}
	if played.End.Reason != record.Played {
		o.Reason = string(played.End.Reason)
	}
	var written bytes.Buffer
	err = played.Write(&written)
	return o, written.Bytes(), err
}

// digestOf returns the digest of a position.
func digestOf(p homework.Position) string {
	sum := sha256.Sum256([]byte(p.Input(homework.Allowance{})))
	return hex.EncodeToString(sum[:8])
}

// An Outcome is how a game of two entrants ended. 0 is the first of the pair, 1 the other.
type Outcome struct {
	Winner int      `json:"winner"` // of the pair, or Drawn
	Reason string   `json:"reason"` // why the other lost before the end of the game; "" at its end
	Points [2]int32 `json:"points"` // of the pair, at the end or where the game was broken off
	// Margin is by how many points the first has won: below 0 if it lost, and 0 for a game that was
	// lost while ahead.
	Margin int       `json:"margin"`
	First  int       `json:"first"` // which of the pair moved first
	Sides  [2]string `json:"sides"` // of the pair, such as X and O
	Moves  int       `json:"moves"`
	Start  string    `json:"start"` // digest of the start position
}

// valid reports whether an outcome that was read is one.
func (o *Outcome) valid() bool {
	return o != nil && o.Winner >= Drawn && o.Winner <= 1 && (o.First == 0 || o.First == 1)
}

// Drawn is the winner of a game or match that nobody wins.
const Drawn = -1

// How a match was decided.
const (
	byGames    = "games"
	byMargin   = "margin"
	byDeciding = "deciding game"
	byLot      = "lot"
	byWalkover = "walkover" // an agent is withdrawn, or both are
)

// mostDeciding is how many deciding games a match has at most. If all of them are drawn, the lot decides.
const mostDeciding = 5

// A result is what is known of a match.
type result struct {
	match
	games    []*Game // those that have been played, the planned ones first
	ended    []*Outcome
	deciding int    // games that were played because the match was level
	won      [2]int // planned games, by entrant of the pair
	drawn    int
	margin   int  // points by which the first of the pair is ahead in the planned games
	missing  bool // some games have not been played that are to be
	decided  int  // Drawn, or which of the pair has won; not if a game is missing
	by       string
}

// read reads what the journal has of a match. Whoever is withdrawn loses it; if both are, nobody wins.
func (t *table) read(m match) (*result, error) {
	r := &result{match: m, decided: Drawn}
	if x, y := t.gone[m.pair[0]] != "", t.gone[m.pair[1]] != ""; x || y {
		r.by = byWalkover
		switch {
		case !y:
			r.decided = 1
		case !x:
			r.decided = 0
		}
		return r, nil
	}
	for _, g := range t.Plan.games(m) {
		o, err := t.outcome(g)
		if err != nil {
			return nil, err
		}
		if o == nil {
			r.missing = true
			t.left = append(t.left, g)
			continue
		}
		r.games, r.ended = append(r.games, g), append(r.ended, o)
		r.margin += o.Margin
		if o.Winner == Drawn {
			r.drawn++
		} else {
			r.won[o.Winner]++
		}
	}
	r.decide()
	return r, nil
}

// decide decides a match by its planned games: by those won, then by the margin.
func (r *result) decide() {
	lead := r.won[0] - r.won[1]
	r.by = byGames
	if lead == 0 {
		lead, r.by = r.margin, byMargin
	}
	switch {
	case lead > 0:
		r.decided = 0
	case lead < 0:
		r.decided = 1
	default:
		r.by = ""
	}
}

// level reports whether a match that has been played has no winner.
func (r *result) level() bool { return !r.missing && r.decided == Drawn && r.by != byWalkover }

// decider reads the deciding games of a match that is level, as far as they have been played, and decides
// it, at last by lot if there is one.
func (t *table) decider(r *result, lot bool) error {
	for n := range mostDeciding {
		g := t.Plan.nth(r.match, t.Plan.Games+n+1)
		o, err := t.outcome(g)
		if err != nil {
			return err
		}
		if o == nil {
			r.missing = true
			t.left = append(t.left, g)
			return nil
		}
		r.games, r.ended, r.deciding = append(r.games, g), append(r.ended, o), n+1
		if r.decided = o.Winner; r.decided != Drawn {
			r.by = byDeciding
			return nil
		}
	}
	if lot {
		x, y := t.Plan.Entrants[r.pair[0]].Name, t.Plan.Entrants[r.pair[1]].Name
		r.decided, r.by = random.New(t.Plan.sub("match", x, y, "lot")).Intn(2), byLot
	}
	return nil
}
