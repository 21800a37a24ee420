package diagnosis

import (
	"errors"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// solveUntil is solve, except that it ends, with stopped set, as soon as a rowMatcher has seen enough of the
// log: the first rows settle most faults, and the search is most of the work. What a fault in the way
// files are written makes of a row is not known before the end, so with one it does not stop. l may be nil.
func (d *diagnosis) solveUntil(l *rowMatcher, c *cases.Case, faults ...string) (made answer, stopped bool) {
	var stop func(row string) bool
	if l != nil && !slices.ContainsFunc(faults, d.inFiles) {
		stop = l.stop
	}
	edition := d.edition
	if len(d.a.Editions) == 1 {
		edition = ""
	}
	texts, err := d.second.SolveUntil(edition, c.Input(), stop, faults...)
	made = answer{files: map[string][]string{}, ok: err == nil}
	for name, text := range texts {
		made.files[name] = lines(text)
	}
	return made, errors.Is(err, mutant.ErrStopped)
}

// outgrows reports whether the second solver with a fault writes all lines of a program's wrong log, and is given up before its
// end for writing too many.
func (d *diagnosis) outgrows(s *symptom, fault string) bool {
	early := newRowMatcher(s.stage, s.got, s.reference.files)
	if early == nil || d.inFiles(fault) {
		return false
	}
	made, stopped := d.solveUntil(early, s.c, fault)
	return !made.ok && !stopped && early.fits
}

// inFiles reports whether a fault is in the way files are written.
func (d *diagnosis) inFiles(id string) bool {
	fault, _ := d.second.Lookup(id)
	return fault.Kind == "output" || fault.Kind == "form"
}

// onlyInFiles reports whether all of some faults are.
func (d *diagnosis) onlyInFiles(ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool { return !d.inFiles(id) })
}

// writes reports whether the second solver with some faults writes all bytes of files for a case.
func (d *diagnosis) writes(s *symptom, files map[string][]string, faults ...string) bool {
	made, _ := d.solveUntil(newRowMatcher(s.stage, files, files), s.c, faults...)
	return made.writes(files)
}

// A logOf is the lines of a log in a file, to which rows are compared.
type logOf []string

func (l logOf) has(i int, row string) bool { return l[i] == strings.TrimRight(row, " \t\r") }

// ends reports whether row i is the last one or lies behind it. There only whole files can be
// compared, since the log need not be all of the file.
func (l logOf) ends(i int) bool { return i+1 >= len(l) }

// A rowMatcher takes the rows of a log one by one, until what follows cannot change the evidence.
type rowMatcher struct {
	got, right logOf
	wrong      int      // the first row that the program has wrong, or -1
	next       int      // index of the row that comes next
	fits       bool     // the row at wrong was the same
	whole      bool     // all rows behind that have to be the same
	evidence   evidence // once it has stopped
}

// newRowMatcher returns the matcher for the log of a program that got some files, or nil if the right ones
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

// stop reports whether the evidence is settled by a row and those before, as compareParts would find.
func (l *rowMatcher) stop(row string) bool {
	i := l.next
	l.next++
	switch {
	case l.got.ends(i) || l.right.ends(i):
		return false
	case l.fits:
		l.evidence = fits // it equals if no other row differs
		if l.whole {
			l.evidence = doubtful
		}
		return !l.got.has(i, row)
	case i == l.wrong && l.right.has(i, row):
		l.evidence = silent
	case i == l.wrong && l.got.has(i, row):
		l.fits = true
		return false
	case i == l.wrong:
		l.evidence = doubtful
	case l.right.has(i, row):
		return false
	default:
		l.evidence = against
	}
	return true
}
