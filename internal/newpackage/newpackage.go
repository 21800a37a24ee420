// Package newpackage writes problem packages: new ones from a template, and built-in games. It also packs the
// files of an answer.
package newpackage

import (
	"bytes"
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/caserules"
	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// ExtraFile is the file of settings that the format of packages lacks. It is a course file, which may have
// the part "assignment:".
const ExtraFile = "touchstone.yaml"

// Stdout is the name of standard output among the files of an answer.
const Stdout = "stdout"

// template holds the files of new packages: all/ for every package, example/ for an example, around/ for the
// others, with TODO where the author has to write, and blank/ the program and the case of a package that is
// made without a reference. Files of the same name are concatenated.
//
//go:embed template
var template embed.FS

// A Start holds the options of New. The zero value makes a package to fill in.
type Start struct {
	Reference, Input string // files with an existing program and an input of it, or ""
	Example          bool   // write the complete example
}

// New makes a package in a new or empty directory. The package works, and every setting has a comment. Unless
// it is an example, its files have TODO where the author has to write. missing returns the files that a
// package with a reference lacks.
func New(dir string, start Start, missing func(dir string) (map[string][]byte, error)) (err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	name := filepath.Base(dir)
	if err := CheckName(name); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		if entries, _ := os.ReadDir(dir); len(entries) > 0 || !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	files, err := start.Files(name)
	if err = errors.Join(err, write(dir, files)); err != nil || start.Reference == "" {
		return err
	}
	files, err = missing(dir)
	return errors.Join(err, write(dir, files))
}

// write writes files into a directory, all or none.
func write(dir string, files map[string][]byte) (err error) {
	to := output.NewDir(dir)
	for file, text := range files {
		err = errors.Join(err, output.Whole(to, file, text))
	}
	return errors.Join(err, to.Commit())
}

// Files returns the files of a new package by their names.
func (s Start) Files(name string) (map[string][]byte, error) {
	title, reference, kinds := name, "reference.py", []string{"all", "around", "blank"}
	switch {
	case s.Example:
		title, kinds = "The longest run", []string{"all", "example"}
	case s.Reference != "":
		reference, kinds = filepath.Base(s.Reference), kinds[:2]
		if !caserules.IsPackageName(reference) {
			return nil, fmt.Errorf("%s: want a file whose name is of letters, digits, dots, dashes and underscores, "+
				"as in all packages", s.Reference)
		}
	}
	files := map[string][]byte{}
	var err error
	for _, kind := range kinds {
		part := "template/" + kind
		err = errors.Join(err, fs.WalkDir(template, part, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := template.ReadFile(file)
			to := strings.TrimPrefix(file, part+"/")
			files[to] = append(files[to], text...)
			return err
		}))
	}
	if s.Reference != "" {
		for to, from := range map[string]string{path.Join("submissions/accepted", reference): s.Reference,
			"data/secret/1.in": s.Input} {
			text, e := regular.Read(from)
			err = errors.Join(err, e)
			files[to] = text
		}
	}
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	files[manifest.File] = newManifest(title, id, "pass-fail", 2, 512, 8)
	files[ExtraFile] = bytes.Replace(files[ExtraFile], []byte("REFERENCE"), []byte(reference), 1)
	statement := "statement/problem.en.md"
	files[statement] = bytes.Replace(files[statement], []byte("TITLE"), []byte(title), 1)
	return files, err
}

// newManifest returns the text of problem.yaml. memory and output are MiB.
func newManifest(title string, id [16]byte, kind string, seconds float64, memory, output int64) []byte {
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80               // a UUID of version 4
	text, _ := template.ReadFile("template/all/" + manifest.File) // which is there
	return []byte(strings.NewReplacer("TITLE", strconv.Quote(title), "UUID",
		fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:]),
		"TYPE", kind, "SECONDS", fmt.Sprint(seconds), "MEMORY", fmt.Sprint(memory), "OUTPUT",
		fmt.Sprint(output)).Replace(string(text)))
}

// CheckName refuses a name that a package cannot have.
func CheckName(name string) error {
	if !caserules.IsPackageName(name) {
		return fmt.Errorf("want a name of letters, digits, dots, dashes and underscores for a package, found %s",
			scan.Show(name))
	}
	return nil
}
