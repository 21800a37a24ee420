// Package output receives the files of an answer as a solver produces them (the rule "Bytes" of
// docs/rules/README.md), in memory or in a directory, where files appear whole or not at all.
package output

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Sink receives the files of an answer as the solver produces them.
type Sink interface {
	// Begin starts the file called name. Its head, of the given size, is known only after
	// everything else has been written.
	Begin(name string, head Size) (File, error)
}

// A File is one file of an answer. Writes go after the head.
type File interface {
	io.Writer
	// Finish ends the file. head must have the size passed to Begin.
	Finish(head []byte) error
}

// A Size is the size of a text that ends in a complete line.
type Size struct{ Lines, Bytes int }

// Whole writes a file whose contents are known in full.
func Whole(sink Sink, name string, text []byte) error {
	f, err := sink.Begin(name, Size{})
	if err != nil {
		return err
	}
	if _, err := f.Write(text); err != nil {
		return err
	}
	return f.Finish(nil)
}

// Memory is a Sink that keeps the files by name.
type Memory map[string][]byte

// Begin starts a file; it appears in the map once it is finished.
func (m Memory) Begin(name string, head Size) (File, error) {
	f := &memoryFile{into: m, name: name}
	f.Write(make([]byte, head.Bytes))
	return f, nil
}

type memoryFile struct {
	bytes.Buffer
	into Memory
	name string
}

func (f *memoryFile) Finish(head []byte) error {
	copy(f.Bytes(), head)
	f.into[f.name] = f.Bytes()
	return nil
}

// Text returns the text of lines.
func Text(lines []string) []byte {
	var text []byte
	for _, line := range lines {
		text = append(append(text, line...), '\n')
	}
	return text
}

// A Dir is a Sink that writes files into a directory. It writes them under temporary names and renames
// them at Commit: then either all of them appear complete, or none. A name may contain subdirectories, as in
// "a/b.txt"; Commit creates them.
type Dir struct {
	dir   string
	files []*dirFile
	made  []string // directories that did not exist, parents first
}

// NewDir returns a Dir that writes into the directory dir. The directory must exist.
func NewDir(dir string) *Dir { return &Dir{dir: dir} }

// makeParents makes the directories that a name leads into.
func (d *Dir) makeParents(below string) error {
	if below == "" {
		return nil
	}
	path := d.dir
	for part := range strings.SplitSeq(strings.TrimSuffix(below, "/"), "/") {
		path = filepath.Join(path, part)
		switch err := os.Mkdir(path, 0o777); {
		case err == nil:
			d.made = append(d.made, path)
		case !errors.Is(err, fs.ErrExist):
			return err
		}
	}
	return nil
}

type dirFile struct {
	f        *os.File
	name     string
	finished bool
}

const temporaryName = ".%s.%08x"

// IsTemporary reports whether file is a temporary name that a Dir uses while it writes the file name. A
// process that is killed leaves such files.
func IsTemporary(file, name string) bool {
	random, ok := strings.CutPrefix(file, "."+name+".")
	_, err := strconv.ParseUint(random, 16, 32)
	return ok && err == nil && len(random) == 8
}

// Begin starts a file under a temporary name.
func (d *Dir) Begin(name string, head Size) (File, error) {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return nil, fmt.Errorf("want the name of a file in the directory, found %q", name)
	}
	below, base := path.Split(name)
	if err := d.makeParents(below); err != nil {
		return nil, err
	}
	temporary := filepath.Join(d.dir, below, fmt.Sprintf(temporaryName, base, rand.Uint32()))
	f, err := os.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o666)
	// report the name that the user gave, not the temporary one
	if pathErr := new(fs.PathError); errors.As(err, &pathErr) {
		pathErr.Path = filepath.Join(d.dir, name)
	}
	if err != nil {
		return nil, err
	}
	file := &dirFile{f: f, name: name}
	d.files = append(d.files, file)
	_, err = f.Seek(int64(head.Bytes), io.SeekStart)
	return file, err
}

func (f *dirFile) Write(p []byte) (int, error) { return f.f.Write(p) }

func (f *dirFile) Finish(head []byte) error {
	if _, err := f.f.WriteAt(head, 0); err != nil {
		return err
	}
	err := f.f.Close()
	f.finished = err == nil
	return err
}

// Commit renames the files to their final names, replacing existing files.
func (d *Dir) Commit() error {
	for _, f := range d.files {
		if !f.finished {
			return fmt.Errorf("%s was not finished", f.name)
		}
		target := filepath.Join(d.dir, f.name)
		if info, err := os.Lstat(target); err == nil && info.IsDir() {
			return fmt.Errorf("%s: want a place for a file, found a directory", target) // a rename would fail halfway
		}
	}
	for len(d.files) > 0 {
		f := d.files[0]
		if err := os.Rename(f.f.Name(), filepath.Join(d.dir, f.name)); err != nil {
			return err
		}
		d.files = d.files[1:]
	}
	d.made = nil
	return nil
}

// Abort removes everything that was not committed. After Commit it does nothing, so it can be deferred.
func (d *Dir) Abort() {
	for _, f := range d.files {
		f.f.Close()
		os.Remove(f.f.Name())
	}
	d.files = nil
	for _, made := range slices.Backward(d.made) {
		os.Remove(made) // which fails where a file has appeared
	}
	d.made = nil
}

// WriteFile writes a file atomically, replacing an existing one.
func WriteFile(name string, text []byte) error {
	files := NewDir(filepath.Dir(name))
	defer files.Abort()
	if err := Whole(files, filepath.Base(name), text); err != nil {
		return err
	}
	return files.Commit()
}
