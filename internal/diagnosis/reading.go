package diagnosis

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A reading is what a program wrote, read as if its form and the dress of its logs were right.
type reading struct {
	*diagnosis
	results []verdict.Result      // that are heeded, as they are
	failing []*version            // of those that are wrong in more than their form
	byName  map[string]*version   // of all that do not pass
	habits  []habit               // of the program's logs
	off     map[string][]*version // that wear one, by its key
	// unflushed are the cases with files that break off where a buffer ends.
	unflushed []string
}

// newReading reads the results that a question is about.
func newReading(ctx context.Context, q Question) (*reading, error) {
	edition, err := q.Assignment.Edition(q.Edition)
	if err != nil {
		return nil, err
	}
	r := &reading{diagnosis: newDiagnosis(q.Assignment, edition), byName: map[string]*version{}}
	r.unknown, r.course, r.single = q.Unknown, q.Course, q.Alone
	results, names := unflushed(q.Results)
	r.unflushed = names
	for _, result := range results {
		if result.Verdict == verdict.Internal || result.Verdict != verdict.Pass && q.Expected[result.Case.Name] {
			continue
		}
		r.results = append(r.results, result)
		if result.Verdict == verdict.Pass {
			r.passed = append(r.passed, result.Case)
			continue
		}
		v, err := r.version(ctx, result)
		if err != nil {
			return nil, err
		}
		r.byName[result.Case.Name] = v
		if formed(v.read) {
			r.passed = append(r.passed, result.Case)
			continue
		}
		r.failing = append(r.failing, v)
	}
	return r, r.undress(ctx)
}

// whollyKnown reports whether one known mistake writes all bytes of all failing cases in the dress that they
// have.
func (r *reading) whollyKnown(ctx context.Context) (bool, error) {
	if r.second == nil || slices.ContainsFunc(r.failing,
		func(v *version) bool { return !speaks(v.read) || partial(v.read) }) {
		return false, nil
	}
	symptoms := make([]*symptom, len(r.failing))
	r.each(ctx, len(symptoms), func(i int) { symptoms[i] = r.symptom(r.failing[i].read) })
	if len(symptoms) == 0 || ctx.Err() != nil {
		return false, ctx.Err()
	}
	found, err := r.whole(ctx, r.suspects(), symptoms)
	return found != nil, err
}

// named returns the causes that known mistakes explain, and those of form and dress.
func (r *reading) named(ctx context.Context) (causes []Cause, unexplained []string, err error) {
	for _, v := range r.failing {
		switch {
		case formed(v.read):
			r.passed = append(r.passed, v.read.Case)
		case r.second == nil:
			unexplained = append(unexplained, v.read.Case.Name)
		case speaks(v.read):
			// else it was right as far as it came
			if s := r.symptom(v.read); !s.partial || !s.reference.begins(s.got) {
				r.failed = append(r.failed, s)
			}
		}
	}
	smaller := cases.BySize()
	slices.SortStableFunc(r.failed, func(x, y *symptom) int { return smaller(x.c, y.c) })
	slices.SortStableFunc(r.passed, smaller)
	first, second, err := r.explainAll(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, s := range r.failed {
		if len(s.causes) == 0 {
			unexplained = append(unexplained, s.c.Name)
		}
	}
	worn, err := r.worn(ctx)
	return slices.Concat(r.forms(), worn, r.graded(first, second)), unexplained, err
}

// located returns the named causes and those of the failing cases that none of them explains, and
// explains the first case of each.
func (r *reading) located(ctx context.Context, named []Cause) ([]Cause, error) {
	known, shown := map[string]bool{}, map[string]bool{}
	for _, c := range named {
		if c.Form { // of which the contents say nothing
			continue
		}
		for i, name := range c.Cases {
			known[name] = true
			shown[name] = shown[name] || i < weighed // one of the smallest is told
		}
	}
	var unknown, asked []verdict.Result
	for _, v := range r.failing {
		name := v.read.Case.Name
		if !formed(v.read) && !known[name] {
			unknown = append(unknown, v.read)
		}
		if !formed(v.read) && !known[name] || shown[name] {
			asked = append(asked, v.read)
		}
	}
	explained, err := explanations(ctx, r.edition, asked)
	if err != nil {
		return nil, err
	}
	if err := r.evaluated(ctx, unknown, explained); err != nil {
		return nil, err
	}
	for name, e := range explained {
		r.byName[name].restore(e)
	}
	for _, c := range named {
		if !c.Form && !c.Second {
			some := c.Cases[:min(weighed, max(1, c.showing))]
			slices.SortStableFunc(some, func(x, y string) int { return smallerEvidence(explained[x], explained[y]) })
		}
	}
	causes := slices.Concat(r.unsteady(), r.endings(explained), named,
		r.longer(named, locate(unknown, explained)))
	slices.SortStableFunc(causes, byWeight)
	beyond(causes, explained)
	r.countFormed(causes)
	for i := range causes {
		if c := &causes[i]; !c.Form && !c.Second && c.Ended == "" && c.Key != Unsteady {
			c.First = c.told(explained[c.Cases[0]])
			if c.First != nil && c.First.Next != nil && r.alone(c) {
				whole := *c.First
				whole.Next, c.First = nil, &whole
			}
		}
	}
	return causes, r.like(ctx, causes)
}

// alone reports whether a named cause, and no other one, writes all of its first case.
func (r *reading) alone(c *Cause) bool {
	return len(c.Faults) > 0 && slices.ContainsFunc(r.failed, func(s *symptom) bool {
		return s.c.Name == c.Cases[0] && s.equal && len(s.causes) == 1
	})
}

// longer returns located causes without those that begin, in all of their cases, as a named mistake does with
// which the second solver writes more there than is compared: they are cases of that one.
func (r *reading) longer(named, located []Cause) []Cause {
	return slices.DeleteFunc(located, func(c Cause) bool {
		for i := range named {
			n := &named[i]
			if len(n.Faults) == 0 || slices.ContainsFunc(c.Cases, func(name string) bool {
				return !r.outgrows(r.symptom(r.byName[name].read), n.Key)
			}) {
				continue
			}
			n.Cases, n.Long = append(n.Cases, c.Cases...), append(n.Long, c.Cases...)
			return true
		}
		return false
	})
}

// told returns an explanation of a case of a cause, with the decision in general where the cause is of that.
func (c *Cause) told(e *decision.Explanation) *decision.Explanation {
	if c.Grade != Located || e == nil || e.Decision == nil {
		return e
	}
	whole := *e
	if general := e.Decision.General(); general.Key == c.Key {
		whole.Decision = &general
	}
	return &whole
}

// endings returns the causes of cases in which the program did not come to its end, one for each place where
// it crashes, with what it had written in the smallest.
func (r *reading) endings(explained map[string]*decision.Explanation) (causes []Cause) {
	var all []verdict.Result
	for _, v := range r.byName {
		if ended(v.written).Key != "" {
			all = append(all, v.written)
		}
	}
	slices.SortFunc(all, func(x, y verdict.Result) int { return strings.Compare(x.Case.Name, y.Case.Name) })
	for _, result := range smallestFirst(all) {
		one := ended(result)
		if e := explained[result.Case.Name]; e != nil && e.Decision != nil && e.Decision.Silent() {
			one.First, one.Where = e, slices.Clone(e.Decision.Where)
		}
		v := r.byName[result.Case.Name]
		one.Left, one.astray = v.left(), v.astray()
		causes = gather(causes, one)
	}
	for i := range causes {
		if len(causes[i].Cases) < fewest {
			causes[i].Where = nil
		}
	}
	return causes
}

// left says what a program had written before it was stopped.
func (v *version) left() string {
	if v.written.Verdict == verdict.Build {
		return ""
	}
	var parts []string
	for _, f := range v.formed.Files {
		n := len(lines(string(f.Text)))
		switch {
		case f.Verdict == verdict.Pass:
			parts = append(parts, "a right "+f.Name)
		case f.Verdict == verdict.Missing:
			parts = append(parts, "no "+f.Name)
		case f.Verdict == verdict.Output:
			parts = append(parts, "too much in "+f.Name)
		case n == 0 && f.Report.First != nil && f.Report.First.GotLine > 1: // its text was not kept
			parts = append(parts, fmt.Sprintf("a %s that is wrong from line %d on", f.Name, f.Report.First.GotLine))
		case n == 0:
			parts = append(parts, "nothing in "+f.Name)
		case f.Report.First == nil || f.Report.First.Kind == compare.MissingLines:
			parts = append(parts, fmt.Sprintf("the first %s of %s, as is right", prose.Count(n, "line"), f.Name))
		default:
			parts = append(parts, fmt.Sprintf("%s of %s, wrong from line %d on", prose.Count(n, "line"), f.Name,
				f.Report.First.GotLine))
		}
	}
	return strings.Join(parts, ", ")
}

// astray reports whether a program wrote nothing before it was stopped, or something wrong.
func (v *version) astray() bool {
	empty := true
	for _, f := range v.formed.Files {
		if f.Verdict != verdict.Missing && len(f.Text) > 0 {
			empty = false
			if d := f.Report.First; d != nil && d.Kind != compare.MissingLines {
				return true
			}
		}
	}
	return empty
}

// restore shows in an explanation the lines that the program wrote, rather than as they were read.
func (v *version) restore(e *decision.Explanation) {
	for ; e != nil; e = e.Next {
		i := slices.IndexFunc(v.written.Files, func(f verdict.File) bool { return f.Name == e.File })
		if i < 0 || e.At == 0 {
			continue
		}
		e.At = max(1, e.At-v.added[e.File])
		all := strings.Split(string(v.written.Files[i].Text), "\n")
		if e.Ended != "got" && e.At <= len(all) && len(v.written.Files[i].Text) > 0 {
			e.Got = strings.TrimRight(all[e.At-1], "\r")
		}
	}
}
