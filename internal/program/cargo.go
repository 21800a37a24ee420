package program

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// takeCargo finds the program that Cargo has built in a folder that code of the submission could
// write to: nothing is followed out of it. What else Cargo leaves is not kept.
func (p *Program) takeCargo(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	const release = "target/release"
	entries, err := fs.ReadDir(root.FS(), release)
	if err != nil {
		return uncompiled("want a program of Cargo's, found none in " + release)
	}
	var found []string
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); (ext == "" || ext == ".exe") && e.Type().IsRegular() {
			found = append(found, e.Name())
		}
	}
	if len(found) != 1 {
		return uncompiled("want one program of Cargo's, found " + strings.Join(append(found, "none")[:max(1, len(found))], ", "))
	}
	if err := root.Rename(path.Join(release, found[0]), filepath.Base(p.executable())); err != nil {
		return uncompiled(err.Error())
	}
	return scratch.RemoveAll(filepath.Join(dir, "target"))
}
