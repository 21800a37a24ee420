//go:build !portable

package sandbox

import (
	"encoding/binary"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A treeClock counts the CPU time of the processes that this thread starts, and of all below them: those that
// end before anybody looks, too, and that nobody waits for. It is an event of the kernel that processes
// inherit. They cannot change it, but the kernel ends it for one that executes a file which it may not read. Some
// systems do not let their users have events.
type treeClock struct {
	fd  int
	own time.Duration // the time of this thread, which is counted too, at the start
}

// newTreeClock starts a clock, or returns nil.
func newTreeClock() *treeClock {
	own, err := threadTime()
	if err != nil {
		return nil
	}
	fd, err := unix.PerfEventOpen(&unix.PerfEventAttr{
		Type: unix.PERF_TYPE_SOFTWARE, Config: unix.PERF_COUNT_SW_TASK_CLOCK, Size: uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		Bits: unix.PerfBitInherit | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv, // without which only an administrator may
	}, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return nil
	}
	return &treeClock{fd, own}
}

// used returns the time since the start, without that of this thread.
func (c *treeClock) used() time.Duration {
	if c == nil {
		return 0
	}
	var text [8]byte
	n, err := unix.Read(c.fd, text[:])
	own, ownErr := threadTime() // later, so that nothing is charged that is ours
	if n != len(text) || err != nil || ownErr != nil {
		return 0
	}
	return max(0, time.Duration(binary.NativeEndian.Uint64(text[:]))-(own-c.own))
}

func (c *treeClock) close() {
	if c != nil {
		unix.Close(c.fd)
	}
}

// threadTime returns the CPU time of this thread.
func threadTime() (time.Duration, error) {
	var now unix.Timespec
	err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now)
	return time.Duration(now.Nano()), err
}
