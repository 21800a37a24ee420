package program

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// The limits of a compiler. That of Go may have to compile the standard library
// first, and has more time.
const (
	buildCPU    = time.Minute
	buildCPUGo  = 10 * time.Minute
	buildMemory = 4 << 30
	buildOutput = 512 << 20
)

// FromPath finds the program of a submission, a file or a folder, and builds it.
// The error is a *BuildError if it does not compile. policy says how compilers are
// confined and what they may read besides what they need.
func FromPath(ctx context.Context, assignment, path string, t Tools, policy sandbox.Policy) (*Program, error) {
	s, err := Find(assignment, path)
	if err != nil {
		return nil, err
	}
	return s.Build(ctx, t, policy)
}

// Build makes a program of a source.
func (s Source) Build(ctx context.Context, t Tools, policy sandbox.Policy) (*Program, error) {
	p := &Program{variable: s.Language == makefile}
	words := map[string][]string{"{file}": {s.File}, "{dir}": {s.dir()}}
	for _, field := range strings.Fields(s.Language.compile + " " + s.Language.run) {
		if name := strings.Trim(field, "{}"); name != field && tools[name] != nil {
			path, err := t.find(ctx, name, s)
			if err != nil {
				return nil, err
			}
			words[field] = []string{path}
		}
	}
	if s.Language.compile != "" {
		var err error
		if p.built, err = buildFolder(); err != nil {
			return nil, err
		}
		words["{out}"], words["{program}"] = []string{p.built}, []string{p.executable()}
		if s.Language == makefile {
			p.Files = filepath.Join(p.built, "agent")
			words["{copy}"] = []string{p.Files}
		}
		if err := s.addWords(words); err != nil {
			return nil, p.abandon(err)
		}
		if err := s.compile(ctx, p, expand(s.Language.compile, words), policy); err != nil {
			return nil, p.abandon(err)
		}
	}
	p.Argv = expand(s.Language.run, words)
	p.Path = p.Argv[0]
	return p, nil
}

// addWords adds what only some languages use.
func (s Source) addWords(words map[string][]string) (err error) {
	switch s.Language {
	case java:
		words["{class}"], words["{root}"], err = javaClass(s.File)
	case golang:
		words["{packages}"], err = goPackages(s)
	}
	return err
}

// expand makes a command of a template. Its words are replaced one by one, so
// that blanks in a path do no harm.
func expand(template string, words map[string][]string) (argv []string) {
	for _, field := range strings.Fields(template) {
		if value, ok := words[field]; ok {
			argv = append(argv, value...)
		} else {
			argv = append(argv, field)
		}
	}
	return argv
}

// compile runs the language's compiler. That of Go needs its caches and what it
// may fetch, and runs no code of the submission: it is not confined.
func (s Source) compile(ctx context.Context, p *Program, argv []string, policy sandbox.Policy) error {
	if s.Language == golang {
		return compileGo(ctx, argv)
	}
	var held int64
	if s.Language == makefile {
		var err error
		if held, err = copyFolder(p.Files, s.File); err != nil {
			return err
		}
	}
	policy.Write = []string{p.built}
	policy.Read = slices.Concat(policy.Read, reads(argv[0], argv))
	job := sandbox.Job{Env: Environment(p.built)}
	job.Limits = sandbox.Limits{CPU: buildCPU, Wall: 2 * buildCPU, Output: held + buildOutput}
	return compile(ctx, argv, job, policy)
}

// compileGo runs the compiler of Go with the caller's environment.
func compileGo(ctx context.Context, argv []string) error {
	job := sandbox.Job{Env: os.Environ()}
	job.Limits = sandbox.Limits{CPU: buildCPUGo, Wall: 2 * buildCPUGo, Output: buildOutput}
	return compile(ctx, argv, job, sandbox.Policy{Mode: sandbox.None})
}

// compile runs a compiler. The error is a *BuildError with what it printed if it
// fails.
func compile(ctx context.Context, argv []string, job sandbox.Job, policy sandbox.Policy) error {
	job.Path, job.Args = argv[0], argv
	job.Limits.Memory, policy.Memory = buildMemory, buildMemory
	w, err := sandbox.NewWorker(policy)
	if err != nil {
		return err
	}
	defer w.Close()
	dir, err := w.Folder(job.Limits.Output)
	if err != nil {
		return err
	}
	defer dir.Remove()
	o, err := w.Run(ctx, dir, job)
	if err != nil {
		return err
	}
	if reason := failure(o); reason != "" {
		printed := slices.Concat(trimmed(o.Output), trimmed(o.Errors))
		return &BuildError{fmt.Sprintf("%s%s: %s", printed, filepath.Base(argv[0]), reason)}
	}
	return nil
}

// failure says how a compiler failed, or "".
func failure(o sandbox.Outcome) string {
	switch {
	case o.Stopped == sandbox.StoppedCPU:
		return fmt.Sprintf("stopped after %.1f s of CPU time", o.CPU.Seconds())
	case o.Stopped == sandbox.StoppedWall:
		return fmt.Sprintf("stopped after %.1f s by the clock", o.Wall.Seconds())
	case o.Stopped == sandbox.StoppedMemory:
		return "stopped for using too much memory"
	case o.Stopped != sandbox.NotStopped:
		return "stopped for writing too much"
	case o.StartError != "":
		return o.StartError
	case o.Signal != "":
		return "ended by " + o.Signal
	case o.Exit != 0:
		return fmt.Sprintf("exit status %d", o.Exit)
	}
	return ""
}

// shownLines is how much of a compiler's output is shown, of its end.
const shownLines = 40

// trimmed is the end of what a compiler printed, in whole lines.
func trimmed(printed []byte) []byte {
	printed = bytes.TrimSpace(printed)
	if len(printed) == 0 {
		return nil
	}
	lines := bytes.Split(printed, []byte("\n"))
	if over := len(lines) - shownLines; over > 0 {
		lines = append([][]byte{[]byte("...")}, lines[over:]...)
	}
	return append(bytes.Join(lines, []byte("\n")), '\n')
}

var javaPackage = regexp.MustCompile(`(?m)^\s*package\s+([\w.]+)\s*;`)

// javaClass is the class to run, that of the file's name in the file's package,
// and the folder in which that package lies.
func javaClass(file string) (class, root []string, err error) {
	text, err := head(file, mostSource)
	if err != nil {
		return nil, nil, err
	}
	name, dir := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), filepath.Dir(file)
	m := javaPackage.FindSubmatch(text)
	if m == nil {
		return []string{name}, []string{dir}, nil
	}
	below := string(filepath.Separator) + strings.ReplaceAll(string(m[1]), ".", string(filepath.Separator))
	return []string{string(m[1]) + "." + name}, []string{strings.TrimSuffix(dir, below)}, nil
}

// goPackages is what to build of Go: a folder in a module as a package; one
// without a module, by its files.
func goPackages(s Source) ([]string, error) {
	dir := s.dir()
	if dir != s.File {
		return []string{filepath.Base(s.File)}, nil
	}
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return []string{"."}, nil
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	entries, err := os.ReadDir(dir)
	var files []string
	for _, e := range entries {
		if isGo(e) {
			files = append(files, e.Name())
		}
	}
	return files, err
}

// buildFolder makes a folder for what is built.
func buildFolder() (string, error) {
	dir, err := os.MkdirTemp("", "touchstone-build-")
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
}

// Environment is that of a run in dir: nothing of the caller's but the path to
// programs, so that a submission behaves the same for everybody.
func Environment(dir string) []string {
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
