package cases

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

const ending = ".txtar"

// Embedded returns the corpus of an assignment, sorted by name.
func Embedded(a *oracle.Assignment) ([]*Case, error) {
	load, _ := embedded.LoadOrStore(a, sync.OnceValues(func() ([]*Case, error) {
		if a.Cases != nil {
			return LoadFS(a.Cases, ".")
		}
		return LoadFS(corpus, a.Name)
	}))
	all, err := load.(func() ([]*Case, error))()
	return slices.Clone(all), err
}

// embedded reads each assignment's cases once, on first use.
var embedded sync.Map

// Load reads the cases at a path: a single file, or all cases in a folder and its
// subfolders other than those named testdata, sorted by name.
func Load(path string) ([]*Case, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		cases, err := LoadFS(folder{os.DirFS(path), path}, ".")
		if err == nil && len(cases) == 0 {
			err = fmt.Errorf("%s: want cases (*%s), found none", path, ending)
		}
		return cases, err
	}
	src, err := regular.Read(path)
	if err != nil {
		return nil, err
	}
	c, err := parse(path, nameOf(filepath.ToSlash(path)), src)
	if err != nil {
		return nil, err
	}
	return []*Case{c}, nil
}

// A folder is a directory on disk, whose files are opened with the care due to other
// people's files.
type folder struct {
	fs.FS
	path string
}

func (f folder) ReadFile(name string) ([]byte, error) {
	return regular.Read(filepath.Join(f.path, filepath.FromSlash(name)))
}

// LoadFS reads the cases in a folder of a file system and in its subfolders other than
// those named testdata, sorted by name. Its error reports everything that is wrong with any
// of them.
func LoadFS(fsys fs.FS, dir string) (cases []*Case, err error) {
	var wrong []error
	byFolder := map[string][]*Case{}
	walk := fs.WalkDir(fsys, dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !isCase(p, d) {
			return skip(d, err)
		}
		var c *Case
		src, err := fs.ReadFile(fsys, p)
		if err == nil {
			c, err = parse(p, nameOf(p), src)
		}
		if err != nil {
			wrong = append(wrong, err)
			return nil
		}
		cases = append(cases, c)
		byFolder[path.Dir(p)] = append(byFolder[path.Dir(p)], c)
		return nil
	})
	wrong = append(wrong, addKills(fsys, byFolder))
	slices.SortStableFunc(cases, func(a, b *Case) int { return strings.Compare(a.Name, b.Name) })
	return cases, errors.Join(append(wrong, walk)...)
}

// isCase reports whether a directory entry is a case.
func isCase(p string, d fs.DirEntry) bool { return !d.IsDir() && strings.HasSuffix(p, ending) }

// skip skips testdata folders, whose files only look like cases.
func skip(d fs.DirEntry, err error) error {
	if err == nil && d.IsDir() && d.Name() == "testdata" {
		return fs.SkipDir
	}
	return err
}

func nameOf(p string) string { return strings.TrimSuffix(path.Base(p), ending) }

// UpdateFiles rewrites the goldens of the cases at a path; if check is set it writes
// nothing. It returns the files that changed or would change. An error in one
// case does not keep the others from being updated.
func UpdateFiles(ctx context.Context, root string, check bool) (changed []Changed, err error) {
	var wrong []error
	walk := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !isCase(p, d) {
			return skip(d, err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		differs, err := updateFile(ctx, p, check)
		if differs != nil {
			changed = append(changed, *differs)
		}
		if err != nil {
			wrong = append(wrong, err)
		}
		return nil
	})
	return changed, errors.Join(append(wrong, walk)...)
}

// updateFile rewrites the goldens of one case, unless check is set, and returns where
// they differ, or nil.
func updateFile(ctx context.Context, p string, check bool) (*Changed, error) {
	old, err := regular.Read(p)
	if err != nil {
		return nil, err
	}
	c, err := parse(p, nameOf(filepath.ToSlash(p)), old)
	if err != nil {
		return nil, err
	}
	text, err := c.Update(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	if string(text) == string(old) {
		return nil, nil
	}
	changed := newChanged(p, string(old), string(text))
	if check {
		return &changed, nil
	}
	if err := output.WriteFile(p, text); err != nil {
		return nil, err
	}
	return &changed, nil
}
