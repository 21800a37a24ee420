package tournament

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/touchstone-suite/touchstone/internal/work"
)

// Merge puts the journals of shards together: it appends what they have for the plan of the whole to a
// journal, and that plan. It gives the same book in whatever order the shards come, and if some come twice.
func Merge(into *Journal, shards []*Journal, whole *Plan) error {
	if err := into.Begin(whole); err != nil {
		return err
	}
	for _, k := range whole.keys() {
		for _, from := range shards {
			if into.Has(k) {
				break
			}
			l, ok, err := from.Entry(k)
			if err == nil && ok {
				err = into.Append(l)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// keys returns those of all that a journal may have for a tournament of all pairs.
func (p *Plan) keys() (all []work.Key) {
	for i := range p.Entrants {
		all = append(all, p.withdrawal(i))
	}
	for _, m := range p.pairs() {
		for n := range p.Games + mostDeciding {
			all = append(all, p.game(p.nth(m, n+1)))
		}
	}
	return all
}

// Whole returns the plan of which all journals are shards; names are theirs. The error names the shards
// that are missing or not complete.
func Whole(shards []*Journal, names []string) (whole *Plan, err error) {
	var wrong []error
	has := map[int]bool{}
	for i, j := range shards {
		of := j.Plan()
		if of == nil || of.Shards == 0 {
			return nil, fmt.Errorf("%s: want a shard of a tournament, found a whole one or none", names[i])
		}
		p := *of
		has[p.Shard], p.Shard = true, 0
		if whole == nil {
			whole = &p
		}
		if differs := whole.differs(&p); differs != "" {
			wrong = append(wrong, fmt.Errorf("%s: want a shard of the same tournament as %s, found other %s", names[i], names[0], differs))
			continue
		}
		t, err := walk(of, j, leave)
		if err != nil {
			return nil, err
		}
		if t.missing > 0 {
			wrong = append(wrong, fmt.Errorf("%s: %s is not complete: %w", names[i], of.shard(), &Incomplete{t.missing}))
		}
	}
	if len(wrong) == 0 {
		wrong = append(wrong, work.Missing(whole.Shards, has))
	}
	whole.Shards = 0
	return whole, errors.Join(wrong...)
}

// differs says in what two plans differ, or returns "".
func (p *Plan) differs(other *Plan) string {
	for _, part := range []struct {
		what string
		x, y any
	}{
		{"agents", p.Entrants, other.Entrants},
		{"seed", p.Seed, other.Seed},
		{"number of games", p.Games, other.Games},
		{"number of shards", p.Shards, other.Shards},
		{"version of touchstone", p.Touchstone, other.Touchstone},
		{"assignment, size, clock, depth, nodes or confinement", p.Conditions, other.Conditions},
	} {
		if !reflect.DeepEqual(part.x, part.y) {
			return part.what
		}
	}
	return ""
}
