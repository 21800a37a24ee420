package problem

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"embed"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone"
	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/caserules"
	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/pack"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// An exported package is an archive with one folder.
type exported struct {
	name string // of the folder
	zip  *zip.Writer
	err  error // of what was added
}

func newExported(name string, to io.Writer) (*exported, error) {
	return &exported{name: name, zip: zip.NewWriter(to)}, checkName(name)
}

func (e *exported) add(file string, mode fs.FileMode, text []byte) {
	e.err = errors.Join(e.err, pack.File(e.zip, path.Join(e.name, file), mode.Perm()&0o755|0o644, text))
}

func (e *exported) close() error { return errors.Join(e.err, e.zip.Close()) }

// Export writes a package as an archive, with a folder called name, and the answers of the reference where a
// case has none. What others do not read, such as hidden files, stays out.
func Export(ctx context.Context, dir, name string, to io.Writer) (err error) {
	p, err := readPackage(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	p.executor = executor.Confined(outcome.Settings{})
	e, err := newExported(name, to)
	if err != nil {
		return err
	}
	for _, file := range p.files {
		info, missing := p.root.Stat(file)
		text, unread := p.text(file)
		if err = errors.Join(missing, unread); err != nil {
			return err
		}
		e.add(file, info.Mode(), text)
	}
	made, err := p.lacking(ctx)
	for _, file := range sortedKeys(made) {
		e.add(file, 0o644, made[file])
	}
	return errors.Join(err, e.close())
}

//go:embed exported/main.go
var programOfGame string

// The programs of an exported game, by their roles in exported/main.go.
var programsOfGame = map[string]string{
	"reference": "submissions/accepted/oracle",
	"validator": "input_validators/valid",
	"generator": "generators/random",
}

// ExportGame writes a built-in assignment as an archive with a package called name: its default cases with
// their answers in the groups of its grading, and as programs the oracle's source. limits are those of a
// program for the assignment.
func ExportGame(ctx context.Context, a *oracle.Assignment, limits homework.Run, name string,
	to io.Writer) error {
	e, err := newExported(name, to)
	if err != nil {
		return err
	}
	all, err := cases.Embedded(a)
	if err != nil {
		return err
	}
	var outputs []string
	longest := 0
	for _, c := range all {
		if c.In(cases.ProfileDefault) {
			answer, err := e.addCase(ctx, a, c, &outputs)
			if err != nil {
				return err
			}
			longest = max(longest, len(answer))
		}
	}
	limits.Output += 2 * int64(longest)
	texts := e.settings(a, limits, outputs)
	for _, share := range a.Grading.Shares {
		texts[path.Join("data", secret, share.Category,
			caserules.GroupFile)] = fmt.Sprintf("max_score: %g\nscore_aggregation: %s\n", share.Points,
			map[bool]string{false: "sum", true: "min"}[share.All])
	}
	for _, file := range sortedKeys(texts) {
		e.add(file, 0o644, []byte(texts[file]))
	}
	for _, role := range sortedKeys(programsOfGame) {
		err = errors.Join(err, e.addProgram(a, role, programsOfGame[role]))
	}
	return errors.Join(err, e.close())
}

// addCase adds a case, and returns its answer. The files that it wants join those of others.
func (e *exported) addCase(ctx context.Context, a *oracle.Assignment, c *cases.Case,
	outputs *[]string) (answer []byte, err error) {
	right, err := oracle.Solve(ctx, a, c.Input(), oracle.Options{})
	if err != nil {
		return nil, err
	}
	name := path.Join("data", secret, c.Name)
	if len(a.Grading.Shares) > 0 {
		name = path.Join("data", secret, c.Problem.Category(), c.Name)
	}
	for _, file := range c.Problem.Files() {
		if !slices.Contains(*outputs, file) {
			*outputs = append(*outputs, file)
		}
	}
	answer = packed(c.Problem.Files(), right)
	e.add(name+".in", 0o644, c.Input())
	e.add(name+".ans", 0o644, answer)
	e.add(name+".yaml", 0o644, []byte("description: "+strconv.Quote(c.Title)+"\n"))
	return answer, nil
}

// settings returns the files of settings, and the statement.
func (e *exported) settings(a *oracle.Assignment, limits homework.Run, outputs []string) map[string]string {
	kind := "pass-fail"
	if len(a.Grading.Shares) > 0 {
		kind = "scoring"
	}
	sum := sha256.Sum256([]byte("touchstone " + a.Name))
	var situations strings.Builder
	for _, s := range a.Situations {
		fmt.Fprintf(&situations, "    %s: %s\n", s.Name, strconv.Quote(s.About))
	}
	bonus := ""
	if a.Grading.Bonus > 0 {
		bonus = fmt.Sprintf("points:\n  bonus: %g\n", a.Grading.Bonus)
	}
	return map[string]string{
		manifest.File: string(newManifest(a.Title, [16]byte(sum[:]), kind, limits.CPU.Seconds(), limits.Memory>>20,
			1+limits.Output>>20)),
		extraFile: fmt.Sprintf(`assignment:
  outputs: [%s]
  input: %s
  compare: bytes
  reference: %s
  generator: %s
  situations:
%s%s`, strings.Join(outputs, ", "), a.Run.InputName(), programsOfGame["reference"],
			programsOfGame["generator"], situations.String(), bonus),
		"statement/problem.en.md": cmp.Or(a.Rules, "# "+a.Title+"\n"),
		path.Join("data", caserules.GroupFile): fmt.Sprintf("args: [%s]\ninput_validator_args: []\n",
			strings.Join(a.Args, ", ")),
	}
}

// The path of this module in the source of the oracle, and what stands for it in a program of a package,
// which is no submission that imports answers.
const (
	modulePath = "github.com/touchstone-suite/touchstone/"
	moduleName = "suite"
)

var goVersion = regexp.MustCompile("(?m)^go .*$")

// addProgram adds a program: the source of the oracle, but for tests and the packages of other games.
func (e *exported) addProgram(a *oracle.Assignment, role, folder string) error {
	mod, err := touchstone.Source.ReadFile("go.mod")
	if err != nil {
		return err
	}
	add := func(file, text string) {
		text = strings.ReplaceAll(text, modulePath+"oracle/squirrel", modulePath+"oracle/"+a.Name)
		e.add(path.Join(folder, file), 0o644, []byte(strings.ReplaceAll(text, modulePath, moduleName+"/")))
	}
	add("go.mod", "module "+moduleName+"\n\n"+string(goVersion.Find(mod))+"\n")
	add("main.go", programOfGame)
	add("role.go", "package main\n\nfunc init() { role = \""+role+"\" }\n")
	return fs.WalkDir(touchstone.Source, ".", func(file string, d fs.DirEntry, err error) error {
		of := path.Base(path.Dir(file))
		if err != nil || d.IsDir() || file == "go.mod" || strings.HasSuffix(file, "_test.go") || of != a.Name &&
			slices.Contains(oracle.Names(), of) {
			return err
		}
		text, err := touchstone.Source.ReadFile(file)
		add(file, string(text))
		return err
	})
}

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
// it is an example, its files have TODO where the author has to write.
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
	p, err := readPackage(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	p.executor = executor.Confined(outcome.Settings{})
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
	title, reference, kinds := name, "reference.py", []string{"all", "around", "blank"}
	switch {
	case s.Example:
		title, kinds = "The longest run", []string{"all", "example"}
	case s.Reference != "":
		reference, kinds = filepath.Base(s.Reference), kinds[:2]
		if !caserules.PackageName.MatchString(reference) {
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
	var of [16]byte
	_, _ = rand.Read(of[:]) // never fails
	files[manifest.File] = newManifest(title, of, "pass-fail", 2, 512, 8)
	files[extraFile] = bytes.Replace(files[extraFile], []byte("REFERENCE"), []byte(reference), 1)
	statement := "statement/problem.en.md"
	files[statement] = bytes.Replace(files[statement], []byte("TITLE"), []byte(title), 1)
	return files, err
}

// newManifest returns the text of problem.yaml. memory and output are MiB.
func newManifest(title string, of [16]byte, kind string, seconds float64, memory, output int64) []byte {
	of[6], of[8] = of[6]&0x0f|0x40, of[8]&0x3f|0x80               // a UUID of version 4
	text, _ := template.ReadFile("template/all/" + manifest.File) // which is there
	return []byte(strings.NewReplacer("TITLE", strconv.Quote(title), "UUID",
		fmt.Sprintf("%x-%x-%x-%x-%x", of[:4], of[4:6], of[6:8], of[8:10], of[10:]),
		"TYPE", kind, "SECONDS", fmt.Sprint(seconds), "MEMORY", fmt.Sprint(memory), "OUTPUT",
		fmt.Sprint(output)).Replace(string(text)))
}
