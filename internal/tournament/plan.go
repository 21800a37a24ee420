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
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/work"
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
	// Of programs: the mechanisms that confine them, what they may read besides, and what builds them.
	Confined  []string          `json:"confined,omitempty"`
	AllowRead []string          `json:"allowRead,omitempty"`
	Tools     map[string]string `json:"tools,omitempty"`
	// Local is set only in keys: a digest of AllowRead and Tools.
	Local string `json:"local,omitempty"`
}

// forKey returns the conditions in the form that keys cover. Changing it makes every journal start over.
func (c Conditions) forKey() Conditions {
	c.Local = string(work.NewKey("local", c.AllowRead, c.Tools))
	c.AllowRead, c.Tools = nil, nil
	return c
}

// MostEntrants is how many can take part. Matches grow with the square of their number: those of so many take a
// gigabyte of memory.
const MostEntrants = 1000

// NewPlan returns a plan without shards, with the entrants sorted by name. The number of games must be
// odd, and names must be UTF-8.
func NewPlan(mode Mode, games int, seed uint64, entrants []Entrant, c Conditions) (*Plan, error) {
	if games < 1 || games%2 == 0 {
		return nil, fmt.Errorf("want an odd number of games in a match, found %d", games)
	}
	switch n := len(entrants); {
	case n < 2:
		return nil, fmt.Errorf("want two entrants or more, found %d", n)
	case n > MostEntrants:
		return nil, fmt.Errorf("want at most %d entrants, found %d", MostEntrants, n)
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

// Changes says, in lines for people, which games of another plan are not those of this one, though the same agents or
// people play them.
func (p *Plan) Changes(before *Plan) (lines []string) {
	switch of := func(p *Plan) work.Key { return work.NewKey("conditions", p.Conditions) }; {
	case p.Seed != before.Seed:
		return []string{fmt.Sprintf("its games are of seed %d, and all are played anew", before.Seed)}
	case p.Touchstone != before.Touchstone:
		return []string{fmt.Sprintf("its games were played by touchstone %s, and all are played anew", escape.Line(before.Touchstone))}
	case of(p) != of(before):
		return []string{"its games were played with another assignment, size, clock, depth, number of nodes or confinement, and all are played anew"}
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
func (p *Plan) shard() work.Shard { return work.Shard{I: p.Shard, N: p.Shards} }

// sub returns a seed of its own for something that the plan's seed decides.
func (p *Plan) sub(of ...any) uint64 {
	h := sha256.New()
	for _, part := range append([]any{p.Seed}, of...) {
		fmt.Fprintf(h, "%q\n", fmt.Sprint(part))
	}
	return binary.BigEndian.Uint64(h.Sum(nil))
}

// withdrawalKey is the key of what keeps an agent from playing at all.
func (p *Plan) withdrawalKey(entrant int) work.Key {
	return work.NewKey("withdrawn", p.Entrants[entrant].Digest, p.Conditions.forKey())
}

// gameKey is the key of a game.
func (p *Plan) gameKey(g *Game) work.Key {
	return work.NewKey("game", p.Entrants[g.Pair[0]].Digest, p.Entrants[g.Pair[1]].Digest, g.Number, g.Even, g.Seed, p.Conditions.forKey())
}
