//go:build unix

package sandbox

import (
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"golang.org/x/sys/unix"
)

// A program that the system ends for its CPU time has taken too long, even if less was used than the system counted; one that
// sends itself the signal has crashed.
func TestPassedBackstop(t *testing.T) {
	l := Limits{CPU: 10 * time.Second}
	expect.Equal(t, 12*time.Second, Limits{Wall: time.Second}.MaxElapsed())
	expect.True(t, Limits{}.MaxElapsed() > 24*time.Hour, "no limit")
	expect.Equal(t, 30+margin, Room(10, 20))
	for _, c := range []struct {
		signal unix.Signal
		used   time.Duration
		want   bool
	}{
		{unix.SIGXCPU, 8 * time.Second, true},
		{unix.SIGKILL, 8 * time.Second, true},
		{unix.SIGXCPU, 2 * time.Second, false},
		{unix.SIGSEGV, 10 * time.Second, false},
	} {
		expect.Equal(t, c.want, l.passedBackstop(c.signal, c.used), c.signal, "after", c.used)
	}
}
