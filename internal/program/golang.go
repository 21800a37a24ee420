package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"golang.org/x/mod/modfile"
)

// Go is compiled in the sandbox like every other language, with an environment that contains nothing of the
// caller's: no C, no other toolchain, no network. In addition to the copy, the compiler reads Go itself and
// the module cache, without this module. It runs no code of the submission, so one build cache can serve all
// submissions. The check has its own build cache, since the caller's contains this module in compiled form.

// A goTool is an installation of Go.
type goTool struct {
	GOROOT, GOMODCACHE string
}

// askGo runs a go command to find the location of Go and of its module cache. It runs in a directory without
// a module, since a module could name another toolchain.
func askGo(ctx context.Context, command, dir string) (tool goTool, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, command, "env", "-json", "GOROOT", "GOMODCACHE")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOTOOLCHAIN=local", "GOWORK=off", "PWD="+dir)
	printed, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(printed, &tool)
	}
	if err != nil {
		return tool, fmt.Errorf("%s does not print the location of Go: %w", command, err)
	}
	return tool, nil
}

// compileGo compiles a Go program in the copy. held is the number of bytes already in the directory.
func compileGo(ctx context.Context, x executor.Executor, s Source, p *Program, argv []string, held int64) error {
	module := moduleAround(s.dir(), s.root)
	left, err := dropOutsideReplacements(module, p.source)
	if err != nil {
		return err
	}
	tool, err := askGo(ctx, argv[0], p.built)
	if err != nil {
		return err
	}
	own := filepath.Join(p.built, "go")
	cache, err := goCache(own)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(own, "tmp"), 0o700); err != nil {
		return err
	}
	// argv[0] may be only a wrapper for it
	if path, err := exec.LookPath(filepath.Join(tool.GOROOT, "bin", "go")); err == nil {
		argv[0] = path
	}
	c := compilation{
		argv: argv, env: goEnvironment(own, cache, tool, module), limits: p.bounds(buildCPUGo, held),
		need:   answers.Need{Installed: []string{tool.GOROOT}, Modules: tool.GOMODCACHE},
		policy: sandbox.Policy{Write: []string{cache}},
		tidy:   func(dir string) error { return scratch.RemoveAll(filepath.Join(dir, filepath.Base(own))) },
	}
	if err := p.compile(ctx, x, c); err != nil {
		if failed := (*BuildError)(nil); errors.As(err, &failed) {
			for _, item := range left {
				if strings.Contains(failed.Output, item.module) { // else it fails for something else
					failed.Output += "\n" + item.message
				}
			}
		}
		return err
	}
	if startsWith(p.executable(), "!<arch>\n") { // Go makes an archive of a package that is not main
		return compileError(p.checkMainPackages(filepath.Join(argv[3], argv[len(argv)-1]))) // of -C, and the last package
	}
	if answers.Imports(p.executable()) {
		return compileError("want a program of its own, found one that imports touchstone")
	}
	return nil
}

// checkMainPackages returns the place in the copy where a package is not main. path is a file, or a directory with
// files.
func (p *Program) checkMainPackages(path string) string {
	files := []string{path}
	if isDir(path) {
		files, _ = filepath.Glob(filepath.Join(path, "*.go"))
	}
	for _, file := range files {
		text, err := regular.ReadHead(file, maxSource)
		if err != nil || strings.HasSuffix(file, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, text, parser.PackageClauseOnly)
		if name, relErr := filepath.Rel(p.source, file); errors.Join(err, relErr) == nil &&
			parsed.Name.Name != "main" {
			return fmt.Sprintf("%s:%d: want package main, found package %s", filepath.ToSlash(name),
				set.Position(parsed.Package).Line, parsed.Name.Name)
		}
	}
	return "want package main, found another"
}

// goEnvironment returns the environment of the go command. own is a directory for files that it needs only
// once.
func goEnvironment(own, cache string, tool goTool, module string) []string {
	env := slices.DeleteFunc(Environment(own),
		func(word string) bool { return strings.HasPrefix(word, "TMPDIR=") })
	flags := ""
	switch {
	case vendored(module):
		flags = "-mod=vendor"
	case module != "":
		flags = "-mod=mod"
	}
	return append(env, "GOFLAGS="+flags, "GOROOT="+tool.GOROOT, "GOMODCACHE="+tool.GOMODCACHE, "GOCACHE="+cache,
		"GOPATH="+filepath.Join(own, "path"), "GOTMPDIR="+filepath.Join(own, "tmp"),
		"TMPDIR="+filepath.Join(own, "tmp"),
		"GOENV=off", "GOWORK=off", "GOTOOLCHAIN=local", "GOPROXY=off", "GOSUMDB=off", "GOTELEMETRY=off",
		"GO111MODULE=on", "CGO_ENABLED=0")
}

// goCache returns the build cache that all checks share, or one for this build alone if the
// user has no place for that.
func goCache(own string) (string, error) {
	dir := filepath.Join(own, "cache")
	caches, err := scratch.Caches()
	if runtime.GOOS == "linux" && os.Getuid() == 0 && os.Getenv("XDG_CACHE_HOME") == "" {
		caches, err = "/var/cache", nil // Go runs as another user, who may not enter the home directory
	}
	if err == nil {
		shared := filepath.Join(caches, "touchstone", "go-build")
		if errors.Join(os.MkdirAll(filepath.Dir(shared), 0o755), os.MkdirAll(shared, 0o700)) == nil {
			return filepath.EvalSymlinks(shared)
		}
	}
	return dir, os.MkdirAll(dir, 0o700)
}

// A droppedReplacement is a replacement of a module that a copy does without.
type droppedReplacement struct{ module, message string }

// dropOutsideReplacements removes from the copy's go.mod the replacements that lead out of the module's directory: a
// solver in the same module as its tests does not need the checkout that the tests need. It returns the
// removed replacements, for the error message if the program does not compile without them. root is the copy.
func dropOutsideReplacements(module, root string) (left []droppedReplacement, err error) {
	if module == "" || vendored(module) { // a vendor directory needs no replacements
		return nil, nil
	}
	file := filepath.Join(module, "go.mod")
	text, err := regular.ReadHead(file, maxSource)
	if err != nil {
		return nil, compileError(err.Error())
	}
	name, err := filepath.Rel(root, file)
	if err != nil {
		return nil, err
	}
	m, err := modfile.Parse(name, text, nil)
	if err != nil {
		return nil, compileError(err.Error())
	}
	for _, r := range m.Replace {
		if r.New.Version == "" && !filepath.IsLocal(filepath.FromSlash(r.New.Path)) {
			left = append(left, droppedReplacement{r.Old.Path,
				fmt.Sprintf("%s:%d: want replacements in the module's own directory, found %s => %s", name,
					r.Syntax.Start.Line, r.Old.Path, r.New.Path)})
			err = errors.Join(err, m.DropReplace(r.Old.Path, r.Old.Version))
		}
	}
	if left == nil || err != nil {
		return nil, err
	}
	if text, err = m.Format(); err != nil {
		return nil, err
	}
	return left, errors.Join(os.Remove(file), os.WriteFile(file, text, 0o644))
}

// vendored reports whether a module contains its dependencies.
func vendored(module string) bool {
	_, err := os.Stat(filepath.Join(module, "vendor", "modules.txt"))
	return module != "" && err == nil
}

// goPackages returns the packages to build: a directory in a module as a package, a directory without a
// module by its files.
func goPackages(s Source) (words map[string][]string, err error) {
	packages, dir := []string{filepath.Base(s.File)}, s.dir()
	if dir == s.File {
		packages = []string{"."}
		if moduleAround(dir, s.root) == "" {
			packages, err = goFiles(dir)
		}
	}
	return map[string][]string{"{packages}": packages}, err
}

// goFiles returns the names of the Go files of a directory, except for tests.
func goFiles(dir string) (files []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if isGo(e) {
			files = append(files, e.Name())
		}
	}
	return files, err
}

var goMain = regexp.MustCompile(`(?m)^\s*package\s+main\b`)

// maxHead is the maximum number of bytes that are read of a file that may be one of many.
const maxHead = 64 << 10

// hasMain reports whether the Go files of a directory are a program.
func hasMain(dir string) bool {
	files, _ := goFiles(dir) // an unreadable directory has no files
	return slices.ContainsFunc(files, func(name string) bool {
		text, err := regular.ReadHead(filepath.Join(dir, name), maxHead)
		return err == nil && goMain.Match(text)
	})
}

// fromGoRun compiles the package that "go run" would run, like a submission. args are the package, which is a
// directory or a file, and the arguments of the program.
func fromGoRun(ctx context.Context, x executor.Executor, args []string) (*Program, error) {
	pkg := args[0]
	isFile := strings.HasSuffix(pkg, ".go")
	switch {
	case strings.HasPrefix(pkg, "-"):
		return nil, fmt.Errorf("want \"go run PACKAGE\" without flags, found %s", pkg)
	case isFile && len(args) > 1 && strings.HasSuffix(args[1], ".go"):
		return nil, fmt.Errorf("want the directory of the files in \"go run\", found %s and %s", pkg, args[1])
	case !isFile && !filepath.IsAbs(pkg) && !build.IsLocalImport(filepath.ToSlash(pkg)):
		return nil, fmt.Errorf("want a directory of Go source, such as ./%s, found %q", filepath.Base(pkg), pkg)
	}
	file, err := filepath.Abs(pkg)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(file); err != nil {
		return nil, fmt.Errorf("want a program to run: %w", err)
	}
	p, err := Source{Language: golang, File: file}.Build(ctx, x)
	if err != nil {
		return nil, err
	}
	return p, p.addArguments(args[1:])
}

// moduleAround returns the directory of the Go module that contains dir, or "". It does not search above
// root, unless root is "".
func moduleAround(dir, root string) string {
	for path := dir; ; path = filepath.Dir(path) {
		if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
			return path
		}
		if path == filepath.Dir(path) || path == root {
			return ""
		}
	}
}
