package diagnose

import (
	"errors"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/mutant"
)

// solveUntil is solve, except that it ends, with stopped set, as soon as stop returns true for a row
// of the log and its index: the first rows settle most faults, and the search is most of the work. What a
// fault in the way files are written makes of a row is not known before the end, so with one it does not
// stop. stop may be nil.
func (d *diagnosis) solveUntil(stop func(i int, row string) bool, c *cases.Case, faults ...string) (made answer, stopped bool) {
	for _, id := range faults {
		if fault, _ := d.a.Second.Lookup(id); fault.Kind == "output" || fault.Kind == "form" {
			stop = nil
		}
	}
	var each func(row string) bool
	if stop != nil {
		i := -1
		each = func(row string) bool {
			i++
			return stop(i, row)
		}
	}
	edition := d.edition
	if len(d.a.Editions) == 1 {
		edition = ""
	}
	texts, err := d.a.Second.SolveUntil(edition, c.Input(), each, faults...)
	made = answer{files: map[string][]string{}, ok: err == nil}
	for name, text := range texts {
		made.files[name] = lines(text)
	}
	return made, errors.Is(err, mutant.ErrStopped)
}

// writes reports whether the second solver with some faults writes all bytes of files for a case.
func (d *diagnosis) writes(s *symptom, files map[string][]string, faults ...string) bool {
	var stop func(i int, row string) bool
	if log, _ := parts(s.stage, files); len(log) > 0 {
		want, atEnd := logOf(log[0].of(files)), false
		stop = func(i int, row string) bool {
			atEnd = atEnd || want.ends(i)
			return !atEnd && !want.has(i, row)
		}
	}
	made, _ := d.solveUntil(stop, s.c, faults...)
	return made.writes(files)
}

// A logOf is the lines of a log in a file, to which rows are compared.
type logOf []string

func (l logOf) has(i int, row string) bool { return l[i] == row+"\n" }

// ends reports whether row i is the last one or lies behind it. There only whole files can be
// compared, since the last line of a file may lack its newline, and the log need not be all of the file.
func (l logOf) ends(i int) bool { return i+1 >= len(l) }

// A listener is told the rows of a log one by one, until what follows cannot change the verdict.
type listener struct {
	got, right logOf
	wrong      int  // the first row that the program has wrong, or -1
	fits       bool // that row was the same
	atEnd      bool
	verdict    verdict // once it has stopped
}

// newListener returns the listener to part p of an answer.
func newListener(p part, got, right map[string][]string) *listener {
	l := &listener{got: p.of(got), right: p.of(right)}
	l.wrong = differ(l.got, l.right)
	return l
}

// stop reports whether the verdict is settled by a row and those before, as compareParts would find.
func (l *listener) stop(i int, row string) bool {
	l.atEnd = l.atEnd || l.got.ends(i) || l.right.ends(i)
	switch {
	case l.atEnd:
		return false
	case l.fits:
		l.verdict = fits // it equals if no other row differs
		return !l.got.has(i, row)
	case i == l.wrong && l.right.has(i, row):
		l.verdict = silent
	case i == l.wrong && l.got.has(i, row):
		l.fits = true
		return false
	case i == l.wrong:
		l.verdict = doubtful
	case l.right.has(i, row):
		return false
	default:
		l.verdict = against
	}
	return true
}
