package diagnosis

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Explain explains the first difference of a failing case, or returns nil if that cannot be explained.
func Explain(ctx context.Context, edition string, r verdict.Result) (*decision.Explanation, error) {
	q := decision.Question{Problem: r.Case.Problem, How: homework.Options{Edition: edition}, Files: readable(r.Files)}
	if len(q.Files) == 0 {
		return nil, nil
	}
	return decision.Explain(ctx, q)
}

// ExplainLeniently is like Explain for a course that forgives form and optional lines.
func ExplainLeniently(ctx context.Context, a *oracle.Assignment, edition string, r verdict.Result) (*decision.Explanation, error) {
	d := newDiagnosis(a, edition)
	d.course = true
	v, err := d.version(ctx, r)
	if err != nil {
		return nil, err
	}
	e, err := Explain(ctx, edition, v.formed)
	v.restore(e)
	return e, err
}

// explanations explains the first differences of failing cases, by their names.
func explanations(ctx context.Context, edition string, failed []verdict.Result) (map[string]*decision.Explanation, error) {
	all := make([]*decision.Explanation, len(failed))
	err := work.Each(ctx, runtime.GOMAXPROCS(0), len(failed), func(i int) (err error) {
		all[i], err = Explain(ctx, edition, failed[i])
		return err
	})
	explained := map[string]*decision.Explanation{}
	for i, e := range all {
		if e != nil {
			explained[failed[i].Case.Name] = e
		}
	}
	return explained, err
}

// readable returns the files without those whose text was not kept.
func readable(files []verdict.File) []verdict.File {
	return slices.DeleteFunc(slices.Clone(files), func(f verdict.File) bool {
		return f.Report.Grade == compare.Different && len(f.Text) == 0
	})
}

// locate puts failing cases together in which a program decides alike at the first difference, for want of a known
// mistake that does the same. Cases in which it is right as far as it came say nothing.
func locate(failed []verdict.Result, explained map[string]*decision.Explanation) (causes []Cause) {
	settle(failed, explained)
	general := chance(failed, explained)
	for _, r := range smallestFirst(failed) {
		e := explained[r.Case.Name]
		if partial(r) && (e == nil || e.Decision == nil || e.Decision.Silent()) {
			continue
		}
		if one := locateOne(r, e, general); one.Key != "" {
			causes = gather(causes, one)
		}
	}
	for i := range causes {
		slices.SortStableFunc(causes[i].Cases, func(x, y string) int { return smallerEvidence(explained[x], explained[y]) })
		if len(causes[i].Cases) < fewest { // what so few have in common says nothing
			causes[i].Where = nil
		}
	}
	slices.SortStableFunc(causes, byWeight)
	return causes
}

// smallestFirst returns results in the order of the sizes of their cases.
func smallestFirst(results []verdict.Result) []verdict.Result {
	smaller := cases.BySize()
	return slices.SortedStableFunc(slices.Values(results), func(x, y verdict.Result) int { return smaller(x.Case, y.Case) })
}

// gather adds a cause of one case to others.
func gather(causes []Cause, one Cause) []Cause {
	i := slices.IndexFunc(causes, func(c Cause) bool {
		return c.Key == one.Key && c.At == one.At && (c.Does == one.Does || c.At != "")
	})
	if i < 0 {
		return append(causes, one)
	}
	known := &causes[i]
	known.Cases = append(known.Cases, one.Cases...)
	known.Where = slices.DeleteFunc(known.Where, func(mark string) bool { return !slices.Contains(one.Where, mark) })
	return causes
}

// newLocated returns the cause of a decision in a case. Of decisions in general the kinds are not
// told.
func newLocated(r verdict.Result, decision decision.Decision, general map[string]bool) Cause {
	for _, kind := range decision.Kinds() {
		if general[kind.Key] {
			decision = kind
		}
	}
	return Cause{
		Grade: Located, Faults: []Fault{}, Cases: []string{r.Case.Name},
		Key: decision.Key, Does: decision.Does, Right: decision.Right, Where: slices.Clone(decision.Where),
	}
}

// settle takes the other reading of a decision where cases show that decision beyond doubt, and none shows the first reading so.
func settle(failed []verdict.Result, explained map[string]*decision.Explanation) {
	sure := map[string]bool{}
	var open []*decision.Explanation
	for _, r := range failed {
		switch e := explained[r.Case.Name]; {
		case e == nil || e.Decision == nil:
		case e.Decision.Or != nil:
			open = append(open, e)
		default:
			sure[e.Decision.Key] = true
		}
	}
	for _, e := range open {
		if !sure[e.Decision.Key] && sure[e.Decision.Or.Key] {
			e.Decision = e.Decision.Or
		}
	}
}

// chance returns the keys of decisions of which cases show several kinds, so that the kinds are
// chance.
func chance(failed []verdict.Result, explained map[string]*decision.Explanation) map[string]bool {
	special, several := map[string]string{}, map[string]bool{}
	for _, r := range failed {
		e := explained[r.Case.Name]
		if e == nil || e.Decision == nil {
			continue
		}
		kinds := e.Decision.Kinds()
		for i, general := range kinds {
			of := kinds[max(i-1, 0)].Key
			if first, met := special[general.Key]; met && first != of {
				several[general.Key] = true
			}
			special[general.Key] = of
		}
	}
	return several
}

// fewest is how many cases must have something in common before it is told.
const fewest = 3

// locateOne returns the cause of one case. Its Key is empty if there is nothing to say.
func locateOne(r verdict.Result, e *decision.Explanation, general map[string]bool) Cause {
	var decision decision.Decision
	if e != nil && e.Decision != nil {
		decision = *e.Decision
	}
	c := newLocated(r, decision, general)
	switch {
	case decision.Key != "":
	case r.Verdict == verdict.Missing:
		c.Key, c.Does, c.Right = "missing", "writes no "+missing(r), "answers are written into the files that the assignment names, in the current folder"
	case r.Verdict == verdict.Format, r.Verdict == verdict.Wrong:
		c.Key, c.Does, c.Right = form(r)
	}
	return c
}

// ended returns the cause of a program that did not come to its end, or was not built. Its Key is empty if it did.
func ended(r verdict.Result) (c Cause) {
	c = Cause{Grade: Located, Ended: r.Verdict, Faults: []Fault{}, Cases: []string{r.Case.Name}}
	switch r.Verdict {
	case verdict.Build:
		c.Key, c.Does = "build", "does not compile"
	case verdict.Crash:
		c.Key, c.At, c.Does = "crash", r.At, "crashes"+place(r)+": "+crashed(r)
		if overflow.Match(r.Outcome.Errors) { // wherever it came to that
			c.Key, c.At, c.Does = "stack-overflow", "", "crashes: its recursion is too deep for the stack"
			c.Right = "a search goes no deeper than the depth limit, or the end of the game: look for a recursion that does not end there"
		}
	case verdict.Timeout:
		c.Key, c.Does, c.Right = "timeout", "takes too long", "every case ends well within the limit: look for a loop without an end"
		if !judges(r) { // it is of a game
			c.Right += ", cuts that are missing, or boards that are copied too often"
		}
	case verdict.Memory:
		c.Key, c.Does = "memory", "uses too much memory"
	case verdict.Output:
		c.Key, c.Does = "output", "writes too much"
	}
	return c
}

// Ending returns the key and the words of the cause of a failing case as far as they can be seen
// without an explanation: by how it ended, in words that do not depend on the case, or by the form of a file. They
// are empty if that says nothing.
func Ending(r verdict.Result) (key, does string) {
	c := ended(r)
	switch c.Key {
	case "":
		c = locateOne(r, nil, nil)
	case "crash":
		c.Does = "crashes" + place(r) + ": " + digits.ReplaceAllString(crashed(r), "N")
	}
	return c.Key, c.Does
}

// place says where in its source a program crashed, if that is known.
func place(r verdict.Result) string {
	if r.At == "" {
		return ""
	}
	return " at " + r.At
}

// failure is the line of standard error that names an error.
var failure = regexp.MustCompile(`(?m)^.*(?:Error|Exception|panic:|fatal error:|terminate called|\b(?:seg)?fault\b|\boverflow\b).*$`)

// overflow is what interpreters and runtimes say of a recursion that is too deep.
var overflow = regexp.MustCompile(`\bRecursionError\b|maximum recursion depth|\bStackOverflowError\b|Maximum call stack size|\b[Ss]tack overflow\b|goroutine stack exceeds`)

// crashed says how a program did, in its own last words: the line that names an error, or the only one.
func crashed(r verdict.Result) string {
	lines := failure.FindAll(r.Outcome.Errors, -1)
	if only := bytes.TrimSpace(r.Outcome.Errors); len(lines) == 0 && len(only) > 0 && !bytes.ContainsRune(only, '\n') {
		lines = [][]byte{only}
	}
	if len(lines) == 0 {
		return r.Reason
	}
	return fmt.Sprintf("%s (%s)", strings.TrimSpace(string(lines[len(lines)-1])), r.Reason)
}

// digits are numbers that differ from case to case, such as an index out of range.
var digits = regexp.MustCompile(`\b\d+\b`)

// missing names the files that are.
func missing(r verdict.Result) string {
	var names []string
	for _, f := range r.Files {
		if f.Verdict == verdict.Missing {
			names = append(names, f.Name)
		}
	}
	return strings.Join(names, " and ")
}

// form says in what the form of a file differs.
func form(r verdict.Result) (key, does, right string) {
	for _, f := range r.Files {
		d := f.Report.First
		if d == nil {
			continue
		}
		switch d.Kind {
		case compare.LineEnds:
			if len(d.Got) > 0 && strings.HasSuffix(d.Got[0], "\r\n") {
				return "line-ends", "ends its lines in CRLF", "every line ends in LF"
			}
			return "line-ends", "ends its lines otherwise", "every line ends in LF"
		case compare.FinalNewline:
			if len(d.Want) > 0 && strings.HasSuffix(d.Want[0], "\n") {
				return "final-newline", "ends " + f.Name + " without a newline", "the last line ends in a newline, too"
			}
			return "final-newline", "ends " + f.Name + " in a newline", "the file stops after its last visible character"
		case compare.Blanks:
			return "trailing-blanks", "leaves blanks at the ends of lines, or blank lines", "lines carry no blanks at their ends"
		case compare.MissingLines:
			return "lines-missing", "ends " + f.Name + " too soon", ""
		case compare.ExtraLines:
			return "lines-added", "goes on in " + f.Name + " where it should end", ""
		}
		return "content", "writes another line in " + f.Name, ""
	}
	return "", "", ""
}
