//go:build !portable

package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"golang.org/x/sys/unix"
)

// A view is the file system that the programs of a worker see: a private root directory in memory, on which
// only the readable files are mounted, at the same places as outside, with a /tmp, a /dev/shm and a working
// directory that are new for each run. These three are one file system of limited size, so that the kernel
// counts all bytes written, with or without a name, and removes them with the run.
type view struct {
	run      string            // the working directory
	writable []string          // paths to which Landlock permits writing
	inTemp   []string          // paths mounted below /tmp and /dev/shm
	links    map[string]string // links that lead to visible files
	covers   []string          // where a directory of all is shown in parts
	mounted  []string          // for the current run, in the order of unmounting
	lastPID  *os.File          // where the kernel counts the processes of the namespace, or nil
}

// Directories of the view that programs do not use.
const (
	boxPath  = "/.touchstone/box"  // the file system of the current run
	keepPath = "/.touchstone/keep" // files mounted below /tmp and /dev/shm for every run
	nonePath = "/.touchstone/none" // an empty file or directory that hides others
	oldRoot  = "/.touchstone/old"
)

const (
	tempPath   = "/tmp"
	sharedPath = "/dev/shm"
)

// Attributes of mounts.
const (
	attrFixed = unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV
	attrRead  = attrFixed | unix.MOUNT_ATTR_RDONLY
)

// newView creates the view in this process's mount namespace. The order is bubblewrap's: determine the mounts
// while the old root is still in place; make a directory in memory the root, with the old root below it;
// mount everything from there; then remove the old root.
func newView(p Policy, newProc bool) (*view, error) {
	if p.Root == "" {
		return nil, errors.New("no directory for the runs")
	}
	g, temps := findShown(p), p.temps()
	hidden, write := existing(p.Hide), existing(p.persistentDirs())
	if err := pivot(p.Root); err != nil {
		return nil, err
	}
	v := &view{run: cmp.Or(p.Work, filepath.Join(p.Root, "run")),
		writable: slices.Concat(write, []string{tempPath, sharedPath}), links: g.links}
	if err := v.mountProc(newProc); err != nil {
		return nil, err
	}
	if err := v.mountDevices(); err != nil {
		return nil, err
	}
	for _, path := range g.sorted() {
		if err := v.showParts(path, temps); err != nil {
			return nil, err
		}
	}
	v.link("/")
	for _, h := range append(hidden, p.Root) {
		if err := v.hide(h, append(write, v.run)); err != nil {
			return nil, err
		}
	}
	for _, path := range write { // even inside a hidden directory
		if err := v.show(path, true); err != nil {
			return nil, err
		}
	}
	for _, dir := range []string{v.run, boxPath, tempPath, sharedPath} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
	}
	if err := unix.Unmount(oldRoot, unix.MNT_DETACH); err != nil {
		return nil, fmt.Errorf("the old root stays: %w", err)
	}
	for _, target := range append(v.covers, "/") {
		if err := setAttributes(target, false, attrRead); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// pivot makes a directory in memory the root, with the old root below it.
func pivot(target string) error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mounts stay shared: %w", err)
	}
	if err := unix.Mount("tmpfs", target, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=0755"); err != nil {
		return fmt.Errorf("no file system in memory: %w", err)
	}
	old := target + oldRoot
	err := os.MkdirAll(old, 0o755)
	if err == nil {
		err = unix.PivotRoot(target, old)
	}
	if err != nil {
		return fmt.Errorf("no root of its own: %w", err)
	}
	return os.Chdir("/")
}

// show mounts a path of the old root.
func (v *view) show(path string, writable bool) error {
	attr := uint64(attrRead)
	if writable {
		attr = attrFixed
	}
	target := v.at(path)
	if target != path {
		v.inTemp = append(v.inTemp, path)
	}
	return bind(oldRoot+path, target, attr)
}

// link creates the links below a directory that lead to shown paths.
func (v *view) link(below string) {
	for path, target := range v.links {
		if regular.Beneath(path, below) && os.MkdirAll(filepath.Dir(path), 0o755) == nil {
			_ = os.Symlink(target, path) // if it is inside a mounted directory, it already exists
		}
	}
}

// bind mounts a file or a directory, with everything mounted in it, at another path. A path that cannot be
// mounted does not exist for programs, which will report it.
func bind(from, to string, attr uint64) error {
	info, err := os.Lstat(from)
	if err != nil {
		return nil //nolint:nilerr // it is gone, or this user may not see it
	}
	if err := place(to, info.IsDir()); err != nil {
		return err
	}
	if unix.Mount(from, to, "", unix.MS_BIND|unix.MS_REC, "") != nil {
		return nil
	}
	return setAttributes(to, true, attr)
}

// place creates an empty directory or file as a mount point.
func place(path string, dir bool) error {
	if dir {
		return os.MkdirAll(path, 0o755)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDONLY, 0o444)
	if err != nil {
		return err
	}
	return f.Close()
}

func setAttributes(path string, below bool, attr uint64) error {
	flags := uint(0)
	if below {
		flags = unix.AT_RECURSIVE
	}
	if err := unix.MountSetattr(unix.AT_FDCWD, path, flags, &unix.MountAttr{Attr_set: attr}); err != nil {
		return fmt.Errorf("%s stays writable: %w", path, err)
	}
	return nil
}

// hide covers a file or directory that is shown with nothing or, if something in it is
// writable, with a new directory.
func (v *view) hide(path string, write []string) error {
	target := v.at(path)
	info, err := os.Lstat(target)
	if err != nil || info.Mode()&os.ModeSymlink != 0 {
		return nil //nolint:nilerr // not shown
	}
	if slices.ContainsFunc(write, func(w string) bool { return regular.Beneath(w, path) }) {
		if err := unix.Mount("tmpfs", target, "tmpfs", attrFixedFlags, "mode=0755"); err != nil {
			return fmt.Errorf("%s cannot be hidden: %w", path, err)
		}
		return nil
	}
	none, err := makeCover(info.IsDir())
	if err == nil {
		err = unix.Mount(none, target, "", unix.MS_BIND, "")
	}
	if err != nil {
		return fmt.Errorf("%s cannot be hidden: %w", path, err)
	}
	return setAttributes(target, false, attrRead)
}

// makeCover creates a cover for a hidden path: an empty directory, or a socket without a listener, which no
// program can open.
func makeCover(dir bool) (path string, err error) {
	if err := os.MkdirAll(nonePath, 0o755); err != nil {
		return "", err
	}
	if dir {
		path = nonePath + "/directory"
		return path, os.MkdirAll(path, 0)
	}
	path = nonePath + "/file"
	err = unix.Mknod(path, unix.S_IFSOCK, 0)
	if errors.Is(err, unix.EEXIST) {
		err = nil
	}
	return path, err
}

// at returns where a path is permanently mounted. Paths below /tmp and /dev/shm are kept elsewhere.
func (v *view) at(path string) string {
	if inTemp(path) {
		return keepPath + path
	}
	return path
}

// inTemp reports whether a path is below a directory that is new for each run.
func inTemp(path string) bool {
	return path != tempPath && regular.Beneath(path, tempPath) ||
		path != sharedPath && regular.Beneath(path, sharedPath)
}

// newRunFS creates the file system of the next run, with room for size bytes, and returns an
// open working directory on it.
func (v *view) newRunFS(size int64, user int) (fd int, err error) {
	v.clear()
	options := fmt.Sprintf("mode=0711,nr_inodes=%d", maxNames)
	if size > 0 {
		options += fmt.Sprintf(",size=%d", size+margin)
	}
	if err := unix.Mount("tmpfs", boxPath, "tmpfs", attrFixedFlags, options); err != nil {
		return -1, fmt.Errorf("no directory for the run: %w", err)
	}
	v.mounted = append(v.mounted, boxPath)
	if err := v.mountAll(user); err != nil {
		v.clear()
		return -1, err
	}
	return unix.Open(boxPath+"/run", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
}

const attrFixedFlags = unix.MS_NOSUID | unix.MS_NODEV

// mountAll mounts the parts of the file system where programs expect them.
func (v *view) mountAll(user int) error {
	user = cmp.Or(user, os.Getuid())
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
			if err := v.remountIn(part.at); err != nil {
				return err
			}
		}
	}
	return nil
}

// remountIn remounts the visible files below a directory that is new for each run.
func (v *view) remountIn(dir string) error {
	for _, path := range v.inTemp {
		info, err := os.Lstat(keepPath + path)
		if err != nil || !regular.Beneath(path, dir) {
			continue
		}
		err = errors.Join(place(path, info.IsDir()),
			unix.Mount(keepPath+path, path, "", unix.MS_BIND|unix.MS_REC, ""))
		if err != nil && !errors.Is(err, unix.ENOENT) { // removed in the meantime
			return fmt.Errorf("%s cannot be shown: %w", path, err)
		}
	}
	v.link(dir)
	return nil
}

// clear removes the run's file system. Processes with open files in it keep access.
func (v *view) clear() {
	slices.Reverse(v.mounted)
	for _, path := range v.mounted {
		_ = unix.Unmount(path, unix.MNT_DETACH) // with everything mounted in it
	}
	v.mounted = v.mounted[:0]
}

// usedBytes returns the number of bytes in the run's file system, or more than any limit if it
// has no room for another file.
func (v *view) usedBytes() int64 {
	var stat unix.Statfs_t
	if len(v.mounted) == 0 || unix.Statfs(boxPath, &stat) != nil {
		return 0
	}
	if stat.Files > 0 && stat.Ffree == 0 {
		return math.MaxInt64
	}
	return int64(stat.Blocks-stat.Bfree) * stat.Bsize
}

// A shownPaths is the set of paths that a view will show.
type shownPaths struct {
	reals map[string]bool   // paths without links
	links map[string]string // links on the way to them
}

// findShown determines the paths that a policy makes visible, and the links that lead there.
func findShown(p Policy) shownPaths {
	g := shownPaths{map[string]bool{}, map[string]string{}}
	for _, path := range systemPaths() {
		if path != "/proc" {
			g.add(path)
		}
	}
	for _, path := range p.Read {
		g.add(path)
	}
	for _, path := range p.Links {
		g.follow(path, 0)
	}
	return g
}

// maxLinks is the maximum number of links that are followed in one path, as in the kernel.
const maxLinks = 40

// add adds the target of a path.
func (g shownPaths) add(path string) {
	if real := g.follow(path, 0); real != "" {
		g.reals[real] = true
	}
}

// follow follows a path from the root, and records the links on the way. It returns the
// path without links, or "".
func (g shownPaths) follow(path string, followed int) string {
	path = filepath.Clean(path)
	at := ""
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for i, part := range parts {
		at += "/" + part
		info, err := os.Lstat(at)
		if err != nil || followed > maxLinks {
			return ""
		}
		if info.Mode()&os.ModeSymlink == 0 {
			continue
		}
		target, err := os.Readlink(at)
		if err != nil {
			return ""
		}
		g.links[at] = target
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(at), target)
		}
		return g.follow(filepath.Join(append([]string{target}, parts[i+1:]...)...), followed+1)
	}
	return path
}

// sorted lists the paths to mount, except for paths inside another path of the list. A check's own directory
// is never such a path.
func (g shownPaths) sorted() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(g.reals)), func(path string) bool {
		for dir := filepath.Dir(path); dir != "/" && !scratch.IsName(filepath.Base(dir)); dir = filepath.Dir(dir) {
			if g.reals[dir] {
				return true
			}
		}
		return path == "/"
	})
}

// existing returns the paths that exist, without links.
func existing(paths []string) (real []string) {
	for _, path := range paths {
		if path, err := filepath.EvalSymlinks(path); err == nil {
			real = append(real, path)
		}
	}
	return real
}
