package class

import (
	"fmt"
	"iter"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/internal/work/journal"
)

// Merge puts the journals of shards together: it appends what they have for the plan of the whole to a
// journal, and that plan. It gives the same books in whatever order the shards come, and if some come
// twice.
func Merge(into *Journal, shards []*Journal, whole *Plan) error {
	return journal.Merge(into, shards, whole, func(shard *Plan) iter.Seq2[key, key] { return shard.keys(whole) }, func(e *entry, k key) { e.Key = k })
}

// Whole returns the plan of which all journals are shards, with the mechanisms that confined programs in
// all of them. names are those of the journals. The error names the shards that are missing or of another
// class.
func Whole(shards []*Journal, names []string) (*Plan, error) {
	var plans []*Plan
	var parts []work.Shard
	for i, j := range shards {
		if j.Plan() == nil {
			return nil, fmt.Errorf("%s: want the journal of a class, found none", names[i])
		}
		p := *j.Plan()
		plans, parts = append(plans, &p), append(parts, work.Shard{I: p.Shard, N: p.Shards})
	}
	whole := *plans[0]
	err := work.Complete(parts, func(i int) error {
		whole.Sandbox = slices.DeleteFunc(slices.Clone(whole.Sandbox), func(name string) bool { return !slices.Contains(plans[i].Sandbox, name) })
		if differs := plans[0].differs(plans[i]); differs != "" {
			return fmt.Errorf("%s: want a shard of the same class as %s, found other %s", names[i], names[0], differs)
		}
		return nil
	})
	whole.Shard, whole.Shards = 0, 0
	return &whole, err
}

// differs says in what two plans differ, or returns "". How programs were confined may differ.
func (p *Plan) differs(other *Plan) string {
	x, y := p.Conditions, other.Conditions
	x.Sandbox, y.Sandbox, x.Package, y.Package = nil, nil, "", ""
	return work.Differing(
		work.Part{Name: "students or submissions", X: p.Students, Y: other.Students},
		work.Part{Name: "cases", X: p.Cases, Y: other.Cases},
		work.Part{Name: "number of shards", X: p.Shards, Y: other.Shards},
		work.Part{Name: "version of touchstone", X: p.Touchstone, Y: other.Touchstone},
		work.Part{Name: "assignment, edition, limits or tools", X: x, Y: y},
		work.Part{Name: "course file or title", X: p.Title + "\n" + p.Course, Y: other.Title + "\n" + other.Course},
	)
}

// keys returns those of all results under a plan, and under another for the same submissions and cases.
func (p *Plan) keys(other *Plan) iter.Seq2[key, key] {
	return func(yield func(key, key) bool) {
		seen := map[string]bool{"": true}
		for _, student := range p.Students {
			id := student.id()
			if seen[id] {
				continue
			}
			seen[id] = true
			old, now := p.runKeys(id), other.runKeys(id)
			old, now = append(old, p.buildKey(id), p.causesKey(old)), append(now, other.buildKey(id), other.causesKey(now))
			for i := range old {
				if !yield(old[i], now[i]) {
					return
				}
			}
		}
	}
}
