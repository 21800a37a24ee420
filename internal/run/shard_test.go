package run

import (
	"testing"
)

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

// The first difference is named.
func TestDiffering(t *testing.T) {
	for want, parts := range map[string][]Part{
		"": {{"a", 1, 1}, {"b", []int{2}, []int{2}}}, "b": {{"a", 1, 1}, {"b", 1, 2}, {"c", 1, 2}}, "c": {{"a", 1, 1}, {"c", []int{1}, []int(nil)}},
	} {
		if got := Differing(parts...); got != want {
			t.Errorf("%v: %q, want %q", parts, got, want)
		}
	}
}

// A key is of its kind and of each thing that decides the result, in order.
func TestNewKey(t *testing.T) {
	seen := map[Key]int{}
	for i, k := range []Key{
		NewKey("run"), NewKey("build"), NewKey("run", "a"), NewKey("build", "a"), NewKey("run", "a", "b"), NewKey("run", "b", "a"), NewKey("run", "ab"),
		NewKey("run", []string{"a", "b"}), NewKey("run", 1), NewKey("run", "1"),
	} {
		if before, known := seen[k]; known {
			t.Errorf("keys %d and %d are the same", before, i)
		}
		seen[k] = i
	}
	if NewKey("run", "a", 1) != NewKey("run", "a", 1) {
		t.Error("the same has two keys")
	}
}
