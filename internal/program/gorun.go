package program

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// A goRun is a parsed "go run" command.
type goRun struct {
	flags, packages, args []string
	folder                string // of the package, absolute
}

// refused are flags of "go run" that run other programs, or that the check sets itself.
var refused = []string{"C", "exec", "mod", "modfile", "modcacherw", "o", "overlay", "pkgdir", "toolexec"}

// parseGoRun parses the arguments of "go run", typed in the folder here.
func parseGoRun(here string, args []string) (r goRun, err error) {
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		name, _, _ := strings.Cut(strings.TrimLeft(args[0], "-"), "=")
		if slices.Contains(refused, name) {
			return r, fmt.Errorf("want \"go run\" without -%s, which a check sets itself", name)
		}
		r.flags, args = append(r.flags, args[0]), args[1:]
	}
	for len(args) > 0 && (len(r.packages) == 0 || strings.HasSuffix(args[0], ".go")) {
		r.packages, args = append(r.packages, args[0]), args[1:]
		if !strings.HasSuffix(r.packages[0], ".go") {
			break
		}
	}
	if len(r.packages) == 0 {
		r.packages = []string{"."}
	}
	r.args = args
	r.folder, err = goFolder(here, r.packages[0])
	return r, err
}

// goFolder returns the folder of a package, which is given as a folder or by one of its files.
func goFolder(here, pkg string) (string, error) {
	switch {
	case strings.HasSuffix(pkg, ".go"):
		return filepath.Dir(joined(here, pkg)), nil
	case isFolderPath(pkg):
		return filepath.Clean(joined(here, pkg)), nil
	}
	return "", fmt.Errorf("want a folder of Go source, such as ./%s, found %q", filepath.Base(pkg), pkg)
}

// isFolderPath reports whether a package is given by its folder, by Go's definition.
func isFolderPath(pkg string) bool {
	slash := filepath.ToSlash(pkg)
	return filepath.IsAbs(pkg) || slash == "." || slash == ".." || strings.HasPrefix(slash, "./") || strings.HasPrefix(slash, "../")
}

func joined(here, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(here, path)
}

// fromGoRun compiles what "go run" would run, treating it like a submission that is a
// folder.
func fromGoRun(ctx context.Context, policy sandbox.Policy, path string, args []string) (*Program, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	r, err := parseGoRun(here, args)
	if err != nil {
		return nil, err
	}
	p := &Program{}
	if err := p.makeFolder(); err != nil {
		return nil, err
	}
	p.source = filepath.Join(p.built, "submission")
	s := Source{Language: golang, File: r.folder}
	taken, size, err := s.take(p.source, policy.Hide)
	if err != nil {
		return nil, p.abandon(err)
	}
	argv := append([]string{path, "build", "-C", taken.File, "-o", p.executable(), "-trimpath", "-buildvcs=false"}, r.flags...)
	if argv[3], err = r.stand(s, taken, here); err != nil {
		return nil, p.abandon(err)
	}
	if err := p.compileGo(ctx, append(argv, r.packages...), moduleAround(taken.File, taken.root), size, policy); err != nil {
		return nil, p.abandon(err)
	}
	p.Path, p.Argv = p.executable(), []string{p.executable()}
	return p, p.addArguments(r.args)
}

// stand returns the folder of the copy to compile in: the one that corresponds to the
// caller's, so that files have the same names, or the package's own if the caller is
// outside the copy.
func (r *goRun) stand(s, taken Source, here string) (string, error) {
	base, err := filepath.EvalSymlinks(s.base())
	if err != nil {
		return "", err
	}
	if here, err = filepath.EvalSymlinks(here); err != nil {
		return "", err
	}
	relative, err := filepath.Rel(base, here)
	if err == nil && filepath.IsLocal(relative) && !filepath.IsAbs(r.packages[0]) {
		at := filepath.Join(taken.root, relative)
		return at, os.MkdirAll(at, 0o755)
	}
	for i, pkg := range r.packages {
		if r.packages[i] = "."; strings.HasSuffix(pkg, ".go") {
			r.packages[i] = filepath.Base(pkg)
		}
	}
	return taken.File, nil
}

// moduleAround returns the folder of the Go module that contains dir, or "". It does not
// search above root, if that is not "".
func moduleAround(dir, root string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return at
		}
		if at == filepath.Dir(at) || at == root {
			return ""
		}
	}
}
