package arena

import (
	"strings"
	"testing"

	"time"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// Time in user mode is charged, and time in the system beyond what is usual; a run beyond enough
// costs more than the clock, however it was spent.
func TestCharge(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct{ user, system, want time.Duration }{
		{0, 0, 0}, {50 * ms, 0, 50 * ms}, {0, 100 * ms, 0}, {0, 101 * ms, 1 * ms}, {400 * ms, 200 * ms, 400 * ms}, {400 * ms, 250 * ms, 450 * ms}, {0, 5000 * ms, 4900 * ms},
	} {
		if got := charge(sandbox.Outcome{CPU: c.user + c.system, System: c.system}); got != c.want {
			t.Errorf("%s in user mode and %s in the system cost %s, want %s", c.user, c.system, got, c.want)
		}
	}
	for _, clock := range []time.Duration{1, ms, time.Second, DefaultClock} {
		all := enough(clock)
		for part := range 101 {
			system := all * time.Duration(part) / 100
			if got := charge(sandbox.Outcome{CPU: all + 2, System: system}); got < clock {
				t.Errorf("%s, %s of it in the system, cost %s of %s", all, system, got, clock)
			}
		}
	}
}

// Who is stopped by the clock on the wall is told what of the time did not count.
func TestStoppedByWall(t *testing.T) {
	for _, c := range []struct {
		wall time.Duration
		want string
	}{
		{15020 * time.Millisecond, "stopped after 15.020 s by the clock on the wall, where it had 15.000 s; it used 0.100 s of CPU time"},
		{40 * time.Second, "stopped after 40.000 s by the clock on the wall, where it had 15.000 s and 25.000 s did not count, since the processors were busy; it used 0.100 s of CPU time"},
	} {
		loss := stopped(sandbox.Outcome{Stopped: sandbox.StoppedWall, Wall: c.wall}, 100*time.Millisecond, 5*time.Second, 10*time.Second)
		if loss == nil || loss.Reason != record.WallLimit || loss.Text != c.want {
			t.Errorf("%s: %+v, want %s", c.wall, loss, c.want)
		}
	}
}

// There must be room for all that both programs may write, and none for built-in agents.
func TestRoom(t *testing.T) {
	for _, c := range []struct {
		free     int64
		programs int
		want     string
	}{
		{0, 0, ""}, {spareOutput, 1, ""}, {2 * spareOutput, 2, ""},
		{spareOutput - 1, 1, "want 64 MB free in "}, {2*spareOutput - 1, 2, "want 128 MB free in "},
	} {
		err := room(c.free, c.programs)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%d bytes for %d programs: %v, want %q", c.free, c.programs, err, c.want)
		}
	}
}
