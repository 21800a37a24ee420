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
	"time"

	"github.com/touchstone-suite/touchstone/internal/unpack"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A Tool is a compiler or an interpreter.
type Tool struct {
	name        string // in commands, and in the flag --tool if about is not ""
	description string
	names       []string // looked up on the PATH, in this order
	// windows lists additional names on Windows, each with the arguments that make it the
	// wanted tool: there "python" may be any version, and "py" starts all of them.
	windows []string
	// home names the tool whose flag also applies to this one: both are in the same
	// installation. One that is together with it is looked for nowhere else.
	home     string
	together bool
	// ask are arguments that make the tool print where it really is, and answer extracts that from the output.
	ask    []string
	answer func(printed string) string
}

// tools are all tools, in the order in which flags are listed.
var tools = []*Tool{
	{name: "python2", description: "interpreter of Python 2.7", names: []string{"python2.7", "python2"},
		windows: []string{"python", "py -2"}, ask: askVersion("2"), answer: strings.TrimSpace},
	{name: "python3", description: "interpreter of Python 3", names: []string{"python3"},
		windows: []string{"python", "py -3"}, ask: askVersion("3"), answer: strings.TrimSpace},
	{name: "cxx", description: "compiler of C++", names: []string{"g++", "c++", "clang++"}},
	{name: "java", description: "java of a JDK, next to its javac", names: []string{"java"},
		ask: []string{"-XshowSettings:properties", "-version"}, answer: javaHome("java")},
	{name: "node", description: "interpreter of JavaScript", names: []string{"node", "nodejs"},
		ask: []string{"-p", "process.execPath"}, answer: strings.TrimSpace},
	{name: "rust", description: "rustc, the compiler of Rust, next to its cargo", names: []string{"rustc"},
		ask: []string{"--print", "sysroot"}, answer: inBin("rustc")},
	{name: "mono", description: "mono, which runs C#, next to its mcs", names: []string{"mono"}},
	{name: "kotlin", description: "kotlinc, the compiler of Kotlin", names: []string{"kotlinc"}},
	{name: "tsc", description: "tsc, the compiler of TypeScript", names: []string{"tsc"}},
	{name: "make", description: "make", names: []string{"make", "gmake"}},
	{name: "cc", names: []string{"gcc", "cc", "clang"}},
	{name: "sh", names: []string{"sh"}}, {name: "bash", names: []string{"bash"}},
	{name: "perl", names: []string{"perl"}},
	{name: "php", names: []string{"php"}}, {name: "ruby", names: []string{"ruby"}},
	{name: "ghc", names: []string{"ghc"}}, {name: "ocaml", names: []string{"ocamlopt", "ocamlc"}},
	{name: "swipl", names: []string{"swipl"}}, {name: "sbcl", names: []string{"sbcl"}},
	{name: "fpc", names: []string{"fpc"}},
	{name: "scala", names: []string{"scala"}}, {name: "scalac", home: "scala", names: []string{"scalac"}},
	{name: "checktestdata", names: []string{"checktestdata"}}, {name: "viva", names: []string{"viva"}},
	{name: "javac", home: "java", names: []string{"javac"},
		ask: []string{"-J-XshowSettings:properties", "-version"}, answer: javaHome("javac")},
	{name: "cargo", home: "rust", together: true, names: []string{"cargo"}},
	{name: "mcs", home: "mono", names: []string{"mcs"}},
	{name: "go", names: []string{"go"}, ask: []string{"env", "GOROOT"}, answer: inBin("go")},
	// Commands and scripts may name any version of Python.
	{name: "python", names: []string{"python"}, ask: askPython(""), answer: strings.TrimSpace},
}

// toolByName returns the tool that commands of languages name, or nil.
func toolByName(name string) *Tool {
	if i := slices.IndexFunc(tools, func(t *Tool) bool { return t.name == name }); i >= 0 {
		return tools[i]
	}
	return nil
}

// ToolNames returns the names that the flag --tool accepts.
func ToolNames() []string {
	all := []string{PythonFlag}
	for _, tool := range tools {
		if tool.description != "" {
			all = append(all, tool.name)
		}
	}
	return all
}

// askPython returns arguments that make Python print its path.
func askPython(check string) []string {
	return []string{"-c", "import sys; " + check + "print(sys.executable)"}
}

// askVersion returns arguments that make an interpreter of another version fail.
func askVersion(major string) []string {
	return askPython("sys.version_info[0] == " + major +
		" or sys.exit('it is of version %d' % sys.version_info[0]); ")
}

// Tools are the tools to use instead of the ones on the PATH: names or paths by flag. The entry PythonFlag
// selects the Python version, "2" or "3", for files that end in .py, whatever their names.
type Tools map[string]string

// PythonFlag is the flag that selects the Python version, and PythonVersions lists its values.
const PythonFlag = "python"

// PythonVersions are the values of PythonFlag.
var PythonVersions = []string{"2", "3"}

// python returns the language of a Python program.
func (t Tools) python(l *Language) *Language {
	for _, other := range l.version.others {
		if v := other.version.python; v != "" && v == t[PythonFlag] {
			return other
		}
	}
	return l
}

// ErrNotInstalled is matched by the errors for compilers and interpreters that are missing. Such an error
// says nothing about the program that needs the tool.
var ErrNotInstalled = errors.New("not installed")

// A notFoundError is the error for a tool that is not on the PATH.
type notFoundError struct {
	source, written, want string
}

func (e *notFoundError) Error() string {
	if e.written == "" {
		return e.want
	}
	return e.source + e.written + ": " + e.want
}

func (e *notFoundError) Is(target error) bool { return target == ErrNotInstalled }

// A notInstalledError is the error for a shim of a program that no installed version has.
type notInstalledError struct{ error }

// namedForPython2 describes the lack of Python 2.7, for which a program is named.
func (s Source) namedForPython2(a *oracle.Assignment, notFound *notFoundError) error {
	return notInstalled(fmt.Sprintf("%s is named for Python 2.7, which is not here: %s; for Python 3 name it %s, or "+
		"--tool %s=3, or \"python: 3\" in the course file", filepath.Base(s.File), notFound.want,
		nameFor(a, s.Language.version.newer), PythonFlag))
}

// notInstalled returns an error with a text that matches ErrNotInstalled.
func notInstalled(text string) error { return &notFoundError{want: text} }

// patience is the time that a tool may take to report its location: a shim of many scripts takes a while on a
// busy machine.
const patience = time.Minute

// A MissingTools remembers which languages lack a tool here.
type MissingTools map[*Language]string

// Lacks names the missing tool that the program of a submission needs, and the remedy, or
// returns "". Before it is unpacked, nothing is known of an archive.
func (known MissingTools) Lacks(ctx context.Context, a *oracle.Assignment, path string, t Tools) string {
	if path == "" || unpack.IsArchive(path) {
		return ""
	}
	s, err := Find(a, path, t)
	if err != nil {
		return ""
	}
	s.Language = s.chosenLanguage(a, t)
	text, tried := known[s.Language]
	if !tried {
		text = s.missingTool(ctx, t)
		known[s.Language] = text
	}
	return text
}

// missingTool returns the text of Lacks for a language.
func (s Source) missingTool(ctx context.Context, t Tools) string {
	_, err := s.toolWords(ctx, t)
	notFound := (*notFoundError)(nil)
	switch {
	case err == nil:
		return ""
	case s.Language.version.newer != nil && t[PythonFlag] == "" && errors.As(err, &notFound):
		return "named for Python 2.7, which is not here: --tool " + PythonFlag +
			`=3, or "python: 3" in the course file, runs them by Python 3`
	case errors.As(err, &notFound):
		return "written in " + s.Language.Name + ": " + notFound.want
	}
	return "written in " + s.Language.Name + ": " + err.Error()
}

// find finds the tool that a source needs. The error names the tool, the source and the flag.
func (t Tools) find(ctx context.Context, tool *Tool, s Source) (string, error) {
	if chosen := t[tool.name]; tool.description != "" && chosen != "" {
		path, err := tool.resolve(ctx, chosen)
		if err != nil {
			return "", fmt.Errorf("--tool %s: %w", tool.name, err)
		}
		return path, nil
	}
	flag := tool.home // the flag that applies
	if tool.description != "" {
		flag = tool.name
	}
	if tool.home != "" && (tool.together || t[tool.home] != "") {
		home := toolByName(tool.home)
		other, err := t.find(ctx, home, s)
		if err != nil {
			return "", err
		}
		path, err := exec.LookPath(filepath.Join(filepath.Dir(other), tool.names[0]))
		if err != nil {
			return "", notInstalled(fmt.Sprintf("want %s, found no %s next to %s (--tool %s)", home.description,
				tool.names[0], other, flag))
		}
		return path, nil
	}
	broken, hint := "", ""
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
	if flag != "" {
		hint = fmt.Sprintf("; --tool %s=PATH points to another", flag)
	}
	return "", &notFoundError{s.displayName(), " is written in " + s.Language.Name,
		fmt.Sprintf("want %s on the PATH, found none%s%s", strings.Join(candidates, " or "), broken, hint)}
}

// candidates returns the names of a tool on a system, in the order in which they are tried.
func (t *Tool) candidates(system string) []string {
	if system == "windows" {
		return slices.Concat(t.names, t.windows)
	}
	return t.names
}

// resolve finds the real location of a tool. The program on the PATH may be a shim, a script that looks for
// the real program on every start (pyenv's takes ten times as long as the interpreter itself), using files
// that a program in a new directory with another home does not see. So resolve runs a shim once to find the
// program. On Windows it runs every tool, because a file of the right name may only lead to a store. It also
// runs a tool that needs arguments, because such a tool is a launcher for another program.
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
	// Do not run in the user's current directory: a file of a submission can determine the program that a shim
	// starts.
	dir := filepath.Dir(path)
	if home, err := os.UserHomeDir(); err == nil && isDir(home) { // service accounts have no home directory
		dir = home
	}
	asked := slices.Concat(args, t.ask)
	real, err := cachedAnswer(shimDigest(path, dir, asked), func() (string, error) {
		return t.askLocation(ctx, path, dir, asked)
	})
	if err == nil && real == "" {
		if len(args) > 0 {
			return "", fmt.Errorf("%s %s does not print its location", path, strings.Join(args, " "))
		}
		return path, nil // not a shim of a known kind
	}
	return real, err
}

// askLocation starts a tool in a directory to find its real location. It returns "" if the tool does not print
// it.
func (t *Tool) askLocation(ctx context.Context, path, dir string, args []string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.WaitDelay, cmd.Dir = time.Second, dir
	printed, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return "", fmt.Errorf("%s does not print its location within %v", path, patience)
	}
	if err != nil {
		firstLine, _, _ := strings.Cut(strings.TrimSpace(string(printed)), "\n")
		err = fmt.Errorf("%s does not run (%w): %s", path, err, firstLine)
		if firstLine == "pyenv: "+filepath.Base(path)+": command not found" {
			err = notInstalledError{err}
		}
		return "", err
	}
	real := t.answer(string(printed))
	if !isRegular(real) {
		return "", nil
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
	switch strings.ToLower(filepath.Ext(real)) {
	case ".bat", ".cmd": // the scripts of Windows
		return true
	}
	return startsWith(real, "#!") || !strings.HasPrefix(filepath.Base(real), withoutVersion(path))
}

// withoutVersion returns the name of a program without its version: "python" for "python3.12".
func withoutVersion(path string) string {
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

// inBin returns a function that finds a tool in the bin directory of an installation.
func inBin(tool string) func(string) string {
	return func(printed string) string { return filepath.Join(strings.TrimSpace(printed), "bin", tool) }
}

// toolAt returns the tool that has a path, by its name without the version, or nil.
func toolAt(path string) *Tool {
	name := withoutVersion(path)
	if i := slices.IndexFunc(tools, func(t *Tool) bool { return slices.Contains(t.names, name) }); i >= 0 {
		return tools[i]
	}
	return nil
}
