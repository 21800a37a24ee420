package audit_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/oracle"
)

// parts runs the shards of an audit, and takes what they find through files.
func parts(t *testing.T, a *oracle.Assignment, corpus []*cases.Case, n int) (all []*audit.Part, files []string) {
	t.Helper()
	dir := t.TempDir()
	for i := n; i >= 1; i-- {
		shard := work.Shard{I: i, N: n}
		steps := 0
		m, err := audit.RunShard(t.Context(), a, corpus, shard, 1, func() { steps++ })
		if err != nil {
			t.Fatal(err)
		}
		if want := shard.Of(len(corpus)) * len(catalog.Faults(a)); steps != want {
			t.Errorf("%s tries %d mutants, want %d", shard, steps, want)
		}
		text, err := json.Marshal(audit.Part{Touchstone: "v1", Shard: i, Shards: n, Found: []audit.Found{m.Of(shard)}})
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, shard.String())
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := audit.ReadPart(file)
		if err != nil {
			t.Fatal(err)
		}
		all, files = append(all, p), append(files, file)
	}
	return all, files
}

// The parts of an audit, in any order and some twice, are exactly the whole, also if there are more
// shards than cases.
func TestMergeIsTheWhole(t *testing.T) {
	a, corpus := few(t)
	whole, err := audit.Run(t.Context(), a, corpus, 2, func() {})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, 2, 3, 7} {
		all, files := parts(t, a, corpus, n)
		all, files = append(all, all[0]), append(files, files[0])
		if err := audit.Complete(all, files, "v1"); err != nil {
			t.Errorf("%d shards: %v", n, err)
		}
		m, err := audit.Merge(t.Context(), a, corpus, all)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(m.Killed, whole.Killed); diff != "" || !slices.Equal(m.Shows, whole.Shows) {
			t.Errorf("%d shards (-merged +whole):\n%s%v, %v", n, diff, m.Shows, whole.Shows)
		}
	}
}

// few returns some cases.
func few(t *testing.T) (*oracle.Assignment, []*cases.Case) {
	t.Helper()
	m := small(t)
	return m.Assignment, m.Cases
}

// Parts that are not all, or not of one audit, are refused.
func TestCompleteRefuses(t *testing.T) {
	a, corpus := few(t)
	all, files := parts(t, a, corpus, 3) // 3, 2, 1
	two, other := parts(t, a, corpus, 2)
	fewer, _ := parts(t, a, corpus[1:], 3)
	changed := *all[0]
	changed.Found = slices.Clone(changed.Found)
	changed.Found[0].Killed = nil
	for _, c := range []struct {
		parts      []*audit.Part
		touchstone string
		want       string
	}{
		{all[:2], "v1", "shard 1 of 3 is missing"},
		{all[2:], "v1", "shard 2 of 3 is missing\nshard 3 of 3 is missing"},
		{all, "v2", "want a part by this version of touchstone, v2, found one by v1"},
		{append(slices.Clone(all), two[0]), "v1", "want one of 3 shards as in"},
		{[]*audit.Part{all[0], all[1], fewer[2]}, "v1", "want the same cases and faults as in"},
		{append(slices.Clone(all), &changed), "v1", "want the same as in another part of shard 3"},
	} {
		err := audit.Complete(c.parts, append(slices.Clone(files), other...), c.touchstone)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	if _, err := audit.Merge(t.Context(), a, corpus[1:], all); err == nil {
		t.Error("parts are merged for other cases")
	}
	all[1].Found[0].Killed = all[1].Found[0].Killed[:0]
	if _, err := audit.Merge(t.Context(), a, corpus, all); err == nil || !strings.Contains(err.Error(), "in shard 2 of 3, found none") {
		t.Errorf("a part without its cases is merged: %v", err)
	}
}
