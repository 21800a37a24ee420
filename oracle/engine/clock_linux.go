package engine

import (
	"syscall"
	"time"
	"unsafe"
)

// threadClock is a clock of clock_gettime(2).
const threadClock = 3

// threadTime returns the CPU time of the thread that calls it.
func threadTime() time.Duration { return cpuTime(threadClock) }

// ThreadClock returns a clock of the CPU time of the calling thread. Other threads may also read the clock
// while that thread lives.
func ThreadClock() func() time.Duration {
	clock := int32(^syscall.Gettid()<<3 | 6) // clock_getcpuclockid(3): scheduled time, of a thread
	return func() time.Duration { return cpuTime(clock) }
}

func cpuTime(clock int32) time.Duration {
	var t syscall.Timespec
	if _, _, err := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, uintptr(clock), uintptr(unsafe.Pointer(&t)),
		0); err != 0 {
		panic("engine: " + err.Error()) // every Linux has these clocks
	}
	return time.Duration(t.Nano())
}
