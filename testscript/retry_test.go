//go:build unix

package testscript_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

func init() { ways["as told"] = asTold }

// asTold is a submission that looks up what to do with an input: to sleep, to be late the first
// time, to take its time, to crash or to leave no file, always or once, to leave half a file, to be wrong, or to answer.
func asTold() {
	dir := os.Args[3]
	input, err := os.ReadFile(oracle.InputFile)
	check(err)
	base := filepath.Join(dir, digest(input))
	f, err := os.OpenFile(base+".runs", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	check(err)
	_, err = f.WriteString("x")
	check(err)
	check(f.Close())
	runs, err := os.ReadFile(base + ".runs")
	check(err)
	what, _ := os.ReadFile(base)
	switch {
	case string(what) == "sleep":
		time.Sleep(time.Hour)
	case string(what) == "late" && len(runs) == 1:
		time.Sleep(2400 * time.Millisecond)
	case string(what) == "slowly":
		time.Sleep(150 * time.Millisecond)
	case string(what) == "crash", string(what) == "once" && len(runs) == 1:
		os.Exit(3)
	case string(what) == "nothing once" && len(runs) == 1:
		return
	case string(what) == "half":
		write(answer()[:20])
		return
	case string(what) == "wrong":
		write("no answer\n")
		return
	}
	write(answer())
}

func digest(input []byte) string { return fmt.Sprintf("%x", sha256.Sum256(input)) }

// A program that has failed in one way alone three times is not run alone again for that. It is if it may be
// slow only because of others, unless it took twice its time in three easier cases.
func TestBelieved(t *testing.T) {
	t.Parallel() // it waits most of the time
	effort.NeedsAll(t, "waits for limits of time")
	for _, c := range []struct {
		name string
		want []told
	}{
		{"slow", []told{{"sleep", testscript.Timeout, 2}, {"sleep", testscript.Timeout, 2}, {"sleep", testscript.Timeout, 2}, {"late", testscript.Pass, 2}, {"sleep", testscript.Timeout, 1}, {"crash", testscript.Crash, 2}}},
		{"looping", []told{
			{"sleep", testscript.Timeout, 2}, {"sleep", testscript.Timeout, 2}, {"sleep", testscript.Timeout, 2},
			{"sleep", testscript.Timeout, 1}, {"sleep", testscript.Timeout, 1}, {"late", testscript.Pass, 2}, {"sleep", testscript.Timeout, 1},
			{"late", testscript.Timeout, 1}, {"late", testscript.Pass, 2}, // of a shorter answer
		}},
		{"crashing", []told{{"crash", testscript.Crash, 2}, {"", testscript.Pass, 1}, {"crash", testscript.Crash, 2}, {"crash", testscript.Crash, 2}, {"crash", testscript.Crash, 1}, {"half", testscript.Wrong, 2}}},
		{"wrong", []told{{"wrong", testscript.Wrong, 1}, {"half", testscript.Wrong, 2}, {"half", testscript.Wrong, 2}, {"half", testscript.Wrong, 2}, {"half", testscript.Wrong, 1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			expectTold(t, c.want)
		})
	}
}

// What a program failed in beside others and not alone is told with the result that counts.
func TestBefore(t *testing.T) {
	t.Parallel()
	expectTold(t, []told{{"once", testscript.Pass, 2}, {"nothing once", testscript.Pass, 2}, {"wrong", testscript.Wrong, 1}, {"crash", testscript.Crash, 2}})
}

// A told is what a program is told to do with an input, and what comes of it in how many runs.
type told struct {
	what    string
	verdict testscript.Verdict
	runs    int
}

func expectTold(t *testing.T, want []told) {
	dir := tier.TempDir(t)
	runner, all := inTurnRunner(t, "as told", dir, 2*time.Second, false)
	other, _ := inTurnRunner(t, "as told", dir, time.Minute, false)
	slices.SortFunc(all, cases.BySize())
	all = slices.Concat(all[1:len(want)], all[:1], all[len(want):]) // the easiest case is the last
	limiter := testscript.NewLimiter(0)
	for i, one := range append(slices.Clone(want), told{what: "slowly"}) {
		if err := os.WriteFile(filepath.Join(dir, digest(all[i].Input())), []byte(one.what), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	over, ended := make(chan struct{}), make(chan struct{})
	go func() { // so that nobody is alone
		defer close(ended)
		for {
			select {
			case <-over:
				return
			default:
				other.RunIn(t.Context(), limiter, all[len(want)])
			}
		}
	}()
	awaitName(filepath.Join(dir, digest(all[len(want)].Input())+".runs"))
	for i, one := range want {
		r := runner.RunIn(t.Context(), limiter, all[i])
		runs, err := os.ReadFile(filepath.Join(dir, digest(all[i].Input())+".runs"))
		before := map[string]testscript.Verdict{"once": testscript.Crash, "nothing once": testscript.Missing}
		if r.Before != before[one.what] {
			t.Errorf("case %d: before it was %q, want %q", i, r.Before, before[one.what])
		}
		if err != nil || r.Verdict != one.verdict || len(runs) != one.runs {
			t.Errorf("case %d: %s (%s) in %d runs, %v; want %s in %d", i, r.Verdict, r.Reason, len(runs), err, one.verdict, one.runs)
		}
	}
	close(over)
	<-ended
}
