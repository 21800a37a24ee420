package page

import (
	"bufio"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/output"
)

// WriteBooks writes files into a folder, all of them or none. Then it removes what earlier books had and these do
// not from the folders in the folder below, such as "students", and those of its folders that have none left; and
// from dir what a process that was killed has begun to write. No other process may be at work there.
func WriteBooks(dir, below string, write func(to output.Sink) error) error {
	folder := output.NewFolder(dir)
	defer folder.Abort()
	r := &recorder{Sink: folder}
	if err := write(r); err != nil {
		return err
	}
	if err := folder.Commit(); err != nil {
		return err
	}
	return r.prune(dir, below)
}

// WriteFile writes a file as it is made.
func WriteFile(to output.Sink, name string, write func(io.Writer) error) error {
	file, err := to.Begin(name, output.Size{})
	if err != nil {
		return err
	}
	buffered := bufio.NewWriter(file) // remembers its errors
	if err := write(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	return file.Finish(nil)
}

// A recorder is a Sink that remembers the names of its files.
type recorder struct {
	output.Sink
	names []string
}

// Begin implements output.Sink.
func (r *recorder) Begin(name string, head output.Size) (output.File, error) {
	r.names = append(r.names, filepath.ToSlash(name))
	return r.Sink.Begin(name, head)
}

// prune removes what is not written any more.
func (r *recorder) prune(dir, below string) error {
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
func (r *recorder) removeTemporary(root *os.Root) error {
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
