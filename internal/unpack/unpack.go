// Package unpack unpacks untrusted archives: zip, tar and tar compressed by gzip. It does not trust the
// metadata of an archive. It writes nothing outside the directory, creates no devices and by default no
// links, and counts the bytes that it writes. An error in the archive is an *Error.
package unpack

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/touchstone-suite/touchstone/internal/regular"
)

// Limits bound the contents of an archive, and the size of the archive itself.
type Limits struct {
	Entries int   // files and directories
	Bytes   int64 // of all files together; the archive may have no more either
	Depth   int   // of directories
	// Links makes symbolic links instead of refusing them. They may lead anywhere: use os.Root to read the
	// directory.
	Links bool
}

// An Error is a fault of an archive.
type Error struct{ Reason string }

func (e *Error) Error() string { return e.Reason }

func errorf(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// File unpacks the archive at a path into an empty directory. It skips directories of version control systems
// and the files that macOS adds to archives.
func File(ctx context.Context, archive, dir string, limits Limits) error {
	to, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer to.Close()
	f, err := regular.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() > limits.Bytes {
		return errorf("want an archive of at most %s, found %s", size(limits.Bytes), size(info.Size()))
	}
	form, err := formOf(f, archive)
	if err != nil {
		return err
	}
	w := &writer{ctx: ctx, to: to, limits: limits, dirs: map[string]bool{}}
	switch form {
	case zipForm:
		err = w.zip(f, info.Size())
	case gzipForm:
		err = w.gzip(f)
	default:
		err = tarError(w.tarStream(readAll(f)))
	}
	if err != nil {
		return err
	}
	return w.makeLinks()
}

// A writer writes the entries of an archive into a directory.
type writer struct {
	ctx     context.Context
	to      *os.Root
	limits  Limits
	dirs    map[string]bool
	entries int
	made    int // files, links and directories, also those that have no entry
	bytes   int64
	links   []link
}

// A link is a symbolic link of an archive. Links are made last, so that no file is written through one.
type link struct{ name, target string }

// maxTarget is the maximum length of the target of a link.
const maxTarget = 4096

// addLink adds a link whose target open reads.
func (w *writer) addLink(name string, open func() (io.ReadCloser, error)) error {
	from, err := open()
	if err != nil {
		return err
	}
	target, err := io.ReadAll(io.LimitReader(from, maxTarget+1))
	if err = errors.Join(err, from.Close()); err != nil {
		return err
	}
	if len(target) == 0 || len(target) > maxTarget || bytes.Contains(target, []byte{0}) {
		return errorf("want a link to a path of at most %d bytes in an archive, found %q", maxTarget, shorten(name))
	}
	w.links = append(w.links, link{name, string(target)})
	return nil
}

func (w *writer) makeLinks() error {
	for _, l := range w.links {
		if err := cmp.Or(w.dir(path.Dir(l.name)), w.count()); err != nil {
			return err
		}
		if err := createError(w.to.Symlink(l.target, l.name), l.name); err != nil {
			return err
		}
	}
	return nil
}

// An entry holds the facts that an archive gives about a file or a directory.
type entry struct {
	name string
	mode fs.FileMode
	time time.Time
}

// write unpacks an entry. open is called for the contents of a file that is wanted.
func (w *writer) write(e entry, open func() (io.ReadCloser, error)) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if w.entries++; w.entries > w.limits.Entries {
		return w.tooMany()
	}
	name, err := cleanName(e.name)
	if err != nil || name == "." {
		return err
	}
	parts := strings.Split(name, "/")
	if slices.ContainsFunc(parts, regular.IsLitter) {
		return nil
	}
	if len(parts) > w.limits.Depth {
		return errorf("want directories at most %d deep in an archive, found %q", w.limits.Depth, shorten(name))
	}
	switch {
	case e.mode&fs.ModeSymlink != 0 && w.limits.Links:
		return w.addLink(name, open)
	case e.mode&fs.ModeSymlink != 0:
		return errorf("want no links in an archive, found %q", shorten(e.name))
	case e.mode.IsDir(), strings.HasSuffix(e.name, `\`):
		return w.dir(name)
	case !e.mode.IsRegular():
		return errorf("want only files and directories in an archive, found %q, which is neither", shorten(e.name))
	}
	if err := cmp.Or(w.dir(path.Dir(name)), w.count()); err != nil {
		return err
	}
	from, err := open()
	if err != nil {
		return err
	}
	return errors.Join(w.file(name, e, from), from.Close())
}

func (w *writer) tooMany() error {
	return errorf("want at most %d files in an archive, found more", w.limits.Entries)
}

// count counts a file, link or directory that is made.
func (w *writer) count() error {
	if w.made++; w.made > w.limits.Entries {
		return w.tooMany()
	}
	return nil
}

// dir creates a directory and its parents, unless they exist.
func (w *writer) dir(name string) error {
	if name == "." || w.dirs[name] {
		return nil
	}
	if err := cmp.Or(w.dir(path.Dir(name)), w.count()); err != nil {
		return err
	}
	w.dirs[name] = true
	return createError(w.to.Mkdir(name, 0o755), name)
}

// file writes a file. An executable file stays executable, for this user.
func (w *writer) file(name string, e entry, from io.Reader) error {
	perm := fs.FileMode(0o644) | e.mode.Perm()&0o111
	to, err := w.to.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return createError(err, name)
	}
	n, err := io.Copy(to, io.LimitReader(contextReader{w.ctx, from}, w.limits.Bytes-w.bytes+1))
	if err := errors.Join(err, to.Close()); err != nil {
		return err
	}
	if w.bytes += n; w.bytes > w.limits.Bytes {
		return errorf("want at most %s in an archive, found more", size(w.limits.Bytes))
	}
	if when := e.time; when.Year() >= 1980 && when.Year() < 2100 { // make goes by it; others are made up
		_ = w.to.Chtimes(name, when, when) // some file systems keep no times
	}
	return nil
}

// createError returns the error for a file that could not be created. If the file already exists, that is the
// archive's fault.
func createError(err error, name string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return errorf("want each name once in an archive, found %q twice", shorten(name))
	}
	return fmt.Errorf("unpacking %q: %w", shorten(name), err)
}

// A contextReader reader ends with its context.
type contextReader struct {
	ctx  context.Context
	from io.Reader
}

func (p contextReader) Read(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	return p.from.Read(b)
}

// size formats a number of bytes.
func size(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%d MB", n>>20)
}

// A form is the format of an archive.
type form int

const (
	noForm form = iota
	zipForm
	gzipForm
	tarForm
)

// marked are the extensions of archives whose first bytes identify their format.
var marked = []string{".zip", ".tar.gz", ".tgz"}

// others are the first bytes of archives that are not unpacked.
var others = []struct{ magic, name string }{
	{"Rar!", "RAR"}, {"7z\xbc\xaf\x27\x1c", "7-Zip"}, {"BZh", "bzip2"}, {"\xfd7zXZ\x00", "xz"},
	{"\x28\xb5\x2f\xfd", "Zstandard"},
}

// magicAt is the offset of tar's magic bytes, and headBytes is the number of bytes that determine the format
// of a file.
const (
	magicAt   = 257
	headBytes = magicAt + 5
)

// IsArchive reports whether a file is an archive, or is meant to be one, by its first bytes and its name. It
// returns false for a file that cannot be read.
func IsArchive(path string) bool {
	f, err := regular.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	_, err = formOf(f, path)
	return err == nil || errors.As(err, new(*Error))
}

// errNone is the error for a file that is not an archive.
var errNone = errors.New("want an archive, found none")

// formOf returns the format of an archive. Its first bytes take precedence over its name. If either marks it
// as an archive that cannot be unpacked, the error is an *Error.
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
	hasEnding := func(ending string) bool { return strings.HasSuffix(strings.ToLower(base), ending) }
	switch {
	case hasEnding(".tar"): // old ones have no magic bytes
		return tarForm, nil
	case slices.ContainsFunc(marked, hasEnding):
		return noForm, errorf("want an archive, found %s, which is not one", base)
	}
	return noForm, errNone
}

// maxName is the maximum length of a name in common file systems, in bytes.
const maxName = 255

// cleanName returns the name of an entry as a path below the directory, with slashes. A name that leads
// out of the directory, or that no system takes, is refused. Bytes that are not UTF-8, as in
// archives of old systems, are spelled out.
func cleanName(name string) (string, error) {
	slashed := strings.ReplaceAll(name, `\`, "/") // some programs of Windows write these
	slashed = strings.TrimRight(slashed, "/")
	if slashed == "" && name != "" {
		return "", errorf("want names below the archive's own directory, found %q", shorten(name))
	}
	var parts []string
	for part := range strings.SplitSeq(slashed, "/") {
		if part != "." {
			parts = append(parts, escapeNonUTF8(part))
		}
	}
	if len(parts) == 0 { // the archive's own directory
		return ".", nil
	}
	for _, part := range parts {
		switch {
		case !filepath.IsLocal(part) || len(part) == 2 && part[1] == ':':
			return "", errorf("want names below the archive's own directory, found %q", shorten(name))
		case len(part) > maxName:
			return "", errorf("want names of at most %d bytes in an archive, found %q", maxName, shorten(name))
		case strings.ContainsFunc(part, func(r rune) bool { return r < ' ' || r == 0x7f }):
			return "", errorf("want no control characters in names, found %q", shorten(name))
		}
	}
	return strings.Join(parts, "/"), nil
}

// escapeNonUTF8 spells out bytes that are not UTF-8.
func escapeNonUTF8(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for len(name) > 0 {
		r, n := utf8.DecodeRuneInString(name)
		if r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, "%%%02x", name[0])
		} else {
			b.WriteRune(r)
		}
		name = name[n:]
	}
	return b.String()
}

// shorten returns a name for a message.
func shorten(name string) string {
	if len(name) <= 60 {
		return name
	}
	return strings.ToValidUTF8(name[:60], "") + "..."
}
