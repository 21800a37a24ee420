package diagnosis

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript"
)

// Explanations explains the first difference of each failing case, by its name: nothing of those
// that cannot be explained.
func Explanations(ctx context.Context, edition string, failed []testscript.Result) (map[string]*decision.Explanation, error) {
	all := make([]*decision.Explanation, len(failed))
	errs := make([]error, len(failed))
	work.Each(runtime.GOMAXPROCS(0), len(failed), func(i int) {
		q := decision.Question{Problem: failed[i].Case.Problem, How: homework.Options{Edition: edition}, Files: readable(failed[i].Files)}
		if ctx.Err() == nil && len(q.Files) > 0 {
			all[i], errs[i] = decision.Explain(ctx, q)
		}
	})
	explained := map[string]*decision.Explanation{}
	for i, e := range all {
		if e != nil {
			explained[failed[i].Case.Name] = e
		}
	}
	return explained, errors.Join(append(errs, ctx.Err())...)
}

// readable returns the files without those whose text was not kept.
func readable(files []testscript.FileResult) []testscript.FileResult {
	return slices.DeleteFunc(slices.Clone(files), func(f testscript.FileResult) bool {
		return f.Report.Grade == compare.Different && len(f.Text) == 0
	})
}

// Locate puts failing cases together in which a program decides alike at the first difference, or
// ends alike, for want of a known mistake that does the same.
func Locate(failed []testscript.Result, explained map[string]*decision.Explanation) (causes []Cause) {
	general := chance(failed, explained)
	for _, r := range failed {
		if one := locate(r, explained[r.Case.Name], general); one.Key != "" {
			causes = gather(causes, one)
		}
	}
	for _, r := range failed { // behind the first differences
		if e := explained[r.Case.Name]; e != nil && e.Next != nil {
			one := newLocated(r, *e.Next.Decision, general)
			one.Second = true
			causes = gather(causes, one)
		}
	}
	smaller := bySize()
	for i := range causes {
		slices.SortStableFunc(causes[i].Cases, smaller)
		if len(causes[i].Cases) < fewest { // what so few have in common says nothing
			causes[i].Where = nil
		}
	}
	slices.SortStableFunc(causes, ByWeight)
	return causes
}

// gather adds a cause of one case to others. A second cause that is a first one elsewhere says
// nothing new.
func gather(causes []Cause, one Cause) []Cause {
	i := slices.IndexFunc(causes, func(c Cause) bool { return c.Key == one.Key && c.Does == one.Does })
	switch {
	case i < 0:
		return append(causes, one)
	case one.Second && !causes[i].Second:
		return causes
	}
	known := &causes[i]
	known.Cases = append(known.Cases, one.Cases...)
	known.Where = slices.DeleteFunc(known.Where, func(mark string) bool { return !slices.Contains(one.Where, mark) })
	return causes
}

// newLocated returns the cause of a decision in a case. Of decisions in general the kinds are not
// told.
func newLocated(r testscript.Result, decision decision.Decision, general map[string]bool) Cause {
	if general[decision.General().Key] {
		decision = decision.General()
	}
	return Cause{
		Grade: Located, Cases: []*cases.Case{r.Case},
		Key: decision.Key, Does: decision.Does, Right: decision.Right, Where: slices.Clone(decision.Where),
	}
}

// chance returns the keys of decisions of which cases show several kinds, so that the kinds are
// chance.
func chance(failed []testscript.Result, explained map[string]*decision.Explanation) map[string]bool {
	kind, several := map[string]string{}, map[string]bool{}
	for _, r := range failed {
		e := explained[r.Case.Name]
		if e == nil || e.Decision == nil {
			continue
		}
		general := e.Decision.General().Key
		if first, met := kind[general]; met && first != e.Decision.Key {
			several[general] = true
		}
		kind[general] = e.Decision.Key
	}
	return several
}

// fewest is how many cases must have something in common before it is told.
const fewest = 3

// locate returns the cause of one case. Its Key is empty if there is nothing to say.
func locate(r testscript.Result, e *decision.Explanation, general map[string]bool) Cause {
	var decision decision.Decision
	if e != nil && e.Decision != nil {
		decision = *e.Decision
	}
	c := newLocated(r, decision, general)
	silent := decision.Key == "" || decision.Key == "ends-early" || decision.Key == "turn-missing"
	switch {
	case r.Verdict == testscript.Build:
		c.Key, c.Does = "build", "does not compile"
	case !silent: // what it writes before it crashes or is stopped tells more than the crash
	case r.Verdict == testscript.Crash:
		c.Key, c.Does = "crash", "crashes"+place(r)+": "+ending(r)
	case r.Verdict == testscript.Timeout:
		c.Key, c.Does, c.Right = "timeout", "takes too long", "every case ends well within the limit: look for a loop without an end, cuts that are missing, or boards that are copied too often"
	case r.Verdict == testscript.Memory:
		c.Key, c.Does = "memory", "uses too much memory"
	case r.Verdict == testscript.Output:
		c.Key, c.Does = "output", "writes too much"
	case decision.Key != "":
	case r.Verdict == testscript.Missing:
		c.Key, c.Does, c.Right = "missing", "writes no "+missing(r), "answers are written into the files that the assignment names, in the current folder"
	case r.Verdict == testscript.Format, r.Verdict == testscript.Wrong:
		c.Key, c.Does, c.Right = form(r)
	}
	return c
}

// place says where in its source a program crashed, if that is known.
func place(r testscript.Result) string {
	if r.At == "" {
		return ""
	}
	return " at " + r.At
}

// failure is the line of standard error that names an error.
var failure = regexp.MustCompile(`(?m)^.*(?:Error|Exception|panic:|terminate called|fault|overflow).*$`)

// ending says how a program crashed, in words that do not depend on the case.
func ending(r testscript.Result) string {
	lines := failure.FindAll(r.Outcome.Errors, -1)
	if len(lines) == 0 {
		return r.Reason
	}
	last := strings.TrimSpace(string(lines[len(lines)-1]))
	return fmt.Sprintf("%s (%s)", digits.ReplaceAllString(last, "N"), r.Reason)
}

// digits are numbers that differ from case to case, such as an index out of range.
var digits = regexp.MustCompile(`\b\d+\b`)

// missing names the files that are.
func missing(r testscript.Result) string {
	var names []string
	for _, f := range r.Files {
		if f.Verdict == testscript.Missing {
			names = append(names, f.Name)
		}
	}
	return strings.Join(names, " and ")
}

// form says in what the form of a file differs.
func form(r testscript.Result) (key, does, right string) {
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
