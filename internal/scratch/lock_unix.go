//go:build unix

package scratch

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// lock locks a folder without waiting. Closing the file unlocks it, and so does the
// end of the process.
func lock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// unlockFirst is whether a folder has to be unlocked before it can be removed.
const unlockFirst = false

// keepName is a file that marks a folder as the user's.
const keepName = ".kept"

func keep(f *os.File) error {
	return os.WriteFile(filepath.Join(f.Name(), keepName), nil, 0o600)
}

func kept(f *os.File) bool {
	_, err := os.Lstat(filepath.Join(f.Name(), keepName))
	return err == nil
}

// mine reports whether a folder belongs to this user.
func mine(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}
