package unpack

import (
	"archive/tar"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
)

// gzip unpacks a tar compressed by gzip.
func (w *writer) gzip(f io.ReaderAt) error {
	r, err := gzip.NewReader(all(f))
	if err != nil {
		return tarError(err)
	}
	// Besides files there are headers, and what is skipped: that is uncompressed, too.
	whole := &most{r, 2 * w.limits.Bytes}
	if err := w.tarStream(whole); err != nil {
		return tarError(err)
	}
	_, err = io.Copy(io.Discard, patient{w.ctx, whole}) // up to the checksum
	return tarError(err)
}

// tar unpacks a tar.
func (w *writer) tar(f io.ReaderAt) error { return tarError(w.tarStream(all(f))) }

// all reads a file from its beginning. It is no io.Seeker, with which an archive's reader trusts
// the sizes of what it skips.
func all(f io.ReaderAt) io.Reader {
	return struct{ io.Reader }{io.NewSectionReader(f, 0, 1<<62)}
}

func (w *writer) tarStream(from io.Reader) error {
	r := tar.NewReader(patient{w.ctx, from})
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
		case tar.TypeLink, tar.TypeSymlink:
			return errorf("want no links in an archive, found %q", shortened(e.Name))
		}
		err = w.write(entry{e.Name, e.FileInfo().Mode(), e.ModTime}, func() (io.ReadCloser, error) { return io.NopCloser(r), nil })
		if err != nil {
			return err
		}
	}
}

// tarError tells faults of a tar from those of this machine.
func tarError(err error) error {
	if errors.Is(err, tar.ErrHeader) || errors.Is(err, tar.ErrFieldTooLong) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || isCorrupt(err) {
		return errorf("want a tar that can be read, found a damaged or incomplete one")
	}
	return err
}

// isCorrupt reports whether compressed data is wrong.
func isCorrupt(err error) bool {
	var corrupt flate.CorruptInputError
	return errors.As(err, &corrupt)
}

// A most reads so many bytes, and fails if there are more.
type most struct {
	from io.Reader
	left int64
}

func (m *most) Read(p []byte) (int, error) {
	if m.left <= 0 {
		return 0, errorf("want less in an archive, found more than can be unpacked")
	}
	n, err := m.from.Read(p[:min(int64(len(p)), m.left)])
	m.left -= int64(n)
	return n, err
}
