//go:build unix

package queue

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// private checks that nobody but the user, and root, can read a file or could have written it.
func private(info fs.FileInfo) error {
	if others := info.Mode().Perm() & 0o077; others != 0 {
		return fmt.Errorf("want a key that only its owner can read (chmod 600), found the mode %04o", info.Mode().Perm())
	}
	if of, ok := info.Sys().(*syscall.Stat_t); ok && of.Uid != 0 && int(of.Uid) != os.Geteuid() {
		return fmt.Errorf("want a key of this user, found one of the user %d", of.Uid)
	}
	return nil
}

// mostConns returns how many connections a server in this process may have. Strangers have one for as long as
// they need to show a key, and the process has other files to open.
func mostConns() int {
	var files syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files) != nil {
		return usualConns
	}
	return int(max(16, min(usualConns, uint64(files.Cur)/4))) //nolint:unconvert // it is signed on some systems
}
