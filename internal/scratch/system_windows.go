package scratch

import (
	"fmt"
	"io/fs"
	"math"

	"golang.org/x/sys/windows"
)

// Free returns the number of bytes that this user can still write into a directory, or into the temporary
// directory if that is "", and the number of files that can still be created.
func Free(dir string) (bytes, files int64, err error) {
	if dir, err = existing(dir); err != nil {
		return 0, 0, err
	}
	path, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, 0, err
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(path, &free, nil, nil); err != nil {
		return 0, 0, fmt.Errorf("%s: %w", dir, err)
	}
	return int64(min(free, math.MaxInt64)), math.MaxInt64, nil
}

// ownedByUser reports whether a directory belongs to this user. On Windows each user has a private temporary
// directory.
func ownedByUser(fs.FileInfo) bool { return true }
