package testscript

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// The time of a case comes before the usual one, with as much by the clock as it needs, unless
// all cases have the same; a factor is for all.
func TestLimits(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		options   Options
		own, of   time.Duration // of the case, and of the assignment
		cpu, wall time.Duration
	}{
		{Options{CPU: 2 * s, Wall: 3 * s}, 0, 0, 2 * s, 3 * s},
		{Options{CPU: 2 * s, Wall: 3 * s}, 30 * s, 0, 30 * s, 65 * s},
		{Options{CPU: 2 * s, Wall: 3 * s}, 30 * s, s, 30 * s, 65 * s},
		{Options{CPU: 2 * s, Wall: 3 * s}, 0, 30 * s, 30 * s, 65 * s},
		{Options{CPU: 20 * s, Wall: 60 * s}, s, 0, s, 60 * s},
		{Options{CPU: 2 * s}, s, 0, s, 7 * s},
		{Options{CPU: 2 * s, SameCPU: true}, 30 * s, 0, 2 * s, 9 * s},
		{Options{CPU: 2 * s, SameCPU: true}, 0, 30 * s, 2 * s, 9 * s},
	} {
		r := Program{Options: c.options}
		got := r.limits(&cases.Case{Time: c.own, Assignment: &oracle.Assignment{Run: homework.Run{CPU: c.of}}})
		if got.CPU != c.cpu || got.Wall != c.wall {
			t.Errorf("%+v, a case of %s, an assignment of %s: %+v, want %s and %s", c.options, c.own, c.of, got, c.cpu, c.wall)
		}
	}
	for _, c := range []struct{ options, of, want int64 }{{5, 0, 5}, {5, 4, 4}, {5, 6, 5}} {
		r := Program{Options: Options{Memory: c.options}}
		if got := r.limits(&cases.Case{Assignment: &oracle.Assignment{Run: homework.Run{Memory: c.of}}}); got.Memory != c.want {
			t.Errorf("%+v: found a limit of memory of %d", c, got.Memory)
		}
	}
}

// A program may write twice what is expected of all of its files, and some more.
func TestLimitOutput(t *testing.T) {
	for _, a := range oracle.Assignments() {
		all, err := cases.Embedded(a)
		must.Do(t, err)
		for _, c := range all {
			want := int64(64 << 20)
			for _, golden := range c.Index().Goldens {
				want += 2 * golden.Bytes
			}
			x := &caseRun{c: c}
			if err := x.limitOutput(); err != nil || x.output != want {
				t.Errorf("%s %s: %d bytes, %v, want %d", a.Name, c.Name, x.output, err, want)
			}
		}
	}
}

// A program that was slow alone gets twice its time when it runs concurrently. It gets only its own time
// again after it has exceeded that in three cases of the category with answers that are no longer.
func TestTimes(t *testing.T) {
	all := corpus(t, "reversi")
	slices.SortFunc(all, cases.BySize())
	r := &Program{Options: Options{CPU: time.Second}, repeats: map[Verdict]int{}, timeouts: map[caseKind]timeoutCount{}}
	expect := func(when string, i, want int) {
		t.Helper()
		if got := r.timeFactor(all[i]); got != want {
			t.Errorf("%s the %d. case has %d times its time, want %d", when, i, got, want)
		}
	}
	expect("before it is slow,", 9, 1)
	r.repeats[Timeout] = minRepeats
	r.recordVerdict(all[0], Pass, false)
	expect("once it is slow,", 9, 2)
	for _, i := range []int{5, 20, 10} {
		expect("before three exceed it,", 9, 2)
		r.recordVerdict(all[i], Timeout, true)
	}
	expect("then", 4, 2)
	expect("then", 5, 1)
	expect("then", 9, 1)
	expect("then", 30, 1)
	r.CPU = 2 * time.Second
	expect("with another limit", 9, 2)
}

// The report on confinement includes the default memory limit, like any other limit. It leaves no directories.
func TestConfinementByDefault(t *testing.T) {
	dir := tier.TempDir(t)
	t.Setenv("TMPDIR", dir)
	got, err := Confinement(Options{})
	must.Do(t, err)
	want, err := Confinement(Options{Memory: DefaultMemory})
	must.Do(t, err)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("programs are confined by\n%+v, want\n%+v", got, want)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}

// Five names of the files that a program left instead are reported, but neither its input
// nor links.
func TestLeftInstead(t *testing.T) {
	dir := tier.TempDir(t)
	for _, name := range []string{"f", "e", "d", "c", "b", oracle.InputFile} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	if err := os.Symlink("b", filepath.Join(dir, "a")); err != nil {
		t.Log(err) // not always permitted on Windows
	}
	for _, more := range []string{"f", "g"} {
		must.Do(t, os.WriteFile(filepath.Join(dir, more), nil, 0o600))
		if got := findMisnamedFiles(dir, "input.txt"); !slices.Equal(got, []string{"b", "c", "d", "e", "f"}) {
			t.Errorf("told are %q", got)
		}
	}
}
