// Package autograder builds the archive that Gradescope runs, and reads the platform's data about a
// submission (docs/gradescope.md).
package autograder

import (
	"archive/zip"
	"bytes"
	"cmp"
	"debug/buildinfo"
	"debug/elf"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/course"
	"github.com/touchstone-suite/touchstone/internal/pack"
	"github.com/touchstone-suite/touchstone/internal/regular"
)

// The names of the packed files. The platform unpacks them into the directory source and copies runName from
// there.
const (
	setupName  = "setup.sh"
	runName    = "run_autograder"
	binaryName = "touchstone"
	Course     = course.Name
	Cases      = "cases"
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
	if err := checkExecutable(binary, program); err != nil {
		return err
	}
	var files []file
	if from := c.Assignment.Path; from != "" { // which is packed next to the course file
		name := filepath.Base(from)
		if text, err = course.About(text, "./"+name); err != nil {
			return err
		}
		if files, err = filesOf(from, name, func(string) bool { return true }); err != nil {
			return err
		}
	}
	files = append(files,
		file{setupName, 0o755, setup}, file{runName, 0o755, run}, file{binaryName, 0o755, program},
		file{Course, 0o644, text})
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

// isCase returns a function that reports whether a path is a case, a file that lists the mistakes that cases
// kill, or root itself.
func isCase(root string) func(p string) bool {
	return func(p string) bool {
		return strings.HasSuffix(p, ".txtar") || filepath.Base(p) == cases.KillsFile || p == root
	}
}

// filesOf reads the file at a path, or the wanted files in the directory there, to be packed below a
// directory.
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

// module is the path of touchstone's module, which is recorded in its binary and in the binaries of external
// games.
const module = "github.com/touchstone-suite/touchstone"

// howToGetBinary tells the user how to get a binary for the platform.
const howToGetBinary = "give the one of a release with --binary, or build one: CGO_ENABLED=0 GOOS=linux " +
	"GOARCH=amd64 go build -o touchstone-linux ./cmd/touchstone"

// checkExecutable reports why a binary would not run on the platform, or is not touchstone.
func checkExecutable(name string, data []byte) error {
	f, err := elf.NewFile(bytes.NewReader(data))
	switch {
	case err != nil, f.Machine != elf.EM_X86_64, f.OSABI != elf.ELFOSABI_NONE && f.OSABI != elf.ELFOSABI_LINUX:
		return fmt.Errorf("%s: want touchstone for linux/amd64, found something else; %s", name, howToGetBinary)
	case slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP }):
		return fmt.Errorf("%s: want a static binary, found one that needs libraries of this system; %s", name,
			howToGetBinary)
	}
	info, err := buildinfo.Read(bytes.NewReader(data))
	if err != nil || info.Main.Path != module &&
		!slices.ContainsFunc(info.Deps, func(d *debug.Module) bool { return d.Path == module }) {
		return fmt.Errorf("%s: want touchstone, found another program", name)
	}
	return nil
}

// Metadata is the platform's data about a submission, in submission_metadata.json.
type Metadata struct {
	Created    time.Time `json:"created_at"`
	Assignment struct {
		Due         *time.Time `json:"due_date"`
		TotalPoints string     `json:"total_points"`
	} `json:"assignment"`
	Users []user `json:"users"`
}

// A user is one of the students who submitted together.
type user struct {
	Email      string `json:"email"`
	Name       string `json:"name"`
	Assignment struct {
		Due *time.Time `json:"due_date"` // with an extension, if there is one
	} `json:"assignment"`
}

// ReadMetadata reads the platform's file.
func ReadMetadata(name string) (*Metadata, error) {
	text, err := regular.Read(name)
	if err != nil {
		return nil, err
	}
	m := new(Metadata)
	if err := json.Unmarshal(text, m); err != nil {
		return nil, fmt.Errorf("%s: want the platform's data about a submission: %w", name, err)
	}
	if m.Created.IsZero() {
		return nil, fmt.Errorf("%s: want \"created_at\", found none", name)
	}
	return m, nil
}

// DaysLate returns the number of days that the submission is late. In a group the latest deadline of a member
// counts. For one student the course file's date comes first; otherwise the date for all comes last. Without
// a deadline nothing is late.
func (m *Metadata) DaysLate(c *course.File) int {
	due := m.Assignment.Due
	var latest *time.Time
	for _, u := range m.Users {
		if own := u.Assignment.Due; own != nil && (latest == nil || own.After(*latest)) {
			latest = own
		}
	}
	if latest != nil {
		due = latest
	}
	known := time.Time{}
	if due != nil {
		known = *due
	}
	return course.DaysLate(c.Due(m.Student(c), known), m.Created)
}

// Student returns the name by which a course file has settings for one of the students who submitted: the
// email address or the name. It returns "" if the course file has no settings for them.
func (m *Metadata) Student(c *course.File) string {
	for _, u := range m.Users {
		for _, name := range []string{u.Email, u.Name} {
			if _, ok := c.Students[name]; ok {
				return name
			}
		}
	}
	return ""
}
