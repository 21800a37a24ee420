package program

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/internal/unpack"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// The limits of a compiler. Go may have to compile its standard library first, and gets more time.
const (
	buildCPU    = time.Minute
	buildCPUGo  = 10 * time.Minute
	buildMemory = 4 << 30
	buildOutput = 512 << 20
)

// FromPath finds the program of a submission (a file, a directory or an archive) and builds it. An error in
// the submission is a *BuildError; an error on this side, such as a missing compiler, is another error.
// Compilers run on x.
func FromPath(ctx context.Context, x executor.Executor, a *oracle.Assignment, path string) (*Program, error) {
	if unpack.IsArchive(path) {
		return fromArchive(ctx, x, a, path)
	}
	s, err := Find(a, path, x.Settings().Tools)
	if err != nil {
		return nil, err
	}
	return s.program(ctx, x, a)
}

// fromArchive unpacks a submission for as long as it takes to build it.
func fromArchive(ctx context.Context, x executor.Executor, a *oracle.Assignment,
	path string) (p *Program, err error) {
	dir, err := scratch.Make("", "unpack")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, dir.Remove()) }()
	if err := unpackTo(ctx, path, dir.Path); err != nil {
		return nil, asBuildError(err)
	}
	s, err := findBelow(a, dir.Path, filepath.Base(path), x.Settings().Tools)
	if err != nil {
		return nil, err
	}
	s.unpacked = true
	return s.program(ctx, x, a)
}

// chosenLanguage returns the language in which the flags have the program built.
func (s Source) chosenLanguage(a *oracle.Assignment, t Tools) *Language {
	if a.Run.Language != "" {
		return s.Language
	}
	if s.hasOwnName(a) && t[PythonFlag] == "" && !strings.EqualFold(filepath.Ext(s.File), ".py2") {
		s.Language = s.named()
	}
	for _, other := range s.Language.version.others {
		if v := other.version.python; v != "" && t[PythonFlag+v] != "" && s.hasOwnName(a) {
			s.Language = other // only the flag determines the version
		}
	}
	return t.python(s.Language)
}

// pythonLine matches a first line that names a version of Python.
var pythonLine = regexp.MustCompile(`^#!.*\bpython([23])`)

// named returns the version of Python that the first line of a source names, or else the language of the
// source.
func (s Source) named() *Language {
	if s.Language.version.python == "" {
		return s.Language
	}
	start, _ := regular.ReadHead(s.File, 200) // building the program reports the error
	m := pythonLine.FindSubmatch(start)
	switch {
	case m == nil:
		return s.Language
	case string(m[1]) == "2":
		return python2
	}
	return python3
}

// program builds the program.
func (s Source) program(ctx context.Context, x executor.Executor, a *oracle.Assignment) (*Program, error) {
	t := Tools(x.Settings().Tools)
	s.Language, s.run, s.renamed = s.chosenLanguage(a, t), a.Run, s.hasOwnName(a)
	p, err := s.Build(ctx, x)
	failed, notFound := (*BuildError)(nil), (*notFoundError)(nil)
	switch {
	case s.Language.version.newer != nil && t[PythonFlag] == "" && !s.renamed && errors.As(err, &notFound):
		return nil, s.namedForPython2(a, notFound)
	case errors.As(err, &failed) && failed.Exited:
		if text := s.suggestFix(ctx, x, a, failed); text != "" {
			failed.Output += "\n" + text
		}
	case err == nil && s.isEmpty(): // which some interpreters run
		return nil, p.closeOnError(noProgramError("want a program for %s, found %s, which is empty", a.Name,
			filepath.Base(s.File)))
	case err == nil:
		p.hint = s.hint(a, t)
	}
	return p, asBuildError(err)
}

// isEmpty reports whether the program's file holds no byte.
func (s Source) isEmpty() bool {
	info, err := os.Stat(s.File)
	return err == nil && info.Mode().IsRegular() && info.Size() == 0
}

// Build builds the program from a copy of the source in a separate directory.
func (s Source) Build(ctx context.Context, x executor.Executor) (*Program, error) {
	p, l := &Program{limits: s.run}, s.Language
	words, err := s.toolWords(ctx, x.Settings().Tools)
	if err != nil {
		return nil, err
	}
	if err := p.makeDir(); err != nil {
		return nil, err
	}
	p.source = filepath.Join(p.built, "submission")
	s, size, err := s.copyTo(p.source, x.Settings().Hide)
	if err == nil {
		err = s.tooLong(size)
	}
	if err != nil {
		return nil, p.closeOnError(err)
	}
	if s.run.Include != nil {
		if s.included, err = s.run.Include(l.Code(), s.dir()); err != nil {
			return nil, p.closeOnError(err)
		}
	}
	if s.renamed && l.rename != nil {
		s.File, err = l.rename(s.File)
	}
	if err := errors.Join(err, s.addWords(p, words)); err != nil {
		return nil, p.closeOnError(err)
	}
	if l.inPlace {
		p.Files = s.File
	}
	if s.file == "" {
		p.home = s.dir()
	}
	if l.calls {
		p.addCalled(ctx, expand(l.compile+" "+l.run, words)[0])
	}
	for _, name := range l.uses {
		p.interpreters = append(p.interpreters, words["{"+name+"}"]...)
	}
	if l.compile != "" {
		err = s.compileLinked(ctx, x, p, words, size)
	} else {
		err = sandbox.Share(p.built)
	}
	if err != nil {
		return nil, p.closeOnError(err)
	}
	p.Argv = expand(l.run, words)
	p.Path = p.Argv[0]
	if fault := missingInterpreter(p.Path); fault != "" {
		return nil, p.closeOnError(NewIntakeError("%s", fault))
	}
	return p, nil
}

// tooLong returns the error for a submission that exceeds the limit of the assignment: a directory with size
// bytes or a single file.
func (s Source) tooLong(size int64) error {
	if info, err := os.Stat(s.File); err == nil && s.file != "" {
		size = info.Size()
	}
	if s.run.Code == 0 || size <= s.run.Code {
		return nil
	}
	return compileError(fmt.Sprintf("want a program of at most %d bytes, found one of %d", s.run.Code, size))
}

// bounds returns the limits of a compiler. cpu is its CPU time if the assignment sets none. held is the
// number of bytes already in the directory.
func (p *Program) bounds(cpu time.Duration, held int64) sandbox.Limits {
	cpu = cmp.Or(p.limits.BuildCPU, cpu)
	return sandbox.Limits{CPU: cpu, Wall: 2 * cpu, Memory: cmp.Or(p.limits.BuildMemory, buildMemory),
		Output: held + buildOutput}
}

// toolWords finds the tools of the language.
func (s Source) toolWords(ctx context.Context, t Tools) (words map[string][]string, err error) {
	words = map[string][]string{}
	for _, field := range append(strings.Fields(s.Language.compile+" "+s.Language.run), s.Language.uses...) {
		name := strings.Trim(field, "{}")
		tool := toolByName(name)
		if tool == nil || name == field && !slices.Contains(s.Language.uses, name) {
			continue
		}
		path, err := t.find(ctx, tool, s)
		if err != nil {
			return nil, err
		}
		words["{"+name+"}"] = []string{path}
	}
	return words, nil
}

// addWords adds the words of the source to words. Some languages use only some of them.
func (s Source) addWords(p *Program, words map[string][]string) error {
	base := filepath.Base(s.File)
	for word, value := range map[string]string{
		"{file}": s.File, "{dir}": s.dir(), "{stem}": strings.TrimSuffix(base, filepath.Ext(base)),
		"{out}": p.built, "{program}": p.executable(),
		"{syntax}": pythonSyntax, "{types}": typesOut, "{build}": `cd "$0" && exec ./build`,
		"{answer}": printAnswer,
	} {
		words[word] = []string{value}
	}
	words["{sources}"] = s.sources()
	if s.Language.words == nil {
		return nil
	}
	more, err := s.Language.words(s)
	maps.Copy(words, more)
	return err
}

// printAnswer prints the file $0, or the answer of the case $1 in the directory $0. An archive often has one
// directory more.
const printAnswer = `[ -f "$0" ] && exec cat "$0"
for ending in out ans; do
	for file in "$0/$1.$ending" "$0"/*/"$1.$ending" "$0/${1##*/}.$ending"; do
		[ -f "$file" ] && exec cat "$file"
	done
done
echo "want the answer in $1.out, found no such file" >&2
exit 1`

// sources returns the source. For a directory, or with files that the assignment adds, it also returns the
// others of the language in it.
func (s Source) sources() []string {
	all := []string{s.File}
	entries, _ := os.ReadDir(s.dir()) // the compiler reports the error
	for _, e := range entries {
		file := filepath.Join(s.dir(), e.Name())
		if (s.file == "" || s.included) && file != s.File && byExtension(file) == s.Language && e.Type().IsRegular() {
			all = append(all, file)
		}
	}
	return all
}

// expand makes a command from a template. It replaces the words one by one, so that blanks
// in a path do no harm.
func expand(template string, words map[string][]string) (argv []string) {
	var pairs []string
	for word, value := range words {
		if len(value) == 1 {
			pairs = append(pairs, word, value[0])
		}
	}
	within := strings.NewReplacer(pairs...)
	for _, field := range strings.Fields(template) {
		if value, ok := words[field]; ok {
			argv = append(argv, value...)
		} else {
			argv = append(argv, within.Replace(field))
		}
	}
	return argv
}

// compile runs the language's compiler. held is the number of bytes already in the directory.
func (s Source) compile(ctx context.Context, x executor.Executor, p *Program, argv []string,
	held int64) error {
	l := s.Language
	if l.build != nil {
		return l.build(ctx, x, s, p, argv, held)
	}
	c := compilation{argv: argv, env: p.Environment(p.built), limits: p.bounds(buildCPU, held)}
	c.need = p.needs(argv[0], argv)
	if l.tidy != nil {
		c.tidy = func(dir string) error { return l.tidy(p, dir) }
	}
	if err := p.compile(ctx, x, c); err != nil {
		return err
	}
	if l.check != nil {
		return l.check(p, s.File)
	}
	return makeExecutable(p.built, filepath.Base(p.executable()))
}

// checkBuilt checks that the program "build" of a directory has created the program "run".
func (p *Program) checkBuilt(dir string) error {
	if !hasNoLinks(p.built, dir) || !isRegular(filepath.Join(dir, "run")) {
		return compileError("want build to make the program run, found none")
	}
	return makeExecutable(dir, "run")
}

// maxLinked limits the number of files that are linked into the directory of a run. Each link may take a
// page of the run's file system, and it was not the program that made them. Tests change it.
var maxLinked = 5000

// checkMade checks the directory of a Makefile. The submission controls the Makefile, which may have replaced
// the directory by a link; every run would then see the files of the link's target.
func (p *Program) checkMade(dir string) error {
	if !hasNoLinks(p.built, dir) {
		return compileError("want the Makefile to leave its directory where it is, found it gone")
	}
	entries, err := os.ReadDir(dir)
	if err != nil { // it removed its owner's permissions
		return compileError("want the Makefile to leave its directory readable, found it closed")
	}
	if len(entries) > maxLinked { // each file is linked to in each run
		return compileError(fmt.Sprintf("want at most %d files in the directory of the Makefile, found %d", maxLinked,
			len(entries)))
	}
	for _, e := range entries {
		if e.Type().IsRegular() {
			if err := makeExecutable(dir, e.Name()); err != nil {
				return err
			}
		}
	}
	return nil
}

// hasNoLinks reports whether a path below a directory still contains no links. The directory itself contains
// none.
func hasNoLinks(dir, path string) bool {
	real, err := filepath.EvalSymlinks(path)
	return err == nil && real == path && regular.Beneath(path, dir) && isDir(path)
}

// makeExecutable sets the mode of a program whose linker was not permitted to do so: without
// namespaces, no program may change modes.
func makeExecutable(dir, name string) error {
	path := filepath.Join(dir, name)
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 != 0 {
		return nil //nolint:nilerr // the language produces no executable
	}
	if !startsWith(path, "\x7fELF") {
		return nil
	}
	return os.Chmod(path, info.Mode().Perm()|0o111)
}

// missingInterpreter returns why a text that is an executable cannot be started, or "".
func missingInterpreter(path string) string {
	start, err := regular.ReadHead(path, 512)
	if err != nil || runtime.GOOS == "windows" || len(start) == 0 || bytes.IndexByte(start, 0) >= 0 {
		return "" // no text
	}
	line, _, _ := strings.Cut(string(start), "\n")
	const want = "want #!/bin/sh, #!/usr/bin/env python3 or the like as first line of %s, found "
	switch {
	case !strings.HasPrefix(line, "#!"):
		return fmt.Sprintf(want+"%s", filepath.Base(path), scan.Show(line))
	case strings.HasSuffix(line, "\r"):
		return fmt.Sprintf(want+"one that ends as on Windows, in CR and LF", filepath.Base(path))
	}
	return ""
}

// Environment returns the environment of a run in dir. From the caller's it takes only the PATH, so that a
// submission behaves the same for every user.
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

// A compilation is a run of a compiler.
type compilation struct {
	argv   []string
	env    []string
	limits sandbox.Limits
	need   answers.Need // files that the compiler reads
	policy sandbox.Policy
	tidy   func(dir string) error // removes intermediate files; may be nil
}

// compile runs a compiler in the build directory. If the compiler fails, the error is a *BuildError
// with its output, in which files have the names that they have in the submission.
func (p *Program) compile(ctx context.Context, x executor.Executor, c compilation) error {
	c.policy.Work, c.policy.Memory = p.built, c.limits.Memory
	compiler, err := x.Open(c.need, c.policy)
	if err != nil {
		return err
	}
	defer compiler.Close()
	o, err := compiler.Run(ctx, executor.Task{
		Path: c.argv[0], Args: c.argv, Limits: c.limits,
		Env: func(string) []string { return c.env },
		Fill: func(dir string) (err error) {
			if dir != p.built {
				_, err = copyDir(p.built, dir)
			}
			return err
		},
	})
	if err != nil {
		return err
	}
	defer o.Remove() //nolint:errcheck // anything left is swept at the next start
	if o.Stopped != sandbox.NotStopped || o.Failed() {
		printed := p.Shown(slices.Concat(tailLines(o.Output), tailLines(o.Errors)))
		failed := compileError(fmt.Sprintf("%s%s: %s", printed, filepath.Base(c.argv[0]), o.DescribeEnd()))
		failed.Exited = o.Stopped == sandbox.NotStopped && o.StartError == "" && o.Signal == ""
		return failed
	}
	if c.tidy != nil {
		if err := c.tidy(o.Dir); err != nil {
			return err
		}
	}
	return errors.Join(moveFromMemory(o.Dir, p.built), sandbox.Share(p.built))
}

// moveFromMemory replaces a directory on disk by its copy in memory, in which a compiler has worked.
func moveFromMemory(from, to string) error {
	if from == to {
		return nil
	}
	fresh := to + ".new"
	if _, err := copyDir(from, fresh); errors.As(err, new(tooLarge)) {
		return compileError(fmt.Sprintf("want a build to leave at most %d files and %d MB, found more", maxFiles,
			maxBytes>>20))
	} else if err != nil {
		return asBuildError(err)
	}
	return errors.Join(scratch.RemoveAll(to), os.Rename(fresh, to))
}

// shownLines is the number of lines of a compiler's output that are shown, from its end.
const shownLines = 40

// tailLines returns the end of a compiler's output, in whole lines.
func tailLines(printed []byte) []byte {
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

// takeCargo finds the program that Cargo has built. Code of the submission could write to the directory, so
// takeCargo follows no link that leads out of it. Other output of Cargo is discarded.
func (p *Program) takeCargo(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	const release = "target/release"
	entries, err := fs.ReadDir(root.FS(), release)
	if err != nil {
		return compileError("want a program of Cargo's, found none in " + release)
	}
	var found []string
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); (ext == "" || ext == ".exe") && e.Type().IsRegular() {
			found = append(found, e.Name())
		}
	}
	if len(found) != 1 {
		return compileError("want one program of Cargo's, found " +
			strings.Join(append(found, "none")[:max(1, len(found))], ", "))
	}
	if err := root.Rename(path.Join(release, found[0]), filepath.Base(p.executable())); err != nil {
		return compileError(err.Error())
	}
	return scratch.RemoveAll(filepath.Join(dir, "target"))
}
