package cases

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

const caseExtension = ".txtar"

// Embedded returns the corpus of an assignment, sorted by name.
func Embedded(a *oracle.Assignment) ([]*Case, error) {
	load, _ := embedded.LoadOrStore(a, sync.OnceValues(func() ([]*Case, error) {
		if a.Cases != nil {
			return LoadFS(a.Cases, ".")
		}
		return LoadFS(corpus, a.Name)
	}))
	all, err := load.(func() ([]*Case, error))()
	return slices.Clone(all), err
}

// Forget makes Embedded read the cases of an assignment again, after they have changed.
func Forget(a *oracle.Assignment) { embedded.Delete(a) }

// embedded reads each assignment's cases once, on first use.
var embedded sync.Map

// Load reads the cases at a path: a single file, or all cases in a directory and its subdirectories except
// those named testdata, sorted by name.
func Load(path string) ([]*Case, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		cases, err := LoadFS(dir{os.DirFS(path), path}, ".")
		if err == nil && len(cases) == 0 {
			err = fmt.Errorf("%s: want cases (*%s), found none", path, caseExtension)
		}
		return cases, err
	}
	c, _, err := read(path)
	if err != nil {
		return nil, err
	}
	return []*Case{c}, nil
}

// read reads the case in a file, and returns the text of the file too.
func read(path string) (*Case, []byte, error) {
	text, err := regular.Read(path)
	if err != nil {
		return nil, nil, err
	}
	c, err := Parse(path, nameOf(filepath.ToSlash(path)), text)
	return c, text, err
}

// A directory is a directory on disk, whose files are opened with the care due to other people's files.
type dir struct {
	fs.FS
	path string
}

func (f dir) ReadFile(name string) ([]byte, error) {
	return regular.Read(filepath.Join(f.path, filepath.FromSlash(name)))
}

// LoadFS reads the cases in a directory of a file system and in its subdirectories except those named
// testdata, sorted by name. Its error reports all errors in all of them.
func LoadFS(fsys fs.FS, dir string) (cases []*Case, err error) {
	var wrong []error
	byDir := map[string][]*Case{}
	walk := fs.WalkDir(fsys, dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !isCase(p, d) {
			return skipDir(d, err)
		}
		var c *Case
		src, err := fs.ReadFile(fsys, p)
		if err == nil {
			c, err = Parse(p, nameOf(p), src)
		}
		if err != nil {
			wrong = append(wrong, err)
			return nil
		}
		cases = append(cases, c)
		byDir[path.Dir(p)] = append(byDir[path.Dir(p)], c)
		return nil
	})
	wrong = append(wrong, addKills(fsys, byDir))
	slices.SortStableFunc(cases, func(a, b *Case) int { return strings.Compare(a.Name, b.Name) })
	return cases, errors.Join(append(wrong, walk)...)
}

// isCase reports whether a directory entry is a case.
func isCase(p string, d fs.DirEntry) bool {
	return !d.IsDir() && strings.HasSuffix(p, caseExtension) && !regular.IsLitter(d.Name())
}

// skipDir skips testdata directories, whose files only look like cases, and litter.
func skipDir(d fs.DirEntry, err error) error {
	if err == nil && d.IsDir() && (d.Name() == "testdata" || regular.IsLitter(d.Name())) {
		return fs.SkipDir
	}
	return err
}

func nameOf(p string) string { return strings.TrimSuffix(path.Base(p), caseExtension) }

// UpdateFiles rewrites the goldens of the cases at a path; if check is set it writes nothing. It returns the
// files that changed or would change. An error in one case does not keep the others from being updated.
func UpdateFiles(ctx context.Context, root string, check bool) (changed []Changed, err error) {
	var wrong []error
	walk := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !isCase(p, d) {
			return skipDir(d, err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		differs, incomplete, err := updateFile(ctx, p, check)
		if differs {
			changed = append(changed, Changed{p, incomplete})
		}
		if err != nil {
			wrong = append(wrong, err)
		}
		return nil
	})
	return changed, errors.Join(append(wrong, walk)...)
}

// A Changed is a case's file whose goldens UpdateFiles has changed, or would change.
type Changed struct {
	Path          string
	GoldenMissing bool // a golden was missing
}

// updateFile rewrites the goldens of one case, unless check is set. It reports whether they differ, and whether
// the case lacks one.
func updateFile(ctx context.Context, p string, check bool) (differs, incomplete bool, err error) {
	c, old, err := read(p)
	if err != nil {
		return false, false, err
	}
	text, err := c.updateGoldens(ctx)
	if err != nil {
		return false, false, fmt.Errorf("%s: %w", p, err)
	}
	if bytes.Equal(text, old) {
		return false, false, nil
	}
	if !check {
		err = output.WriteFile(p, text)
	}
	return err == nil, slices.ContainsFunc(c.Problem.Files(), c.lacks), err
}

// A Listed is the form of a case in a plan. A built-in case consists only of its name and digest.
type Listed struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
	// Text and Kills are only set for a case that is not built in.
	Text  string   `json:"text,omitempty"`
	Kills []string `json:"kills,omitempty"`
}

func digestOfCase(c *Case) string {
	sum := sha256.Sum256(c.Text())
	return hex.EncodeToString(sum[:16])
}

// List lists cases of an assignment for a plan.
func List(a *oracle.Assignment, all []*Case) (list []Listed, err error) {
	builtIn, err := builtIn(a)
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		listed := Listed{Name: c.Name, Digest: digestOfCase(c)}
		if builtIn[listed.Name+listed.Digest] == nil {
			listed.Text, listed.Kills = string(c.Text()), c.Kills
		}
		list = append(list, listed)
	}
	return list, nil
}

// builtIn returns the built-in cases of an assignment by name and digest.
func builtIn(a *oracle.Assignment) (map[string]*Case, error) {
	all, err := Embedded(a)
	byName := map[string]*Case{}
	for _, c := range all {
		byName[c.Name+digestOfCase(c)] = c
	}
	return byName, err
}

// LoadListed returns the cases of a list that List has made.
func LoadListed(a *oracle.Assignment, list []Listed) (all []*Case, err error) {
	builtIn, err := builtIn(a)
	if err != nil {
		return nil, err
	}
	for _, listed := range list {
		c := builtIn[listed.Name+listed.Digest]
		if listed.Text != "" {
			if c, err = Parse(listed.Name, listed.Name, []byte(listed.Text)); err != nil {
				return nil, err
			}
			c.Kills = listed.Kills
		}
		if c == nil {
			return nil, fmt.Errorf("want the case %s of the plan among the built-in ones, found no equal one",
				listed.Name)
		}
		all = append(all, c)
	}
	return all, nil
}

// An Index is the entry of a case in a list.
type Index struct {
	Assignment string        `json:"assignment"`
	Name       string        `json:"case"`
	Title      string        `json:"title"`
	Category   string        `json:"category"`
	Tags       []string      `json:"tags"`
	Rules      []string      `json:"rules,omitempty"`
	Profiles   []string      `json:"profiles,omitempty"`
	MadeFor    []string      `json:"for,omitempty"`
	Kills      []string      `json:"kills,omitempty"`
	Input      int           `json:"inputBytes"`
	Goldens    []GoldenIndex `json:"goldens"`
}

// A GoldenIndex is the entry of a golden in a list.
type GoldenIndex struct {
	File   string `json:"file"`
	Bytes  int64  `json:"bytes"`
	Lines  int64  `json:"lines"`
	Stored bool   `json:"stored"` // as text, not as a sum
}

// AnswerSize returns the size of the case's answer in bytes, not counting files without goldens.
func (c *Case) AnswerSize() (size int64) {
	for _, name := range c.Problem.Files() {
		if golden, err := c.Golden(name); err == nil {
			size += golden.Bytes
		}
	}
	return size
}

// BySize returns an order of cases: by the size of their stored answers, and then of their inputs.
func BySize() func(x, y *Case) int {
	sizes := map[*Case]int64{}
	size := func(c *Case) int64 {
		size, known := sizes[c]
		if !known {
			size = c.AnswerSize()
			sizes[c] = size
		}
		return size
	}
	return func(x, y *Case) int {
		return cmp.Or(cmp.Compare(size(x), size(y)), cmp.Compare(len(x.Input()), len(y.Input())))
	}
}

// Index returns the case's entry for a list.
func (c *Case) Index() Index {
	x := Index{
		Assignment: c.Assignment.Name,
		Name:       c.Name,
		Title:      c.Title,
		Category:   c.Problem.Category(),
		Tags:       append([]string{}, c.Tags...),
		Rules:      c.Rules,
		Profiles:   c.Profiles,
		MadeFor:    c.MadeFor,
		Kills:      c.Kills,
		Input:      len(c.Input()),
		Goldens:    []GoldenIndex{},
	}
	for _, f := range c.Problem.Files() {
		if g, err := c.Golden(f); err == nil {
			x.Goldens = append(x.Goldens, GoldenIndex{f, g.Bytes, g.Lines, g.Text != nil})
		}
	}
	return x
}
