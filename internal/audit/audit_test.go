package audit_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/audit"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// small returns a handmade matrix: of the faults that inputs inside the envelope can show
// one survives, one is killed once and one is killed by all three cases inside. One fault
// is equivalent, and one can only be shown outside, where the last case lies.
func small(t *testing.T) *audit.Matrix {
	t.Helper()
	a := gametest.Lookup(t, "reversi")
	corpus := gametest.Corpus(t, a)
	corpus = slices.DeleteFunc(corpus, func(c *cases.Case) bool {
		return !slices.Contains([]string{"both-sides-pass-at-root", "cut-at-max-keeps-window", "cut-on-equality-at-max", "wiped-out-at-root"}, c.Name)
	})
	fault := func(id, equivalent string) mutant.Fault {
		return mutant.Fault{ID: id, Kind: "order", Title: "about " + id + ", <quoted>",
			Rule: mutant.Page("docs/rules/reversi.md").Rule(1), Equivalent: equivalent}
	}
	outside := fault("shown-outside", "")
	outside.Beyond = "Inside it shows nowhere."
	return &audit.Matrix{
		Assignment: a,
		Cases:      corpus,
		Faults:     []mutant.Fault{fault("shown-nowhere", "No input shows it."), fault("survivor", ""), fault("killed-once", ""), fault("killed-by-all", ""), outside},
		Killed:     [][]bool{{false, false, false, true, false}, {false, false, true, true, true}, {false, false, false, true, false}, {false, true, true, true, true}},
		Shows:      make([]homework.Seen, 4),
	}
}

// The table equals the one in testdata ("go test -update" writes them).
func TestTable(t *testing.T) {
	g := goldie.New(t)
	var csv bytes.Buffer
	must.Do(t, audit.WriteCSV(&csv, []*audit.Matrix{small(t)}))
	g.Assert(t, "csv", csv.Bytes())
}

// The figures of a matrix.
func TestMatrix(t *testing.T) {
	m := small(t)
	if killed, total := m.Score(false); killed != 2 || total != 3 {
		t.Errorf("score %d of %d, want 2 of 3", killed, total)
	}
	if killed, total := m.Score(true); killed != 1 || total != 1 {
		t.Errorf("score outside the envelope %d of %d, want 1 of 1", killed, total)
	}
	want := map[string][]int{"weak": {1, 2, 4}, "core": {0, 1, 2}, "superfluous": {0, 2}}
	got := map[string][]int{"weak": m.Weak(2), "core": m.Core(), "superfluous": m.Superfluous()}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A mutant is killed by wrong files, not by a difference in form alone unless its fault is
// one of form; the second solver without a fault is not killed.
func TestKills(t *testing.T) {
	a := gametest.Lookup(t, "reversi")
	input := []byte("X\n2\n********\n********\n********\n***OX***\n***XO***\n********\n********\n********\n")
	p := gametest.Parse(t, a, string(input))
	right := gametest.Answer(t, p, homework.Options{})
	crlf := output.Memory{}
	for name, text := range right {
		crlf[name] = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	}
	none := mutant.Fault{}
	for _, c := range []struct {
		name  string
		fault mutant.Fault
		right output.Memory
		want  bool
	}{
		{"no fault", none, right, false},
		{"no fault, other line ends", none, crlf, false},
		{"a fault of form", mutant.Fault{Form: true}, crlf, true},
		{"another file", none, output.Memory{"other.txt": nil}, true},
		{"a fault that crashes", mutant.Fault{ID: "no-such-fault"}, right, false},
	} {
		if got := audit.Kills(t.Context(), a, c.fault, p, input, c.right); got != c.want {
			t.Errorf("%s: killed %v, want %v", c.name, got, c.want)
		}
	}
}

// Grow makes the missing cases. Starting without cases, the grown cases kill most mutants, and are the same
// every time.
func TestGrow(t *testing.T) {
	a := gametest.Lookup(t, "reversi")
	empty := must.Get(audit.Run(t.Context(), a, nil, 1, func() {}))(t)
	const tries = 5
	grown := must.Get(empty.Grow(t.Context(), tries, nil, func() {}))(t)
	again, err := empty.Grow(t.Context(), tries, nil, func() {})
	if diff := cmp.Diff(grown, again); diff != "" || err != nil {
		t.Errorf("grown again: %v (-first +second)\n%s", err, diff)
	}
	dir := t.TempDir()
	for _, g := range grown {
		must.Do(t, os.WriteFile(filepath.Join(dir, g.Name+".txtar"), g.Text, 0o666))
	}
	corpus := must.Get(cases.Load(dir))(t)
	m := must.Get(audit.Run(t.Context(), a, corpus, 2, func() {}))(t)
	if killed, total := m.Score(false); 10*killed < 7*total {
		t.Errorf("%d grown cases kill %d of %d mutants", len(grown), killed, total)
	}
	if !slices.ContainsFunc(corpus, func(c *cases.Case) bool { return c.In(cases.ProfileBeyond) }) {
		t.Error("no case was grown for what shows outside the envelope alone")
	}
}
