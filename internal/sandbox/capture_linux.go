//go:build !portable

package sandbox

import (
	"os"

	"golang.org/x/sys/unix"
)

// A capture holds what a program prints, in a file in memory. Nobody has to read
// along, which takes two goroutines less for each program; the limit on the size of
// files bounds it.
type capture struct{ file *os.File }

func (c *capture) open() error {
	fd, err := unix.MemfdCreate("output", unix.MFD_CLOEXEC)
	if err == nil {
		c.file = os.NewFile(uintptr(fd), "output")
	}
	return err
}

// size is the number of bytes so far.
func (c *capture) size() int64 {
	info, err := c.file.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}

// finish returns the end of what was printed, when all processes are gone.
func (c *capture) finish() []byte {
	size := c.size()
	if size == 0 {
		return nil
	}
	tail := make([]byte, min(size, tailSize))
	n, _ := c.file.ReadAt(tail, size-int64(len(tail)))
	return tail[:n]
}

func (c *capture) close() {
	if c.file != nil {
		c.file.Close()
	}
}
