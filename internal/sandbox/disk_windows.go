package sandbox

import (
	"io/fs"
	"path/filepath"
)

// folderSize counts the bytes of the files below dir, up to a little more than limit. Links
// count as nothing.
func folderSize(dir string, limit int64) (size int64) {
	entries := 0
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // it vanished, or we may not open it
		}
		if entries++; entries > mostNames {
			size = limit + 1
		} else if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			size += info.Size()
		}
		if size > limit {
			return fs.SkipAll
		}
		return nil
	})
	return size
}
