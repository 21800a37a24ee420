package arena

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadTime returns the CPU time of this thread in user mode.
func threadTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_THREAD, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano())
}
