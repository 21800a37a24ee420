//go:build linux || darwin || freebsd

package scratch

import (
	"fmt"
	"math"

	"golang.org/x/sys/unix"
)

// Free returns the number of bytes that this user can still write into a directory, or into the temporary
// directory if that is "", and the number of files that can still be created.
func Free(dir string) (bytes, files int64, err error) {
	if dir, err = existing(dir); err != nil {
		return 0, 0, err
	}
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return 0, 0, fmt.Errorf("%s: %w", dir, err)
	}
	files = math.MaxInt64
	if stat.Files > 0 { // else the file system does not count them
		files = int64(stat.Ffree) //nolint:unconvert // the types differ from system to system
	}
	return int64(stat.Bavail) * int64(stat.Bsize), files, nil //nolint:unconvert // as above
}
