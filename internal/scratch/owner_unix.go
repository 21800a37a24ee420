//go:build unix

package scratch

import (
	"io/fs"
	"os"
	"syscall"
)

// ownedByUser reports whether a directory belongs to this user.
func ownedByUser(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
