// Package program turns a command, a file, a directory or an archive that a user names into a program that
// can run in any directory.
//
// A file, a directory or an archive is a submission. The assignment's file names identify its program and the
// language (languages.go), whose commands build it:
//
//	squirrel   hw1cs561s16.py                                 Python 2.7
//	reversi    hw1cs561s2017.py                               Python 2.7
//	mapcolor   hw2cs561s17.py                                 Python 2.7
//	mancala    mancala.py, 3.py, .cpp, 11.cpp, .java          Python 2.7, 3, C++98, 11, Java
//	gangwars   homework.py, 3.py, .cpp, 11.cpp, .java         the same
//	all        NAME.py, 3.py, .cpp, 11.cpp, .java, .js        the same, for the assignment's name
//	all        NAME.c, .ts, .rs, .cs, .kt                     C, TypeScript, Rust, C#, Kotlin
//	all        Go source; a Cargo.toml; a Makefile; an executable
//
// The first level of directories that has any program must have only one (find.go). The whole directory that
// the user named is then the submission. Build copies it (intake.go) without answers (package answers), and
// fails on a link that leads out of it. Compilers and interpreters see only the copy and run in the sandbox.
//
// An error in a submission is a *BuildError, which is the verdict of all cases: no program or several, an
// unreadable archive, too many files, a program that does not compile. Its text suggests a correction if one
// is known (suggest.go). Other errors are caused by the caller or the machine, such as a missing path, a wrong
// flag, a compiler that is not installed, or a full disk.
//
// A command runs in place, but "go run" compiles a copy of the module like a submission (golang.go). Scripts,
// Makefiles and shells find interpreters by name (called.go): the PATH of a run begins with the interpreters
// of the caller, which shims would not find in the sandbox (tool.go).
//
// The targets of a Makefile are "agent", which builds the program, and "run", which runs it. Each run has
// links to the files of the directory in which the program was built. In a problem package, the program
// "build" of a directory makes the program "run".
package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/internal/unpack"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// A Program can be run in any directory.
type Program struct {
	Path string   // of the executable
	Argv []string // the command, with its name first
	// Files is a directory whose files every run needs in addition to the input (AddFiles), or "".
	Files        string
	dir          *scratch.Dir // directory of the build output, or nil
	built        string       // the directory in it that programs see, or ""
	source       string       // the copy of the submission in built, or ""
	limits       homework.Run // of the compiler
	home         string       // the directory of the source in that copy, if the submission is a directory, or ""
	interpreters []string     // real paths of the interpreters that it may call
	// Note describes what was built if that is not obvious; otherwise it is "".
	Note string
	// Guessed reports that the program was built in a second way, after the first had failed.
	Guessed bool
	hint    hint // about crashes
}

// Command returns the complete command of a run with the assignment's arguments.
func (p *Program) Command(args []string) []string {
	argv := append([]string{}, p.Argv...)
	if p.Files != "" { // make interprets its own arguments
		return append(argv, "ARGS="+strings.Join(args, " "))
	}
	return append(argv, args...)
}

// Task returns a run of the program with the assignment's arguments.
func (p *Program) Task(args []string) executor.Task {
	return executor.Task{Path: p.Path, Args: p.Command(args), Env: p.Environment, Shown: p.Shown}
}

// Make returns the command that makes a target of the submission's Makefile, or nil if it has no Makefile.
func (p *Program) Make(target string) []string {
	if p.Files == "" {
		return nil
	}
	argv := append([]string{}, p.Argv...)
	argv[len(argv)-1] = target
	return argv
}

// Shown returns the output of a compiler or the program, in which it replaces the names of files in the copy
// by their names in the submission.
func (p *Program) Shown(printed []byte) []byte {
	if p.source == "" {
		return printed
	}
	return bytes.ReplaceAll(printed, []byte(p.source+string(filepath.Separator)), nil)
}

// Close removes the build output. It does nothing if p is nil.
func (p *Program) Close() error {
	if p == nil {
		return nil
	}
	return p.dir.Remove()
}

// makeDir creates a directory for the build output.
func (p *Program) makeDir() (err error) {
	if p.dir, err = scratch.Make("", "build"); err != nil {
		return err
	}
	p.built = filepath.Join(p.dir.Path, "built")
	if err := os.Mkdir(p.built, 0o700); err != nil {
		return p.closeOnError(err)
	}
	return nil
}

// FromCommand prepares a command, as typed in the current directory: the program and the arguments that name
// existing files are made absolute. It replaces an interpreter that is a shim (see Tool.resolve) by the real
// one, and does the same for interpreters that a script may call. A Go program, given as "go run PACKAGE" or
// by its directory alone, is copied with its module and compiled once here, since other directories have no
// module around them; if that fails, the error is a *BuildError. The compiler runs on x.
func FromCommand(ctx context.Context, x executor.Executor, command ...string) (*Program, error) {
	if len(command) == 0 {
		return nil, fmt.Errorf("want a command to run")
	}
	argv := append([]string(nil), command...)
	if isDir(argv[0]) {
		dir := argv[0]
		if !filepath.IsAbs(dir) {
			dir = "./" + filepath.ToSlash(dir) // otherwise it is a package of that path
		}
		argv = append([]string{"go", "run", dir}, argv[1:]...)
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
		return fromGoRun(ctx, x, argv[2:])
	}
	if fault := missingInterpreter(path); fault != "" {
		return nil, fmt.Errorf("want a program to run: %s", fault)
	}
	if tool := toolAt(argv[0]); tool != nil && onPath(path) {
		if real, err := tool.resolve(ctx, path); err == nil && real != path {
			path, argv[0] = real, real
		}
	}
	p := &Program{Path: path, Argv: []string{argv[0]}}
	p.addCalled(ctx, path)
	p.hint = hint{oldPython, isOldPython + "start it by python2.7"}
	return p, p.addArguments(argv[1:])
}

// onPath reports whether a lookup of path's base name on the PATH finds path, directly or through a link. A
// program in one of the user's directories may belong to a submission, and is not started outside the sandbox
// to find its real location.
func onPath(path string) bool {
	found, err := exec.LookPath(filepath.Base(path))
	if err != nil {
		return false
	}
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	other, err := os.Stat(found)
	return err == nil && os.SameFile(info, other)
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

// closeOnError cleans up after an error.
func (p *Program) closeOnError(err error) error {
	p.Close()
	return err
}

// AddFiles adds to the directory of a run the files that the program needs in addition to its input: links to
// the files of a Makefile's directory, except for names in except, which are the run's own files. For other
// programs it does nothing.
func (p *Program) AddFiles(dir string, except []string) error {
	if p.Files == "" {
		return nil
	}
	entries, err := os.ReadDir(p.Files)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if slices.Contains(except, e.Name()) {
			continue
		}
		if err := os.Symlink(filepath.Join(p.Files, e.Name()), filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// HomeDir returns the directory in the submission's copy in which a program with its own directory starts. With
// a Makefile, that is the directory in which it was built. Home returns "" for a command or a single file.
func (p *Program) HomeDir() string { return p.home }

// CopyHome copies the contents of the program's home to an empty directory, and returns the number of bytes.
// It copies links as links: only the program follows them. If the home is too large, the error is a
// *BuildError.
func (p *Program) CopyHome(to string) (size int64, err error) {
	if p.home == "" {
		return 0, nil
	}
	size, err = copyDir(p.home, to)
	return size, asBuildError(err)
}

// Named returns the user's files that a command names: its arguments, or the program itself if it has no
// arguments.
func (p *Program) Named() (files []string) {
	argv := p.Argv[1:]
	if len(argv) == 0 {
		argv = []string{p.Path}
	}
	for _, arg := range argv {
		if info, err := os.Stat(arg); err == nil && filepath.IsAbs(arg) && info.Mode().IsRegular() &&
			!regular.InSystem(arg) {
			files = append(files, arg)
		}
	}
	return files
}

// A BuildError is an error in a submission that leaves no program to run.
type BuildError = outcome.BuildError

// The faults.
const (
	notFound    = "there is no program to check"
	notAccepted = "the submission cannot be accepted"
	notCompiled = outcome.NotCompiled
)

// compileError is the error of a program that does not compile.
func compileError(output string) *BuildError { return &BuildError{Fault: notCompiled, Output: output} }

// noProgramError is the error of a submission without a program, or with more than one.
func noProgramError(format string, args ...any) *BuildError {
	return &BuildError{Fault: notFound, Output: fmt.Sprintf(format, args...)}
}

// NewIntakeError returns the error of a submission that cannot be taken over.
func NewIntakeError(format string, args ...any) *BuildError {
	return &BuildError{Fault: notAccepted, Output: fmt.Sprintf(format, args...)}
}

// asBuildError turns an error in a submission into a *BuildError.
func asBuildError(err error) error {
	archive, large := (*unpack.Error)(nil), tooLarge{}
	switch {
	case errors.As(err, &archive):
		return NewIntakeError("%s", archive.Reason)
	case errors.As(err, &large):
		return NewIntakeError("%s", large.Error())
	}
	return err
}
