package class

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/work"
)

// Merge puts the journals of shards together: it appends what they have for the plan of the whole to a
// journal, and that plan. It gives the same books in whatever order the shards come, and if some come
// twice. The error names the shards that are not complete.
func Merge(into *Journal, shards []*Journal, whole *Plan) error {
	if err := into.Append(entry{Kind: kindPlan, Plan: whole}); err != nil {
		return err
	}
	for _, j := range shards {
		if err := j.copyTo(into, j.latest(), whole); err != nil {
			return err
		}
	}
	return nil
}

// Whole returns the plan of which all journals are shards, with the mechanisms that confined programs in
// all of them. names are those of the journals. The error names the shards that are missing or of another
// class.
func Whole(shards []*Journal, names []string) (*Plan, error) {
	var whole *Plan
	var wrong []error
	has := map[int]bool{}
	for i, j := range shards {
		if j.latest() == nil {
			return nil, fmt.Errorf("%s: want the journal of a class, found none", names[i])
		}
		p := *j.latest()
		sandbox := p.Sandbox
		p.Sandbox = nil
		has[p.Shard] = true
		p.Shard = 0
		if whole == nil {
			whole = new(p)
			whole.Sandbox = sandbox
			continue
		}
		common := slices.DeleteFunc(slices.Clone(whole.Sandbox), func(name string) bool { return !slices.Contains(sandbox, name) })
		whole.Sandbox = nil
		if differs := whole.differs(&p); differs != "" {
			wrong = append(wrong, fmt.Errorf("%s: want a shard of the same class as %s, found other %s", names[i], names[0], differs))
		}
		whole.Sandbox = common
	}
	wrong = append(wrong, work.Missing(whole.Shards, has))
	whole.Shards = 0
	return whole, errors.Join(wrong...)
}

// differs says in what two plans differ, or returns "".
func (p *Plan) differs(other *Plan) string {
	var in []string
	for _, part := range []struct {
		what string
		x, y any
	}{
		{"students or submissions", p.Students, other.Students},
		{"cases", p.Cases, other.Cases},
		{"number of shards", p.Shards, other.Shards},
		{"version of touchstone", p.Touchstone, other.Touchstone},
		{"assignment, edition, limits or tools", p.Conditions, other.Conditions},
		{"course file or title", p.Title + "\n" + p.Course, other.Title + "\n" + other.Course},
	} {
		if !reflect.DeepEqual(part.x, part.y) {
			in = append(in, part.what)
		}
	}
	return strings.Join(in[:min(1, len(in))], ", ")
}

// copyTo appends what a journal has for its plan to another, under the keys of that one's.
func (j *Journal) copyTo(into *Journal, from, to *Plan) error {
	add := func(old, now key) error {
		if into.Has(now) {
			return nil
		}
		e, ok, err := j.Entry(old)
		if err != nil || !ok {
			return err
		}
		e.Key = now
		return into.Append(e)
	}
	seen := map[string]bool{"": true}
	for _, student := range from.Students {
		id := student.id()
		if seen[id] {
			continue
		}
		seen[id] = true
		if err := add(from.build(id), to.build(id)); err != nil {
			return err
		}
		old, now := from.runs(id), to.runs(id)
		for i := range old {
			if err := add(old[i], now[i]); err != nil {
				return err
			}
		}
		if err := add(from.causes(old), to.causes(now)); err != nil {
			return err
		}
	}
	return nil
}
