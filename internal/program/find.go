package program

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A Source is a program as found in a submission.
type Source struct {
	Language *Language
	File     string // absolute; for Go, Cargo or a Makefile it may be the directory
	root     string // of the copy that it is in, or ""
	file     string // the name of the file that the user named, or "" for a directory
	top      string // the directory that the user named, or that an archive was unpacked into, or ""
	unpacked bool   // top is all there is
	renamed  bool   // for Java: the user gave the file a name that is not its class's, perhaps
	included bool   // the assignment has added files to the submission
	run      homework.Run
}

// dir returns the directory that contains the source.
func (s Source) dir() string {
	if isDir(s.File) {
		return s.File
	}
	return filepath.Dir(s.File)
}

// displayName names the source for a message.
func (s Source) displayName() string {
	if relative, err := filepath.Rel(s.top, s.File); err == nil && s.unpacked {
		return filepath.ToSlash(relative)
	}
	return s.File
}

// Find finds the only program of a submission, which is a file or a directory. If it contains no program or
// more than one, the error is a *BuildError. If the submission does not exist, the error has another type.
func Find(a *oracle.Assignment, path string, t Tools) (Source, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Source{},
			fmt.Errorf("want a file, a directory or an archive with a program for %s, found no %q (a command comes "+
				"after \"--\")", a.Name, path)
	}
	if err != nil {
		return Source{}, err
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return Source{}, err
	}
	if !info.IsDir() {
		s, err := findFile(a, absolute, info)
		if !isDir(s.File) { // a Makefile or a Cargo.toml stands for its directory
			s.file = filepath.Base(absolute)
		}
		return s, err
	}
	return findBelow(a, absolute, path, t)
}

// Check returns an error if Find finds no program, or an executable text that names no interpreter.
func Check(a *oracle.Assignment, path string) error {
	s, err := Find(a, path, nil)
	if err == nil && s.Language == executable {
		if fault := missingInterpreter(s.File); fault != "" {
			return NewIntakeError("%s", fault)
		}
	}
	return err
}

// findFile determines the source for a file that the user named.
func findFile(a *oracle.Assignment, file string, info fs.FileInfo) (Source, error) {
	language, base := languageOf(a, file), filepath.Base(file)
	switch project := byFile(base); {
	case !info.Mode().IsRegular():
		return Source{}, noProgramError("want a file or a directory, found %s, which is neither", base)
	case a.Run.Answers:
		return Source{Language: answerFiles, File: file}, nil
	case project != nil:
		if missing := project.project.missingTargets(file); len(missing) > 0 {
			return Source{}, noProgramError("want the targets agent and run in %s, found no %s", base,
				strings.Join(missing, " and no "))
		}
		return Source{Language: project, File: filepath.Dir(file)}, nil
	case language != nil && !(language.Name == "Bash" && isExecutable(info) && startsWith(file, "#!")):
		return Source{Language: language, File: file}, nil
	case isExecutable(info):
		return Source{Language: executable, File: file}, nil
	}
	return Source{}, noProgramError("want an executable, or a source in %s, found %s", languageNames(), base)
}

// findProjects finds the languages in which a directory is a program because of a file in it.
func findProjects(a *oracle.Assignment, dir string, entries []fs.DirEntry, precedes bool) (found []Source) {
	for _, l := range languages {
		file := filepath.Join(dir, l.project.file)
		if l.project.precedes == precedes && hasEntry(entries, l.project.file) && isRegular(file) &&
			(a.Run.AnyName || !l.project.anyName) && len(l.project.missingTargets(file)) == 0 {
			found = append(found, Source{Language: l, File: dir})
		}
	}
	return found
}

// hasEntry reports whether a directory lists a file of exactly this name. A case-insensitive file system also
// opens it by other names.
func hasEntry(entries []fs.DirEntry, name string) bool {
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name })
}

// findSources finds the sources with one of the assignment's names, Go, and projects.
func findSources(a *oracle.Assignment, dir string, entries []fs.DirEntry) (found []Source) {
	if a.Run.AnyName {
		if run := findExecutables(a, dir, entries); len(run) > 0 {
			return run
		}
		for _, e := range entries {
			file := filepath.Join(dir, e.Name())
			l, required := byExtension(file), byCode(a.Run.Language)
			if l != nil && required != nil && l.family() != required.family() {
				continue
			}
			if l != nil && l.project.listed == "" && isRegular(file) {
				l = cmp.Or(required, l)
				found = append(found, Source{Language: l, File: file})
			}
		}
		if entry := entryOf(found); entry >= 0 {
			found = found[entry : entry+1]
		}
	}
	for _, n := range names(a) {
		if file := filepath.Join(dir, n.file); hasEntry(entries, n.file) && isRegular(file) {
			found = append(found, Source{Language: n.language, File: file})
		}
	}
	if slices.ContainsFunc(entries, isGo) && (a.Run.Language == "" || a.Run.Language == golang.Code()) {
		found = append(found, Source{Language: golang, File: dir})
	}
	return append(found, findProjects(a, dir, entries, false)...)
}

// definesMain matches the definition of the entry point of a program in languages that have one.
var definesMain = map[string]*regexp.Regexp{
	"Python": regexp.MustCompile(`(?m)^if\s+__name__\s*==`),
	"Java":   regexp.MustCompile(`\bvoid\s+main\s*\(`),
	"Kotlin": regexp.MustCompile(`(?m)^\s*(suspend\s+)?fun\s+main\s*\(`),
	"Scala":  regexp.MustCompile(`\bdef\s+main\b|\bextends\s+App\b|@main\b`),
	"C#":     regexp.MustCompile(`\bstatic\s+(async\s+)?\w+\s+Main\s*\(`),
	"C":      regexp.MustCompile(`(?m)^\s*(\w+\s+)?main\s*\(`),
	"C++":    regexp.MustCompile(`(?m)^\s*((\w+\s+)*\w+\s+)?main\s*\(`),
	"Rust":   regexp.MustCompile(`(?m)^\s*fn\s+main\s*\(`),
}

// pythonImport matches the module of an import in Python.
var pythonImport = regexp.MustCompile(`(?m)^\s*(?:from|import)\s+(\w+)`)

// entryOf returns the index of the source in which a program of several sources in one language begins: main,
// the only source that defines the entry point, or in Python the only source that no other source imports. It
// returns -1 if no source or more than one qualifies.
func entryOf(found []Source) int {
	var mains, defining []int
	imported := map[string]bool{}
	for i, s := range found {
		if s.Language.family() != found[0].Language.family() {
			return -1
		}
		text, _ := regular.ReadHead(s.File, maxSource) // a source that cannot be read defines nothing
		if pattern := definesMain[s.Language.family()]; pattern != nil && pattern.Match(text) {
			defining = append(defining, i)
		}
		if stem := strings.ToLower(fileStem(s.File)); stem == "main" || stem == "__main__" {
			mains = append(mains, i)
		}
		for _, m := range pythonImport.FindAllSubmatch(text, -1) {
			imported[string(m[1])] = true
		}
	}
	for _, match := range [][]int{mains, defining} {
		if len(match) == 1 {
			return match[0]
		}
	}
	first := slices.IndexFunc(found, func(s Source) bool { return !imported[fileStem(s.File)] })
	if first < 0 || found[0].Language.family() != "Python" ||
		slices.ContainsFunc(found[first+1:], func(s Source) bool { return !imported[fileStem(s.File)] }) {
		return -1
	}
	return first
}

// fileStem returns the name of a file without its extension.
func fileStem(file string) string {
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

// findExecutables finds executables named like a source without its extension.
func findExecutables(a *oracle.Assignment, dir string, entries []fs.DirEntry) (found []Source) {
	for _, stem := range stems(a) {
		for _, e := range entries {
			info, err := os.Stat(filepath.Join(dir, e.Name())) // the target of a link
			if err == nil && isExecutable(info) && (e.Name() == stem || e.Name() == stem+".exe") {
				found = append(found, Source{Language: executable, File: filepath.Join(dir, e.Name())})
			}
		}
	}
	return found
}

// isRegular reports whether file can be read, possibly through a link: it is neither a directory nor a pipe,
// which would block.
func isRegular(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular()
}

// maxSource is the maximum number of bytes of a source that are read here.
const maxSource = 1 << 20

func isGo(e fs.DirEntry) bool {
	return strings.HasSuffix(e.Name(), ".go") && !strings.HasSuffix(e.Name(), "_test.go") && !e.IsDir() &&
		!regular.IsHidden(e.Name())
}

// startsWith reports whether a file can be read and begins with a text.
func startsWith(file, text string) bool {
	start, err := regular.ReadHead(file, int64(len(text)))
	return err == nil && string(start) == text
}

func isExecutable(info fs.FileInfo) bool {
	if runtime.GOOS == "windows" {
		return strings.EqualFold(filepath.Ext(info.Name()), ".exe")
	}
	return info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// Submissions often hold the program in a subdirectory, since archives and submission systems create them. So
// Find looks at every depth: at the first level that has any program, there must be exactly one.

// maxSearchDepth is the maximum depth of the directories that are searched for a program.
const maxSearchDepth = 10

// passedOver lists the directories, created by tools, that are not searched for a program. Hidden directories
// are not searched either.
var passedOver = []string{"__pycache__", "build", "cmake-build-debug", "cmake-build-release",
	"dist", "node_modules", "obj", "target", "vendor", "venv"}

// findBelow finds the only program in a directory. Messages call the directory by the given name.
func findBelow(a *oracle.Assignment, top, name string, t Tools) (Source, error) {
	if a.Run.Answers {
		return Source{Language: answerFiles, File: top, top: top}, nil
	}
	w := walk{a: a, tools: t, top: top}
	dirs := []string{top}
	for depth := 0; depth <= maxSearchDepth && len(dirs) > 0; depth++ {
		var found []Source
		var next []string
		for _, dir := range dirs {
			entries, err := os.ReadDir(dir)
			if err != nil && dir == top {
				return Source{}, err
			}
			if w.entries += len(entries); w.entries > maxFiles {
				return Source{}, asBuildError(tooLarge{name})
			}
			entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return regular.IsHidden(e.Name()) })
			found = append(found, w.sources(dir, entries)...)
			next = append(next, dirsOf(dir, entries)...)
		}
		switch len(found) {
		case 0:
		case 1:
			return found[0], nil
		default:
			return Source{},
				noProgramError("want one program for %s in %s, found %d: %s\nkeep only the one to check, or check it by its "+
					"own path", a.Name, name, len(found), listSources(found))
		}
		dirs = next
	}
	shown := "none"
	if w.entries == 0 {
		shown = "nothing: it is empty"
	}
	lines := append([]string{fmt.Sprintf("want a program for %s in %s, found %s", a.Name, name, shown)},
		w.hints...)
	return Source{}, noProgramError("%s", strings.Join(append(lines, describeWanted(a, t)), "\n"))
}

// A walk searches the directories of a submission.
type walk struct {
	tools   Tools
	a       *oracle.Assignment
	top     string
	entries int
	hints   []string // corrections to suggest if nothing is found
}

// sources returns the programs directly in a directory. A Makefile takes precedence, since it defines how to
// build the program from the other files. Then come sources, and then executables, since an executable next
// to sources has been built from them.
func (w *walk) sources(dir string, entries []fs.DirEntry) (found []Source) {
	if found = findProjects(w.a, dir, entries, true); len(found) > 0 {
		found = found[:1]
	} else if found = findSources(w.a, dir, entries); dir != w.top {
		// There, a package is a library unless it declares main.
		found = slices.DeleteFunc(found, func(s Source) bool {
			isProgram := s.Language.project.isProgram
			return isProgram != nil && !isProgram(dir)
		})
	}
	if len(found) == 0 {
		found = findExecutables(w.a, dir, entries)
	}
	if len(found) == 0 {
		w.hint(dir, entries)
	}
	for i := range found {
		found[i].top = w.top
	}
	return found
}

// dirsOf returns the subdirectories of a directory to search.
func dirsOf(dir string, entries []fs.DirEntry) (dirs []string) {
	for _, e := range entries {
		if e.IsDir() && !slices.Contains(passedOver, e.Name()) {
			dirs = append(dirs, filepath.Join(dir, e.Name()))
		}
	}
	return dirs
}

// listSources names sources, by their paths below the directory that the user named.
func listSources(found []Source) string {
	var list []string
	for _, s := range found {
		name := filepath.Base(s.File)
		if relative, err := filepath.Rel(s.top, s.File); err == nil && s.top != "" {
			name = escape.Line(filepath.ToSlash(relative))
		}
		if project := s.Language.project.listed; project != "" {
			name = project + strings.TrimPrefix(" in "+name, " in .")
		}
		list = append(list, name)
	}
	return strings.Join(list, ", ")
}

// describeWanted describes the files that would be found for an assignment. Endings that identify a language are
// listed without it.
func describeWanted(a *oracle.Assignment, t Tools) string {
	const others = "Go source, a Cargo.toml, a Makefile with the targets agent and run, an executable"
	if a.Run.AnyName {
		return fmt.Sprintf("%s a source in %s, %s", prose.Names, languageNames(),
			others+" run, which a program build may make")
	}
	stems := stems(a)
	var list, plain []string
	// of languages that have several versions
	files, versions := map[*Language][]string{}, []*Language{}
	first := *a
	first.Name, first.Stem = stems[0], ""
	for _, n := range names(&first) {
		l := t.python(n.language)
		if l.version.family == "" {
			plain = append(plain, strings.TrimPrefix(n.file, stems[0]))
			continue
		}
		if files[l] == nil {
			versions = append(versions, l)
		}
		files[l] = append(files[l], n.file)
	}
	for _, l := range versions {
		list = append(list, fmt.Sprintf("%s (%s)", strings.Join(files[l], " or "), l.Name))
	}
	last := len(plain) - 1
	list = append(list, fmt.Sprintf("%s%s or %s", stems[0], strings.Join(plain[:last], ", "), plain[last]))
	for _, stem := range stems[1:] {
		list = append(list, "or likewise "+stem)
	}
	return fmt.Sprintf("%s %s, %s %s", prose.Names, strings.Join(list, ", "), others,
		strings.Join(stems, " or "))
}

// programFile matches the names of files that interpreters run.
var programFile = regexp.MustCompile(`^[^-].*\.(?:py|[cm]?js|ts|jar|sh|bash|pl|rb|lua|php)$`)

// noFile matches flags of interpreters that no file name follows: -c, -m, -e, -cp, -classpath.
var noFile = regexp.MustCompile(`^-(?:[a-zA-Z]*[cme]|cp|classpath|-eval|-print|-class-path)$`)

// MissingFile returns an error if a command, as typed in a directory, runs a program file that does not
// exist. The file is the first word that is not a flag; the words after it are the program's arguments.
func MissingFile(dir string, argv []string) error {
	i := slices.IndexFunc(argv[1:], func(word string) bool {
		return len(word) < 2 || word[0] != '-' || noFile.MatchString(word)
	})
	if i < 0 || !programFile.MatchString(argv[i+1]) {
		return nil
	}
	path := argv[i+1]
	whole := path
	if !filepath.IsAbs(path) {
		whole = filepath.Join(dir, path)
	}
	if _, err := os.Stat(whole); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("want a program to run: %s is to run %s, and there is no such file", argv[0], path)
}
