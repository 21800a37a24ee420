package diagnosis

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A reading holds the normalized results of a program.
type reading struct {
	*diagnosis
	results []verdict.Result    // all that count, as they are
	failing []*version          // of the results that are wrong in more than their form
	byName  map[string]*version // of all results that do not pass, by case
	format  []formPart          // the format steps that were kept
	// unflushed are the cases with files that break off where a buffer ends.
	unflushed []string
}

// newReading normalizes the results of a question.
func newReading(ctx context.Context, q Question) (*reading, error) {
	edition, err := q.Assignment.Edition(q.Edition)
	if err != nil {
		return nil, err
	}
	r := &reading{diagnosis: newDiagnosis(q.Assignment, edition), byName: map[string]*version{}}
	r.unknown, r.course = q.Unknown, q.Course
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
	return r, r.normalize(ctx)
}

// named returns the causes that are known mistakes, and the failing cases that they do not explain.
func (r *reading) named(ctx context.Context) (causes []Cause, unexplained []string, err error) {
	for _, v := range r.failing {
		switch {
		case formed(v.read):
			r.passed = append(r.passed, v.read.Case)
		case r.second == nil:
			unexplained = append(unexplained, v.read.Case.Name)
		case isDiagnosable(v.read):
			// A program that was stopped while its files were right is no evidence.
			if s := r.symptom(v.read); !s.partial || !s.reference.begins(s.got) {
				r.failed = append(r.failed, s)
			}
		}
	}
	smaller := cases.BySize()
	slices.SortStableFunc(r.failed, func(x, y *symptom) int { return smaller(x.c, y.c) })
	slices.SortStableFunc(r.passed, smaller)
	found, err := r.choose(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, s := range r.failed {
		if len(s.causes) == 0 {
			unexplained = append(unexplained, s.c.Name)
		}
	}
	for _, c := range found {
		causes = append(causes, named(c))
	}
	slices.SortStableFunc(causes, byWeight)
	return causes, unexplained, nil
}

// explainCases explains the failing cases without a name, and the first cases of each named cause. It returns
// the cases without a name.
func (r *reading) explainCases(ctx context.Context, named []Cause) (unknown []verdict.Result,
	explained map[string]*decision.Explanation, err error) {
	known, asked := map[string]bool{}, map[string]bool{}
	for _, c := range named {
		for i, name := range c.Cases {
			known[name] = true
			asked[name] = asked[name] || i < maxWeighed // one of the smallest is shown
		}
	}
	var shown []verdict.Result
	for _, v := range r.failing {
		switch name := v.read.Case.Name; {
		case formed(v.read):
		case !known[name]:
			unknown, shown = append(unknown, v.read), append(shown, v.read)
		case asked[name]:
			shown = append(shown, v.read)
		}
	}
	if explained, err = explanations(ctx, r.edition, shown); err != nil {
		return nil, nil, err
	}
	found, err := r.evaluated(ctx, unknown, explained)
	for name, e := range explained { // a wrong board says more than a wrong value
		if !found && !known[name] && e.Misdrawn != nil {
			explained[name] = e.Misdrawn
		}
	}
	return unknown, explained, err
}

// maxUnexplained is the maximum number of other failing cases for each case that a named cause explains. An
// unknown mistake often looks like a known mistake in some cases.
const maxUnexplained = 2

// located adds the other causes to the named ones: the decisions in failing cases without a name, and the
// causes that show without a search. It explains the first case of each cause.
func (r *reading) located(ctx context.Context, named []Cause) ([]Cause, error) {
	unknown, explained, err := r.explainCases(ctx, named)
	if err != nil {
		return nil, err
	}
	others := decided(unknown, explained)
	likely := slices.DeleteFunc(slices.Clone(named),
		func(c Cause) bool { return len(others) > maxUnexplained*len(c.Cases) })
	if len(likely) < len(named) {
		return r.located(ctx, likely)
	}
	for name, e := range explained {
		r.byName[name].restore(e, r.byName[name].sources)
	}
	for _, c := range named {
		slices.SortStableFunc(c.Cases[:min(maxWeighed, max(1, len(c.Cases)-c.Joint))],
			byDifficulty(explained))
	}
	forms, err := r.forms(ctx)
	if err != nil {
		return nil, err
	}
	causes := slices.Concat(r.unsteadyCause(), r.endings(explained), forms, named, locate(unknown, explained))
	slices.SortStableFunc(causes, byWeight)
	for i := range causes {
		c := &causes[i]
		c.Category = r.categoryOf(*c)
		if c.Form || c.Ended != "" || c.Key == Unsteady {
			continue
		}
		c.First = c.withDecision(explained)
		if c.withoutLog && c.Key != "tie" {
			r.compareChoices(c, explained)
		}
	}
	return causes, nil
}

// withDecision returns the explanation of the first case of a cause. If the cause is only located, it has the
// cause's decision: that of a case with a log, if there is one, since a log says more than a move.
func (c *Cause) withDecision(explained map[string]*decision.Explanation) *decision.Explanation {
	e := explained[c.Cases[0]]
	if c.Grade != Located || e == nil || e.Decision == nil {
		return e
	}
	whole := *e
	for _, name := range c.Cases {
		if other := explained[name]; other.Node != nil || other.LogOK {
			whole.Decision = other.Decision
			break
		}
	}
	if general := whole.Decision.General(); general.Key == c.Key {
		whole.Decision = &general
	}
	return &whole
}

// endings returns the causes of cases in which the program did not finish. There is one cause for each place
// where it crashes, with its output in the smallest case.
func (r *reading) endings(explained map[string]*decision.Explanation) (causes []Cause) {
	for _, result := range smallestFirst(r.results) {
		cause := ended(result)
		if cause.Key == "" {
			continue
		}
		if e := explained[result.Case.Name]; e != nil && e.Decision != nil && e.Decision.Silent() {
			cause.First, cause.Properties = e, slices.Clone(e.Decision.Properties)
		}
		v := r.byName[result.Case.Name]
		cause.OutputSoFar, cause.wrongOutput = v.left(), v.hasWrongOutput()
		causes = gather(causes, cause)
	}
	for i := range causes {
		if len(causes[i].Cases) < minCases {
			causes[i].Properties = nil
		}
		if causes[i].Key == "timeout" && r.endsLarger(causes[i].Cases[0]) {
			causes[i].Behaviour, causes[i].Right = decision.Words("endless")
		}
	}
	return causes
}

// endsLarger reports whether a program finished in several cases that are larger than a case and of its
// category.
func (r *reading) endsLarger(name string) bool {
	c, smaller, larger := r.byName[name].written.Case, cases.BySize(), 0
	for _, result := range r.results {
		if ended(result).Key == "" && result.Case.Problem.Category() == c.Problem.Category() &&
			smaller(c, result.Case) < 0 {
			larger++
		}
	}
	return larger >= minCases
}

// left describes the output of a program before it was stopped.
func (v *version) left() string {
	if v.written.Verdict == verdict.Build {
		return ""
	}
	var parts []string
	for _, f := range v.formed.Files {
		n := len(scan.Lines(string(f.Text)))
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

// hasWrongOutput reports whether a program wrote nothing before it was stopped, or something wrong.
func (v *version) hasWrongOutput() bool {
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
