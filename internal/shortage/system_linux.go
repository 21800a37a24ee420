package shortage

import (
	"bytes"
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// systemShortage returns a shortage of memory or processes. A value that cannot be read does not count as a
// shortage.
func systemShortage() error {
	if free, ok := memoryFree(); ok && free < minMemory {
		return fmt.Errorf("want %d MB of memory free to judge a submission, found %d",
			minMemory>>20, free>>20)
	}
	if free, ok := processesFree(); ok && free < minProcesses {
		return fmt.Errorf("want to be permitted %d processes more to tell what is wrong with a submission, found "+
			"%d", minProcesses, free)
	}
	return nil
}

// memoryFree returns the number of bytes that programs can use before the system swaps or kills.
func memoryFree() (free int64, ok bool) {
	text, err := os.ReadFile("/proc/meminfo")
	_, rest, found := bytes.Cut(text, []byte("\nMemAvailable:"))
	if err != nil || !found {
		return 0, false
	}
	_, err = fmt.Fscan(bytes.NewReader(rest), &free)
	return free << 10, err == nil
}

// processesFree returns the number of processes and threads that this user may still start. The administrator
// has no limit.
func processesFree() (free int64, ok bool) {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NPROC, &limit); err != nil || os.Getuid() == 0 || limit.Cur > 1<<31 {
		return 0, false
	}
	var oneMinute, five, fifteen float64
	var running, all int64
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		_, _ = fmt.Sscanf(string(text), "%g %g %g %d/%d", &oneMinute, &five, &fifteen, &running, &all) // else all is 0
	}
	if free := int64(limit.Cur) - all; all > 0 && free >= minProcesses {
		return free, true // whichever user owns them
	}
	return int64(limit.Cur) - sandbox.TasksOf(os.Getuid()), true
}
