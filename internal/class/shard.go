package class

import (
	"cmp"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/work"
)

// fewest is how many pieces of work a shard has at least, on average, so that shards differ
// little in size.
const fewest = 4

// part returns a function that reports whether the i-th of the submissions is run on the j-th case
// in this shard of the plan. Which shard that is, the digests decide: submissions are sorted by
// them and dealt out in turn, whole as long as there are enough, since each shard has to build
// those that it runs, and otherwise in parts.
func (p *Plan) part(submissions []*submission) (mine func(i, j int) bool) {
	order := make([]int, len(submissions))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int { return cmp.Compare(submissions[x].id, submissions[y].id) })
	rank := make([]int, len(submissions))
	for at, i := range order {
		rank[i] = at
	}
	parts := 1
	if n := len(submissions); n > 0 && n < fewest*p.Shards {
		parts = min((fewest*p.Shards+n-1)/n, max(1, len(p.Cases)))
	}
	shard := work.Shard{I: p.Shard, N: p.Shards}
	return func(i, j int) bool { return shard.Has(rank[i]*parts + j%parts) }
}
