//go:build unix

package scratch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// removeFlat removes a folder of any depth with one or two open files: before a folder that
// is not empty is processed, it is moved up beside its own parent.
func removeFlat(dir string) error {
	top, err := openOwn(unix.AT_FDCWD, dir)
	if errors.Is(err, unix.ENOENT) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	defer unix.Close(top)
	moved := 0
	for {
		before := moved
		if err := clear(top, top, &moved); err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		if moved == before { // every remaining folder was empty
			return os.Remove(dir)
		}
	}
}

// clear empties a folder, except that it moves the folders in it that are not empty into
// the folder top and counts them.
func clear(top, dir int, moved *int) error {
	for {
		names, err := list(dir)
		if err != nil || len(names) == 0 {
			return err
		}
		cleared := false
		for _, name := range names {
			err := unix.Unlinkat(dir, name, 0)
			if errors.Is(err, unix.EISDIR) || errors.Is(err, unix.EPERM) {
				err = unix.Unlinkat(dir, name, unix.AT_REMOVEDIR)
			}
			if err == nil || errors.Is(err, unix.ENOENT) {
				cleared = true
				continue
			}
			if dir == top { // a moved one, or one of the folder's own
				if err := clearBelow(top, name, moved); err != nil {
					return err
				}
				cleared = true
				continue
			}
			*moved++
			if err := move(dir, name, top, fmt.Sprintf("%s%d-%d", prefix, os.Getpid(), *moved)); err != nil {
				return err
			}
			cleared = true
		}
		if dir == top || !cleared {
			return nil
		}
	}
}

// clearBelow empties a folder directly in top and removes it.
func clearBelow(top int, name string, moved *int) error {
	dir, err := openOwn(top, name)
	if err != nil {
		return err
	}
	err = clear(top, dir, moved)
	unix.Close(dir)
	if err != nil {
		return err
	}
	if err := unix.Unlinkat(top, name, unix.AT_REMOVEDIR); err != nil && !errors.Is(err, unix.ENOENT) {
		return err
	}
	return nil
}

// move moves a folder. That modifies the folder itself, for which its owner may lack
// permission.
func move(from int, name string, to int, newName string) error {
	err := unix.Renameat(from, name, to, newName)
	if errors.Is(err, unix.EACCES) {
		if err = unix.Fchmodat(from, name, 0o700, 0); err == nil {
			err = unix.Renameat(from, name, to, newName)
		}
	}
	return err
}

// openOwn opens a folder, but not through a link, after granting its owner all permissions.
func openOwn(at int, name string) (int, error) {
	const flags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC
	fd, err := unix.Openat(at, name, flags, 0)
	if err == nil {
		return fd, unix.Fchmod(fd, 0o700)
	}
	if !errors.Is(err, unix.EACCES) {
		return -1, err
	}
	// A folder without permissions for its owner cannot be opened to change them; its name
	// was not a link a moment ago, and no program is running any more.
	if err := unix.Fchmodat(at, name, 0o700, 0); err != nil {
		return -1, err
	}
	return unix.Openat(at, name, flags, 0)
}

// mostNames limits how many names are read at a time.
const mostNames = 4096

// list returns some names in a folder, without "." and "..".
func list(dir int) (names []string, err error) {
	again, err := unix.Openat(dir, ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(again), filepath.Base("."))
	defer f.Close()
	names, _ = f.Readdirnames(mostNames) // io.EOF is not an error here
	return names, nil
}
