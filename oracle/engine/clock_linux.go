package engine

import (
	"time"

	"golang.org/x/sys/unix"
)

// ThreadTime returns the CPU time of the thread that calls it.
func ThreadTime() time.Duration { return used(unix.CLOCK_THREAD_CPUTIME_ID) }

// ThreadClock returns a clock of the CPU time of the thread that calls it, which other threads may
// read too while that one lives.
func ThreadClock() func() time.Duration {
	clock := int32(^unix.Gettid()<<3 | 6) // clock_getcpuclockid(3): scheduled time, of a thread
	return func() time.Duration { return used(clock) }
}

// processTime returns the CPU time of this process, from its start.
func processTime() time.Duration { return used(unix.CLOCK_PROCESS_CPUTIME_ID) }

func used(clock int32) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(clock, &t); err != nil {
		panic("engine: " + err.Error()) // every Linux has these clocks
	}
	return time.Duration(t.Nano())
}
