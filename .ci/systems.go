// Command systems checks that all packages and their tests compile on other systems: "go run .ci/systems.go
// darwin windows". It checks types and generates no code, which would take minutes.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A listed is a package as "go list" describes it.
type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	ImportMap  map[string]string // maps a path in the source to the path of its package
	Module     *struct{ Main bool }
}

func main() {
	failed := false
	for _, system := range os.Args[1:] {
		if err := check(system); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", system, err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

// check checks the packages in the current directory and below. "go list" lists the imports of a package before
// the package itself.
func check(system string) error {
	// A profile would make a variant of each package.
	list := exec.Command("go", "list", "-pgo=off", "-deps", "-test",
		"-json=ImportPath,Dir,GoFiles,ImportMap,Module", "./...")
	list.Env, list.Stderr = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"), os.Stderr
	out, err := list.Output()
	if err != nil {
		return err
	}
	known := map[string]*types.Package{"unsafe": types.Unsafe}
	var errs []error
	for all := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := all.Decode(&p); err == io.EOF {
			return errors.Join(errs...)
		} else if err != nil {
			return err
		}
		if p.ImportPath == "unsafe" || strings.HasSuffix(p.ImportPath, ".test") { // the main package of a test
			continue
		}
		known[p.ImportPath], err = p.check(known)
		errs = append(errs, err)
	}
}

// check returns the package. It checks the bodies of functions only in the main module.
func (p *listed) check(known map[string]*types.Package) (*types.Package, error) {
	positions := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		if !filepath.IsAbs(name) {
			name = filepath.Join(p.Dir, name)
		}
		f, err := parser.ParseFile(positions, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	config := types.Config{
		Importer:         importer{p.ImportMap, known},
		IgnoreFuncBodies: p.Module == nil || !p.Module.Main,
		Sizes:            types.SizesFor("gc", "amd64"),
	}
	path, _, _ := strings.Cut(p.ImportPath, " ")
	return config.Check(path, positions, files, nil)
}

// An importer finds packages among those that were checked before.
type importer struct {
	paths map[string]string
	known map[string]*types.Package
}

func (i importer) Import(path string) (*types.Package, error) {
	if to, mapped := i.paths[path]; mapped {
		path = to
	}
	if p := i.known[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("want package %s before the packages that import it", path)
}
