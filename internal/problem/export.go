package problem

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"time"
)

// zipped is the time of all files in an archive: the first that the format knows. So the same package makes the same bytes.
var zipped = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// An exported package is an archive with one folder.
type exported struct {
	name string // of the folder
	zip  *zip.Writer
	err  error // of what was added
}

func newExported(name string, to io.Writer) (*exported, error) {
	return &exported{name: name, zip: zip.NewWriter(to)}, checkName(name)
}

func (e *exported) add(file string, mode fs.FileMode, text []byte) {
	head := &zip.FileHeader{Name: path.Join(e.name, file), Method: zip.Deflate, Modified: zipped}
	head.SetMode(mode.Perm()&0o755 | 0o644)
	w, err := e.zip.CreateHeader(head)
	if err == nil {
		_, err = w.Write(text)
	}
	e.err = errors.Join(e.err, err)
}

func (e *exported) close() error { return errors.Join(e.err, e.zip.Close()) }

// Export writes a package as an archive, with a folder called name, and the answers of the reference where a case has
// none. What others do not read, such as hidden files, stays out.
func Export(ctx context.Context, dir, name string, to io.Writer) (err error) {
	p, err := Read(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	e, err := newExported(name, to)
	if err != nil {
		return err
	}
	for _, file := range p.files {
		info, missing := p.root.Stat(file)
		text, unread := p.text(file)
		if err = errors.Join(missing, unread); err != nil {
			return err
		}
		e.add(file, info.Mode(), text)
	}
	made, err := p.lacking(ctx)
	for _, file := range sortedKeys(made) {
		e.add(file, 0o644, made[file])
	}
	return errors.Join(err, e.close())
}
