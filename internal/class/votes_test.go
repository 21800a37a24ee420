package class

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/work"
	"github.com/touchstone-suite/touchstone/internal/work/parcel"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Who is asked again, and what the votes of workers come to.
func TestVotes(t *testing.T) {
	source := func(key, self string) work.Source { return work.Source{Key: key, Self: self} }
	lab1, lab2, lab3, own := source("lab1", "a"), source("lab2", "b"), source("lab3", "c"), source(work.Own, "d")
	type vote struct {
		of      work.Source
		verdict string // "build" for no program
	}
	for name, c := range map[string]struct {
		votes     []vote // the first is that of the result
		seen      []work.Source
		want      string // what stands at the end
		differs   bool
		undecided bool
		same      bool
		open      bool // there would be another
		suspect   string
	}{
		"agreed":                        {votes: []vote{{lab1, "pass"}, {lab2, "pass"}}, want: "pass"},
		"the leader's own is not asked": {votes: []vote{{own, "pass"}}, want: "pass"},
		"not yet run again":             {votes: []vote{{lab1, "pass"}}, want: "pass", open: true},
		"a third is wanted":             {votes: []vote{{lab1, "pass"}, {lab2, "wrong"}}, want: "pass", differs: true, open: true},
		"the third says the first":      {votes: []vote{{lab1, "pass"}, {lab2, "wrong"}, {lab3, "pass"}}, want: "pass", differs: true, suspect: "b (lab2)"},
		"the third says the second":     {votes: []vote{{lab1, "pass"}, {lab2, "wrong"}, {lab3, "wrong"}}, want: "wrong", differs: true, suspect: "a (lab1)"},
		"three verdicts":                {votes: []vote{{lab1, "pass"}, {lab2, "wrong"}, {lab3, "crash"}}, want: "pass", differs: true, undecided: true},
		"the leader's own decides":      {votes: []vote{{lab1, "pass"}, {own, "wrong"}}, want: "wrong", differs: true, suspect: "a (lab1)"},
		"the leader's own is third":     {votes: []vote{{lab1, "pass"}, {lab2, "wrong"}, {own, "crash"}}, want: "crash", differs: true, suspect: "a (lab1) was outvoted 1 times, b (lab2)"},
		"again by itself, alone":        {votes: []vote{{lab1, "pass"}, {lab1, "pass"}}, want: "pass", same: true},
		"not twice the same, alone":     {votes: []vote{{lab1, "pass"}, {lab1, "wrong"}}, want: "pass", same: true, differs: true, undecided: true},
		"again by itself, not alone":    {votes: []vote{{lab1, "pass"}, {lab1, "pass"}}, seen: []work.Source{lab2}, want: "pass", open: true},
		"then by another":               {votes: []vote{{lab1, "pass"}, {lab1, "pass"}, {lab2, "pass"}}, seen: []work.Source{lab2}, want: "pass"},
		"no third":                      {votes: []vote{{lab1, "pass"}, {lab2, "wrong"}, {lab1, "pass"}}, want: "pass", differs: true, undecided: true},
		"no program, agreed":            {votes: []vote{{lab1, "build"}, {lab2, "build"}}, want: "build"},
		"no program, outvoted":          {votes: []vote{{lab1, "build"}, {lab2, "wrong"}, {lab3, "wrong"}}, want: "", differs: true, suspect: "a (lab1)"},
		"no program, by the leader":     {votes: []vote{{lab1, "build"}, {own, "pass"}}, want: "", differs: true, suspect: "a (lab1)"},
		"a program, outvoted":           {votes: []vote{{lab1, "pass"}, {lab2, "build"}, {lab3, "build"}}, want: "build", differs: true, suspect: "a (lab1)"},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			g := newTestGrader(t)
			s := g.submissions[0]
			lease := Lease{Submission: s.id, Cases: []int{0}}
			lost, err := parcel.PackResult(verdict.Result{Reason: "no compiler"})
			if err != nil {
				t.Fatal(err)
			}
			told := func(v vote, again bool) results {
				e := entry{Kind: kindRun, Key: g.submissions[0].keys[0], Verdict: v.verdict, Measured: &Measured{Worker: &work.Source{Key: "forged", Self: "forged"}}}
				if v.verdict == "build" {
					e.Kind, e.Key, e.Data = kindBuild, g.Plan.buildKey(s.id), lost
				}
				return results{Piece: lease, From: v.of, Again: again, Found: []entry{e}}
			}
			r := newTestRecheck(t, g, 1)
			for _, other := range c.seen {
				r.saw(other)
			}
			for i, v := range c.votes {
				if _, _, err := (&grading{Grader: g, recheck: r}).Accept(told(v, i > 0)); err != nil {
					t.Fatal(err)
				}
			}
			left, err := r.left()
			if err != nil || (len(left) > 0) != c.open || c.open && !slices.Equal(left[0].Cases, lease.Cases) {
				t.Errorf("left is %v, %v; want any: %v", left, err, c.open)
			}
			if got := stands(t, g); got != c.want {
				t.Errorf("%q stands, want %q", got, c.want)
			}
			all, err := g.Rechecks()
			if err != nil {
				t.Fatal(err)
			}
			if got := len(all.Differing()) > 0; got != c.differs {
				t.Errorf("differs: %v, want %v: %s", got, c.differs, all)
			}
			if len(all.Again) > 0 && (all.Again[0].Undecided != c.undecided || all.Again[0].Same != c.same) {
				t.Errorf("found %+v, want undecided %v, same %v", all.Again[0], c.undecided, c.same)
			}
			if suspects := strings.Join(all.Suspects(), ", "); c.suspect == "" && suspects != "" || !strings.HasPrefix(suspects, c.suspect) {
				t.Errorf("outvoted: %q, want %q", suspects, c.suspect)
			}
		})
	}
}

// stands returns the verdict on the first case that the journal has, or "" if it is to be run.
func stands(t *testing.T, g *Grader) string {
	t.Helper()
	_, unbuilt, err := g.unbuiltNow(g.submissions[0])
	if err != nil {
		t.Fatal(err)
	}
	if unbuilt {
		return "build"
	}
	e, ok, err := g.Journal.Entry(g.submissions[0].keys[0])
	if err != nil {
		t.Fatal(err)
	}
	if missing := g.missing(); !ok && (len(missing) != 1 || len(missing[0].Cases) != 2) {
		t.Errorf("missing is %v, want both cases", missing)
	}
	return e.Verdict
}

// The sample is of the size that was asked for, and follows from the secret.
func TestSample(t *testing.T) {
	g := newTestGrader(t)
	sample := func(rate float64, secret string) (keys []key) {
		r := g.newRecheck(rate, nil)
		r.begin([]byte(secret), g.Journal.Path())
		for i := range 10000 {
			if k := work.NewKey("run", i); r.sampled(k) {
				keys = append(keys, k)
			}
		}
		return keys
	}
	one := sample(.02, "one")
	if len(one) < 120 || len(one) > 290 { // the journal's folder has a part in it
		t.Errorf("the sample of 2 %% has %d of 10000", len(one))
	}
	if slices.Equal(one, sample(.02, "two")) {
		t.Error("the sample does not follow from the secret")
	}
	if n := len(sample(0, "one")); n != 0 {
		t.Errorf("a sample of nothing has %d", n)
	}
	if n := len(sample(1, "one")); n != 10000 {
		t.Errorf("a sample of all has %d of 10000", n)
	}
}
