package engine

import (
	"time"

	"golang.org/x/sys/unix"
)

// ThreadTime returns the CPU time of the thread that calls it.
func ThreadTime() time.Duration { return used(unix.CLOCK_THREAD_CPUTIME_ID) }

// processTime returns the CPU time of this process, from its start.
func processTime() time.Duration { return used(unix.CLOCK_PROCESS_CPUTIME_ID) }

func used(clock int32) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(clock, &t); err != nil {
		panic("engine: " + err.Error()) // every Linux has these clocks
	}
	return time.Duration(t.Nano())
}
