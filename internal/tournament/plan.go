package tournament

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/run/journal"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// A Mode determines the pairs of entrants.
type Mode string

// The modes.
const (
	All      Mode = "all"      // all pairs play
	Knockout Mode = "knockout" // the loser of a match is out
)

// A Plan describes a tournament. The journal holds it, so that tables need only the journal.
type Plan struct {
	Mode     Mode      `json:"mode"`
	Games    int       `json:"games"` // of a match: odd
	Seed     uint64    `json:"seed"`
	Entrants []Entrant `json:"entrants"` // sorted by name
	Conditions
	run.Shard // of the matches
}

// Conditions decide a game, together with the agents and the seed.
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

// maxEntrants limits the number of matches, which grows with its square. The matches of 1000 entrants take a
// gigabyte of memory.
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
		if !utf8.ValidString(e.Name) { // JSON would change the name
			return nil, fmt.Errorf("want names in UTF-8, found %s", escape.Line(e.Name))
		}
	}
	p := &Plan{Mode: mode, Games: games, Seed: seed, Entrants: slices.Clone(entrants), Conditions: c}
	slices.SortFunc(p.Entrants, func(x, y Entrant) int { return cmp.Compare(x.Name, y.Name) })
	return p, nil
}

// Changes returns messages about the games of an earlier plan that this plan cannot use, although the same
// agents or people play them.
func (p *Plan) Changes(before *Plan) (lines []string) {
	if run.NewKey("", p.Seed, p.Conditions) != run.NewKey("", before.Seed, before.Conditions) {
		return []string{"its games were played with another seed, assignment, size, clock, depth, number of nodes, " +
			"confinement or version of touchstone, and all are played again"}
	}
	digests := map[string]string{}
	for _, e := range before.Entrants {
		digests[e.Name] = e.Digest
	}
	for _, e := range p.Entrants {
		if old, known := digests[e.Name]; known && old != e.Digest {
			lines = append(lines, escape.Line(e.Name)+" has changed, and plays its games again")
		}
	}
	return lines
}

// String describes the plan in one line, with the seed.
func (p *Plan) String() string {
	parts := []string{
		fmt.Sprintf("%s: %d agents, %s", p.Assignment, len(p.Entrants),
			map[Mode]string{All: "all pairs", Knockout: "knockout"}[p.Mode]),
		prose.Count(p.Games, "game") + " a match",
	}
	if p.Size > 0 {
		parts = append(parts, fmt.Sprintf("size %d", p.Size))
	}
	if p.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", p.Depth))
	}
	if p.Clock > 0 {
		parts = append(parts, fmt.Sprintf("%s of CPU time a game", p.Clock))
	}
	if p.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("%d nodes a move of built-in agents", p.Nodes))
	}
	if p.Shard.N > 0 {
		parts = append(parts, p.Shard.String())
	}
	return strings.Join(append(parts, fmt.Sprintf("seed %d", p.Seed)), ", ")
}

// deriveSeed returns the seed of a part of the tournament. It depends on the plan's seed and on parts alone.
func (p *Plan) deriveSeed(parts ...any) uint64 {
	h := sha256.New()
	for _, part := range append([]any{p.Seed}, parts...) {
		fmt.Fprintf(h, "%q\n", fmt.Sprint(part))
	}
	return binary.BigEndian.Uint64(h.Sum(nil))
}

// A Game is a game to be played.
type Game struct {
	Pair   [2]int // entrants; the first is before the second in the plan
	Seed   uint64 // of their match, for everything random in it
	Number int    // in the match, from 1; games beyond the plan's are deciding games
	// Even means that the game has its own start position, which is as even as possible. The last planned game
	// of a match and the deciding games are even; the other games come in pairs with one position.
	Even bool
}

// game returns a game of a match.
func (p *Plan) game(pair [2]int, number int) *Game {
	names := p.names(pair)
	seed := p.deriveSeed("match", names[0], names[1])
	return &Game{Pair: pair, Seed: seed, Number: number, Even: number >= p.Games}
}

// names returns the names of a pair.
func (p *Plan) names(pair [2]int) [2]string {
	return [2]string{p.Entrants[pair[0]].Name, p.Entrants[pair[1]].Name}
}

// pairs returns all pairs of entrants.
func (p *Plan) pairs() (all [][2]int) {
	for y := range p.Entrants {
		for x := range y {
			all = append(all, [2]int{x, y})
		}
	}
	return all
}

// noOpponent is the opponent of an entrant that has no opponent in the first round of a bracket.
const noOpponent = -1

// bracket draws the first round of a knockout: the two entrants of each match. The second may be the constant
// noOpponent. The number of matches is a power of two, and the entrants without an opponent are spread evenly.
func (p *Plan) bracket() [][2]int {
	order := make([]int, len(p.Entrants))
	for i := range order {
		order[i] = i
	}
	r := random.New(p.deriveSeed("bracket"))
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	size := 1
	for 2*size < len(order) {
		size *= 2
	}
	byes, pairs := 2*size-len(order), make([][2]int, size)
	for i := range pairs {
		pairs[i] = [2]int{order[0], noOpponent}
		order = order[1:]
		if (i+1)*byes/size == i*byes/size {
			pairs[i][1] = order[0]
			order = order[1:]
		}
	}
	return pairs
}

// withdrawalKey returns the key of the withdrawal of an entrant.
func (p *Plan) withdrawalKey(entrant int) run.Key {
	return run.NewKey("withdrawn", p.Entrants[entrant].Digest, p.Conditions)
}

// gameKey returns the key of a game.
func (p *Plan) gameKey(g *Game) run.Key {
	return run.NewKey("game", p.Entrants[g.Pair[0]].Digest, p.Entrants[g.Pair[1]].Digest, g.Number, g.Even,
		g.Seed, p.Conditions)
}

// keys returns all keys that a journal of all pairs may have.
func (p *Plan) keys() (keys []run.Key) {
	for i := range p.Entrants {
		keys = append(keys, p.withdrawalKey(i))
	}
	for _, pair := range p.pairs() {
		for n := range p.Games + maxDeciding {
			keys = append(keys, p.gameKey(p.game(pair, n+1)))
		}
	}
	return keys
}

// Whole returns the plan of the tournament whose shards all journals are. names are the names of the
// journals. The error names shards that are missing or incomplete.
func Whole(shards []*Journal, names []string) (*Plan, error) {
	for i, j := range shards {
		if p := j.Plan(); p == nil || p.Shard.N == 0 {
			return nil, fmt.Errorf("%s: want a shard of a tournament, found a whole one or none", names[i])
		}
	}
	whole, err := journal.Whole(shards, names, "tournament", func(p *Plan) *run.Shard { return &p.Shard },
		(*Plan).firstDifference)
	if err != nil {
		return nil, err
	}
	var wrong []error
	for i, j := range shards {
		t, err := readTable(j.Plan(), j)
		if err == nil && t.missing > 0 {
			err = fmt.Errorf("%s: %s is not complete: %w", names[i], j.Plan().Shard, &Incomplete{t.missing})
		}
		wrong = append(wrong, err)
	}
	return whole, errors.Join(wrong...)
}

// firstDifference names the first difference of two plans, or returns "".
func (p *Plan) firstDifference(other *Plan) string {
	return run.Differing(
		run.Part{Name: "agents", X: p.Entrants, Y: other.Entrants},
		run.Part{Name: "seed", X: p.Seed, Y: other.Seed},
		run.Part{Name: "number of games", X: p.Games, Y: other.Games},
		run.Part{Name: "number of shards", X: p.Shard.N, Y: other.Shard.N},
		run.Part{Name: "version of touchstone", X: p.Touchstone, Y: other.Touchstone},
		run.Part{
			Name: "assignment, size, clock, depth, nodes or confinement",
			X:    p.Conditions,
			Y:    other.Conditions,
		},
	)
}
