package work

import "testing"

// Each item is in exactly one of the shards, whose sizes differ by one at most.
func TestShards(t *testing.T) {
	const items = 23
	for n := 1; n <= 30; n++ {
		in := make([]int, items)
		for i := 1; i <= n; i++ {
			s := Shard{i, n}
			has := 0
			for item := range items {
				if s.Has(item) {
					in[item]++
					has++
				}
			}
			if has != s.Of(items) || has < items/n || has > items/n+1 {
				t.Errorf("%s has %d of %d items, says %d", s, has, items, s.Of(items))
			}
		}
		for item, shards := range in {
			if shards != 1 {
				t.Errorf("item %d is in %d of %d shards", item, shards, n)
			}
		}
	}
	if all := (Shard{}); !all.Has(5) || all.Of(items) != items || all.String() != "" {
		t.Errorf("the zero value is not all of the work: %v", all)
	}
}
