package diagnosis

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
)

// revise replaces one of several causes by another fault if that one and the others write all bytes
// of its cases, and of those that are not explained: a mistake may look like another one where
// few cases show it alone.
func (d *diagnosis) revise(ctx context.Context, causes []*cause) error {
	left := d.unexplained()
	if len(left) == 0 || len(causes) < 2 {
		return nil
	}
	for i := len(causes) - 1; i >= 0; i-- {
		others := ids(slices.Delete(slices.Clone(causes), i, i+1))
		all := append(slices.Clone(left), causes[i].symptoms...)
		found, err := d.instead(ctx, all, func(*symptom) []string { return others })
		if err != nil {
			return err
		}
		found = slices.DeleteFunc(found, func(id string) bool { return d.refuted(append(slices.Clone(others), id)...) })
		if len(found) == 0 {
			continue
		}
		causes[i].faults, causes[i].symptoms = d.faults(found), all
		d.allBy(all, append(found[:1:1], others...))
		return nil
	}
	return nil
}

// instead returns the faults with which, beside some for each, the second solver writes all bytes of some cases.
func (d *diagnosis) instead(ctx context.Context, symptoms []*symptom, beside func(*symptom) []string) (found []string, err error) {
	var sets [][]string
	for _, r := range d.candidates() {
		sets = append(sets, []string{r.fault.ID})
	}
	for _, s := range symptoms {
		alone := &symptom{c: s.c, got: s.got, stage: s.stage, explained: explained{causes: beside(s)}}
		if sets, err = d.writing(ctx, alone, sets); err != nil {
			return nil, err
		}
	}
	for _, set := range sets {
		found = append(found, set...)
	}
	return found, nil
}

// alternatives adds to a cause beside others the faults that do the same in its place, in all cases of which all bytes are known.
func (d *diagnosis) alternatives(ctx context.Context, c *cause) error {
	equal := slices.DeleteFunc(slices.Clone(c.symptoms), func(s *symptom) bool { return !s.equal })
	if len(equal) == 0 {
		return nil
	}
	found, err := d.instead(ctx, equal, func(s *symptom) []string {
		return without(s.causes, c.faults[0].ID)
	})
	for _, id := range found {
		known := slices.ContainsFunc(c.faults, func(f mutant.Fault) bool { return f.ID == id })
		if !known && !d.refuted(id) {
			c.faults = append(c.faults, d.faults([]string{id})...)
		}
	}
	return err
}
