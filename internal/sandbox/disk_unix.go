//go:build unix

package sandbox

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// mostDepth limits how deep folders are examined. Anything deeper counts as an attempt to
// hide something.
const mostDepth = 256

// folderSize counts the bytes of the files below dir, up to a little more than limit, where
// no separate file system counts them. It also finds files below folders that their owner
// cannot enter, whose permissions it changes, and files whose path is too long.
func folderSize(dir string, limit int64) int64 {
	c := count{limit: limit}
	c.folder(unix.AT_FDCWD, dir, 0)
	return c.size
}

// A count is a folder size being computed.
type count struct {
	size, limit int64
	names       int
}

func (c *count) folder(at int, name string, depth int) {
	const flags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC
	fd, err := unix.Openat(at, name, flags, 0)
	if errors.Is(err, unix.EACCES) {
		_ = unix.Fchmodat(at, name, 0o700, 0)
		fd, err = unix.Openat(at, name, flags, 0)
	}
	if err != nil {
		return // it vanished
	}
	f := os.NewFile(uintptr(fd), name)
	defer f.Close()
	for c.size <= c.limit {
		names, err := f.Readdirnames(1000)
		if err != nil {
			return
		}
		for _, name := range names {
			c.entry(fd, name, depth)
		}
	}
}

func (c *count) entry(at int, name string, depth int) {
	c.names++
	var stat unix.Stat_t
	switch err := unix.Fstatat(at, name, &stat, unix.AT_SYMLINK_NOFOLLOW); {
	case err != nil:
	case c.names > mostNames, depth > mostDepth:
		c.size = max(c.size, c.limit+1)
	case stat.Mode&unix.S_IFMT == unix.S_IFDIR:
		c.folder(at, name, depth+1)
	case stat.Mode&unix.S_IFMT == unix.S_IFREG:
		c.size += max(stat.Size, stat.Blocks*512) // blocks may be preallocated, or sparse
	}
}
