package problem

import (
	"archive/zip"
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

	"github.com/touchstone-suite/touchstone/internal/regular"
)

// zipped is the time of all files in an archive: the first that the format knows. So the same package makes the same bytes.
var zipped = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// Export writes a package as an archive, with a folder called name, and the answers of the reference where a case has
// none. What others do not read, such as hidden files, stays out.
func Export(ctx context.Context, dir, name string, to io.Writer) (err error) {
	p, err := Read(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	if !packageName.MatchString(name) {
		return fmt.Errorf("want a name of letters, digits, dots, dashes and underscores for a package, found %q", name)
	}
	files := map[string]fs.FileMode{}
	err = filepath.WalkDir(p.dir, func(full string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case full != p.dir && !packageName.MatchString(d.Name()):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			return nil
		}
		info, err := os.Stat(full)
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		relative, err := filepath.Rel(p.dir, full)
		files[filepath.ToSlash(relative)] = info.Mode()
		return err
	})
	if err != nil {
		return err
	}
	z := zip.NewWriter(to)
	add := func(file string, mode fs.FileMode, text []byte) error {
		head := &zip.FileHeader{Name: path.Join(name, file), Method: zip.Deflate, Modified: zipped}
		head.SetMode(mode.Perm()&0o755 | 0o644)
		w, err := z.CreateHeader(head)
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	}
	for _, file := range sortedKeys(files) {
		text, err := regular.Read(p.on(file))
		if err == nil {
			err = add(file, files[file], text)
		}
		if err != nil {
			return err
		}
		c, ok := strings.CutSuffix(file, ".in")
		i := slices.IndexFunc(p.cases, func(one *testCase) bool { return "data/"+one.name == c })
		if !ok || i < 0 || p.cases[i].answer != nil {
			continue
		}
		right, err := (&input{p, ctx, p.cases[i].input, p.cases[i]}).right(ctx)
		if err == nil {
			err = add(c+".ans", 0o644, p.packed(right))
		}
		if err != nil {
			return err
		}
	}
	return z.Close()
}
