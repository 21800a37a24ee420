package diagnosis

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// Support is what speaks for a name.
type support struct {
	equal   int     // cases of which the second solver with the causes found writes all
	matters int     // failing cases in which the mistake shows
	bits    float64 // how unlikely it is that another mistake writes the same in these cases
}

// weighed is how many cases are weighed.
const weighed = 6

// enough returns how many bits a name needs beside others if it is equal in so many of the cases in which it
// matters. Of some hundred known mistakes one fits by chance with less than 9; the more cases something else
// is wrong in, the more mistakes there are that might look like this one. The figures were chosen by hand
// from what go run ./bench/diagnosis --unknown --every 16 --pairs 60 said of 138 programs.
func enough(equal, matters int) float64 {
	switch {
	case 4*equal >= 3*matters:
		return 9
	case 5*equal >= matters:
		return 16
	}
	return 24
}

// earn returns the causes that have earned their names: each writes all of some cases, alone or with others,
// and in a way that another mistake would hardly do by chance. It forgets the others.
func (d *diagnosis) earn(ctx context.Context, causes []*cause) ([]*cause, error) {
	for {
		worst := -1
		for i, c := range causes {
			ok, err := d.earns(ctx, c)
			if err != nil {
				return nil, err
			}
			if !ok && (worst < 0 || len(c.symptoms) < len(causes[worst].symptoms)) {
				worst = i
			}
		}
		if worst < 0 {
			return causes, nil
		}
		dropped := causes[worst]
		causes = slices.Delete(slices.Clone(causes), worst, worst+1)
		d.forget(dropped)
	}
}

// ids returns the first fault of each cause.
func ids(causes []*cause) (all []string) {
	for _, c := range causes {
		all = append(all, c.faults[0].ID)
	}
	return all
}

// forget takes a cause from the cases that it explains with others.
func (d *diagnosis) forget(dropped *cause) {
	for _, s := range d.failed {
		i := slices.Index(s.causes, dropped.faults[0].ID)
		if i < 0 {
			continue
		}
		d.explainBy(s, slices.Delete(slices.Clone(s.causes), i, i+1)...)
	}
}

// earns reports whether a cause has earned its name.
func (d *diagnosis) earns(ctx context.Context, c *cause) (bool, error) {
	id := c.faults[0].ID
	var equal []*symptom
	matters := 0
	for _, s := range d.failed {
		shows, known := d.kills(s.c, id)
		explains := slices.Contains(s.causes, id)
		if explains || known && shows {
			matters++
		}
		if explains && s.equal {
			equal = append(equal, s)
		}
	}
	c.support = support{equal: len(equal), matters: matters}
	if len(equal) == 0 {
		return false, nil
	}
	if len(equal) == len(d.failed) {
		return true, nil
	}
	written := len(d.failing(func(s *symptom) bool { return s.equal }))
	if 10*written < 9*len(d.failed) { // boards and moves speak for whatever else is wrong, too
		if equal = slices.DeleteFunc(equal, func(s *symptom) bool { return !s.tells() }); len(equal) == 0 {
			return false, nil
		}
	}
	for _, s := range equal[:min(weighed, len(equal))] {
		bits, err := d.surprise(ctx, c, s)
		if err != nil {
			return false, err
		}
		c.support.bits += bits
	}
	return c.support.bits >= enough(c.support.equal, matters), nil
}

// tells reports whether more speaks in a case than a board or the move that was chosen: a log, even if it is
// right, for then no mistake of the search made the board wrong, or all the moves of a battle.
func (s *symptom) tells() bool {
	return slices.Contains(s.c.Problem.Files(), s.stage.File) || s.isBattle()
}

// surprise returns how many bits it takes to tell that a mistake writes what the program wrote in a case: of
// all that show there, few write the same.
func (d *diagnosis) surprise(ctx context.Context, c *cause, s *symptom) (float64, error) {
	all := slices.DeleteFunc(d.candidates(), func(r *record) bool { return d.hides(s.c, r.fault.ID) })
	same, err := d.instead(ctx, all, []*symptom{s}, c.faults[0].ID)
	return math.Log2(float64(2+len(all)) / float64(max(1, len(same)))), err
}

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

// outgrows reports whether the second solver with a fault writes all lines of a program's wrong log, and is
// given up before its end for writing too many.
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

// writes reports whether the second solver with some faults writes all bytes of files for a case.
func (d *diagnosis) writes(s *symptom, files map[string][]string, faults ...string) bool {
	made, _ := d.solveUntil(newRowMatcher(s.stage, files, files), s.c, faults...)
	return made.writes(files)
}

// A logOf is the lines of a log in a file, to which rows are compared.
type logOf []string

func (l logOf) has(i int, row string) bool {
	return i < len(l) && l[i] == strings.TrimRight(row, " \t\r")
}

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
	case l.right.ends(i) || l.fits && l.got.ends(i):
		return false
	case l.whole && i == l.wrong && i >= len(l.got): // it was cut off while it was right
		l.evidence = silent
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
