package diagnosis

import (
	"fmt"
	"slices"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Each evaluation of a fault resets its counts, so that the search for a second fault does not add to them.
func TestCountsStartAgain(t *testing.T) {
	corpus := corpusOf(t, &reversi.Assignment)
	r := &record{says: map[*symptom]evidence{}}
	var symptoms []*symptom
	for i, says := range []evidence{equals, fits, doubtful, fits} {
		symptoms = append(symptoms, &symptom{c: corpus[i]})
		r.says[symptoms[i]] = says
	}
	for range 3 {
		r.evaluate(&diagnosis{}, symptoms)
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
	problem := corpusOf(t, &reversi.Assignment)[0]
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
	if len(causes) != 1 || !slices.Equal(causes[0].Cases, want) {
		t.Errorf("found %+v, want one cause of %q", causes, want)
	}
}
