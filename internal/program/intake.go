package program

import (
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
	"syscall"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/internal/unpack"
	"github.com/touchstone-suite/touchstone/oracle"
)

// Limits of a submission. A directory that exceeds them is probably a home directory rather than a
// submission.
const (
	maxFiles = 20_000 // including directories and links
	maxBytes = 512 << 20
	maxDepth = 100
)

// tooLarge is the error for a directory that exceeds these limits.
type tooLarge struct{ dir string }

func (e tooLarge) Error() string {
	return fmt.Sprintf("want a submission of at most %d files and %d MB, found more in %s", maxFiles,
		maxBytes>>20, e.dir)
}

// An intake copies a submission into a directory of the check, file by file. It never follows a link that
// leads out of the submission: compilers and interpreters see only the copy, and nothing reads the target of
// the link.
type intake struct {
	from, to *os.Root
	name     string // the directory being copied, for messages
	// named is the path that the user named, below the directory. A link that leads out fails the submission if
	// it is there. Elsewhere the link may belong to another submission, and is skipped.
	named string
	skip  []string // absolute paths that are not copied, because they hold answers
	// verbatim copies links as they are, wherever they lead.
	verbatim bool
	files    int
	size     int64
}

// copyDir copies the entries of a directory that choose selects (all if choose is nil), and everything in the
// directories below it.
func (in *intake) copyDir(dir string, choose func(fs.DirEntry) bool) error {
	if strings.Count(dir, "/") > maxDepth {
		return NewIntakeError("want directories at most %d deep, found %.60s...", maxDepth, dir)
	}
	if err := in.to.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	entries, err := list(in.from, dir)
	if err != nil {
		if errors.Is(err, fs.ErrPermission) {
			return nil // not readable by us, nor would it be by the program
		}
		return err
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if regular.IsLitter(e.Name()) || choose != nil && !choose(e) || slices.Contains(in.skip,
			filepath.Join(in.name, filepath.FromSlash(name))) {
			continue
		}
		if in.files++; in.files > maxFiles {
			return tooLarge{in.name}
		}
		switch mode := e.Type(); {
		case mode.IsDir():
			err = in.copyDir(name, choose)
		case mode&fs.ModeSymlink != 0:
			err = in.link(name)
		case mode.IsRegular():
			err = in.file(name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// list returns the entries of a directory by name. A name may contain any bytes, whereas fs.ReadDir requires
// UTF-8.
func list(root *os.Root, dir string) ([]fs.DirEntry, error) {
	f, err := root.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// link copies a link that stays inside the directory. Its target may be a file that a Makefile has yet to
// build.
func (in *intake) link(name string) error {
	target, err := in.from.Readlink(name)
	if err != nil {
		return err
	}
	if in.verbatim {
		return in.to.Symlink(target, name)
	}
	_, err = in.from.Stat(name)
	leadsNowhere := errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ELOOP) ||
		errors.Is(err, fs.ErrPermission)
	local := !filepath.IsAbs(target) && filepath.IsLocal(filepath.Join(filepath.Dir(filepath.FromSlash(name)),
		target))
	if err == nil || leadsNowhere && local {
		return in.to.Symlink(target, name)
	}
	if in.named != "." && name != in.named && !strings.HasPrefix(name, in.named+"/") {
		return nil
	}
	return NewIntakeError("want links that stay in the submission, found %s, a link to %q", escape.Line(name),
		target)
}

// file copies a file with its permissions and its time, which make uses to find outdated files.
func (in *intake) file(name string) error {
	from, err := in.from.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrPermission) {
		return nil
	}
	if err != nil {
		return err
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil || !info.Mode().IsRegular() { // it was changed in the meantime
		return err
	}
	if in.size+info.Size() > maxBytes {
		return tooLarge{in.name} // without a copy of its beginning
	}
	to, err := in.to.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm()|0o600)
	if err != nil {
		return err
	}
	n, err := io.Copy(to, io.LimitReader(from, maxBytes+1-in.size))
	if err = errors.Join(err, to.Close(), in.to.Chtimes(name, info.ModTime(), info.ModTime())); err != nil {
		return err
	}
	if in.size += n; in.size > maxBytes {
		return tooLarge{in.name}
	}
	return nil
}

// copy copies a directory of the submission, recursively or only the visible files directly in it, except for
// files that contain answers.
func (in *intake) copy(dir string, deep bool, hide []string) error {
	path := filepath.Join(in.name, filepath.FromSlash(dir))
	in.skip = slices.Clone(hide)
	if temp, err := filepath.EvalSymlinks(os.TempDir()); err == nil {
		in.skip = append(in.skip, temp) // it contains the copy
	}
	if !deep {
		for _, file := range answers.OpenFiles(path) {
			if found, err := answers.Search(file); err != nil || len(found) > 0 {
				in.skip = append(in.skip, file)
			}
		}
		return in.copyDir(dir, func(e fs.DirEntry) bool { return !e.IsDir() && !regular.IsHidden(e.Name()) })
	}
	found, err := answers.Search(path)
	if err != nil {
		return tooLarge{in.name}
	}
	for _, f := range found {
		in.skip = append(in.skip, f.Path)
	}
	return in.copyDir(dir, nil)
}

// copyTo copies a source and the files that belong to it into a directory. It returns the source in the copy
// and the number of bytes. hide lists paths that the check hides. If the directory around the source contains
// more than the submission, like the home directory or a checkout of this module, or if it is too large, only
// the files in the same directory are copied; for Go, the package and the files that describe its module.
func (s Source) copyTo(to string, hide []string) (taken Source, size int64, err error) {
	base, err := filepath.EvalSymlinks(s.base())
	if err != nil {
		return s, 0, err
	}
	source, err := filepath.EvalSymlinks(s.dir())
	if err != nil {
		return s, 0, err
	}
	dir, err := relativeTo(base, source)
	if err != nil {
		return s, 0, err
	}
	taken, taken.root, taken.File = s, to, filepath.Join(to, filepath.FromSlash(dir))
	if !isDir(s.File) {
		taken.File = filepath.Join(taken.File, filepath.Base(s.File))
	}
	named := path.Join(dir, s.file)
	if s.top != "" {
		if named, err = relativeTo(base, s.top); err != nil {
			return s, 0, err
		}
	}
	hide = answers.RealPaths(hide)
	if !answers.IsCommon(base) && !answers.IsClosed(base) {
		size, err = copyParts(base, to, named, func(in *intake) error { return in.copy(".", true, hide) })
		if alone := named == "."; alone || !errors.As(err, new(tooLarge)) {
			return taken, size, err
		}
		if err := scratch.RemoveAll(to); err != nil {
			return s, 0, err
		}
	}
	size, err = copyParts(base, to, named, func(in *intake) error {
		module := s.Language.manifest != nil && dir != "."
		if err := in.copy(dir, module && !answers.IsClosed(source), hide); err != nil || !module {
			return err
		}
		return in.copyDir(".", func(e fs.DirEntry) bool { return slices.Contains(s.Language.manifest, e.Name()) })
	})
	return taken, size, err
}

// relativeTo returns a directory as a path below base.
func relativeTo(base, dir string) (string, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", err
	}
	relative, err := filepath.Rel(base, dir)
	return filepath.ToSlash(relative), err
}

// copyParts copies parts of a directory.
func copyParts(from, to, named string, parts func(*intake) error) (size int64, err error) {
	if err := os.MkdirAll(to, 0o700); err != nil {
		return 0, err
	}
	in := &intake{name: from, named: named}
	if in.from, err = os.OpenRoot(from); err != nil {
		return 0, err
	}
	defer in.from.Close()
	if in.to, err = os.OpenRoot(to); err != nil {
		return 0, err
	}
	defer in.to.Close()
	err = parts(in)
	return in.size, err
}

// copyDir copies all of a directory. It copies links as links.
func copyDir(from, to string) (size int64, err error) {
	return copyParts(from, to, ".", func(in *intake) error {
		in.verbatim = true
		return in.copyDir(".", nil)
	})
}

// base returns the directory that holds everything that a source may use: for Go its module, for Java the
// root of its packages, otherwise its own directory. A source below the directory of its submission may use
// that whole directory.
func (s Source) base() string {
	dir, root := s.dir(), ""
	if s.Language.root != nil {
		root = s.Language.root(s)
	}
	if s.unpacked || s.top != "" && s.top != dir &&
		(s.Language.manifest == nil || regular.Beneath(root, s.top)) {
		return s.top
	}
	return cmp.Or(root, dir)
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// A SourceText is a file of the source of a program.
type SourceText struct {
	Name string // below the program's directory, with slashes
	Text []byte
}

// maxSources is the maximum number of source files of a program that are read.
const maxSources = 1000

// Sources returns the source of the program of a submission, sorted by name: its own file, and all source
// files in its directory and below in a language that is compiled or interpreted here. If the submission
// contains no program that is found, for example because of its name, Sources returns all its source files.
// It skips hidden directories and directories that tools create. For a program that is only an executable, it
// returns no sources and no error. It reads only the first mebibyte of a file.
func Sources(ctx context.Context, a *oracle.Assignment, path string) (sources []SourceText, err error) {
	if unpack.IsArchive(path) {
		dir, err := scratch.Make("", "sources")
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, dir.Remove()) }()
		if err := unpackTo(ctx, path, dir.Path); err != nil {
			return nil, withoutFaults(asBuildError(err))
		}
		path = dir.Path
	}
	s, err := Find(a, path, nil)
	switch {
	case err != nil && withoutFaults(err) == nil:
		return sourcesBelow(ctx, path)
	case err != nil:
		return nil, err
	case s.Language == executable:
		return nil, nil
	case s.file != "":
		text, err := regular.ReadHead(s.File, maxSource)
		return []SourceText{{s.file, text}}, err
	}
	return sourcesBelow(ctx, s.dir())
}

// sourcesBelow returns all source in a directory. For a file it returns nothing.
func sourcesBelow(ctx context.Context, dir string) (sources []SourceText, err error) {
	if !isDir(dir) {
		return nil, nil
	}
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		name := e.Name()
		switch {
		case err != nil || ctx.Err() != nil:
			return errors.Join(err, ctx.Err())
		case e.IsDir() && path != dir && (regular.IsHidden(name) || slices.Contains(passedOver, name)):
			return fs.SkipDir
		case !e.Type().IsRegular() || regular.IsHidden(name) || !isSource(name):
			return nil
		case len(sources) == maxSources:
			return fs.SkipAll
		}
		text, err := regular.ReadHead(path, maxSource)
		below, _ := filepath.Rel(dir, path)
		sources = append(sources, SourceText{filepath.ToSlash(below), text})
		return err
	})
	return sources, err
}

// isSource reports whether a file is one of source by its name.
func isSource(name string) bool {
	return byFile(name) != nil || byExtension(name) != nil ||
		slices.Contains(headers, strings.ToLower(filepath.Ext(name)))
}

// unpackTo unpacks a submission into a directory.
func unpackTo(ctx context.Context, path, dir string) error {
	return unpack.File(ctx, path, dir, unpack.Limits{Entries: maxFiles, Bytes: maxBytes, Depth: maxDepth})
}

// withoutFaults returns an error that is not a fault of the submission.
func withoutFaults(err error) error {
	if fault := (*BuildError)(nil); errors.As(err, &fault) {
		return nil
	}
	return err
}

// SourceFile returns the file of the program of a submission, or "" for a directory that is a program, such as one
// with a Makefile. Its path begins with the path of the submission.
func SourceFile(a *oracle.Assignment, path string) string {
	if unpack.IsArchive(path) {
		return ""
	}
	s, err := Find(a, path, nil)
	if err != nil || isDir(s.File) {
		return ""
	}
	whole, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	relative, err := filepath.Rel(whole, s.File)
	if err != nil {
		return ""
	}
	return filepath.Join(path, relative)
}

// SourceOfCommand returns the first file that a command names, or "".
func SourceOfCommand(words ...string) string {
	if i := slices.IndexFunc(words, isRegular); i >= 0 {
		return filepath.Clean(words[i])
	}
	return ""
}
