// Package tournament has agents play matches against each other, all pairs or by knockout, and keeps
// the standings (docs/tournament.md). How one game is played it does not know: a referee does.
//
// Whatever is random follows from one seed and the names of the two who play, not from the order of
// play. Each game is in a journal as soon as it has ended, under the digest of everything that decides
// it, and all tables are made of the journal alone. So a tournament can be cut short, shared out among
// machines and repeated, and its tables are the same.
package tournament

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/touchstone-suite/touchstone/internal/arena"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// A Mode says who plays whom.
type Mode string

// The modes.
const (
	All      Mode = "all"      // each against each
	Knockout Mode = "knockout" // who loses a match is out
)

// A Plan is what is played. It stands in the journal, so that tables can be made of that alone.
type Plan struct {
	Mode     Mode      `json:"mode"`
	Games    int       `json:"games"` // of a match: odd
	Seed     uint64    `json:"seed"`
	Entrants []Entrant `json:"entrants"` // sorted by name
	Conditions
	// Shard, from 1, of Shards is the part of the matches that the journal has; both are 0 for all.
	Shard  int `json:"shard,omitempty"`
	Shards int `json:"shards,omitempty"`
}

// Conditions are what decides a game besides the agents and the seed.
type Conditions struct {
	Assignment string        `json:"assignment"`
	Size       int           `json:"size,omitempty"`  // of the board
	Clock      time.Duration `json:"clock,omitempty"` // CPU time of an agent for a game
	Depth      int           `json:"depth,omitempty"` // to search, where the game has no clock
	Nodes      int64         `json:"nodes,omitempty"` // of a move of a built-in agent; 0 for the clock
	Touchstone string        `json:"touchstone"`      // the version
	// Settings are how programs are built and confined, and Confined are the active mechanisms of the sandbox.
	// Both are zero if no program plays.
	Settings outcome.Settings `json:"settings,omitzero"`
	Confined []string         `json:"confined,omitempty"`
}

// maxEntrants is how many can take part. Matches grow with the square of their number: those of so many
// take a gigabyte of memory.
const maxEntrants = 1000

// NewPlan returns a plan without shards, with the entrants sorted by name. The number of games must be
// odd, and names must be UTF-8.
func NewPlan(mode Mode, games int, seed uint64, entrants []Entrant, c Conditions) (*Plan, error) {
	if games < 1 || games%2 == 0 {
		return nil, fmt.Errorf("want an odd number of games in a match, found %d", games)
	}
	switch n := len(entrants); {
	case n < 2:
		return nil, fmt.Errorf("want two entrants or more, found %d", n)
	case n > maxEntrants:
		return nil, fmt.Errorf("want at most %d entrants, found %d", maxEntrants, n)
	}
	for _, e := range entrants {
		if !utf8.ValidString(e.Name) { // in a journal it would be another
			return nil, fmt.Errorf("want names in UTF-8, found %s", escape.Line(e.Name))
		}
	}
	p := &Plan{Mode: mode, Games: games, Seed: seed, Entrants: slices.Clone(entrants), Conditions: c}
	slices.SortFunc(p.Entrants, func(x, y Entrant) int { return cmp.Compare(x.Name, y.Name) })
	return p, nil
}

// Changes says, in lines for people, which games of another plan are not those of this one, though the same
// agents or people play them.
func (p *Plan) Changes(before *Plan) (lines []string) {
	switch of := func(p *Plan) run.Key { return run.NewKey("conditions", p.Conditions) }; {
	case p.Seed != before.Seed:
		return []string{fmt.Sprintf("its games are of seed %d, and all are played anew", before.Seed)}
	case p.Touchstone != before.Touchstone:
		return []string{
			fmt.Sprintf("its games were played by touchstone %s, and all are played anew",
				escape.Line(before.Touchstone)),
		}
	case of(p) != of(before):
		return []string{"its games were played with another assignment, size, clock, depth, number of nodes or " +
			"confinement, and all are played anew"}
	}
	digests := map[string]string{}
	for _, e := range before.Entrants {
		digests[e.Name] = e.Digest
	}
	for _, e := range p.Entrants {
		if was, known := digests[e.Name]; known && was != e.Digest {
			lines = append(lines, escape.Line(e.Name)+" has changed, and plays its games anew")
		}
	}
	return lines
}

// shard returns the part of the matches that is played.
func (p *Plan) shard() run.Shard { return run.Shard{I: p.Shard, N: p.Shards} }

// sub returns a seed of its own for something that the plan's seed decides.
func (p *Plan) sub(of ...any) uint64 {
	h := sha256.New()
	for _, part := range append([]any{p.Seed}, of...) {
		fmt.Fprintf(h, "%q\n", fmt.Sprint(part))
	}
	return binary.BigEndian.Uint64(h.Sum(nil))
}

// withdrawalKey is the key of what keeps an agent from playing at all.
func (p *Plan) withdrawalKey(entrant int) run.Key {
	return run.NewKey("withdrawn", p.Entrants[entrant].Digest, p.Conditions)
}

// gameKey is the key of a game.
func (p *Plan) gameKey(g *Game) run.Key {
	return run.NewKey("game", p.Entrants[g.Pair[0]].Digest, p.Entrants[g.Pair[1]].Digest, g.Number, g.Even,
		g.Seed, p.Conditions)
}

// A match is between two entrants of the plan.
type match struct {
	pair  [2]int // entrants; the first stands before the second in the plan
	round int    // of a knockout, from 1; 0 otherwise
}

// A Game is one that is to be played.
type Game struct {
	Pair   [2]int // entrants
	Seed   uint64 // of their match: what is random in it follows from this
	Number int    // in the match, from 1; games beyond the plan's decide
	// Even says that the start position is one of its own, as even as can be found: so it is in the
	// last game of a match, whose others come in pairs with one position, and in those that decide.
	Even bool
}

// names returns those of a pair.
func (p *Plan) names(pair [2]int) []string {
	return []string{p.Entrants[pair[0]].Name, p.Entrants[pair[1]].Name}
}

// games returns the planned games of a match.
func (p *Plan) games(m match) (games []*Game) {
	for n := range p.Games {
		games = append(games, p.nth(m, n+1))
	}
	return games
}

// nth returns a game of a match.
func (p *Plan) nth(m match, number int) *Game {
	x, y := p.Entrants[m.pair[0]].Name, p.Entrants[m.pair[1]].Name
	return &Game{Pair: m.pair, Seed: p.sub("match", x, y), Number: number, Even: number >= p.Games}
}

// pairs returns all pairs of entrants.
func (p *Plan) pairs() (all []match) {
	for y := range p.Entrants {
		for x := range y {
			all = append(all, match{pair: [2]int{x, y}})
		}
	}
	return all
}

// Nobody stands in a bracket for an entrant who is not there.
const nobody = -1

// bracket draws the first round of a knockout: the two entrants of each of its matches, of whom the second
// may be nobody. There are as many as make a power of two, and those that lack an opponent are spread evenly.
func (p *Plan) bracket() [][2]int {
	order := make([]int, len(p.Entrants))
	for i := range order {
		order[i] = i
	}
	r := random.New(p.sub("bracket"))
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	size := 1
	for 2*size < len(order) {
		size *= 2
	}
	byes, slots := 2*size-len(order), make([][2]int, size)
	for i := range slots {
		slots[i] = [2]int{order[0], nobody}
		order = order[1:]
		if (i+1)*byes/size == i*byes/size {
			slots[i][1] = order[0]
			order = order[1:]
		}
	}
	return slots
}

// A referee has agents play. Its methods, but for Close, may be called concurrently. Whatever agents do is an
// outcome; an error is our failure.
type referee interface {
	// enter readies an entrant's agent, which includes building it. It is not called again once it has
	// succeeded. If the agent cannot play by its own fault, enter returns the reason.
	enter(ctx context.Context, entrant int) (withdrawn string, err error)
	// sit begins a match between entrants that have been readied, or goes on with one.
	sit(pair [2]int) (seats, error)
	// Close removes what was built.
	Close() error
}

// seats are those of two agents in a match.
type seats interface {
	// play plays a game, and returns its record too.
	play(ctx context.Context, g *Game) (Outcome, []byte, error)
	// leave ends the match.
	leave() error
}

// A Watcher is told of the progress. Its methods are not called concurrently.
type Watcher interface {
	// Begin says how many games are played now, and how many of the same matches are known from
	// before. It is called again for each round of a knockout, and for games that decide.
	Begin(games, known int)
	// Skip says that a game need not be played.
	Skip()
	// Withdrawn says that an agent cannot play.
	Withdrawn(name, why string)
	// Played says how a game ended.
	Played(pair [2]string, g *Game, o Outcome)
}

// A Tournament works off a plan.
type Tournament struct {
	Plan    *Plan
	Journal *Journal
	Watch   Watcher

	failed []error // ours
}

// Run plays in this process what the journal does not have yet, so many matches at a time, or games of
// built-in agents. It returns ctx's error if that is done before, and otherwise an error that reports what
// could not be played because we failed; everything else is in the journal then.
func (t *Tournament) Run(ctx context.Context, terms arena.Terms, jobs int) error {
	return t.run(ctx, newUmpire(t.Plan, terms), jobs)
}

func (t *Tournament) run(ctx context.Context, r referee, jobs int) error {
	err := newJob(t, r).run(ctx, jobs)
	closed := r.Close()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return cmp.Or(errors.Join(t.Err(), err), closed)
}

// mostFailures is how many of our failures are told: if the disk is full, they are as many as games.
const mostFailures = 10

// Err reports our failures, the first of them if there are many.
func (t *Tournament) Err() error {
	if more := len(t.failed) - mostFailures; more > 0 {
		return errors.Join(append(t.failed[:mostFailures:mostFailures], fmt.Errorf("and %d more", more))...)
	}
	return errors.Join(t.failed...)
}

// fail notes failures of ours.
func (t *Tournament) fail(errs ...error) { t.failed = append(t.failed, errs...) }
