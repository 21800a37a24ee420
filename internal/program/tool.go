package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle"
)

// Tools are the tools to use instead of those on the PATH: names or paths by flag. Under PythonFlag stands
// which Python runs files that end in .py, "2" or "3", whatever their names say.
type Tools map[string]string

// PythonFlag is the flag that says which Python runs, and PythonVersions is what it may say.
const PythonFlag = "python"

// PythonVersions are what PythonFlag may say.
var PythonVersions = []string{"2", "3"}

// python returns the language of a Python program.
func (t Tools) python(l *Language) *Language {
	if l == python2 || l == python3 {
		switch t[PythonFlag] {
		case "2":
			return python2
		case "3":
			return python3
		}
	}
	return l
}

// A notFoundError is the error for a tool that is not on the PATH.
type notFoundError struct {
	source, written, want string
	broken                bool // there is one, which does not run
}

func (e *notFoundError) Error() string { return e.source + e.written + ": " + e.want }

// namedForPython2 says of a program that lacks Python 2.7 what is known of it: its name, and whether
// Python 3 reads it, which is tried.
func (s Source) namedForPython2(ctx context.Context, a *oracle.Assignment, t Tools, policy sandbox.Policy,
	lacks *notFoundError) error {
	here := filepath.Base(s.File) + " is named for Python 2.7, which is not here"
	try := s
	try.Language = python3
	p, err := try.Build(ctx, t, policy)
	if err != nil {
		return errors.New(here + ": " + lacks.want)
	}
	_ = p.Close() // anything left is swept at the next start
	if lacks.broken {
		here += ": " + lacks.want
	}
	return fmt.Errorf(
		"%s; it parses as Python 3: name it %s, or --tool %s=3, or \"python: 3\" in the course file", here,
		nameFor(a, python3), PythonFlag)
}

// patience is how long a tool may take to report where it is: a shim of many scripts takes a while on a busy
// machine.
const patience = time.Minute

// find finds the tool that a source needs. The error names the tool, the source and the flag.
func (t Tools) find(ctx context.Context, name string, s Source) (string, error) {
	tool := tools[name]
	if given := t[tool.Flag]; tool.Flag != "" && given != "" {
		path, err := tool.resolve(ctx, given)
		if err != nil {
			return "", fmt.Errorf("--tool %s: %w", tool.Flag, err)
		}
		return path, nil
	}
	if tool.home != "" && (tool.together || t[tool.home] != "") {
		other, err := t.find(ctx, tool.home, s)
		if err != nil {
			return "", err
		}
		path, err := exec.LookPath(filepath.Join(filepath.Dir(other), tool.names[0]))
		if err != nil {
			return "", fmt.Errorf("want %s, found no %s beside %s (--tool %s)", tools[tool.home].About, tool.names[0],
				other, tool.home)
		}
		return path, nil
	}
	broken := ""
	candidates := tool.candidates(runtime.GOOS)
	for _, candidate := range candidates {
		words := strings.Fields(candidate)
		path, err := tool.resolve(ctx, words[0], words[1:]...)
		if err == nil {
			return path, nil
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if !errors.Is(err, exec.ErrNotFound) && broken == "" {
			broken = " that runs: " + err.Error()
		}
	}
	flag := tool.Flag + tool.home // the flag that applies
	hint := ""
	if flag != "" {
		hint = fmt.Sprintf("; --tool %s=PATH points to another", flag)
	}
	return "", &notFoundError{s.shown(), " is written in " + s.Language.Name,
		fmt.Sprintf("want %s on the PATH, found none%s%s", strings.Join(candidates, " or "), broken, hint),
		broken != ""}
}

// candidates returns the names of a tool on a system, in the order in which they are tried.
func (t *Tool) candidates(system string) []string {
	if system == "windows" {
		return slices.Concat(t.names, t.windows)
	}
	return t.names
}

// resolve finds where a tool really is. What is on the PATH may be a shim, a script that looks for the real
// program on every start (pyenv's takes ten times as long as the interpreter itself), using files that a
// program in a fresh folder with another home does not see. So a shim is asked, once. On Windows every tool
// is asked, because a file of the right name may only lead to a store, and so is a tool that needs arguments,
// because it stands for another program.
func (t *Tool) resolve(ctx context.Context, name string, args ...string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", err
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", err
	}
	if t.ask == nil || len(args) == 0 && runtime.GOOS != "windows" && !isShim(path) {
		return path, nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, slices.Concat(args, t.ask)...)
	cmd.WaitDelay = time.Second
	// Not in the user's current folder: a submission's file can determine what a shim starts.
	cmd.Dir = filepath.Dir(path)
	if home, err := os.UserHomeDir(); err == nil && isFolder(home) { // users of services have none
		cmd.Dir = home
	}
	printed, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return "", fmt.Errorf("%s does not say within %v where it is", path, patience)
	}
	if err != nil {
		said, _, _ := strings.Cut(strings.TrimSpace(string(printed)), "\n")
		return "", fmt.Errorf("%s does not run (%w): %s", path, err, said)
	}
	real := t.answer(string(printed))
	if info, err := os.Stat(real); err != nil || info.IsDir() {
		if len(args) > 0 {
			return "", fmt.Errorf("%s %s does not say where it is", path, strings.Join(args, " "))
		}
		return path, nil // not a shim of a known kind
	}
	return real, nil
}

// isShim reports whether a file is a script, or a link to a program of another name, which
// is how some version managers work.
func isShim(path string) bool {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	start, err := head(real, 2)
	if err != nil {
		return false
	}
	switch strings.ToLower(filepath.Ext(real)) {
	case ".bat", ".cmd": // the scripts of Windows
		return true
	}
	return string(start) == "#!" || !strings.HasPrefix(filepath.Base(real), plain(path))
}

// plain returns the name of a program without its version: "python" for "python3.12".
func plain(path string) string {
	base := strings.TrimSuffix(filepath.Base(path), ".exe")
	return strings.TrimRight(base, "0123456789.")
}

// javaHome returns a function that finds a tool from the settings that java prints.
func javaHome(tool string) func(string) string {
	return func(printed string) string {
		for line := range strings.Lines(printed) {
			if key, home, ok := strings.Cut(line, "="); ok && strings.TrimSpace(key) == "java.home" {
				path := filepath.Join(strings.TrimSpace(home), "bin", tool)
				if runtime.GOOS == "windows" {
					path += ".exe"
				}
				return path
			}
		}
		return ""
	}
}

// interpreters are the tools that a command may begin with, under any version of their
// names: "python3.12" is python.
var interpreters = map[string]*Tool{
	"python": {ask: askPython, answer: strings.TrimSpace},
	"node":   tools["node"],
	"nodejs": tools["node"],
	"java":   tools["java"],
}

// A script calls interpreters by name, and finds on the PATH what its caller would: often a
// version manager's shim, which has nothing to choose from in a folder with another home,
// or one below the caller's home, which is not readable. So interpreters are resolved
// beforehand, made readable, and put first on the PATH of the run.

// called are the interpreters and compilers that a script may call. Earlier ones come first
// on the PATH, since there may be a python beside python2 too.
var called = []*Tool{
	{names: []string{"python"}, ask: askPython, answer: strings.TrimSpace},
	tools["python3"],
	{names: []string{"python2"}, ask: askPython, answer: strings.TrimSpace},
	{names: []string{"python2.7"}, ask: askPython, answer: strings.TrimSpace},
	tools["node"],
	tools["java"],
	tools["javac"],
	tools["go"],
	tools["rust"],
	{names: []string{"gcc"}},
	{names: []string{"g++"}},
	{names: []string{"clang"}},
	{names: []string{"make"}},
}

// inBin returns a function that finds a tool in the bin folder of an installation.
func inBin(tool string) func(string) string {
	return func(printed string) string { return filepath.Join(strings.TrimSpace(printed), "bin", tool) }
}

// callers are the programs that run scripts, or commands on behalf of others.
var callers = []string{"sh", "bash", "dash", "ash", "ksh", "zsh", "fish", "env", "make", "gmake"}

// callsOthers reports whether a program is a script, or runs one.
func callsOthers(path string) bool {
	start, err := head(path, 2)
	return err == nil && string(start) == "#!" || slices.Contains(callers, filepath.Base(path))
}

// addCalled finds the interpreters for a program that calls others.
func (p *Program) addCalled(ctx context.Context, path string) {
	if callsOthers(path) {
		p.called = Interpreters(ctx)
	}
}

var resolved sync.Map // the paths that were found, of type []string, by PATH

// Interpreters lists the real paths of the interpreters and compilers on the PATH that are
// outside the system's folders. It asks each of them once.
func Interpreters(ctx context.Context) []string {
	key := os.Getenv("PATH")
	if known, ok := resolved.Load(key); ok {
		return known.([]string)
	}
	found := make([]string, len(called))
	var group sync.WaitGroup
	for i, tool := range called {
		group.Go(func() { found[i] = tool.elsewhere(ctx) })
	}
	group.Wait()
	found = slices.DeleteFunc(found, func(path string) bool { return path == "" })
	if ctx.Err() == nil {
		resolved.Store(key, found)
	}
	return found
}

// elsewhere returns the path of a tool outside the system's folders, or "".
func (t *Tool) elsewhere(ctx context.Context) string {
	path, err := exec.LookPath(t.names[0])
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(path); err != nil || regular.InSystem(real) {
		return ""
	}
	real, err := t.resolve(ctx, path)
	if err != nil {
		return "" // there is a shim, but nothing behind it
	}
	return real
}

// Environment returns the environment of a run of the program in dir.
func (p *Program) Environment(dir string) []string {
	env := Environment(dir)
	var front []string
	for _, path := range p.called {
		if folder := filepath.Dir(path); !slices.Contains(front, folder) {
			front = append(front, folder)
		}
	}
	for i, word := range env {
		if list, ok := strings.CutPrefix(word, "PATH="); ok && len(front) > 0 {
			env[i] = "PATH=" + strings.Join(append(front, list), string(filepath.ListSeparator))
		}
	}
	return env
}

// Needs returns what the program must be able to read: what was built, itself, the
// installation of an interpreter, and the folders of the files among its arguments.
func (p *Program) Needs() answers.Need {
	need := p.needs(p.Path, p.Argv)
	if p.built != "" {
		need.Built = append(need.Built, p.built)
	}
	return need
}

// needs returns what a command must be able to read, and what it may call. The folder that
// was built is granted as a whole.
func (p *Program) needs(path string, argv []string) (need answers.Need) {
	for _, exe := range append([]string{path}, p.called...) {
		needProgram(&need, exe)
	}
	for _, arg := range argv {
		info, err := os.Stat(arg)
		switch {
		case err != nil || !filepath.IsAbs(arg) || !linkStays(arg):
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

// needProgram adds a program, the target of its link, and the folders of both.
func needProgram(need *answers.Need, path string) {
	exe := []string{path}
	if real, err := filepath.EvalSymlinks(path); err == nil && real != path {
		exe = append(exe, real)
	}
	for i, path := range exe {
		need.Own = append(need.Own, path)
		folder := filepath.Dir(path)
		prefix := filepath.Dir(folder)
		switch base := filepath.Base(folder); {
		case base == "bin" && filepath.Base(prefix) == ".local": // beside its libraries lie the user's own files
			need.Installed = append(need.Installed, folder, filepath.Join(prefix, "lib"),
				filepath.Join(prefix, "lib64"))
		case base == "bin" && isInstallation(prefix),
			base == "shims": // of a version manager, which chooses among what lies beside them
			need.Installed = append(need.Installed, prefix)
		case regular.InSystem(folder):
		case i == 0 || staysIn(path, exe[0]):
			need.Own = append(need.Own, folder)
		}
	}
}

// linkStays reports whether a path named by somebody may be followed: it is not a link, or its target is
// beneath the link's folder or in a system folder. Any other link may be a trap to have something else read.
func linkStays(path string) bool {
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeSymlink == 0 {
		return err == nil
	}
	real, err := filepath.EvalSymlinks(path)
	return err == nil && (staysIn(real, path) || regular.InSystem(real))
}

// staysIn reports whether the target of a link is beneath the link's folder.
func staysIn(real, link string) bool {
	folder, err := filepath.EvalSymlinks(filepath.Dir(link))
	return err == nil && regular.Beneath(real, folder)
}

// isInstallation reports whether a folder is an installation of interpreters, with libraries beside programs.
func isInstallation(prefix string) bool {
	return isFolder(filepath.Join(prefix, "lib")) || isFolder(filepath.Join(prefix, "lib64"))
}
