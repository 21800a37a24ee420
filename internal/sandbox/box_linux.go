//go:build !portable

package sandbox

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"

	"golang.org/x/sys/unix"
)

// fresh creates the file system of the next run, with room for size bytes, and returns an
// open working folder on it.
func (v *view) fresh(size int64, user int) (fd int, err error) {
	v.clear()
	options := fmt.Sprintf("mode=0711,nr_inodes=%d", mostNames)
	if size > 0 {
		options += fmt.Sprintf(",size=%d", size+margin)
	}
	if err := unix.Mount("tmpfs", boxPath, "tmpfs", attrFixedFlags, options); err != nil {
		return -1, fmt.Errorf("no folder for the run: %w", err)
	}
	v.mounted = append(v.mounted, boxPath)
	if err := v.furnish(user); err != nil {
		v.clear()
		return -1, err
	}
	return unix.Open(boxPath+"/run", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
}

const attrFixedFlags = unix.MS_NOSUID | unix.MS_NODEV

// furnish mounts the parts of the file system where programs expect them.
func (v *view) furnish(user int) error {
	if user == 0 {
		user = os.Getuid()
	}
	for _, part := range []struct {
		name, at string
		mode     uint32
	}{{"tmp", tempPath, 0o1777}, {"shm", sharedPath, 0o1777}, {"run", v.run, 0o700}} {
		dir := boxPath + "/" + part.name
		err := errors.Join(os.Mkdir(dir, 0o700), os.Chown(dir, user, -1), unix.Chmod(dir, part.mode))
		if err == nil && part.name == "run" && inTemp(v.run) {
			err = os.MkdirAll(v.run, 0o755)
		}
		if err == nil {
			err = unix.Mount(dir, part.at, "", unix.MS_BIND, "")
		}
		if err != nil {
			return fmt.Errorf("no %s for the run: %w", part.at, err)
		}
		v.mounted = append(v.mounted, part.at)
		if part.name != "run" {
			if err := v.keepIn(part.at); err != nil {
				return err
			}
		}
	}
	return nil
}

// keepIn remounts what is shown below a folder that is new for each run.
func (v *view) keepIn(dir string) error {
	for _, path := range v.inTemp {
		info, err := os.Lstat(keepPath + path)
		if err != nil || !beneath(path, dir) {
			continue
		}
		err = errors.Join(place(path, info.IsDir()), unix.Mount(keepPath+path, path, "", unix.MS_BIND|unix.MS_REC, ""))
		if err != nil && !errors.Is(err, unix.ENOENT) { // somebody has removed it meanwhile
			return fmt.Errorf("%s cannot be shown: %w", path, err)
		}
	}
	v.link(dir)
	return nil
}

// clear removes the run's file system. It remains for those who have it open.
func (v *view) clear() {
	slices.Reverse(v.mounted)
	for _, path := range v.mounted {
		_ = unix.Unmount(path, unix.MNT_DETACH) // with everything mounted in it
	}
	v.mounted = v.mounted[:0]
}

// used returns the number of bytes in the run's file system, or more than any limit if it
// has no room for another file.
func (v *view) used() int64 {
	var stat unix.Statfs_t
	if len(v.mounted) == 0 || unix.Statfs(boxPath, &stat) != nil {
		return 0
	}
	if stat.Files > 0 && stat.Ffree == 0 {
		return math.MaxInt64
	}
	return int64(stat.Blocks-stat.Bfree) * stat.Bsize
}
