package diagnosis

import (
	"context"
	"errors"
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
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A diagnosis is the state of the diagnosis of one program.
type diagnosis struct {
	a       *oracle.Assignment
	second  *mutant.Solver
	edition string
	known   bool // the Kills of the cases apply to the edition
	course  bool // results were compared by the course's rules, which ignore form and some lines
	failed  []*symptom
	passed  []*cases.Case
	unknown func(mutant.Fault) bool // reports the faults that are left out; nil for none
}

func newDiagnosis(a *oracle.Assignment, edition string) *diagnosis {
	known := edition == "" || edition == a.Editions[0].Name
	return &diagnosis{a: a, second: catalog.Second(a), edition: edition, known: known}
}

// An answer is the output of the second solver. ok is false if the solver gave up.
type answer struct {
	files map[string][]string // lines by the file's name
	ok    bool
}

// writes reports whether the answer equals the program's output.
func (a answer) writes(got map[string][]string) bool {
	return a.ok && maps.EqualFunc(got, a.files, slices.Equal)
}

// begins reports whether the answer begins with the program's output.
func (a answer) begins(got map[string][]string) bool {
	for name, text := range got {
		if written := a.files[name]; len(written) < len(text) || !slices.Equal(written[:len(text)], text) {
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
	// stage identifies the lines of the log. It is stored because every fault is evaluated on it, and the stage
	// of a map requires a layout.
	stage replay.Stage
	explained
}

// explained is the explanation of a failing case by faults.
type explained struct {
	causes []string // faults, in the order in which they were found
	// reference is the second solver's answer with these faults. equal is set if the program wrote the same.
	reference answer
	equal     bool
}

func (d *diagnosis) symptom(r verdict.Result) *symptom {
	s := &symptom{c: r.Case, result: r, got: map[string][]string{}, partial: partial(r),
		explained: explained{reference: d.solve(r.Case)}}
	if shown, ok := r.Case.Problem.(homework.Replayer); ok {
		s.stage = shown.Stage()
	}
	for _, file := range r.Files {
		switch text := writtenLines(file, s.partial); {
		case file.Verdict == verdict.Pass:
			s.got[file.Name] = s.reference.files[file.Name]
		case len(text) > 0 || blank(r, file):
			s.got[file.Name] = text
		}
	}
	return s
}

// judges reports whether a case is from a problem package that judges answers itself.
func judges(r verdict.Result) bool {
	_, judged := r.Case.Problem.(compare.Judge)
	return judged
}

// blank reports whether a file without a line is an answer. In a problem package such a file may be a wrong
// answer.
func blank(r verdict.Result, f verdict.File) bool {
	return judges(r) && f.Verdict == verdict.Wrong && len(writtenLines(f, partial(r))) == 0 && !partial(r)
}

// isOmitted reports whether a missing file is an answer. In a problem package files may be optional; then
// other files exist.
func isOmitted(r verdict.Result, f verdict.File) bool {
	return judges(r) && f.Verdict == verdict.Missing && !partial(r) &&
		slices.ContainsFunc(r.Files, func(f verdict.File) bool { return f.Verdict != verdict.Missing })
}

// partial reports whether a program did not finish, so that its output may be cut off anywhere.
func partial(r verdict.Result) bool {
	switch r.Verdict {
	case verdict.Crash, verdict.Timeout, verdict.Memory, verdict.Output:
		return true
	}
	return slices.ContainsFunc(r.Files, func(f verdict.File) bool { return f.Cut })
}

// writtenLines returns the lines of a file that is not right, as far as they are known. If the file may be cut off
// anywhere, the last line is left out, unless it has a newline.
func writtenLines(f verdict.File, partial bool) []string {
	text := string(f.Text)
	if partial {
		text = text[:strings.LastIndexByte(text, '\n')+1]
	}
	return scan.Lines(text)
}

// kills reports whether a case shows a fault. ok is false if that is not known.
func (d *diagnosis) kills(c *cases.Case, fault string) (shown, ok bool) {
	return slices.Contains(c.Kills, fault), d.known && len(c.Kills) > 0
}

// hides reports whether a case is known not to show a fault.
func (d *diagnosis) hides(c *cases.Case, fault string) bool {
	shown, known := d.kills(c, fault)
	return known && !shown
}

// refuted reports whether a passing case would fail with a fault. If the corpus has no record of this for a
// case, refuted solves the case, up to a limit.
func (d *diagnosis) refuted(fault string) bool {
	tried := 0
	for _, c := range d.passed {
		shown, known := d.kills(c, fault)
		switch {
		case known && shown:
			return true
		case known || tried == sampleSize:
			continue
		}
		tried++
		right, written := d.solve(c), d.solve(c, fault)
		if right.ok && written.ok && !written.writes(right.files) && !accepted(c, written, right) {
			return true
		}
	}
	return false
}

// accepted reports whether a case that judges answers itself accepts an answer other than the oracle's.
func accepted(c *cases.Case, written, right answer) bool {
	judge, ok := c.Problem.(compare.Judge)
	for name := range right.files {
		text, left := written.files[name]
		if ok = ok && left; ok {
			report, err := judge.Judge(context.Background(), name,
				strings.NewReader(strings.Join(append(text, ""), "\n")))
			ok = err == nil && report.Grade == compare.Equal
		}
	}
	return ok
}

// solve returns the second solver's answer to a case with some faults. Without faults this is the right
// answer, which the oracle finds sooner. A case that judges answers itself may have several right ones.
func (d *diagnosis) solve(c *cases.Case, faults ...string) answer {
	if _, judges := c.Problem.(compare.Judge); len(faults) == 0 && !judges {
		right, err := homework.Answer(context.Background(), c.Problem, homework.Options{Edition: d.edition})
		written := answer{files: map[string][]string{}, ok: err == nil}
		for name, text := range right {
			written.files[name] = scan.Lines(string(text))
		}
		return written
	}
	made, _ := d.solveUntil(nil, c, faults...)
	return made
}

// evidence is the result of testing a fault against a case.
type evidence int

const (
	silent   evidence = iota // nothing: it does not show there, or another mistake shows before
	against                  // it would have made wrong what the program has right
	doubtful                 // it shows where the program goes wrong, but writes another line there
	fits                     // it writes the program's first wrong line
	equals                   // it writes all that the program wrote
)

// evaluate returns the evidence of a failing case for faults, in addition to the faults that already explain
// it.
func (d *diagnosis) evaluate(s *symptom, faults ...string) evidence {
	if !s.reference.ok {
		return silent
	}
	early := newRowMatcher(s.stage, s.got, s.reference.files)
	if _, written := s.got[s.stage.File]; early != nil && !written {
		return silent
	}
	all := append(slices.Clone(s.causes), faults...)
	inSearch := slices.ContainsFunc(all, func(id string) bool { return !d.inFiles(id) })
	if early != nil && len(early.right) > search.MaxRows && !inSearch {
		return silent // the search is the same, and too long
	}
	made, stopped := d.solveUntil(early, s.c, all...)
	if stopped {
		rows := slices.Concat(s.reference.files[s.stage.File][:s.stage.First-1], early.rows)
		made = answer{files: map[string][]string{s.stage.File: rows}, ok: true}
	}
	return s.compare(made)
}

// compare returns the evidence of an answer of the second solver, which has all rows that matter. If
// the program's log is wrong, only the log counts. The rest of the output follows from a search that went
// wrong, and another mistake there may hide this one.
func (s *symptom) compare(written answer) evidence {
	if !written.ok {
		return silent
	}
	log, rest := parts(s.stage, s.reference.files)
	comparison := s.compareParts(written.files, log)
	result := comparison.evidence
	if !comparison.wrong && result != against {
		result = max(result, s.compareParts(written.files, rest).evidence)
	}
	switch {
	case result == fits && written.writes(s.got):
		return equals
	case result == fits && s.partial && !written.begins(s.got):
		return doubtful // all that is there has to show it
	}
	return result
}

// A part is a range of lines of a file: from first on, up to end unless that is 0.
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

// parts returns the parts of an answer that are the log, and the other parts.
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

// A comparison is the evidence of parts of a case for a fault. wrong is set if the program has these parts
// wrong.
type comparison struct {
	evidence
	wrong bool
}

// compareParts compares the program's output with the output of a fault, at the first place where they differ
// from the right output. A file that is missing because the program did not finish is no evidence. If neither
// the program nor the fault writes a file, and the fault writes others, the two agree.
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

// line returns line i, or "" after the last line.
func line(text []string, i int) string {
	if i < len(text) {
		return text[i]
	}
	return ""
}

// solveUntil is like solve, but stops with stopped set once a rowMatcher has seen enough of the log. The
// first rows decide about most faults, and the search takes most of the time. It does not stop early for a
// fault in the way files are written, since such a fault can change rows at the end. l may be nil.
func (d *diagnosis) solveUntil(l *rowMatcher, c *cases.Case, faults ...string) (
	written answer, stopped bool) {
	var stop func(row string) bool
	if l != nil && !slices.ContainsFunc(faults, d.inFiles) {
		stop = l.stop
	}
	edition := d.edition
	if len(d.a.Editions) == 1 {
		edition = ""
	}
	texts, err := d.second.SolveUntil(edition, c.Input(), stop, faults...)
	written = answer{files: map[string][]string{}, ok: err == nil}
	for name, text := range texts {
		written.files[name] = scan.Lines(text)
	}
	return written, errors.Is(err, mutant.ErrStopped)
}

// inFiles reports whether a fault is in the way files are written.
func (d *diagnosis) inFiles(id string) bool {
	fault, _ := d.second.Lookup(id)
	return fault.Kind == "output" || fault.Kind == "form"
}

// writes reports whether the second solver with some faults writes all bytes of files for a case.
func (d *diagnosis) writes(s *symptom, files map[string][]string, faults ...string) bool {
	written, _ := d.solveUntil(newRowMatcher(s.stage, files, files), s.c, faults...)
	return written.writes(files)
}

// A rowMatcher reads the rows of a log one by one, until the rows that follow cannot change the evidence.
type rowMatcher struct {
	got, right []string
	wrong      int      // the first row that the program has wrong, or -1
	rows       []string // read so far
}

// newRowMatcher returns the matcher for the log of a program with the output got, or nil if the right files
// have no log.
func newRowMatcher(stage replay.Stage, got, right map[string][]string) *rowMatcher {
	log, _ := parts(stage, right)
	if len(log) == 0 {
		return nil
	}
	l := &rowMatcher{got: log[0].of(got), right: log[0].of(right)}
	l.wrong = differ(l.got, l.right)
	return l
}

// stop reports whether the evidence is settled by a row and those before: the row is not the right one before
// the program's first wrong row, or not the program's from there on. The last row and those after it settle
// nothing, since the log need not be all of the file.
func (l *rowMatcher) stop(row string) bool {
	i := len(l.rows)
	l.rows = append(l.rows, strings.TrimRight(row, " \t\r"))
	reached := l.wrong >= 0 && i >= l.wrong
	switch {
	case i+1 >= len(l.right) || reached && i > l.wrong && i+1 >= len(l.got):
		return false
	case reached:
		return i >= len(l.got) || l.got[i] != l.rows[i]
	}
	return l.right[i] != l.rows[i]
}

// explainBy sets the causes of a case.
func (d *diagnosis) explainBy(s *symptom, faults ...string) {
	s.causes = faults
	s.reference = d.solve(s.c, faults...)
	s.equal = len(faults) > 0 && s.reference.writes(s.got)
}

// hasDetails reports whether a case shows more than a board or one chosen move: a log, or all moves of a
// battle. A right log counts too, since it shows that no mistake in the search made the board wrong.
func (s *symptom) hasDetails() bool {
	return slices.Contains(s.c.Problem.Files(), s.stage.File) || s.isBattle()
}

// isBattle reports whether a case is a battle.
func (s *symptom) isBattle() bool {
	battle, ok := s.c.Problem.(homework.Battle)
	if !ok {
		return false
	}
	turn, _ := battle.Turn(1, nil)
	return turn > 0
}

// Case returns the faults that fit one failing case: the faults with which the second solver writes the same
// output, or else the faults with which it has the same first wrong line.
func Case(ctx context.Context, a *oracle.Assignment, edition string, r verdict.Result) ([]Fault, Grade,
	error) {
	d := newDiagnosis(a, edition)
	if d.second == nil || !isDiagnosable(r) {
		return nil, "", nil
	}
	s := d.symptom(r)
	suspects := d.suspects()
	each(ctx, len(suspects), func(i int) { suspects[i].evaluate(d, []*symptom{s}) })
	for _, grade := range []struct {
		Grade
		evidence
	}{{Equals, equals}, {Fits, fits}} {
		var faults []Fault
		for _, r := range suspects {
			if r.evidence[s] == grade.evidence {
				faults = append(faults, NewFault(r.fault))
			}
		}
		if len(faults) > 0 {
			return faults, grade.Grade, ctx.Err()
		}
	}
	return nil, "", ctx.Err()
}

// Explains reports whether a cause explains a failing case: with its fault the second solver first
// goes wrong in the same line, and in the same way.
func (c Cause) Explains(a *oracle.Assignment, edition string, r verdict.Result) bool {
	d := newDiagnosis(a, edition)
	if d.second == nil || !isDiagnosable(r) {
		return false
	}
	s := d.symptom(r)
	return slices.ContainsFunc(c.Faults, func(f Fault) bool { return d.evaluate(s, f.Name) >= fits })
}

// isDiagnosable reports whether a result can be evidence for or against a fault: some line is wrong, or a
// missing file is an answer.
func isDiagnosable(r verdict.Result) bool {
	return !formed(r) && slices.ContainsFunc(r.Files, func(f verdict.File) bool {
		return f.Verdict != verdict.Pass && f.Report.Grade != compare.SameForm &&
			(len(writtenLines(f, partial(r))) > 0 || blank(r, f) || isOmitted(r, f))
	})
}
