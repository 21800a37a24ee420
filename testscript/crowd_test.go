//go:build unix

package testscript_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

func init() { ways["as told"] = asTold }

// asTold is a submission that looks up what to do with an input: to sleep, to be late the first
// time, to take its time, or to answer.
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
		time.Sleep(1500 * time.Millisecond)
	case string(what) == "slowly":
		time.Sleep(150 * time.Millisecond)
	}
	write(answer())
}

func digest(input []byte) string { return fmt.Sprintf("%x", sha256.Sum256(input)) }

// A program that has exceeded its time alone twice is not run alone again, unless it needs
// no more than twice its time in a crowd.
func TestKnownSlow(t *testing.T) {
	t.Parallel() // it waits most of the time
	if testing.Short() {
		t.Skip("waits for limits of time")
	}
	dir := t.TempDir()
	runner, all := inTurnRunner(t, "as told", dir, time.Second, false)
	for i, what := range []string{"sleep", "sleep", "late", "sleep", "slowly"} {
		if err := os.WriteFile(filepath.Join(dir, digest(all[i].Input())), []byte(what), 0o644); err != nil {
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
				runner.Run(t.Context(), all[4])
			}
		}
	}()
	for i, want := range []struct {
		verdict testscript.Verdict
		runs    int
	}{{testscript.Timeout, 2}, {testscript.Timeout, 2}, {testscript.Pass, 2}, {testscript.Timeout, 1}} {
		r := runner.Run(t.Context(), all[i])
		runs, err := os.ReadFile(filepath.Join(dir, digest(all[i].Input())+".runs"))
		if err != nil || r.Verdict != want.verdict || len(runs) != want.runs {
			t.Errorf("case %d: %s (%s) in %d runs, %v; want %s in %d", i, r.Verdict, r.Reason, len(runs), err, want.verdict, want.runs)
		}
	}
	close(over)
	<-ended
}
