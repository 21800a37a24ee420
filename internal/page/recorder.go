package page

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A Recorder is a Sink that remembers the names of its files, to remove what earlier books had and
// these do not.
type Recorder struct {
	output.Sink
	names []string
}

// NewRecorder returns a recorder of what is written to a sink.
func NewRecorder(to output.Sink) *Recorder { return &Recorder{Sink: to} }

// Begin implements output.Sink.
func (r *Recorder) Begin(name string, head output.Size) (output.File, error) {
	r.names = append(r.names, filepath.ToSlash(name))
	return r.Sink.Begin(name, head)
}

// Prune removes files that were not written from the folders in a folder of the books, such as
// "students" in dir, and those of its folders that have none left. From dir it removes what a process that
// was killed has begun to write. No other process may be at work there.
func (r *Recorder) Prune(dir, below string) error {
	slices.Sort(r.names)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := r.removeTemporary(root); err != nil {
		return err
	}
	folders, err := fs.ReadDir(root.FS(), below)
	if err != nil {
		return nil //nolint:nilerr // there are none
	}
	for _, each := range folders {
		at := below + "/" + each.Name()
		files, err := fs.ReadDir(root.FS(), at)
		if err != nil {
			continue
		}
		kept := 0
		for _, f := range files {
			name := at + "/" + f.Name()
			_, found := slices.BinarySearch(r.names, name)
			switch {
			case found, f.IsDir(), !strings.Contains(f.Name(), "."): // not ours
				kept++
			default:
				if err := root.Remove(name); err != nil {
					return err
				}
			}
		}
		if kept == 0 {
			if err := root.Remove(at); err != nil {
				return err
			}
		}
	}
	return nil
}

// removeTemporary removes the temporary files of the names that stand in the folder itself.
func (r *Recorder) removeTemporary(root *os.Root) error {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() && slices.ContainsFunc(r.names, func(name string) bool { return output.IsTemporary(e.Name(), name) }) {
			if err := root.Remove(e.Name()); err != nil {
				return err
			}
		}
	}
	return nil
}
