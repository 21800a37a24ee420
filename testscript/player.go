package testscript

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// A Player is a program under test.
type Player struct {
	argv   []string
	path   string // of the executable
	built  string // folder of a program that was compiled here, or ""
	reason error  // why it could not be compiled
}

// A BuildError is a program that does not compile.
type BuildError struct{ Output string }

func (e *BuildError) Error() string { return "the program does not compile:\n" + e.Output }

// NewPlayer prepares a command, as given on a command line in the current
// folder, to be run in other folders: the program and those arguments that name
// existing files are made absolute. A Go program, given as "go run PACKAGE" or by
// its folder alone, is compiled here and now, once, since in another folder there
// is no module around it; if that fails, every case gets the verdict Build.
func NewPlayer(ctx context.Context, command ...string) (*Player, error) {
	if len(command) == 0 {
		return nil, fmt.Errorf("want a command to run")
	}
	argv := append([]string(nil), command...)
	p := &Player{}
	if info, err := os.Stat(argv[0]); err == nil && info.IsDir() {
		argv = append([]string{"go", "run", "./" + filepath.ToSlash(argv[0])}, argv[1:]...)
	}
	if filepath.Base(argv[0]) == "go" && len(argv) > 2 && argv[1] == "run" {
		var err error
		if argv, err = p.build(ctx, argv[2:]); err != nil {
			return nil, err
		}
		if p.reason != nil {
			return p, nil
		}
	}
	path, err := exec.LookPath(argv[0])
	if err != nil {
		return nil, fmt.Errorf("want a program to run: %w", err)
	}
	if p.path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
	p.argv = append(p.argv, argv[0])
	for _, arg := range argv[1:] {
		if _, err := os.Lstat(arg); err == nil {
			if arg, err = filepath.Abs(arg); err != nil {
				return nil, err
			}
		}
		p.argv = append(p.argv, arg)
	}
	return p, nil
}

// build compiles what "go run" would run and returns the command to run instead.
func (p *Player) build(ctx context.Context, args []string) (argv []string, err error) {
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
	if p.built, err = os.MkdirTemp("", "touchstone-build-"); err != nil {
		return nil, err
	}
	program := filepath.Join(p.built, "program")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	build := append(append([]string{"build", "-o", program}, flags...), packages...)
	if output, err := exec.CommandContext(ctx, "go", build...).CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p.reason = &BuildError{string(output)}
	}
	return append([]string{program}, args...), nil
}

// BuildError is why the program could not be compiled, or nil.
func (p *Player) BuildError() error { return p.reason }

// Close removes what was compiled.
func (p *Player) Close() error {
	if p.built == "" {
		return nil
	}
	return os.RemoveAll(p.built)
}

// environment is that of a run in dir: nothing of the caller's but the path to
// programs, so that a submission behaves the same for everybody.
func environment(dir string) []string {
	env := []string{"HOME=" + dir, "TMPDIR=" + dir, "LANG=C.UTF-8"}
	keep := []string{"PATH"}
	if runtime.GOOS == "windows" {
		env = append(env, "TEMP="+dir, "TMP="+dir, "USERPROFILE="+dir)
		keep = append(keep, "SystemRoot", "PATHEXT", "ComSpec")
	}
	for _, name := range keep {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}
