package unpack

import (
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/regular"
)

// A form is the format of an archive.
type form int

const (
	noForm form = iota
	zipForm
	gzipForm
	tarForm
)

// endings are the names of archives, and of what they are.
var endings = []struct {
	ending string
	form   form
}{
	{".zip", zipForm}, {".tar.gz", gzipForm}, {".tgz", gzipForm}, {".tar", tarForm},
}

// others are the first bytes of archives that are not unpacked.
var others = []struct{ magic, name string }{
	{"Rar!", "RAR"}, {"7z\xbc\xaf\x27\x1c", "7-Zip"}, {"BZh", "bzip2"}, {"\xfd7zXZ\x00", "xz"}, {"\x28\xb5\x2f\xfd", "Zstandard"},
}

// magicAt is where tar has its magic bytes, and headBytes how much of a file tells its form.
const (
	magicAt   = 257
	headBytes = magicAt + 5
)

// IsArchive reports whether a file is an archive, or is meant to be one, by its first bytes and its
// name. It reports false for what cannot be read.
func IsArchive(path string) bool {
	f, err := regular.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	_, err = formOf(f, path)
	return err == nil || errors.As(err, new(*Error))
}

// errNone says that a file is no archive at all.
var errNone = errors.New("want an archive, found none")

// formOf returns the format of an archive. Its first bytes say more than its name. The error is
// an *Error if it is an archive by one of these, but none that can be unpacked.
func formOf(f io.ReaderAt, name string) (form, error) {
	start := make([]byte, headBytes)
	n, err := f.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return noForm, err
	}
	text := string(start[:n])
	switch {
	case strings.HasPrefix(text, "PK\x03\x04"), strings.HasPrefix(text, "PK\x05\x06"):
		return zipForm, nil
	case strings.HasPrefix(text, "\x1f\x8b"):
		return gzipForm, nil
	case n == headBytes && text[magicAt:] == "ustar":
		return tarForm, nil
	}
	base := filepath.Base(name)
	for _, o := range others {
		if strings.HasPrefix(text, o.magic) {
			return noForm, errorf("want a zip, tar or tar.gz, found %s, a %s archive", base, o.name)
		}
	}
	for _, e := range endings {
		if !strings.HasSuffix(strings.ToLower(base), e.ending) {
			continue
		}
		if e.form == tarForm { // old ones have no magic bytes
			return tarForm, nil
		}
		return noForm, errorf("want an archive, found %s, which is none but in name", base)
	}
	return noForm, errNone
}
