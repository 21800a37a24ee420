package outcome

import (
	"reflect"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expect"
)

// From one second on, times are shown in seconds.
func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 ms", 1499 * time.Microsecond: "1 ms", 1500 * time.Microsecond: "2 ms", 999499 * time.Microsecond: "999 ms", 999500 * time.Microsecond: "1.0 s",
		time.Second: "1.0 s", 12345 * time.Millisecond: "12.3 s",
	} {
		expect.Equal(t, want, FormatTime(d), d, "is told as")
	}
}

// The end of a run is described in one way, if it was stopped, could not begin, or ended by itself.
func TestEnded(t *testing.T) {
	for want, o := range map[string]Outcome{
		"stopped after 1.5 s of CPU time": {Stopped: StoppedCPU, Exit: -1}, "stopped after 2.5 s by the clock": {Stopped: StoppedWall, Signal: "SIGKILL"},
		"stopped for using too much memory": {Stopped: StoppedMemory}, "stopped for printing too much": {Stopped: StoppedOutput},
		"stopped for writing too much into its directory": {Stopped: StoppedDisk}, "it could not be started: no such file": {StartError: "no such file"},
		"ended by SIGSEGV": {Signal: "SIGSEGV"}, "exit status 0": {}, "exit status 2": {Exit: 2},
	} {
		o.CPU, o.Wall = 1500*time.Millisecond, 2500*time.Millisecond
		expect.Equal(t, want, o.DescribeEnd(), o)
		failed := o.Stopped == NotStopped && want != "exit status 0"
		expect.Equal(t, failed, o.Stopped == NotStopped && o.Failed(), want)
	}
}

// Only a compiler that fails may have lacked a resource.
func TestBuildError(t *testing.T) {
	for fault, compiling := range map[string]bool{NotCompiled: true, "there is no program": false} {
		e := &BuildError{Fault: fault, Output: "x"}
		expect.Equal(t, false, e.Compiling() != compiling || e.Error() != fault+":\nx", "found", e, e.Compiling())
	}
}

// WithDefaults sets the limits that are 0. It keeps other limits, and a negative limit is an error.
func TestWithDefaults(t *testing.T) {
	for _, c := range []struct{ s, want Settings }{
		{Settings{}, Settings{CPU: 10 * time.Second, Memory: 4 << 30}}, {Settings{CPU: 1, Wall: 1, Memory: 1}, Settings{CPU: 1, Wall: 1, Memory: 1}},
		{s: Settings{CPU: -1}}, {s: Settings{Wall: -1}}, {s: Settings{Memory: -1}},
	} {
		got, err := c.s.WithDefaults()
		if valid := c.want.CPU != 0; valid != (err == nil) || valid && !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v: %+v, %v, want %+v", c.s, got, err, c.want)
		}
	}
	_, err := Settings{CPU: -1, Wall: 2, Memory: 3}.WithDefaults()
	expect.Error(t, err, "found -1ns of CPU time, 2ns by the clock and 3 bytes")
	expect.Equal(t, "exact course", (Settings{}).Comparison()+" "+Settings{Course: true}.Comparison())
}

// The time of a case comes before the usual one, by the clock as well, unless all cases have the same.
func TestTimes(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		s              Settings
		own, cpu, wall time.Duration
	}{
		{Settings{CPU: 2 * s, Wall: 3 * s}, 0, 2 * s, 3 * s}, {Settings{CPU: 2 * s, Wall: 3 * s}, 30 * s, 30 * s, 65 * s},
		{Settings{CPU: 20 * s, Wall: 60 * s}, s, s, 60 * s}, {Settings{CPU: 2 * s}, s, s, 7 * s},
		{Settings{CPU: 2 * s, SameCPU: true}, 30 * s, 2 * s, 9 * s}, {Settings{CPU: 2 * s}, 0, 2 * s, 9 * s},
	} {
		cpu, wall := c.s.Times(c.own)
		expect.Equal(t, [2]time.Duration{c.cpu, c.wall}, [2]time.Duration{cpu, wall}, c)
	}
}
