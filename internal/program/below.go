package program

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/oracle"
)

// Submissions often hold the program in a folder of a folder, as archives and the systems that
// collect them make it. So it is looked for at every depth: the first level of folders that has
// any program must have only one.

// deepest is how many folders deep a program is looked for.
const deepest = 10

// passedOver are the folders in which no program is looked for, besides hidden ones: what tools
// have made.
var passedOver = []string{"__MACOSX", "__pycache__", "build", "cmake-build-debug", "cmake-build-release", "dist", "node_modules", "obj", "target", "vendor", "venv"}

// findBelow finds the only program in a folder, which messages call by its name.
func findBelow(a *oracle.Assignment, top, name string, t Tools) (Source, error) {
	w := walk{a: a, tools: t, top: top}
	folders := []string{top}
	for depth := 0; depth <= deepest && len(folders) > 0; depth++ {
		var found []Source
		var next []string
		for _, dir := range folders {
			entries, err := os.ReadDir(dir)
			if err != nil && dir == top {
				return Source{}, err
			}
			if w.entries += len(entries); w.entries > mostFiles {
				return Source{}, blamed(tooLarge{name})
			}
			found = append(found, w.sources(dir, entries)...)
			next = append(next, foldersOf(dir, entries)...)
		}
		switch len(found) {
		case 0:
		case 1:
			return found[0], nil
		default:
			return Source{}, unfound("want one program for %s in %s, found %d: %s\nkeep only the one to check, or check it by its own path", a.Name, name, len(found), listSources(found))
		}
		folders = next
	}
	what := "none"
	if w.entries == 0 {
		what = "nothing: it is empty"
	}
	if len(w.hints) == 0 && w.entries > 0 {
		w.hints = []string{"it has " + contents(top)}
	}
	lines := append([]string{fmt.Sprintf("want a program for %s in %s, found %s", a.Name, name, what)}, w.hints...)
	return Source{}, unfound("%s", strings.Join(append(lines, wanted(a, t)), "\n"))
}

// A walk looks through the folders of a submission.
type walk struct {
	tools   Tools
	a       *oracle.Assignment
	top     string
	entries int
	hints   []string // what would mend that nothing is found
}

// sources returns the programs directly in a folder. A Makefile takes precedence, since it says
// how to make the program from everything else; then sources; then an executable, since one
// beside sources has been built from them.
func (w *walk) sources(dir string, entries []fs.DirEntry) []Source {
	for _, look := range []func(*oracle.Assignment, string, []fs.DirEntry) []Source{findMakefile, findBuild, findSources, findExecutables} {
		found := look(w.a, dir, entries)
		if dir != w.top { // there, a package is a library unless it says otherwise
			found = slices.DeleteFunc(found, func(s Source) bool { return s.Language == golang && !hasMain(dir, entries) })
		}
		for i := range found {
			found[i].top = w.top
		}
		if len(found) > 0 {
			return found
		}
	}
	w.hint(dir, entries)
	return nil
}

// contents names the first entries of a folder.
func contents(dir string) string {
	entries, _ := os.ReadDir(dir)
	var names []string
	for _, e := range entries[:min(mostHints, len(entries))] {
		name := escape.Line(e.Name())
		if e.IsDir() {
			name += "/"
		}
		names = append(names, name)
	}
	if more := len(entries) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// foldersOf returns the folders in a folder in which to look.
func foldersOf(dir string, entries []fs.DirEntry) (folders []string) {
	for _, e := range entries {
		if e.IsDir() && e.Name()[0] != '.' && !slices.Contains(passedOver, e.Name()) {
			folders = append(folders, filepath.Join(dir, e.Name()))
		}
	}
	return folders
}

var goMain = regexp.MustCompile(`(?m)^\s*package\s+main\b`)

// mostHead is how much of a file is read that may be one of many.
const mostHead = 64 << 10

// hasMain reports whether the Go files of a folder are a program.
func hasMain(dir string, entries []fs.DirEntry) bool {
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		if !isGo(e) {
			return false
		}
		text, err := head(filepath.Join(dir, e.Name()), mostHead)
		return err == nil && goMain.Match(text)
	})
}

// listSources names sources, by their paths below the folder that was named.
func listSources(found []Source) string {
	var list []string
	for _, s := range found {
		name := filepath.Base(s.File)
		if relative, err := filepath.Rel(s.top, s.File); err == nil && s.top != "" {
			name = escape.Line(filepath.ToSlash(relative))
		}
		in := strings.TrimPrefix(" in "+name, " in .")
		switch s.Language {
		case golang:
			name = "Go source" + in
		case cargo:
			name = "Cargo" + in
		case makefile:
			name = "a Makefile" + in
		case buildAndRun:
			name = "build and run" + in
		}
		list = append(list, name)
	}
	return strings.Join(list, ", ")
}

// wanted describes what would be found for an assignment. Endings that tell a language are listed without it.
func wanted(a *oracle.Assignment, t Tools) string {
	const others = "Go source, a Cargo.toml, a Makefile with the targets agent and run, an executable"
	if a.Run.AnyName {
		return fmt.Sprintf("%s a source in %s, %s", prose.Names, strings.Join(languageNames(), ", "), others+" run, which a program build may make")
	}
	stems := stems(a)
	var list, plain []string
	files, versions := map[*Language][]string{}, []*Language{} // of languages that have several, or names of their own
	version := func(file string, l *Language) {
		if l = t.python(l); files[l] == nil {
			versions = append(versions, l)
		}
		files[l] = append(files[l], file)
	}
	if a.SourceFile != "" {
		version(a.SourceFile, python2)
	}
	for _, e := range endings {
		switch {
		case len(extensionOf(e.file).alike) < 2:
			plain = append(plain, e.file)
		case e.language == python2 && !a.Python2:
			version(stems[0]+e.file, python3)
		default:
			version(stems[0]+e.file, e.language)
		}
	}
	for _, l := range versions {
		list = append(list, fmt.Sprintf("%s (%s)", strings.Join(files[l], " or "), l.Name))
	}
	last := len(plain) - 1
	list = append(list, fmt.Sprintf("%s%s or %s", stems[0], strings.Join(plain[:last], ", "), plain[last]))
	for _, stem := range stems[1:] {
		list = append(list, "or likewise "+stem)
	}
	return fmt.Sprintf("%s %s, %s %s", prose.Names, strings.Join(list, ", "), others, strings.Join(stems, " or "))
}
