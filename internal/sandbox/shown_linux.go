//go:build !portable

package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// A shownPaths is what a view will show.
type shownPaths struct {
	reals map[string]bool   // paths without links
	links map[string]string // links on the way to them
}

// findShown determines what a policy shows, and the links that lead there.
func findShown(p Policy) shownPaths {
	g := shownPaths{map[string]bool{}, map[string]string{}}
	for _, path := range systemPaths() {
		if path != "/proc" {
			g.add(path)
		}
	}
	for _, path := range p.Read {
		g.add(path)
	}
	for _, path := range p.Links {
		g.follow(path, 0)
	}
	return g
}

// mostLinks is how many links are followed in one path, as in the kernel.
const mostLinks = 40

// add adds what a path leads to.
func (g shownPaths) add(path string) {
	if real := g.follow(path, 0); real != "" {
		g.reals[real] = true
	}
}

// follow follows a path from the root, and records the links on the way. It returns the
// path without links, or "".
func (g shownPaths) follow(path string, followed int) string {
	path = filepath.Clean(path)
	at := ""
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for i, part := range parts {
		at += "/" + part
		info, err := os.Lstat(at)
		if err != nil || followed > mostLinks {
			return ""
		}
		if info.Mode()&os.ModeSymlink == 0 {
			continue
		}
		target, err := os.Readlink(at)
		if err != nil {
			return ""
		}
		g.links[at] = target
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(at), target)
		}
		return g.follow(filepath.Join(append([]string{target}, parts[i+1:]...)...), followed+1)
	}
	return path
}

// sorted lists what has to be mounted, except for paths that are shown with another one around them: a check's
// own folder never is.
func (g shownPaths) sorted() (paths []string) {
	for path := range g.reals {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return slices.DeleteFunc(paths, func(path string) bool {
		for dir := filepath.Dir(path); dir != "/" && !scratch.IsName(filepath.Base(dir)); dir = filepath.Dir(dir) {
			if g.reals[dir] {
				return true
			}
		}
		return path == "/"
	})
}

// existing returns those paths that exist, without links.
func existing(paths []string) (real []string) {
	for _, path := range paths {
		if path, err := filepath.EvalSymlinks(path); err == nil {
			real = append(real, path)
		}
	}
	return real
}
