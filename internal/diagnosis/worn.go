package diagnosis

import (
	"context"
	"maps"
	"slices"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/mutant"
)

// worn returns the dresses that were taken off as causes: the faults that write them, those first that wear most, and
// otherwise the decisions that they are.
func (r *reading) worn(ctx context.Context) (causes []Cause, err error) {
	keys := slices.Sorted(maps.Keys(r.off))
	by := map[string][]string{} // faults, by the keys of the dresses that they wear
	smaller := cases.BySize()
	for _, key := range keys {
		slices.SortStableFunc(r.off[key], func(x, y *version) int { return smaller(x.read.Case, y.read.Case) })
		if by[key], err = r.wearers(ctx, key); err != nil {
			return nil, err
		}
	}
	for len(keys) > 0 {
		faults, worn := widest(keys, by)
		keys = slices.DeleteFunc(keys, func(key string) bool { return slices.Contains(worn, key) })
		c := Cause{Grade: Located, Key: worn[0], Faults: []Fault{}}
		if len(faults) > 0 {
			c = newNamed(r.faults(faults), false)
		}
		for _, v := range r.off[worn[0]] {
			c.Cases = append(c.Cases, v.read.Case.Name)
		}
		c.Form = true
		v, err := r.wearing(ctx, r.off[worn[0]][0], worn[0])
		if err != nil {
			return nil, err
		}
		if c.First, err = Explain(ctx, r.edition, v.read); err != nil {
			return nil, err
		}
		v.restore(c.First)
		if len(faults) == 0 {
			if c.First == nil || c.First.Decision == nil {
				continue
			}
			c.Key, c.Does, c.Right = c.First.Decision.Key, c.First.Decision.Does, c.First.Decision.Right
		}
		if !slices.ContainsFunc(causes, func(known Cause) bool { return known.Key == c.Key }) {
			causes = append(causes, c)
		}
	}
	return causes, nil
}

// faults returns the faults of some names, which the second solver has.
func (d *diagnosis) faults(ids []string) (faults []mutant.Fault) {
	for _, id := range ids {
		fault, _ := d.second.Lookup(id)
		faults = append(faults, fault)
	}
	return faults
}

// widest returns the faults that wear most of some dresses, and these; or the first dress alone, if no fault wears any.
func widest(keys []string, by map[string][]string) (faults, worn []string) {
	for _, key := range keys {
		for _, id := range by[key] {
			wears := slices.DeleteFunc(slices.Clone(keys), func(other string) bool { return !slices.Contains(by[other], id) })
			switch {
			case len(wears) > len(worn):
				faults, worn = []string{id}, wears
			case slices.Equal(wears, worn) && !slices.Contains(faults, id):
				faults = append(faults, id)
			}
		}
	}
	if len(faults) == 0 {
		worn = slices.Clone(keys[:1])
	}
	return faults, worn
}

// wearers returns the faults whose logs wear a dress as the smallest of the program's do.
func (r *reading) wearers(ctx context.Context, key string) (faults []string, err error) {
	if r.second == nil {
		return nil, nil
	}
	var outfits []outfit
	for _, v := range r.off[key] {
		if o, shows := r.outfit(ctx, v, key); shows {
			outfits = append(outfits, o)
		}
		if len(outfits) == weighed {
			break
		}
	}
	if len(outfits) == 0 {
		return nil, ctx.Err()
	}
	dressed := *r.diagnosis // what passes in another dress speaks against none
	dressed.passed = slices.DeleteFunc(slices.Clone(r.passed), func(c *cases.Case) bool { return r.byName[c.Name] != nil })
	all := r.candidates()
	wears := make([]bool, len(all))
	r.each(ctx, len(all), func(i int) {
		id := all[i].fault.ID
		wears[i] = !slices.ContainsFunc(outfits, func(o outfit) bool { return !r.wornBy(o, key, id) }) && !dressed.refuted(id)
	})
	for i, one := range all {
		if wears[i] {
			faults = append(faults, one.fault.ID)
		}
	}
	return faults, ctx.Err()
}

// An outfit is how the log of a program begins, with its header, in the right dress but for one: up to the first line that is
// wrong in any dress.
type outfit struct {
	log   *logText
	c     *cases.Case
	wears []string
	all   bool // nothing is wrong but the dress
}

// outfit returns how a version wears a dress, and reports whether it shows there.
func (r *reading) outfit(ctx context.Context, v *version, key string) (o outfit, shows bool) {
	l := r.logText(ctx, v.formed)
	if l == nil {
		return o, false
	}
	bare, worn := r.without(l, ""), r.without(l, key)
	right := l.right
	if l.header != "" {
		right = slices.Insert(slices.Clone(right), 0, l.header)
	}
	n := differ(bare, right)
	if o.all = n < 0; o.all {
		n = len(right)
	}
	n = max(0, n-len(bare)+len(worn)) // of which one dress lacks the header
	o.log, o.c, o.wears = l, v.read.Case, worn[:min(n, len(worn))]
	return o, len(o.wears) > 0 && (o.all || !slices.Equal(o.wears, right[:min(len(o.wears), len(right))]))
}

// wornBy reports whether the log of a fault begins as that of the program.
func (r *reading) wornBy(o outfit, key, fault string) bool {
	if shows, known := r.kills(o.c, fault); known && !shows {
		return false
	}
	l := o.log.of(r.solve(o.c, fault).files[o.log.file], len(o.log.above))
	if l == nil {
		return false
	}
	wears := r.without(l, key)
	return len(wears) >= len(o.wears) && slices.Equal(wears[:len(o.wears)], o.wears) && (!o.all || len(wears) == len(o.wears))
}

// wearing returns a version that wears a dress and, where that shows, no other.
func (r *reading) wearing(ctx context.Context, v *version, key string) (*version, error) {
	alone := &version{written: v.written, read: v.formed, added: maps.Clone(v.added)}
	l := r.logText(ctx, v.formed)
	if l == nil {
		return alone, ctx.Err()
	}
	bare, worn := r.without(l, ""), r.without(l, key)
	alone.added[l.file] += len(worn) - len(bare)
	return alone, r.rejudge(ctx, alone, map[string][]string{l.file: slices.Concat(l.above[:max(0, len(l.above)-1)], worn)})
}

// without returns a log and its header without the habits of the program's logs, but for one.
func (r *reading) without(l *logText, but string) []string {
	on := func(l *logText) *logText { return l }
	for _, h := range r.habits {
		switch as := l; {
		case h.key != but:
			l = h.off(l)
		case h.on != nil: // the others are seen without it alone
			l, on = h.off(l), func(l *logText) *logText { return h.on(l, as) }
		}
	}
	if l = on(l); len(l.above) == 0 {
		return l.got
	}
	return slices.Concat(l.above[len(l.above)-1:], l.got)
}
