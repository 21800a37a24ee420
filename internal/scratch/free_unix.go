//go:build linux || darwin || freebsd

package scratch

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Free returns how many bytes this user can still write into a folder, or into the temporary folder
// if that is "".
func Free(dir string) (int64, error) {
	if dir == "" {
		dir = os.TempDir()
	}
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return 0, fmt.Errorf("%s: %w", dir, err)
	}
	return int64(stat.Bavail) * int64(stat.Bsize), nil //nolint:unconvert // the types differ from system to system
}
