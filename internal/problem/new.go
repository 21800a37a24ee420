package problem

import (
	"bytes"
	"context"
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

	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// template has the files of new packages: in all/ those of all of them, in example/ those of a package that works, and in
// around/ those of one around a program of which nothing is known. Where two have the same name, one goes on with the other.
//
//go:embed template
var template embed.FS

// A Start is what a new package is made of: nothing, or a program that exists and an input of it.
type Start struct {
	Reference, Input string // files, or ""
}

// New makes a package in a folder that is new, or empty: one that works at once, with a comment on every setting.
func New(ctx context.Context, dir string, start Start) (err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	name := filepath.Base(dir)
	if err := checkName(name); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		if there, _ := os.ReadDir(dir); len(there) > 0 || !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	files, err := start.files(name)
	if err = errors.Join(err, write(dir, files)); err != nil || start.Reference == "" {
		return err
	}
	p, err := Read(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	files, err = p.lacking(ctx)
	return errors.Join(err, write(dir, files))
}

// write writes files into a folder, all or none.
func write(dir string, files map[string][]byte) (err error) {
	to := output.NewFolder(dir)
	for file, text := range files {
		err = errors.Join(err, output.Whole(to, file, text))
	}
	return errors.Join(err, to.Commit())
}

// files returns the files of a new package by their names.
func (s Start) files(name string) (map[string][]byte, error) {
	title, reference, kind := "The longest run", "reference.py", "example"
	if s.Reference != "" {
		title, reference, kind = name, filepath.Base(s.Reference), "around"
		if !packageName.MatchString(reference) {
			return nil, fmt.Errorf("%s: want a file whose name is of letters, digits, dots, dashes and underscores, as in all packages", s.Reference)
		}
	}
	files := map[string][]byte{}
	var err error
	for _, part := range []string{"template/all", "template/" + kind} {
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
		files["statement/problem.en.md"] = []byte("# " + name + "\n\nSay here what is asked.\n")
		for to, from := range map[string]string{path.Join("submissions/accepted", reference): s.Reference, "data/secret/1.in": s.Input} {
			text, e := regular.Read(from)
			err = errors.Join(err, e)
			files[to] = text
		}
	}
	var of [16]byte
	_, _ = rand.Read(of[:]) // never fails
	files[manifestFile] = newManifest(title, of, "pass-fail", 2, 512, 8)
	files[extraFile] = bytes.Replace(files[extraFile], []byte("REFERENCE"), []byte(reference), 1)
	return files, err
}

// newManifest returns the text of problem.yaml. memory and output are MiB.
func newManifest(title string, of [16]byte, kind string, seconds float64, memory, output int64) []byte {
	of[6], of[8] = of[6]&0x0f|0x40, of[8]&0x3f|0x80              // a UUID of version 4
	text, _ := template.ReadFile("template/all/" + manifestFile) // which is there
	return []byte(strings.NewReplacer("TITLE", strconv.Quote(title), "UUID", fmt.Sprintf("%x-%x-%x-%x-%x", of[:4], of[4:6], of[6:8], of[8:10], of[10:]),
		"TYPE", kind, "SECONDS", fmt.Sprint(seconds), "MEMORY", fmt.Sprint(memory), "OUTPUT", fmt.Sprint(output)).Replace(string(text)))
}
