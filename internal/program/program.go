package program

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// A Program is ready to be run in any folder.
type Program struct {
	Path string   // of the executable
	Argv []string // the command, with its name in front
	// Files is a folder whose files belong beside the input of every run
	// (Furnish), or "".
	Files string
	built string // folder of what was compiled here, or ""
	// variable says that arguments are handed on by the variable ARGS, as make
	// takes them for its own.
	variable bool
}

// A BuildError is a program that does not compile.
type BuildError struct{ Output string }

func (e *BuildError) Error() string { return "the program does not compile:\n" + e.Output }

// Command is the whole command of a run with the assignment's arguments.
func (p *Program) Command(args []string) []string {
	argv := append([]string{}, p.Argv...)
	if p.variable {
		return append(argv, "ARGS="+strings.Join(args, " "))
	}
	return append(argv, args...)
}

// Close removes what was compiled.
func (p *Program) Close() error {
	if p.built == "" {
		return nil
	}
	return RemoveAll(p.built)
}

// FromCommand prepares a command as given on a command line in the current
// folder: the program and those arguments that name existing files are made
// absolute. An interpreter that is a shim (see Tool.resolve) is replaced by the
// real one. A Go program, given as "go run PACKAGE" or by its folder alone, is
// compiled here and now, once, since in another folder there is no module around
// it; the error is a *BuildError if that fails.
func FromCommand(ctx context.Context, command ...string) (*Program, error) {
	if len(command) == 0 {
		return nil, fmt.Errorf("want a command to run")
	}
	argv := append([]string(nil), command...)
	if info, err := os.Stat(argv[0]); err == nil && info.IsDir() {
		folder := argv[0]
		if !filepath.IsAbs(folder) {
			folder = "./" + filepath.ToSlash(folder) // else it is a package of that path
		}
		argv = append([]string{"go", "run", folder}, argv[1:]...)
	}
	if filepath.Base(argv[0]) == "go" && len(argv) > 2 && argv[1] == "run" {
		return fromGoRun(ctx, argv[0], argv[2:])
	}
	path, err := exec.LookPath(argv[0])
	if err != nil {
		return nil, fmt.Errorf("want a program to run: %w", err)
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
	if tool := interpreters[plain(argv[0])]; tool != nil {
		if real, err := tool.resolve(ctx, path); err == nil && real != path {
			path, argv[0] = real, real
		}
	}
	p := &Program{Path: path, Argv: []string{argv[0]}}
	return p, p.addArguments(argv[1:])
}

// addArguments adds arguments of the user, files as absolute paths.
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

// fromGoRun compiles what "go run" would run.
func fromGoRun(ctx context.Context, tool string, args []string) (*Program, error) {
	var flags, packages []string
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		flags, args = append(flags, args[0]), args[1:]
	}
	for len(args) > 0 && (len(packages) == 0 || strings.HasSuffix(args[0], ".go")) {
		packages, args = append(packages, args[0]), args[1:]
		if !strings.HasSuffix(packages[0], ".go") {
			break
		}
	}
	path, err := exec.LookPath(tool)
	if err != nil {
		return nil, fmt.Errorf("want a program to run: %w", err)
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	p := &Program{}
	if p.built, err = buildFolder(); err != nil {
		return nil, err
	}
	program := p.executable()
	argv := append([]string{path, "build", "-C", here, "-o", program, "-buildvcs=false"}, flags...)
	if err := compileGo(ctx, append(argv, packages...)); err != nil {
		return nil, p.abandon(err)
	}
	p.Path, p.Argv = program, []string{program}
	return p, p.addArguments(args)
}

// executable is where a compiler puts the program.
func (p *Program) executable() string {
	if runtime.GOOS == "windows" {
		return filepath.Join(p.built, "program.exe")
	}
	return filepath.Join(p.built, "program")
}

// abandon clears up after an error.
func (p *Program) abandon(err error) error {
	p.Close()
	return err
}

// Remove removes a folder in which a program ran. If it holds nothing but the files
// that are named, that takes a third of RemoveAll's time.
func Remove(dir string, files ...string) error {
	for _, name := range files {
		os.Remove(filepath.Join(dir, name))
	}
	if syscall.Rmdir(dir) == nil {
		return nil
	}
	return RemoveAll(dir)
}

// RemoveAll removes a folder that a program may have closed to its owner.
func RemoveAll(dir string) error {
	err := os.RemoveAll(dir)
	if err == nil {
		return nil
	}
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}
