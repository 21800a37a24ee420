package programtest

import (
	"os"

	"golang.org/x/sys/unix"
)

// Memory makes temporary files in memory, where they cost a tenth of the processor time of a disk. It does nothing
// if TMPDIR is set, or if the file system in memory lacks space or runs no programs. The function that it returns
// removes the files.
func Memory() (remove func()) {
	const shared, space = "/dev/shm", 2 << 30
	var fs unix.Statfs_t
	if os.Getenv("TMPDIR") != "" || unix.Statfs(shared, &fs) != nil || fs.Type != unix.TMPFS_MAGIC ||
		fs.Flags&unix.ST_NOEXEC != 0 || int64(fs.Bavail)*fs.Bsize < space {
		return func() {}
	}
	dir, err := os.MkdirTemp(shared, "touchstone-tests")
	if err != nil {
		return func() {}
	}
	// Programs of other users must get into the directories of tests, as below /tmp.
	if err := os.Chmod(dir, 0o777|os.ModeSticky); err != nil {
		return func() {}
	}
	os.Setenv("TMPDIR", dir)
	return func() { os.RemoveAll(dir) }
}
