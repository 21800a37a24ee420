package scratch

import (
	"fmt"
	"math"
	"os"

	"golang.org/x/sys/windows"
)

// Free returns how many bytes this user can still write into a folder, or into the temporary folder
// if that is "".
func Free(dir string) (int64, error) {
	if dir == "" {
		dir = os.TempDir()
	}
	path, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(path, &free, nil, nil); err != nil {
		return 0, fmt.Errorf("%s: %w", dir, err)
	}
	return int64(min(free, math.MaxInt64)), nil
}
