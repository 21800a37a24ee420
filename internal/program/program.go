package program

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A Program can be run in any folder.
type Program struct {
	Path string   // of the executable
	Argv []string // the command, with its name first
	// Files is a folder whose files belong beside the input of every run (Furnish), or "".
	Files  string
	folder *scratch.Dir // of what was built, or nil
	built  string       // the folder in it that programs see, or ""
	source string       // the copy of the submission in built, or ""
	limits homework.Run // of the compiler
	home   string       // the folder of the source in that copy, if the submission is a folder, or ""
	called []string     // real paths of the interpreters that it may call
	// Note says what was built if that is not obvious, or is "".
	Note string
	// Guessed reports that the program was built in a second way, after the first had failed.
	Guessed bool
	hints   []hint // about crashes
	// variable says that arguments are passed in the variable ARGS, since make interprets
	// its own arguments.
	variable bool
}

// Command returns the complete command of a run with the assignment's arguments.
func (p *Program) Command(args []string) []string {
	argv := append([]string{}, p.Argv...)
	if p.variable {
		return append(argv, "ARGS="+strings.Join(args, " "))
	}
	return append(argv, args...)
}

// Make returns the command that makes a target of the submission's Makefile, or nil if it has no
// Makefile.
func (p *Program) Make(target string) []string {
	if !p.variable {
		return nil
	}
	argv := append([]string{}, p.Argv...)
	argv[len(argv)-1] = target
	return argv
}

// Shown returns what a compiler or the program printed, with the names of files in the
// submission instead of those in its copy.
func (p *Program) Shown(printed []byte) []byte {
	if p.source == "" {
		return printed
	}
	return bytes.ReplaceAll(printed, []byte(p.source+string(filepath.Separator)), nil)
}

// Close removes what was compiled.
func (p *Program) Close() error {
	if p.folder == nil {
		return nil
	}
	return p.folder.Remove()
}

// makeFolder makes a folder for what is built.
func (p *Program) makeFolder() (err error) {
	if p.folder, err = scratch.Make("", "build"); err != nil {
		return err
	}
	p.built = filepath.Join(p.folder.Path, "built")
	if err := os.Mkdir(p.built, 0o700); err != nil {
		return p.abandon(err)
	}
	return nil
}

// FromCommand prepares a command, as typed in the current folder: the program and those
// arguments that name existing files are made absolute. An interpreter that is a shim (see
// Tool.resolve) is replaced by the real one, and so are those that a script may call. A Go
// program, given as "go run PACKAGE" or by its folder alone, is copied with its module and
// compiled once here, since other folders have no module around them; if that fails, the
// error is a *BuildError. policy says how it is confined.
func FromCommand(ctx context.Context, policy sandbox.Policy, command ...string) (*Program, error) {
	if len(command) == 0 {
		return nil, fmt.Errorf("want a command to run")
	}
	argv := append([]string(nil), command...)
	if isFolder(argv[0]) {
		folder := argv[0]
		if !filepath.IsAbs(folder) {
			folder = "./" + filepath.ToSlash(folder) // otherwise it is a package of that path
		}
		argv = append([]string{"go", "run", folder}, argv[1:]...)
	}
	path, err := exec.LookPath(argv[0])
	if err != nil {
		return nil, fmt.Errorf("want a program to run: %w", err)
	}
	if err := MissingFile(".", argv); err != nil {
		return nil, err
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
	if filepath.Base(argv[0]) == "go" && len(argv) > 2 && argv[1] == "run" && onPath(path) {
		return fromGoRun(ctx, policy, path, argv[2:])
	}
	if tool := interpreters[plain(argv[0])]; tool != nil && onPath(path) {
		if real, err := tool.resolve(ctx, path); err == nil && real != path {
			path, argv[0] = real, real
		}
	}
	p := &Program{Path: path, Argv: []string{argv[0]}}
	p.addCalled(ctx, path)
	p.hints = []hint{{oldPython, isOldPython + "start it by python2.7"}}
	return p, p.addArguments(argv[1:])
}

// onPath reports whether path is what its base name finds on the PATH, directly or through
// a link. A program in one of the user's folders may be a submission's, and is not started
// outside the sandbox to find out where it really is.
func onPath(path string) bool {
	found, err := exec.LookPath(filepath.Base(path))
	if err != nil {
		return false
	}
	one, err := os.Stat(path)
	if err != nil {
		return false
	}
	other, err := os.Stat(found)
	return err == nil && os.SameFile(one, other)
}

// addArguments adds the user's arguments, with files as absolute paths.
func (p *Program) addArguments(args []string) error {
	for _, arg := range args {
		if _, err := os.Lstat(arg); err == nil {
			if arg, err = filepath.Abs(arg); err != nil {
				return err
			}
		}
		p.Argv = append(p.Argv, arg)
	}
	return nil
}

// executable returns the path that a compiler writes the program to.
func (p *Program) executable() string {
	if runtime.GOOS == "windows" {
		return filepath.Join(p.built, "program.exe")
	}
	return filepath.Join(p.built, "program")
}

// abandon cleans up after an error.
func (p *Program) abandon(err error) error {
	p.Close()
	return err
}

// Home returns the folder of the submission's copy in which a program that has a folder of its own
// begins: with a Makefile, that in which it was built. It is "" for a command or a single file.
func (p *Program) Home() string { return p.home }

// CopyHome fills an empty folder with what is in the program's home, and returns the number of bytes.
// Links stay as they are: nobody but the program follows them. If there is too much, the error is
// a *BuildError.
func (p *Program) CopyHome(to string) (size int64, err error) {
	if p.home == "" {
		return 0, nil
	}
	size, err = copyFolder(p.home, to)
	return size, blamed(err)
}

// Named returns the files of somebody's own that a command names: its arguments, or the program
// itself if it has none.
func (p *Program) Named() (files []string) {
	argv := p.Argv[1:]
	if len(argv) == 0 {
		argv = []string{p.Path}
	}
	for _, arg := range argv {
		if info, err := os.Stat(arg); err == nil && filepath.IsAbs(arg) && info.Mode().IsRegular() && !regular.InSystem(arg) {
			files = append(files, arg)
		}
	}
	return files
}
