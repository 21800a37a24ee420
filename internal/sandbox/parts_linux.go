//go:build !portable

package sandbox

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// Who may read a temporary folder, or one around it, may not read what checks keep there, now or later: other
// submissions and cases. So of such a folder, its entries are shown instead, as they are when the worker begins.

// temps lists the folders in which checks keep what is theirs, without links.
func (p Policy) temps() []string {
	temps := existing([]string{tempPath, sharedPath, os.TempDir(), filepath.Dir(p.Root)})
	slices.Sort(temps)
	return slices.Compact(temps)
}

// parts returns what programs may read directly in a temporary folder.
func parts(entries []fs.DirEntry) []fs.DirEntry {
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return scratch.IsName(e.Name()) })
}

// showParts mounts a path of the old root, and parts of the temporary folders there.
func (v *view) showParts(path string, temps []string) error {
	if path == tempPath || path == sharedPath {
		return v.showEntries(path)
	}
	if err := v.show(path, false); err != nil {
		return err
	}
	for _, temp := range temps {
		if !beneath(temp, path) {
			continue
		}
		at := v.at(temp)
		if err := unix.Mount("tmpfs", at, "tmpfs", attrFixedFlags, "mode=0755"); err != nil {
			return fmt.Errorf("%s cannot be shown in parts: %w", temp, err)
		}
		v.covers = append(v.covers, at)
		if err := v.showEntries(temp); err != nil {
			return err
		}
		if beneath(v.run, temp) {
			if err := os.MkdirAll(v.at(v.run), 0o755); err != nil {
				return err
			}
		}
	}
	return nil
}

// showEntries mounts the parts of a temporary folder of the old root. Links there lead programs no further
// than they may go.
func (v *view) showEntries(dir string) error {
	entries, _ := os.ReadDir(oldRoot + dir)
	for _, e := range parts(entries) {
		path := filepath.Join(dir, e.Name())
		if e.Type()&fs.ModeSymlink == 0 {
			if err := v.show(path, false); err != nil {
				return err
			}
			continue
		}
		if target, err := os.Readlink(oldRoot + path); err == nil {
			v.links[path] = target // if the folder is new for each run
			_ = os.Symlink(target, v.at(path))
		}
	}
	return nil
}
