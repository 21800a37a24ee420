package tournament

import (
	"fmt"
	"iter"

	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/internal/work/journal"
)

// Merge puts the journals of shards together: it appends what they have for the plan of the whole to a
// journal, and that plan. It gives the same book in whatever order the shards come, and if some come twice.
func Merge(into *Journal, shards []*Journal, whole *Plan) error {
	return journal.Merge(into, shards, whole, func(*Plan) iter.Seq2[work.Key, work.Key] { return whole.keys() }, func(*line, work.Key) {})
}

// keys returns those of all that a journal may have for a tournament of all pairs, each twice.
func (p *Plan) keys() iter.Seq2[work.Key, work.Key] {
	return func(yield func(work.Key, work.Key) bool) {
		for i := range p.Entrants {
			if k := p.withdrawalKey(i); !yield(k, k) {
				return
			}
		}
		for _, m := range p.pairs() {
			for n := range p.Games + mostDeciding {
				if k := p.gameKey(p.nth(m, n+1)); !yield(k, k) {
					return
				}
			}
		}
	}
}

// Whole returns the plan of which all journals are shards; names are theirs. The error names the shards
// that are missing or not complete.
func Whole(shards []*Journal, names []string) (*Plan, error) {
	var parts []work.Shard
	for i, j := range shards {
		p := j.Plan()
		if p == nil || p.Shards == 0 {
			return nil, fmt.Errorf("%s: want a shard of a tournament, found a whole one or none", names[i])
		}
		parts = append(parts, p.shard())
	}
	whole := *shards[0].Plan()
	err := work.Complete(parts, func(i int) error {
		p := shards[i].Plan()
		if differs := whole.differs(p); differs != "" {
			return fmt.Errorf("%s: want a shard of the same tournament as %s, found other %s", names[i], names[0], differs)
		}
		t, err := walk(p, shards[i])
		if err == nil && t.missing > 0 {
			err = fmt.Errorf("%s: %s is not complete: %w", names[i], p.shard(), &Incomplete{t.missing})
		}
		return err
	})
	whole.Shard, whole.Shards = 0, 0
	return &whole, err
}

// differs says in what two plans differ, or returns "".
func (p *Plan) differs(other *Plan) string {
	return work.Differing(
		work.Part{Name: "agents", X: p.Entrants, Y: other.Entrants},
		work.Part{Name: "seed", X: p.Seed, Y: other.Seed},
		work.Part{Name: "number of games", X: p.Games, Y: other.Games},
		work.Part{Name: "number of shards", X: p.Shards, Y: other.Shards},
		work.Part{Name: "version of touchstone", X: p.Touchstone, Y: other.Touchstone},
		work.Part{Name: "assignment, size, clock, depth, nodes or confinement", X: p.Conditions, Y: other.Conditions},
	)
}
