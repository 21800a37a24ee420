package queue

import "golang.org/x/sys/unix"

// hideHolder keeps other processes, of the same user too, from reading this one's memory or tracing it.
func hideHolder() {
	unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)     //nolint:errcheck // no kernel refuses it
	unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}) //nolint:errcheck // nor this
}
