package diagnosis

import (
	"context"
	"fmt"
	"slices"
)

// A Like is a known mistake that begins as a program does, and goes on otherwise.
type Like struct {
	Fault
	Fits int `json:"fits"` // in how many cases its first wrong line is the program's
	Of   int `json:"of"`   // of so many that were looked at
}

// lookedAt is how many cases of a cause are.
const lookedAt = 8

// like gives located causes the one known mistake that writes the first wrong line of most of their cases. No case speaks
// against it, but it writes all bytes of none, or too few to be named: the program may do something of the kind.
func (r *reading) like(ctx context.Context, causes []Cause) error {
	suspects := r.suspects()
	if len(suspects) == 0 {
		return nil
	}
	byName := map[string]*symptom{}
	for _, s := range r.failed {
		if len(s.causes) == 0 {
			byName[s.c.Name] = s
		}
	}
	for i := range causes {
		c := &causes[i]
		if c.Grade != Located || c.Form || c.Ended != "" || c.Follows > 0 {
			continue
		}
		var symptoms []*symptom
		for _, name := range c.Cases {
			if s := byName[name]; s != nil && s.tells() && len(symptoms) < lookedAt {
				symptoms = append(symptoms, s)
			}
		}
		if len(symptoms) < fewest {
			continue
		}
		r.each(ctx, len(suspects), func(k int) {
			suspects[k].fits = r.fitting(symptoms, suspects[k].fault.ID)
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		best := slices.MaxFunc(suspects, func(x, y *record) int { return len(x.fits) - len(y.fits) })
		n := len(best.fits)
		alone := !slices.ContainsFunc(suspects, func(s *record) bool { return s != best && len(s.fits) == n })
		if 4*n >= 3*len(symptoms) && alone && !r.refuted(best.fault.ID) {
			c.Like = &Like{NewFault(best.fault), n, len(symptoms)}
		}
	}
	return nil
}

// fitting returns the cases whose first wrong line a fault writes, or none if a case speaks against it.
func (d *diagnosis) fitting(symptoms []*symptom, fault string) (fit []*symptom) {
	for _, s := range symptoms {
		switch d.evaluate(s, fault) {
		case against:
			return nil
		case fits, equals:
			fit = append(fit, s)
		}
	}
	return fit
}

// says says what a program may do.
func (l *Like) says() string {
	where := fmt.Sprintf("in %d of %d cases", l.Fits, l.Of)
	if l.Fits == l.Of {
		where = fmt.Sprintf("in all %d cases", l.Of)
	}
	return fmt.Sprintf("It begins as a program with %s does, %s that were looked at, and goes on otherwise: something of the kind may be wrong. %s",
		l.Name, where, l.Explains)
}
