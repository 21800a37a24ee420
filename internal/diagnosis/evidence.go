package diagnosis

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A diagnosis is the work on one program.
type diagnosis struct {
	a       *oracle.Assignment
	second  *mutant.Solver
	edition string
	known   bool // the edition is the one of which the cases' Kills tell
	course  bool // results were compared as by the course, to whom form and some lines are nothing
	single  bool // the work stays on the calling goroutine
	failed  []*symptom
	passed  []*cases.Case
	unknown func(mutant.Fault) bool // which faults are left out; nil for none
}

func newDiagnosis(a *oracle.Assignment, edition string) *diagnosis {
	known := edition == "" || edition == a.Editions[0].Name
	return &diagnosis{a: a, second: catalog.Second(a), edition: edition, known: known}
}

// An answer is what the second solver wrote; ok is false if it gave up.
type answer struct {
	files map[string][]string // lines by the file's name
	ok    bool
}

// writes reports whether it is what a program got.
func (a answer) writes(got map[string][]string) bool {
	return a.ok && maps.EqualFunc(got, a.files, slices.Equal)
}

// begins reports whether what a program got is how it begins.
func (a answer) begins(got map[string][]string) bool {
	for name, text := range got {
		if made := a.files[name]; len(made) < len(text) || !slices.Equal(made[:len(text)], text) {
			return false
		}
	}
	return a.ok
}

// A symptom is a failing case.
type symptom struct {
	c       *cases.Case
	result  verdict.Result
	got     map[string][]string // the program's lines, by the file's name
	partial bool                // the program did not come to its end
	// stage tells which lines are the log. It is kept, for every fault is evaluated on it, and the stage of a
	// map takes a layout.
	stage replay.Stage
	explained
}

// explained is by what a failing case is explained.
type explained struct {
	causes []string // faults, in the order in which they were found
	// reference is what the second solver writes with these faults, and equal whether the program
	// wrote the same.
	reference answer
	equal     bool
}

// A cause is a fault, or several that cannot be told apart, and what it explains.
type cause struct {
	faults   []mutant.Fault
	symptoms []*symptom
	beside   []*cause // without which it explains nothing
	support  support
}

func (d *diagnosis) symptom(r verdict.Result) *symptom {
	s := &symptom{c: r.Case, result: r, got: map[string][]string{}, partial: partial(r),
		explained: explained{reference: d.solve(r.Case)}}
	if shown, ok := r.Case.Problem.(homework.Replayer); ok {
		s.stage = shown.Stage()
	}
	for _, file := range r.Files {
		switch text := written(file, s.partial); {
		case file.Verdict == verdict.Pass:
			s.got[file.Name] = s.reference.files[file.Name]
		case len(text) > 0 || blank(r, file):
			s.got[file.Name] = text
		}
	}
	return s
}

// judges reports whether a case is of a problem package, which judges answers itself.
func judges(r verdict.Result) bool {
	_, is := r.Case.Problem.(compare.Judge)
	return is
}

// blank reports whether a file without a line is an answer: one of a problem package, which may be a wrong
// one.
func blank(r verdict.Result, f verdict.File) bool {
	return judges(r) && f.Verdict == verdict.Wrong && len(written(f, partial(r))) == 0 && !partial(r)
}

// unleft reports whether a file that is not there is an answer, beside others that are: one of a problem
// package, where files may be optional.
func unleft(r verdict.Result, f verdict.File) bool {
	return judges(r) && f.Verdict == verdict.Missing && !partial(r) &&
		slices.ContainsFunc(r.Files, func(f verdict.File) bool { return f.Verdict != verdict.Missing })
}

// partial reports whether a program did not come to its end, so that what it left may be cut off anywhere.
func partial(r verdict.Result) bool {
	switch r.Verdict {
	case verdict.Crash, verdict.Timeout, verdict.Memory, verdict.Output:
		return true
	}
	return slices.ContainsFunc(r.Files, func(f verdict.File) bool { return f.Cut })
}

// written returns the lines of a file that is not right, as far as it is known, and none of an empty one. Of
// one that may be cut off anywhere the last line is left out, unless it has its end.
func written(f verdict.File, partial bool) []string {
	text := string(f.Text)
	if partial {
		text = text[:strings.LastIndexByte(text, '\n')+1]
	}
	return lines(text)
}

// lines returns the lines of a text as they are compared: in the right form, without line ends, blanks before
// these, and blank lines at the end.
func lines(text string) []string {
	all := strings.Split(text, "\n")
	for i, line := range all {
		all[i] = strings.TrimRight(line, " \t\r")
	}
	for len(all) > 0 && all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}

// kills reports whether a case shows a fault. ok is false if that is not known.
func (d *diagnosis) kills(c *cases.Case, fault string) (shows, ok bool) {
	return slices.Contains(c.Kills, fault), d.known && len(c.Kills) > 0
}

// hides reports whether a case is known not to show a fault.
func (d *diagnosis) hides(c *cases.Case, fault string) bool {
	shows, known := d.kills(c, fault)
	return known && !shows
}

// refuted reports whether a case that passes would have failed with a fault, or with several at
// once. Where that is not known it is tried, on a sample.
func (d *diagnosis) refuted(faults ...string) bool {
	tried := 0
	for _, c := range d.passed {
		shows, known := false, true
		for _, f := range faults {
			one, ok := d.kills(c, f)
			shows, known = shows || one, known && ok
		}
		switch {
		case known && !shows || !known && tried == sample:
			continue
		case known && len(faults) == 1:
			return true
		case !known:
			tried++
		}
		right, made := d.solve(c), d.solve(c, faults...)
		if right.ok && made.ok && !made.writes(right.files) && !accepted(c, made, right) {
			return true
		}
	}
	return false
}

// accepted reports whether a case that judges answers itself takes one that is not the oracle's.
func accepted(c *cases.Case, made, right answer) bool {
	judge, ok := c.Problem.(compare.Judge)
	for name := range right.files {
		text, left := made.files[name]
		if ok = ok && left; ok {
			report, err := judge.Judge(context.Background(), name,
				strings.NewReader(strings.Join(append(text, ""), "\n")))
			ok = err == nil && report.Grade == compare.Equal
		}
	}
	return ok
}

// solve returns what the second solver writes for a case with some faults.
func (d *diagnosis) solve(c *cases.Case, faults ...string) answer {
	made, _ := d.solveUntil(nil, c, faults...)
	return made
}

// Evidence is what a case says of a fault.
type evidence int

const (
	silent   evidence = iota // nothing: it does not show there, or another mistake shows before
	against                  // it would have made wrong what the program has right
	doubtful                 // it shows where the program goes wrong, but writes another line there
	fits                     // it writes the program's first wrong line
	equals                   // it writes all that the program wrote
)

// evaluate returns what a failing case says of faults, beside those that explain it already.
func (d *diagnosis) evaluate(s *symptom, faults ...string) evidence {
	if !s.reference.ok {
		return silent
	}
	early := newRowMatcher(s.stage, s.got, s.reference.files)
	if early != nil && s.partial {
		early.whole = true
	}
	if _, written := s.got[s.stage.File]; early != nil && !written {
		return silent
	}
	all := append(slices.Clone(s.causes), faults...)
	inSearch := slices.ContainsFunc(all, func(id string) bool { return !d.inFiles(id) })
	if early != nil && len(early.right) > search.MostRows && !inSearch {
		return silent // the search is the same, and too long
	}
	made, stopped := d.solveUntil(early, s.c, all...)
	if stopped {
		return early.evidence
	}
	return s.compare(made)
}

// compare returns what a whole answer of the second solver says. If the program's log is wrong, only the
// log counts: what else it writes follows from a search that went wrong, and another mistake in that
// may hide this one.
func (s *symptom) compare(made answer) evidence {
	if !made.ok {
		return silent
	}
	log, rest := parts(s.stage, s.reference.files)
	of := s.compareParts(made.files, log)
	says := of.evidence
	if !of.wrong && says != against {
		says = max(says, s.compareParts(made.files, rest).evidence)
	}
	switch {
	case says == fits && made.writes(s.got):
		return equals
	case says == fits && s.partial && !made.begins(s.got):
		return doubtful // all that is there has to show it
	}
	return says
}

// A part is some lines of a file: those from first on, up to end unless that is 0.
type part struct {
	file       string
	first, end int
}

func (p part) of(files map[string][]string) []string {
	text := files[p.file]
	if p.end > 0 {
		return text[min(p.first, len(text)):min(p.end, len(text))]
	}
	return text[min(p.first, len(text)):]
}

// parts returns what of an answer is the log, and the rest.
func parts(stage replay.Stage, files map[string][]string) (log, rest []part) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if name != stage.File {
			rest = append(rest, part{file: name})
			continue
		}
		log = append(log, part{file: name, first: stage.First - 1})
		if stage.First > 1 {
			rest = append(rest, part{file: name, end: stage.First - 1})
		}
	}
	return log, rest
}

// A comparison is what parts of a case say of a fault, and whether the program has them wrong.
type comparison struct {
	evidence
	wrong bool
}

// compareParts compares what the program got with what a fault made, where they first differ from what is
// right. Where a program that did not come to its end wrote nothing, nothing is known; a file that neither
// left, beside others, is the same.
func (s *symptom) compareParts(made map[string][]string, parts []part) (c comparison) {
	refuted := false
	for _, p := range parts {
		if _, written := s.got[p.file]; !written {
			c.wrong = true
			if _, left := made[p.file]; !left && len(made) > 0 && !s.partial {
				c.evidence = max(c.evidence, fits)
			}
			continue
		}
		g, m, r := p.of(s.got), p.of(made), p.of(s.reference.files)
		wrong, shows := differ(g, r), differ(m, r)
		c.wrong = c.wrong || wrong >= 0
		switch {
		case s.partial && wrong == len(g) && (shows < 0 || shows >= wrong): // cut off while it was right
		case shows < 0 || wrong >= 0 && shows > wrong: // not there, or later
		case wrong < 0 || shows < wrong:
			refuted = true
		case line(g, wrong) == line(m, wrong):
			c.evidence = max(c.evidence, fits)
		default:
			c.evidence = max(c.evidence, doubtful)
		}
	}
	if refuted {
		c.evidence = against
	}
	return c
}

// differ returns the index of the first line in which two texts differ, or -1.
func differ(a, b []string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) == len(b) {
		return -1
	}
	return min(len(a), len(b))
}

// line returns a line, "" behind the last.
func line(text []string, i int) string {
	if i < len(text) {
		return text[i]
	}
	return ""
}
