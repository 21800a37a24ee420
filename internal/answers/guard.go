package answers

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// A Need lists the files that a program must be able to read.
type Need struct {
	// Own are files and directories of users: the program and the directories of its arguments.
	Own []string
	// Installed are the installation trees of interpreters and compilers.
	Installed []string
	// Built are directories that the check itself has created for the program.
	Built []string
	// Modules is a Go module cache, or "". It is readable except for this module.
	Modules string
}

// An Error reports an answer that cannot be hidden.
type Error struct {
	Path    string // the path that must be readable
	Finding        // the path's own kind of answer, or the answers inside it
}

func (e *Error) Error() string {
	if e.Path == e.Finding.Path {
		return fmt.Sprintf("want no answers in what the program may read, found %s: it is %s", e.Path, e.Kind)
	}
	return fmt.Sprintf("want no answers in what the program may read, found %s: %s is %s", e.Path,
		e.Finding.Path, e.Kind)
}

// Self reports whether the answer is the program that is running.
func (e *Error) Self() bool { return e.Kind == isSelf }

// confines reports whether a policy can hide files at all.
func confines(p sandbox.Policy) bool { return p.Mode != sandbox.None && runtime.GOOS == "linux" }

// Guard adds the files that a program needs to a policy, and hides all files that contain answers. The
// policy's Read lists the paths that the user made readable, and its Hide lists the paths that the check
// itself hides. The error is an *Error if an answer cannot be hidden.
func Guard(p sandbox.Policy, need Need) (sandbox.Policy, error) {
	if !confines(p) {
		for _, paths := range [][]string{need.Own, need.Installed, need.Built} {
			p.Read = append(p.Read[:len(p.Read):len(p.Read)], paths...)
		}
		return p, nil
	}
	hidden.Lock()
	g := guard{secrets: RealPaths(slices.Concat(hidden.paths, p.Hide)), caches: RealPaths(caches())}
	hidden.Unlock()
	for _, path := range RealPaths(p.Read) {
		if err := g.grantNamed(path); err != nil {
			return p, err
		}
	}
	for _, path := range RealPaths(need.Own) {
		if err := g.grantNeeded(path); err != nil {
			return p, err
		}
	}
	for _, path := range RealPaths(need.Installed) {
		g.grantInstallation(path)
	}
	g.read = append(g.read, RealPaths(need.Built)...)
	if need.Modules != "" {
		g.grantModules(need.Modules)
	}
	hide := append(append(g.hide, g.secrets...), g.caches...)
	for _, f := range installed() {
		hide = append(hide, f.Path)
	}
	needed := append(append(g.read[:len(g.read):len(g.read)], p.Write...), p.Root, p.Home, p.Work)
	p.Links = slices.Concat(p.Read, need.Own, need.Installed)
	p.Read, p.Hide = g.read, removeNeeded(hide, needed)
	return p, nil
}

// hidden are the paths that Hide names.
var hidden struct {
	sync.Mutex
	paths []string
}

// Hide has every policy that Guard makes from now on hide these files and directories, "" being none: they
// hold answers, such as a problem package does.
func Hide(names ...string) {
	hidden.Lock()
	defer hidden.Unlock()
	for _, name := range names {
		if name != "" && !slices.Contains(hidden.paths, name) {
			hidden.paths = append(hidden.paths, name)
		}
	}
}

// A guard collects the readable and the hidden paths.
type guard struct {
	secrets, caches []string // hidden by the check; holding answers on most machines
	read, hide      []string
}

// grant makes a path readable, except for the answers found there.
func (g *guard) grant(path string, found []Finding) {
	g.read = append(g.read, path)
	for _, f := range found {
		g.hide = append(g.hide, f.Path)
	}
}

// grantNamed grants a path that the user asked for by name, all of it or nothing.
func (g *guard) grantNamed(path string) error {
	for _, secret := range g.secrets {
		if regular.Beneath(path, secret) {
			return &Error{path, Finding{secret, isSecret}}
		}
	}
	if slices.Contains(g.caches, path) {
		return &Error{path, Finding{path, isCache}}
	}
	if f := closedFinding(path); f != nil {
		return &Error{path, *f}
	}
	found, err := Search(path)
	if err != nil {
		return err
	}
	for _, f := range found {
		if regular.Beneath(path, f.Path) {
			return &Error{path, f}
		}
	}
	g.grant(path, found)
	return nil
}

// maxOpen is the maximum number of files of one directory that are granted one by one. In a directory with
// more files, the program gets only the named ones.
const maxOpen = 1000

// grantNeeded grants a file or directory that a program cannot do without. If a directory holds too much
// to be the program's own, only the files directly in it are granted.
func (g *guard) grantNeeded(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return nil // the program will find out
	}
	if !info.IsDir() {
		if f := judgePath(path); f != nil {
			return &Error{path, *f}
		}
		if slices.Contains(g.secrets, path) {
			return &Error{path, Finding{path, isSecret}}
		}
		g.grant(path, nil)
		return nil
	}
	narrow := IsCommon(path) || closedFinding(path) != nil || slices.Contains(g.secrets, path) ||
		slices.Contains(g.caches, path)
	if !narrow {
		found, err := Search(path)
		if tooMany := (tooManyError{}); errors.As(err, &tooMany) {
			narrow = true
		} else {
			g.grant(path, found)
		}
	}
	if files := OpenFiles(path); narrow && len(files) <= maxOpen {
		g.grantEach(files)
	}
	return nil
}

// grantEach grants the files that contain no answers.
func (g *guard) grantEach(files []string) {
	for _, file := range files {
		if judgePath(file) == nil {
			g.grant(file, nil)
		}
	}
}

// grantInstallation grants the tree of an interpreter.
func (g *guard) grantInstallation(path string) {
	if IsCommon(path) {
		g.grantEach(OpenFiles(path))
		return
	}
	var found []Finding
	if bin := filepath.Join(path, "bin"); !slices.Contains(systemDirs(), bin) { // Guard hides installed programs
		found = programs(bin)
	}
	g.grant(path, found)
}

// grantModules grants a module cache except for this module: its sources, and the archives of
// these. Its go.mod files stay readable, for modules that depend on it in their tests.
func (g *guard) grantModules(path string) {
	path = RealPaths([]string{path})[0]
	g.grant(path, []Finding{
		{filepath.Join(path, "github.com", "touchstone-suite"), isModule},
		{filepath.Join(path, "cache", "vcs"), isModule},
	})
	archives, _ := filepath.Glob(filepath.Join(path, "cache", "download", "github.com", "touchstone-suite", "*",
		"@v", "*.zip"))
	g.hide = append(g.hide, archives...)
}

// judgePath judges one file, also by the directories around it.
func judgePath(path string) *Finding {
	found, _ := Search(path)
	if len(found) > 0 {
		return &found[0]
	}
	if f := enclosingAnswerDir(path); f != nil && f.Kind != isCheckout {
		return f
	}
	return nil
}
