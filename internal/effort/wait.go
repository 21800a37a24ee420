package effort

import (
	"testing"
	"time"
)

// Patience is how long a test waits for what must happen: far longer than it takes on a busy machine.
const Patience = 2 * time.Minute

// Await waits until something has happened, and fails if it does not; what says what it is.
func Await(t testing.TB, what string, happened func() bool) {
	t.Helper()
	for begin := time.Now(); !happened(); time.Sleep(10 * time.Millisecond) {
		if time.Since(begin) > Patience {
			t.Fatalf("not within %v: %s", Patience, what)
		}
	}
}
