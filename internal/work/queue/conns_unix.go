//go:build unix

package queue

import "syscall"

// mostConns returns how many connections a server in this process may have. Strangers have one for as long as
// they need to show a key, and the process has other files to open.
func mostConns() int {
	var files syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files) != nil {
		return usualConns
	}
	return int(max(16, min(usualConns, uint64(files.Cur)/4))) //nolint:unconvert // it is signed on some systems
}
