//go:build !portable

package sandbox

import (
	"os"

	"golang.org/x/sys/unix"
)

// captureFile returns a file in memory, which the limit on file sizes applies to.
func captureFile() (*os.File, error) {
	fd, err := unix.MemfdCreate("output", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), "output"), nil
}
