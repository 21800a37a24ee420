package outcome

import (
	"testing"
	"time"
)

// From one second on, times are shown in seconds.
func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 ms", 1499 * time.Microsecond: "1 ms", 1500 * time.Microsecond: "2 ms", 999499 * time.Microsecond: "999 ms", 999500 * time.Microsecond: "1.0 s",
		time.Second: "1.0 s", 12345 * time.Millisecond: "12.3 s",
	} {
		if got := FormatTime(d); got != want {
			t.Errorf("%v is told as %q, want %q", d, got, want)
		}
	}
}

// The end of a run is described in one way, if it was stopped, could not begin, or ended by itself.
func TestEnded(t *testing.T) {
	for want, o := range map[string]Outcome{
		"stopped after 1.5 s of CPU time": {Stopped: StoppedCPU, Exit: -1}, "stopped after 2.5 s by the clock": {Stopped: StoppedWall, Signal: "SIGKILL"},
		"stopped for using too much memory": {Stopped: StoppedMemory}, "stopped for printing too much": {Stopped: StoppedOutput},
		"stopped for writing too much into its directory": {Stopped: StoppedDisk}, "it could not be started: no such file": {StartError: "no such file", Exit: -1},
		"ended by SIGSEGV": {Signal: "SIGSEGV", Exit: -1}, "exit status 0": {}, "exit status 2": {Exit: 2},
	} {
		o.CPU, o.Wall = 1500*time.Millisecond, 2500*time.Millisecond
		if got := o.DescribeEnd(); got != want {
			t.Errorf("%+v: %q, want %q", o, got, want)
		}
	}
}
