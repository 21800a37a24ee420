package unpack

import (
	"archive/tar"
	"archive/zip"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"slices"
	"strings"
)

// gzip unpacks a tar compressed by gzip.
func (w *writer) gzip(f io.ReaderAt) error {
	r, err := gzip.NewReader(readAll(f))
	if err != nil {
		return tarError(err)
	}
	// In addition to files there are headers, and skipped files, which are uncompressed, too.
	whole := &io.LimitedReader{R: r, N: 2 * w.limits.Bytes}
	if err = w.tarStream(whole); err == nil {
		_, err = io.Copy(io.Discard, contextReader{w.ctx, whole}) // up to the checksum
	}
	if whole.N <= 0 {
		return errorf("want less in an archive, found more than can be unpacked")
	}
	return tarError(err)
}

// readAll reads a file from its beginning. Its result is not an io.Seeker: with a Seeker an archive's reader
// trusts the sizes of the files that it skips.
func readAll(f io.ReaderAt) io.Reader {
	return struct{ io.Reader }{io.NewSectionReader(f, 0, 1<<62)}
}

func (w *writer) tarStream(from io.Reader) error {
	r := tar.NewReader(contextReader{w.ctx, from})
	for {
		e, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) { // names are looked at by write
			return err
		}
		switch e.Typeflag {
		case tar.TypeXGlobalHeader: // a comment, as git writes
			continue
		case tar.TypeLink:
			return errorf("want no links in an archive, found %q", shorten(e.Name))
		}
		err = w.write(entry{e.Name, e.FileInfo().Mode(), e.ModTime}, func() (io.ReadCloser, error) {
			if e.Typeflag == tar.TypeSymlink {
				return io.NopCloser(strings.NewReader(e.Linkname)), nil
			}
			return io.NopCloser(r), nil
		})
		if err != nil {
			return err
		}
	}
}

// tarError separates errors in a tar from errors of this machine.
func tarError(err error) error {
	if isCorrupt(err, tar.ErrHeader, tar.ErrFieldTooLong, gzip.ErrHeader, gzip.ErrChecksum) {
		return errorf("want a tar that can be read, found a damaged or incomplete one")
	}
	return err
}

// isCorrupt reports whether an error is one of some format, or one of data that is compressed wrongly or ends
// too early.
func isCorrupt(err error, format ...error) bool {
	matches := func(target error) bool { return errors.Is(err, target) }
	return slices.ContainsFunc(append(format, io.ErrUnexpectedEOF, io.EOF), matches) ||
		errors.As(err, new(flate.CorruptInputError))
}

// maxDirectory is the maximum number of bytes of a zip's directory. All of it is held in memory.
const maxDirectory = 16 << 20

// encrypted is the flag of an entry that needs a password.
const encrypted = 1

// zip unpacks a zip of the given size.
func (w *writer) zip(f io.ReaderAt, bytes int64) error {
	counted := &budget{from: f, left: maxDirectory}
	r, err := zip.NewReader(counted, bytes)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // names are looked at below
		return zipError(err)
	}
	counted.open = true
	for _, e := range r.File {
		if e.Flags&encrypted != 0 {
			return errorf("want an archive without a password, found %q encrypted", shorten(e.Name))
		}
		err := w.write(entry{e.Name, e.Mode(), e.Modified}, e.Open)
		if err != nil {
			return zipError(err)
		}
	}
	return nil
}

var errDamagedZip = errorf("want a zip that can be read, found a damaged or incomplete one")

// zipError separates errors in a zip from errors of this machine.
func zipError(err error) error {
	switch {
	case isCorrupt(err, zip.ErrFormat, zip.ErrChecksum):
		return errDamagedZip
	case errors.Is(err, zip.ErrAlgorithm):
		return errorf("want a zip that is stored or deflated, found another method of compression")
	}
	return err
}

// A budget limits the number of bytes read while a zip is opened, since a zip may point anywhere. After that
// it reads any number.
type budget struct {
	from io.ReaderAt
	left int
	open bool
}

func (b *budget) ReadAt(p []byte, offset int64) (int, error) {
	if offset < 0 {
		return 0, errDamagedZip
	}
	if b.left -= len(p); b.left < 0 && !b.open {
		return 0, errorf("want fewer files in a zip, found a directory of more than %s", size(maxDirectory))
	}
	return b.from.ReadAt(p, offset)
}
