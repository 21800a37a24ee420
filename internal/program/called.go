package program

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/regular"
)

// A script finds interpreters on the PATH. Often that is a version manager's shim, which does not work with
// another home directory, or an interpreter below the caller's home, which is not readable. So interpreters
// are resolved beforehand, made readable, and put first on the PATH of the run.

// called are the interpreters and compilers that a script may call. Earlier ones come first on the PATH,
// since the directory of python2 may also have a python.
var called = strings.Fields("python python3 python2 python2.7 node java javac go rustc gcc g++ clang make")

// callers are the programs that run scripts, or commands on behalf of others.
var callers = []string{"sh", "bash", "dash", "ash", "ksh", "zsh", "fish", "env", "make", "gmake"}

// mayCallOthers reports whether a program is a script, or runs one.
func mayCallOthers(path string) bool {
	return startsWith(path, "#!") || slices.Contains(callers, filepath.Base(path))
}

// addCalled finds the interpreters for a program that calls others.
func (p *Program) addCalled(ctx context.Context, path string) {
	if mayCallOthers(path) {
		p.interpreters = Interpreters(ctx)
	}
}

var resolved sync.Map // the paths that were found, of type []string, by PATH

// Interpreters lists the real paths of the interpreters and compilers on the PATH that are
// outside the system's directories. It resolves each of them once.
func Interpreters(ctx context.Context) []string {
	key := os.Getenv("PATH")
	if known, ok := resolved.Load(key); ok {
		return known.([]string)
	}
	found := make([]string, len(called))
	var group sync.WaitGroup
	for i, name := range called {
		group.Go(func() { found[i] = findUserTool(ctx, name) })
	}
	group.Wait()
	found = slices.DeleteFunc(found, func(path string) bool { return path == "" })
	if ctx.Err() == nil {
		resolved.Store(key, found)
	}
	return found
}

// findUserTool returns the path of a tool outside the system's directories, or "".
func findUserTool(ctx context.Context, name string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(path); err != nil || regular.InSystem(real) {
		return ""
	}
	real, err := toolAt(path).resolve(ctx, path)
	if err != nil {
		return "" // there is a shim, but it leads to no program
	}
	return real
}

// Environment returns the environment of a run of the program in dir.
func (p *Program) Environment(dir string) []string {
	env := Environment(dir)
	var front []string
	for _, path := range p.interpreters {
		if parent := filepath.Dir(path); !slices.Contains(front, parent) {
			front = append(front, parent)
		}
	}
	for i, word := range env {
		if list, ok := strings.CutPrefix(word, "PATH="); ok && len(front) > 0 {
			env[i] = "PATH=" + strings.Join(append(front, list), string(filepath.ListSeparator))
		}
	}
	return env
}

// Needs returns the files that the program must be able to read: its build directory, itself, the
// installation of an interpreter, and the directories of the files among its arguments.
func (p *Program) Needs() answers.Need {
	need := p.needs(p.Path, p.Argv)
	if p.built != "" {
		need.Built = append(need.Built, p.built)
	}
	return need
}

// needs returns the files that a command and the interpreters that it may call must be able to read. Needs
// grants the build directory as a whole.
func (p *Program) needs(path string, argv []string) (need answers.Need) {
	for _, exe := range append([]string{path}, p.interpreters...) {
		needProgram(&need, exe)
	}
	for _, arg := range argv[1:] { // argv[0] is the path
		info, err := os.Stat(arg)
		switch {
		case err != nil || !filepath.IsAbs(arg) || !linkIsSafe(arg):
		case info.IsDir():
			need.Own = append(need.Own, arg)
		default:
			need.Own = append(need.Own, arg, filepath.Dir(arg))
		}
	}
	need.Own = slices.DeleteFunc(need.Own,
		func(path string) bool { return p.built != "" && regular.Beneath(path, p.built) })
	return need
}

// needProgram adds a program, the target of its link, and the directories of both.
func needProgram(need *answers.Need, path string) {
	exe := []string{path}
	if real, err := filepath.EvalSymlinks(path); err == nil && real != path {
		exe = append(exe, real)
	}
	for i, path := range exe {
		need.Own = append(need.Own, path)
		dir := filepath.Dir(path)
		prefix := filepath.Dir(dir)
		switch base := filepath.Base(dir); {
		case base == "bin" && filepath.Base(prefix) == ".local": // which also has the user's own files
			need.Installed = append(need.Installed, dir, filepath.Join(prefix, "lib"),
				filepath.Join(prefix, "lib64"))
		case base == "bin" && isInstallation(prefix),
			base == "shims": // of a version manager, whose versions are in the same directory
			need.Installed = append(need.Installed, prefix)
		case regular.InSystem(dir):
		case i == 0 || isTargetBeneath(path, exe[0]):
			need.Own = append(need.Own, dir)
		}
	}
}

// linkIsSafe reports whether an untrusted path may be followed: it is not a link, or its target is beneath the
// link's directory or in a system directory. Any other link may be an attempt to read other files.
func linkIsSafe(path string) bool {
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeSymlink == 0 {
		return err == nil
	}
	real, err := filepath.EvalSymlinks(path)
	return err == nil && (isTargetBeneath(real, path) || regular.InSystem(real))
}

// isTargetBeneath reports whether the target of a link is beneath the link's directory.
func isTargetBeneath(real, link string) bool {
	dir, err := filepath.EvalSymlinks(filepath.Dir(link))
	return err == nil && regular.Beneath(real, dir)
}

// isInstallation reports whether a directory is an installation of interpreters, with programs and libraries.
func isInstallation(prefix string) bool {
	return isDir(filepath.Join(prefix, "lib")) || isDir(filepath.Join(prefix, "lib64"))
}
