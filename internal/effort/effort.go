// Package effort sets how thorough the tests are. The environment variable TOUCHSTONE_TESTS selects the level
// for all tests:
//
//	each   the tests that every change must pass: the default
//	all    every test, and a sample of the exhaustive ones
//	night  the exhaustive tests in full
//
// Durations are in docs/testing.md.
package effort

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Variable is the name of the environment variable.
const Variable = "TOUCHSTONE_TESTS"

// init makes garbage collection rarer in tests, unless GOGC is set. All tests together then need 18 % less user
// time than with GOGC=100.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(800)
	}
}

// All reports whether tests try at least what CI does.
func All() bool { return level() >= 1 }

// Night reports whether tests take all the time that they can use.
func Night() bool { return level() == 2 }

// Of returns the value for the current effort.
func Of[T any](quick, all, night T) T { return []T{quick, all, night}[level()] }

// NeedsAll skips a test that takes too long to run for each change; reason names the slow part.
func NeedsAll(t testing.TB, reason string) {
	t.Helper()
	if !All() {
		t.Skipf("%s: %s=all runs it", reason, Variable)
	}
}

// NeedsNight skips a test that takes too long for CI.
func NeedsNight(t testing.TB, reason string) {
	t.Helper()
	if !Night() {
		t.Skipf("%s: %s=night runs it", reason, Variable)
	}
}

// NeedsTools skips a test if one of the tools is not installed.
func NeedsTools(t testing.TB, tools ...string) {
	t.Helper()
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("SKIPPED: needs ", tool, ": ", err)
		}
	}
}

func level() int {
	switch value := os.Getenv(Variable); value {
	case "", "each":
		return 0
	case "all":
		return 1
	case "night":
		return 2
	default:
		panic(fmt.Sprintf("want %s=each, all or night, found %q", Variable, value))
	}
}

// Patience is the maximum time that a test waits for an event: far longer than the event takes on a busy
// machine.
const Patience = 2 * time.Minute

// Await waits until happened returns true, and fails the test after Patience. event describes it.
func Await(t testing.TB, event string, happened func() bool) {
	t.Helper()
	for begin := time.Now(); !happened(); time.Sleep(10 * time.Millisecond) {
		if time.Since(begin) > Patience {
			t.Fatalf("not within %v: %s", Patience, event)
		}
	}
}

// Ends waits until a call returns. It fails the test if the call returns an error or takes longer than Patience.
func Ends(t testing.TB, call func() error) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- call() }()
	select {
	case err := <-done:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(Patience):
		t.Fatalf("the call does not end within %v", Patience)
	}
}

// Check checks a property with package rapid. It uses the same values in every run and writes no file, unless
// flags override this ("go test ./oracle/reversi -rapid.seed 0 -rapid.checks 10000" uses different and more
// values).
func Check(t *testing.T, holds func(t *rapid.T)) {
	t.Helper()
	steady()
	rapid.Check(t, holds)
}

var steady = sync.OnceFunc(func() {
	seen := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { seen[f.Name] = true })
	usual := map[string]string{"rapid.seed": "1", "rapid.checks": "500", "rapid.nofailfile": "true"}
	for name, value := range usual {
		if seen[name] {
			continue
		}
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
})
