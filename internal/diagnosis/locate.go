package diagnosis

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Explain explains the first difference of a failing case, or returns nil if that cannot be explained.
func Explain(ctx context.Context, edition string, r verdict.Result) (*decision.Explanation, error) {
	q := decision.Question{Problem: r.Case.Problem, Options: homework.Options{Edition: edition},
		Files: readableFiles(r.Files)}
	if len(q.Files) == 0 {
		return nil, nil
	}
	return decision.Explain(ctx, q)
}

// ExplainLeniently is like Explain for a course that forgives form and optional lines.
func ExplainLeniently(ctx context.Context, a *oracle.Assignment, edition string, r verdict.Result) (
	*decision.Explanation, error) {
	d := newDiagnosis(a, edition)
	d.course = true
	v, err := d.version(ctx, r)
	if err != nil {
		return nil, err
	}
	e, err := Explain(ctx, edition, v.formed)
	v.restore(e, v.formedSources)
	return e, err
}

// explanations explains the first differences of failing cases, by their names.
func explanations(ctx context.Context, edition string, failed []verdict.Result) (
	map[string]*decision.Explanation, error) {
	all := make([]*decision.Explanation, len(failed))
	err := run.Each(ctx, runtime.GOMAXPROCS(0), len(failed), func(i int) (err error) {
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

// readableFiles returns the files except the ones whose text was not kept.
func readableFiles(files []verdict.File) []verdict.File {
	return slices.DeleteFunc(slices.Clone(files), func(f verdict.File) bool {
		return f.Report.Grade == compare.Different && len(f.Text) == 0
	})
}

// locate groups failing cases in which a program makes the same decision at the first difference. It is for
// cases that no known mistake reproduces. A case in which an incomplete output is right as far as it goes is
// no evidence.
func locate(failed []verdict.Result, explained map[string]*decision.Explanation) (causes []Cause) {
	known := decided(failed, explained)
	joinTies(known)
	general := coincidences(known)
	for _, r := range smallestFirst(failed) {
		e := explained[r.Case.Name]
		if partial(r) && (e == nil || e.Decision == nil || e.Decision.Silent()) {
			continue
		}
		if cause := locateOne(r, e, general); cause.Key != "" {
			causes = gather(causes, cause)
		}
	}
	for i := range causes {
		slices.SortStableFunc(causes[i].Cases, byDifficulty(explained))
		if len(causes[i].Cases) < minCases { // too few cases to show a common property
			causes[i].Properties = nil
		}
	}
	slices.SortStableFunc(causes, byWeight)
	return causes
}

// smallestFirst returns results in the order of the sizes of their cases.
func smallestFirst(results []verdict.Result) []verdict.Result {
	smaller := cases.BySize()
	return slices.SortedStableFunc(slices.Values(results),
		func(x, y verdict.Result) int { return smaller(x.Case, y.Case) })
}

// gather adds a cause of one case to others.
func gather(causes []Cause, cause Cause) []Cause {
	i := slices.IndexFunc(causes, func(c Cause) bool {
		return c.Key == cause.Key && c.CrashLine == cause.CrashLine &&
			(c.Behaviour == cause.Behaviour || c.CrashLine != "")
	})
	if i < 0 {
		return append(causes, cause)
	}
	known := &causes[i]
	known.Cases = append(known.Cases, cause.Cases...)
	known.withoutLog = known.withoutLog && cause.withoutLog
	known.Properties = slices.DeleteFunc(known.Properties,
		func(mark string) bool { return !slices.Contains(cause.Properties, mark) })
	return causes
}

// coincidences returns the general keys of decisions whose special kinds occur by chance: the cases show
// several kinds, and none of them is predominant.
func coincidences(decided []*decision.Explanation) map[string]bool {
	counts := map[string]map[string]int{} // cases by the general kind and the kind
	several := map[string]bool{}
	for _, e := range decided {
		general := e.Decision.General().Key
		if counts[general] == nil {
			counts[general] = map[string]int{}
		}
		counts[general][e.Decision.Key]++
	}
	for general, kinds := range counts {
		all, maxCount := 0, 0
		for _, n := range kinds {
			all, maxCount = all+n, max(maxCount, n)
		}
		several[general] = maxCount < all && !isNearlyAll(maxCount, all)
	}
	return several
}

// isNearlyAll reports whether a part is nearly all of a number.
func isNearlyAll(part, all int) bool { return 5*part >= 4*all }

// minCases is the minimum number of cases with a common property before the property is reported.
const minCases = 3

// locateOne returns the cause of one case. For decisions in general it reports the general decision. The Key
// is empty if the case shows no cause.
func locateOne(r verdict.Result, e *decision.Explanation, general map[string]bool) Cause {
	c := Cause{Grade: Located, Faults: []Fault{}, Cases: []string{r.Case.Name}}
	switch {
	case e != nil && e.Decision != nil:
		d := *e.Decision
		if wide := d.General(); general[wide.Key] {
			d = wide
		}
		c.Key, c.Behaviour, c.Right, c.Properties = d.Key, d.Behaviour, d.Right, slices.Clone(d.Properties)
		c.withoutLog = e.Node == nil && !e.LogOK && d.OfChoice()
	case r.Verdict == verdict.Missing:
		c = newLocated("missing", r.Case.Name)
		c.Behaviour = "writes no " + missing(r)
	case r.Verdict == verdict.Format, r.Verdict == verdict.Wrong:
		c.Key, c.Behaviour, c.Right = formOf(r)
	}
	return c
}

// newLocated returns the cause of some cases with the words for a key.
func newLocated(key string, cases ...string) Cause {
	does, right := decision.Words(key)
	return Cause{Grade: Located, Key: key, Behaviour: does, Right: right, Faults: []Fault{}, Cases: cases}
}

// ended returns the cause of a program that did not finish, or was not built. The Key is empty if the program
// finished.
func ended(r verdict.Result) (c Cause) {
	switch r.Verdict {
	case verdict.Build, verdict.Timeout, verdict.Memory, verdict.Output:
		c = newLocated(string(r.Verdict), r.Case.Name)
		if r.Verdict == verdict.Timeout && !judges(r) { // the case is from a game
			c.Right += ", cuts that are missing, or boards that are copied too often"
		}
	case verdict.Crash:
		c = newLocated("stack-overflow", r.Case.Name)
		if !overflow.Match(r.Outcome.Errors) { // an overflow has no place
			c.Key, c.CrashLine, c.Behaviour, c.Right = "crash", r.CrashLine,
				"crashes"+place(r)+": "+crashed(r), ""
		}
	}
	c.Ended = r.Verdict
	return c
}

// Ending returns the key and the description of the cause of a failing case, as far as they show without an
// explanation. They come from the way the program ended, in words that do not depend on the case, or from the
// form of a file. Both are empty if neither shows a cause.
func Ending(r verdict.Result) (key, does string) {
	c := ended(r)
	switch c.Key {
	case "":
		c = locateOne(r, nil, nil)
	case "crash":
		c.Behaviour = "crashes" + place(r) + ": " + digits.ReplaceAllString(crashed(r), "N")
	}
	return c.Key, c.Behaviour
}

// place describes the line of the source at which a program crashed, if it is known.
func place(r verdict.Result) string {
	if r.CrashLine == "" {
		return ""
	}
	return " at " + r.CrashLine
}

// failure is the line of standard error that names an error.
var failure = regexp.MustCompile(
	`(?m)^.*(?:Error|Exception|panic:|fatal error:|terminate called|\b(?:seg)?fault\b|\boverflow\b).*$`)

// overflow matches the messages of interpreters and runtimes about a recursion that is too deep.
var overflow = regexp.MustCompile(
	`\bRecursionError\b|maximum recursion depth|\bStackOverflowError\b` +
		`|Maximum call stack size|\b[Ss]tack overflow\b|goroutine stack exceeds`)

// crashed describes a crash by the last line of the program's standard error that names an error, or by the
// only line.
func crashed(r verdict.Result) string {
	lines := failure.FindAll(r.Outcome.Errors, -1)
	if errors := bytes.TrimSpace(r.Outcome.Errors); len(lines) == 0 && len(errors) > 0 &&
		!bytes.ContainsRune(errors, '\n') {
		lines = [][]byte{errors}
	}
	if len(lines) == 0 {
		return r.Reason
	}
	return fmt.Sprintf("%s (%s)", strings.TrimSpace(string(lines[len(lines)-1])), r.Reason)
}

// digits are numbers that differ from case to case, such as an index out of range.
var digits = regexp.MustCompile(`\b\d+\b`)

// missing names the files that are missing.
func missing(r verdict.Result) string {
	var names []string
	for _, f := range r.Files {
		if f.Verdict == verdict.Missing {
			names = append(names, f.Name)
		}
	}
	return strings.Join(names, " and ")
}

// formOf returns the cause of one file that differs, as far as it can be seen without an explanation.
func formOf(r verdict.Result) (key, does, right string) {
	for _, f := range r.Files {
		d := f.Report.First
		switch {
		case d == nil:
			continue
		case d.Kind == compare.MissingLines:
			return "lines-missing", "ends " + f.Name + " too soon", ""
		case d.Kind == compare.ExtraLines:
			return "lines-added", "goes on in " + f.Name + " where it should end", ""
		}
		key := map[compare.Kind]string{compare.LineEnds: keyLineEnds, compare.Blanks: keyBlanksAtEnd,
			compare.FinalNewline: keyExtraNewline, compare.OptionalLines: keyOptionalLines}[d.Kind]
		if key == keyExtraNewline && len(d.Want) > 0 && strings.HasSuffix(d.Want[0], "\n") {
			key = keyNoNewline
		}
		if key == "" {
			return "content", "writes another line in " + f.Name, ""
		}
		does, right := decision.Words(key)
		return key, does, right
	}
	return "", "", ""
}

// difficulty returns how hard an explanation is to understand: a short path and few pieces on the board are
// easy. One more ply weighs as much as four times the pieces, so that a case with thousands of stones is no
// example if a case with a few exists. An explanation without a board is harder than any with one.
func difficulty(e *decision.Explanation) float64 {
	if e == nil || e.Board == nil {
		return math.Inf(1)
	}
	pieces, plies := 0, 0
	for _, s := range e.Board.Squares {
		if n, err := strconv.Atoi(s.Text); err == nil {
			pieces += n // stones
		} else if s.Text != "" {
			pieces++
		}
	}
	if e.Node != nil {
		plies = len(e.Node.Path)
	} else if e.Turn != nil && !e.Turn.OnePly {
		plies = 2
	}
	return 2*float64(plies) + math.Log2(float64(1+pieces))
}

// byDifficulty orders cases by the difficulty of their explanations.
func byDifficulty(explained map[string]*decision.Explanation) func(x, y string) int {
	return func(x, y string) int { return cmp.Compare(difficulty(explained[x]), difficulty(explained[y])) }
}
