package class

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/work"
)

// Each run is in exactly one shard, and no shard has much more than another.
func TestShardsPartition(t *testing.T) {
	effort.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "submissions")
		runs := rapid.IntRange(1, 40).Draw(t, "cases")
		shards := rapid.IntRange(1, 20).Draw(t, "shards")
		var submissions []*submission
		for i := range n {
			submissions = append(submissions, &submission{id: string(work.NewKey("test", i, rapid.Uint8().Draw(t, "digest")))})
		}
		seen := map[string]int{}
		sizes := make([]int, shards)
		for k := range shards {
			p := &Plan{Shard: k + 1, Shards: shards, Cases: make([]cases.Listed, runs)}
			mine := p.part(submissions)
			for i := range n {
				for j := range runs {
					if mine(i, j) {
						seen[fmt.Sprint(i, j)]++
						sizes[k]++
					}
				}
			}
		}
		for at, times := range seen {
			if times != 1 {
				t.Fatalf("%s is in %d shards", at, times)
			}
		}
		if len(seen) != n*runs {
			t.Fatalf("%d of %d runs are in a shard", len(seen), n*runs)
		}
		if n*runs >= 20*shards && runs >= 20 {
			for _, size := range sizes {
				if size > 2*n*runs/shards {
					t.Fatalf("shards have %v runs", sizes)
				}
			}
		}
	})
}
