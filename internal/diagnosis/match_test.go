package diagnosis

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A second solver that stops early gives the same evidence as its whole output: for programs with each kind of
// mistake, for files that are cut short or strange, and for faults of every kind.
func TestEarlyVerdicts(t *testing.T) {
	for _, a := range oracle.Assignments() {
		all := gametest.Corpus(t, a)
		d := newDiagnosis(a, "")
		s := shortLog(d, all)
		if s == nil {
			expect.Equal(t, "gangwars", a.Name, "an assignment without a case with a short log")
			continue
		}
		right := s.reference.files
		rubbish := map[string][]string{}
		for name := range right {
			rubbish[name] = []string{"X"}
		}
		programs := []map[string][]string{cut(right, 1), cut(right, 12), goingOn(right), {}, rubbish}
		for i, f := range catalog.Faults(a) {
			if i%20 > 0 {
				continue
			}
			if made := d.solve(s.c, f.ID); made.ok && !made.writes(right) {
				programs = append(programs, made.files, cut(made.files, 12))
			}
		}
		for _, got := range programs {
			s.got = got
			expectEarly(t, d, s)
			s.partial = true
			expectEarly(t, d, s)
			s.partial = false
		}
		if l := newRowMatcher(s.stage, rubbish, right); !l.stop(right[s.stage.File][s.stage.First-1]) {
			t.Errorf("%s: the first row does not settle what rubbish says of a fault", a.Name)
		}
		s.got = right
		d.explainBy(s, catalog.Faults(a)[0].ID)
		expectEarly(t, d, s)
	}
}

// shortLog returns a case with a log and a short answer, or nil.
func shortLog(d *diagnosis, all []*cases.Case) *symptom {
	for _, c := range all {
		if size := c.AnswerSize(); size < 250 || size > 700 {
			continue
		}
		s := d.symptom(verdict.Result{Case: c})
		if log, _ := parts(s.stage, s.reference.files); len(log) > 0 {
			return s
		}
	}
	return nil
}

func expectEarly(t *testing.T, d *diagnosis, s *symptom) {
	t.Helper()
	for i, f := range d.second.Faults() {
		if i%4 > 0 && f.Kind != "form" {
			continue
		}
		faults := append(slices.Clone(s.causes), f.ID)
		made := d.solve(s.c, faults...)
		if !made.ok {
			continue // but its first rows may distinguish it
		}
		expect.Equal(t, s.compare(made), d.evaluate(s, f.ID), d.a.Name, s.c.Name, faults, s.got)
		expect.Equal(t, made.writes(s.got), d.writes(s, s.got, faults...), d.a.Name, s.c.Name, faults, s.got)
	}
}

// An evaluation predicts all right values, and at least four wrong ones and a third of them.
func TestPredicts(t *testing.T) {
	e := evaluation{value: func(l *leaf) int64 { return l.own }}
	for _, c := range []struct{ right, missed, predicted, wrong, want int }{
		{5, 0, 4, 0, 4}, {5, 0, 3, 0, 0}, {5, 0, 4, 8, 4}, {5, 0, 4, 9, 0}, {5, 1, 4, 0, 0}, {0, 0, 6, 12, 6},
	} {
		leaves := slices.Repeat([]*leaf{{want: 1, got: 1, own: 1}}, c.right)
		leaves = append(leaves, slices.Repeat([]*leaf{{want: 1, got: 1, own: 2}}, c.missed)...)
		leaves = append(leaves, slices.Repeat([]*leaf{{want: 1, got: 2, own: 2}}, c.predicted)...)
		leaves = append(leaves, slices.Repeat([]*leaf{{want: 1, got: 2, own: 3}}, c.wrong)...)
		expect.Equal(t, c.want, e.predicts(leaves), c)
	}
}

// cut returns files of at most maxLines lines.
func cut(files map[string][]string, maxLines int) map[string][]string {
	some := map[string][]string{}
	for name, text := range files {
		some[name] = text[:min(maxLines, len(text))]
	}
	return some
}

// goingOn returns files that go on where they should end, without a newline.
func goingOn(files map[string][]string) map[string][]string {
	more := maps.Clone(files)
	for name, text := range more {
		more[name] = scan.Lines(strings.TrimSuffix(strings.Join(text, ""), "\n") + "\nand on")
	}
	return more
}

// Each evaluation of a fault resets its counts, so that the search for a second fault does not add to them.
func TestCountsStartAgain(t *testing.T) {
	corpus := gametest.Corpus(t, &reversi.Assignment)
	r := &record{evidence: map[*symptom]evidence{}}
	var symptoms []*symptom
	for i, says := range []evidence{equals, fits, doubtful, fits, against} {
		symptoms = append(symptoms, &symptom{c: corpus[i]})
		r.evidence[symptoms[i]] = says
	}
	r.evaluate(&diagnosis{}, symptoms) // the last case refutes the fault
	for range 3 {
		r.evaluate(&diagnosis{}, symptoms[:4])
		if r.doubtful != 1 || r.equals != 1 || len(r.fits) != 3 || r.tried != 4 || r.refuted {
			t.Fatalf("counted %d doubtful, %d equal, %d fitting of %d, refuted %v; want 1, 1, 3 of 4",
				r.doubtful, r.equals, len(r.fits), r.tried, r.refuted)
		}
	}
}

// Output that is cut off is no evidence about a mistake that shows only after the cut, or right at it.
func TestCutOffIsNoEvidence(t *testing.T) {
	right := []string{"a", "b", "c", "d"}
	for _, c := range []struct {
		got, made []string
		partial   bool
		want      evidence
	}{
		{right[:2], []string{"a", "b", "c", "x"}, true, 0},
		{right[:2], []string{"a", "b", "x", "d"}, true, 0},
		{right[:2], []string{"a", "x", "c", "d"}, true, against},
		{right[:2], []string{"a", "b", "x", "d"}, false, doubtful},
		{[]string{"a", "y"}, []string{"a", "x", "c", "d"}, false, doubtful},
		{[]string{"a", "x"}, []string{"a", "x", "c", "d"}, true, fits},
	} {
		s := &symptom{got: map[string][]string{"log": c.got}, partial: c.partial}
		s.reference.files = map[string][]string{"log": right}
		if got := s.compareParts(map[string][]string{"log": c.made}, []part{{file: "log"}}); got.evidence != c.want {
			t.Errorf("%q, cut off is %v, against a mistake with %q: evidence %v, want %v", c.got, c.partial, c.made,
				got.evidence, c.want)
		}
	}
}

// The order of crashes does not depend on chance, even in cases of equal size.
func TestOrderOfCrashes(t *testing.T) {
	problem := gametest.Corpus(t, &reversi.Assignment)[0]
	r := &reading{byName: map[string]*version{}}
	var want []string
	for i := range 20 {
		c := *problem
		c.Name = fmt.Sprintf("case-%02d", i)
		want = append(want, c.Name)
		r.results = append(r.results, verdict.Result{Case: &c, Verdict: verdict.Crash})
		r.byName[c.Name] = &version{written: r.results[i]}
	}
	causes := r.endings(nil)
	expect.Equal(t, 1, len(causes), "causes")
	expect.Equal(t, want, causes[0].Cases)
}
