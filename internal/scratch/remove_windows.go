package scratch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// patience is how long removal is retried: a process that has just been killed still holds
// files for a moment, and so does a virus scanner.
const patience = 3 * time.Second

// removeFlat removes a folder, file by file, retrying as needed.
func removeFlat(dir string) error {
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		var dirs []string
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			switch {
			case d == nil:
			case d.IsDir():
				dirs = append(dirs, path)
			default:
				_ = os.Remove(path) // what remains keeps its folder
			}
			return nil
		})
		for i := len(dirs) - 1; i >= 0; i-- {
			_ = os.Remove(dirs[i])
		}
		_, err := os.Lstat(dir)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if time.Now().After(deadline) {
			return os.Remove(dir)
		}
	}
}
