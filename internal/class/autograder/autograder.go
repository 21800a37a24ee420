// Package autograder packs what Gradescope runs, and reads what it tells of a submission
// (docs/gradescope.md).
package autograder

import (
	"archive/zip"
	"bytes"
	"cmp"
	"debug/buildinfo"
	"debug/elf"
	_ "embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/class/course"
	"github.com/touchstone-suite/touchstone/internal/pack"
	"github.com/touchstone-suite/touchstone/internal/regular"
)

// The names of what is packed. The platform unpacks it into the folder source and copies Run out
// of it.
const (
	Setup  = "setup.sh"
	Run    = "run_autograder"
	Binary = "touchstone"
	Course = course.Name
	Cases  = "cases"
)

//go:embed setup.sh
var setup []byte

//go:embed run_autograder
var run []byte

// A file is one of the archive.
type file struct {
	name string
	mode fs.FileMode
	data []byte
}

// Pack writes an autograder of a course file to w. binary is the path of touchstone for the
// platform. The same files make the same bytes.
func Pack(w io.Writer, c *course.File, binary string) error {
	text, err := regular.Read(c.Path)
	if err != nil {
		return err
	}
	program, err := os.ReadFile(binary)
	if err != nil {
		return err
	}
	if err := runsThere(binary, program); err != nil {
		return err
	}
	var files []file
	if from := c.Assignment.Path; from != "" { // which comes along, beside the course file
		name := filepath.Base(from)
		if text, err = course.About(text, "./"+name); err != nil {
			return err
		}
		if files, err = filesOf(from, name, func(string) bool { return true }); err != nil {
			return err
		}
	}
	files = append(files, file{Setup, 0o755, setup}, file{Run, 0o755, run}, file{Binary, 0o755, program}, file{Course, 0o644, text})
	for i, root := range c.Cases {
		found, err := filesOf(root, path.Join(Cases, fmt.Sprint(i+1)), isCase(root))
		if err != nil {
			return err
		}
		files = append(files, found...)
	}
	slices.SortFunc(files, func(a, b file) int { return cmp.Compare(a.name, b.name) })
	z := zip.NewWriter(w)
	for _, f := range files {
		if err := pack.File(z, f.name, f.mode, f.data); err != nil {
			return err
		}
	}
	return z.Close()
}

// isCase returns what reports whether a file at a path, or below it, is a case, or says what cases kill.
func isCase(root string) func(p string) bool {
	return func(p string) bool {
		return strings.HasSuffix(p, ".txtar") || filepath.Base(p) == cases.KillsFile || p == root
	}
}

// filesOf reads the file at a path, or those in the folder there that are wanted, to be packed below a folder.
func filesOf(root, below string, wanted func(p string) bool) (files []file, err error) {
	err = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == "testdata" && p != root {
				return fs.SkipDir
			}
			return nil
		}
		if !wanted(p) {
			return nil
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if info, err := os.Stat(p); err == nil && info.Mode()&0o100 != 0 {
			mode = 0o755
		}
		text, err := regular.Read(p)
		name := path.Join(below, filepath.ToSlash(rel))
		if p == root {
			name = below
			if strings.HasPrefix(below, Cases+"/") {
				name = path.Join(below, filepath.Base(p))
			}
		}
		files = append(files, file{name, mode, text})
		return err
	})
	return files, err
}

// module is the module of touchstone, which its binary and those of games from outside hold.
const module = "github.com/touchstone-suite/touchstone"

// runsThere reports why a binary would not run on the platform, or is not touchstone.
func runsThere(name string, data []byte) error {
	f, err := elf.NewFile(bytes.NewReader(data))
	switch {
	case err != nil, f.Machine != elf.EM_X86_64, f.OSABI != elf.ELFOSABI_NONE && f.OSABI != elf.ELFOSABI_LINUX:
		return fmt.Errorf("%s: want touchstone for linux/amd64, found something else; build it: CGO_ENABLED=0 GOOS=linux GOARCH=amd64 go build -o touchstone-linux ./cmd/touchstone, and give --binary touchstone-linux", name)
	case slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP }):
		return fmt.Errorf("%s: want a static binary, found one that needs libraries of this system; build it with CGO_ENABLED=0 and give it with --binary", name)
	}
	info, err := buildinfo.Read(bytes.NewReader(data))
	if err != nil || info.Main.Path != module && !slices.ContainsFunc(info.Deps, func(d *debug.Module) bool { return d.Path == module }) {
		return fmt.Errorf("%s: want touchstone, found another program", name)
	}
	return nil
}
