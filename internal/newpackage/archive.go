package newpackage

import (
	"archive/zip"
	"errors"
	"io"
	"io/fs"
	"path"

	"github.com/touchstone-suite/touchstone/internal/pack"
)

// An Archive is a package in a zip file, below one directory.
type Archive struct {
	name string // of the directory
	zip  *zip.Writer
	err  error // of Add
}

// NewArchive returns an archive of a package called name. It writes to a writer.
func NewArchive(name string, to io.Writer) (*Archive, error) {
	return &Archive{name: name, zip: zip.NewWriter(to)}, CheckName(name)
}

// Add adds a file.
func (e *Archive) Add(file string, mode fs.FileMode, text []byte) {
	e.err = errors.Join(e.err, pack.File(e.zip, path.Join(e.name, file), mode.Perm()&0o755|0o644, text))
}

// Close ends the archive. It returns the error of it, or of Add.
func (e *Archive) Close() error { return errors.Join(e.err, e.zip.Close()) }
