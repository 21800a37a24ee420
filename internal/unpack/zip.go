package unpack

import (
	"archive/zip"
	"errors"
	"io"
)

// mostDirectory is how many bytes a zip's directory may have. All of it is held in memory.
const mostDirectory = 16 << 20

// encrypted is the flag of an entry that needs a password.
const encrypted = 1

// zip unpacks a zip of so many bytes.
func (w *writer) zip(f io.ReaderAt, bytes int64) error {
	counted := &budget{from: f, left: mostDirectory}
	r, err := zip.NewReader(counted, bytes)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // names are looked at below
		return zipError(err)
	}
	counted.open = true
	for _, e := range r.File {
		if e.Flags&encrypted != 0 {
			return errorf("want an archive without a password, found %q encrypted", shortened(e.Name))
		}
		err := w.write(entry{e.Name, e.Mode(), e.Modified}, e.Open)
		if err != nil {
			return zipError(err)
		}
	}
	return nil
}

var errDamagedZip = errorf("want a zip that can be read, found a damaged or incomplete one")

// zipError tells faults of a zip from those of this machine.
func zipError(err error) error {
	switch {
	case errors.Is(err, zip.ErrFormat), errors.Is(err, zip.ErrChecksum), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), isCorrupt(err):
		return errDamagedZip
	case errors.Is(err, zip.ErrAlgorithm):
		return errorf("want a zip that is stored or deflated, found another method of compression")
	}
	return err
}

// A budget reads so many bytes, and any number once it is open. A zip may point anywhere.
type budget struct {
	from io.ReaderAt
	left int
	open bool
}

func (b *budget) ReadAt(p []byte, at int64) (int, error) {
	if at < 0 {
		return 0, errDamagedZip
	}
	if b.left -= len(p); b.left < 0 && !b.open {
		return 0, errorf("want fewer files in a zip, found a directory of more than %s", size(mostDirectory))
	}
	return b.from.ReadAt(p, at)
}
