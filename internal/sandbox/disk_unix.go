//go:build unix

package sandbox

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// mostDepth bounds how deep folders are looked into. Whoever goes deeper is taken to
// hide something.
const mostDepth = 256

// folderSize counts the bytes of the files below dir, up to a little more than limit,
// where they are not counted by a file system of their own. It finds files in folders
// that are closed to their owner, which it opens, and beyond the length of a path.
func folderSize(dir string, limit int64) int64 {
	c := count{limit: limit}
	c.folder(unix.AT_FDCWD, dir, 0)
	return c.size
}

// A count is one of a folder under way.
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
		c.size += max(stat.Size, stat.Blocks*512) // blocks may be reserved, or left out
	}
}
