package command

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript"
)

// ended returns n results with a verdict.
func ended(n int, v testscript.Verdict) (results []testscript.Result) {
	for i := range n {
		results = append(results, testscript.Result{Case: &cases.Case{Name: fmt.Sprintf("case\n%d", i)}, Verdict: v})
	}
	return results
}

// The files of at most so many programs are kept, those that were checked last, and of a program
// with too many failures none.
func TestRememberedIsBounded(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "failed")
	for i := range mostRemembered + 5 {
		f := failures(filepath.Join(dir, fmt.Sprint(i)))
		f.update(report.Start{}, ended(2, testscript.Wrong))
		past := time.Now().Add(time.Duration(i-1000) * time.Minute)
		if err := os.Chtimes(string(f), past, past); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != mostRemembered {
		t.Fatalf("%d files, %v, want %d", len(entries), err, mostRemembered)
	}
	if _, err := failures(filepath.Join(dir, "4")).read(); err == nil {
		t.Error("the oldest is there still")
	}
	last := failures(filepath.Join(dir, fmt.Sprint(mostRemembered+4)))
	last.update(report.Start{}, ended(2, testscript.Wrong))
	if _, err := failures(filepath.Join(dir, "5")).read(); err != nil {
		t.Errorf("one that is checked again takes the place of another: %v", err)
	}
	if names, err := last.read(); err != nil || len(names) != 2 || !names["case\n1"] {
		t.Errorf("%v, %v, want both cases", names, err)
	}
	last.update(report.Start{}, ended(mostFailed+1, testscript.Wrong))
	if names, err := last.read(); err == nil {
		t.Errorf("%d names are remembered", len(names))
	}
}

// That touchstone itself failed says nothing, and a known failure is none.
func TestRememberedFailures(t *testing.T) {
	f := failures(filepath.Join(t.TempDir(), "failed", "x"))
	all := ended(4, testscript.Wrong)
	f.update(report.Start{}, all)
	all[0].Verdict, all[1].Verdict = testscript.Internal, testscript.Pass
	f.update(report.Start{Expected: map[string]bool{all[2].Case.Name: true}}, all[:3])
	names, err := f.read()
	if err != nil || len(names) != 2 || !names[all[0].Case.Name] || !names[all[3].Case.Name] {
		t.Errorf("%v, %v, want the first and the last", names, err)
	}
	all[1].Verdict = testscript.Internal
	f.update(report.Start{}, all[1:2])
	if names, err := f.read(); err != nil || names[all[1].Case.Name] {
		t.Errorf("%v, %v, want no case in which touchstone failed", names, err)
	}
	if err := os.WriteFile(string(f), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	f.update(report.Start{}, all[3:])
	if names, err := f.read(); err != nil || len(names) != 1 {
		t.Errorf("%v, %v, want one after a file that cannot be read", names, err)
	}
}

// What a program did in a run that does not count is told at the end, when its results are told already.
func TestOnce(t *testing.T) {
	r := testscript.Result{Case: &cases.Case{Name: "deep"}, Verdict: testscript.Pass, Before: testscript.Crash}
	if s := report.Summarise([]testscript.Result{remembered(r)}, nil); !slices.Equal(s.Once, []string{"deep (crash)"}) {
		t.Errorf("once it did %q", s.Once)
	}
}
