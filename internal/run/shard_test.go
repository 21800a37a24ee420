package run

import (
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
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
			expect.Equal(t, fmt.Sprintf("shard %d of %d", i, n), s.String())
			expect.Equal(t, s.Of(items), has, s)
			expect.True(t, has >= items/n && has <= items/n+1, s, "has a fair part", has)
		}
		for item, shards := range in {
			expect.Equal(t, 1, shards, "shards with item", item, "of", n)
		}
	}
	expect.True(t, Shard{}.Has(5) && Shard{}.Of(items) == items && Shard{}.String() == "", "all")
}

// The first difference is named.
func TestDiffering(t *testing.T) {
	for want, parts := range map[string][]Part{
		"": {{"a", 1, 1}, {"b", []int{2}, []int{2}}}, "a": {{"a", 1, 2}, {"b", 1, 2}}, "b": {{"a", 1, 1}, {"b", 1, 2}, {"c", 1, 2}}, "c": {{"a", 1, 1}, {"c", []int{1}, []int(nil)}},
	} {
		expect.Equal(t, want, Differing(parts...), parts)
	}
}

// A key is of its kind and of each thing that decides the result, in order.
func TestNewKey(t *testing.T) {
	seen := map[Key]int{}
	for i, k := range []Key{
		NewKey("run"), NewKey("build"), NewKey("run", "a"), NewKey("build", "a"), NewKey("run", "a", "b"), NewKey("run", "b", "a"), NewKey("run", "ab"),
		NewKey("run", []string{"a", "b"}), NewKey("run", 1), NewKey("run", "1"),
	} {
		before, known := seen[k]
		expect.Equal(t, false, known, "keys", before, "and", i, "are the same")
		seen[k] = i
	}
	expect.Equal(t, NewKey("run", "a", 1), NewKey("run", "a", 1), "key of the same")
}

func TestParseShard(t *testing.T) {
	slurm := "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=8 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=8"
	for _, c := range []struct {
		text, environment string
		want              Shard
		found             string // or a part of the error
	}{
		{"", slurm, Shard{}, ""}, {"2/8", slurm, Shard{2, 8}, ""}, {"1/1", "", Shard{1, 1}, ""},
		{"auto", slurm, Shard{3, 8}, "SLURM_ARRAY_TASK_ID of Slurm"},
		{"auto/8", slurm, Shard{3, 8}, "SLURM_ARRAY_TASK_ID of Slurm"},
		{"auto", strings.NewReplacer("MIN=1", "MIN=0", "MAX=8", "MAX=7").Replace(slurm), Shard{4, 8}, "SLURM_ARRAY_TASK_ID of Slurm"},
		{"auto/9", "JOB_COMPLETION_INDEX=0", Shard{1, 9}, "JOB_COMPLETION_INDEX of Kubernetes"},
		{"auto/9", "JOB_COMPLETION_INDEX=8", Shard{9, 9}, "JOB_COMPLETION_INDEX of Kubernetes"},
		{"auto", "CI_NODE_INDEX=4 CI_NODE_TOTAL=4", Shard{4, 4}, "CI_NODE_INDEX of GitLab"},
		{"auto", "TEST_SHARD_INDEX=0 TEST_TOTAL_SHARDS=5", Shard{1, 5}, "TEST_SHARD_INDEX of Bazel"},
		{"auto/32", "PARALLEL_SEQ=32", Shard{32, 32}, "PARALLEL_SEQ of GNU parallel"},
		{"auto", "CI_NODE_TOTAL=1", Shard{}, "found none: SLURM_ARRAY_TASK_ID of Slurm, JOB_COMPLETION_INDEX of Kubernetes, " +
			"CI_NODE_INDEX of GitLab, TEST_SHARD_INDEX of Bazel, PARALLEL_SEQ of GNU parallel"},
		{"auto", slurm + " PARALLEL_SEQ=1", Shard{}, "found SLURM_ARRAY_TASK_ID of Slurm and PARALLEL_SEQ of GNU parallel; give --shard I/N"},
		{"auto/9", slurm, Shard{}, "want 9 shards as in --shard auto/9, found SLURM_ARRAY_TASK_COUNT=8"},
		{"auto", "SLURM_ARRAY_TASK_ID=3", Shard{}, "want the variable SLURM_ARRAY_TASK_COUNT, found none"},
		{"auto", strings.NewReplacer("MIN=1", "MIN=3", "MAX=8", "MAX=3", "COUNT=8", "COUNT=1").Replace(slurm), Shard{}, "found 1 tasks from 3 to 3"},
		{"auto", strings.NewReplacer("ID=3", "ID=1", "MAX=8", "MAX=1", "COUNT=8", "COUNT=1").Replace(slurm), Shard{}, "found 1 tasks from 1 to 1"},
		{"auto", strings.NewReplacer("COUNT=8", "COUNT=4").Replace(slurm), Shard{}, "found 4 tasks from 1 to 8"},
		{"auto", strings.NewReplacer("MIN=1", "MIN=2", "MAX=8", "MAX=9").Replace(slurm), Shard{}, "found 8 tasks from 2 to 9"},
		{"auto", "JOB_COMPLETION_INDEX=0", Shard{}, "want --shard auto/N"},
		{"auto", "PARALLEL_SEQ=1", Shard{}, "want --shard auto/N"},
		{"auto/2", "PARALLEL_SEQ=3", Shard{}, "PARALLEL_SEQ: want a number from 1 to 2, found 3"},
		{"auto/2", "JOB_COMPLETION_INDEX=2", Shard{}, "JOB_COMPLETION_INDEX: want a number from 0 to 1, found 2"},
		{"auto", "CI_NODE_INDEX=x CI_NODE_TOTAL=2", Shard{}, `CI_NODE_INDEX: want a number, found "x"`},
		{"0/8", "", Shard{}, "want --shard I/N"}, {"9/8", "", Shard{}, "want --shard I/N"},
		{"2", "", Shard{}, "want --shard I/N"}, {"2/", "", Shard{}, "want --shard I/N"},
		{"auto/0", slurm, Shard{}, "want --shard I/N"}, {"auto/x", slurm, Shard{}, "want --shard I/N"},
	} {
		environment := map[string]string{}
		for _, one := range strings.Fields(c.environment) {
			name, value, _ := strings.Cut(one, "=")
			environment[name] = value
		}
		got, found, err := ParseShard(c.text, func(name string) (string, bool) {
			value, ok := environment[name]
			return value, ok
		})
		expect.Equal(t, c.want, got, c.text, c.environment)
		if c.want.N == 0 && c.found != "" {
			expect.Error(t, err, c.found, c.text, c.environment)
		} else {
			expect.Equal(t, c.found+"<nil>", found+fmt.Sprint(err), c.text, c.environment)
		}
	}
}
