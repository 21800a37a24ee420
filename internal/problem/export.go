package problem

import (
	"archive/zip"
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone"
	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/pack"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
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

// Export writes a package as an archive, with a folder called name, and the answers of the reference where a case has
// none. What others do not read, such as hidden files, stays out.
func Export(ctx context.Context, dir, name string, to io.Writer) (err error) {
	p, err := Read(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
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

// ExportGame writes a built-in assignment as an archive with a package called name: its default cases with their answers in
// the groups of its grading, and as programs the oracle's source. limits are those of a program for the assignment.
func ExportGame(ctx context.Context, a *oracle.Assignment, limits homework.Run, name string, to io.Writer) error {
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
		texts[path.Join("data", secret, share.Category, groupFile)] = fmt.Sprintf("max_score: %g\nscore_aggregation: %s\n", share.Points, map[bool]string{false: "sum", true: "min"}[share.All])
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
func (e *exported) addCase(ctx context.Context, a *oracle.Assignment, c *cases.Case, outputs *[]string) (answer []byte, err error) {
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
		manifestFile: string(newManifest(a.Title, [16]byte(sum[:]), kind, limits.CPU.Seconds(), limits.Memory>>20, 1+limits.Output>>20)),
		extraFile: fmt.Sprintf(`assignment:
  outputs: [%s]
  input: %s
  compare: bytes
  reference: %s
  generator: %s
  situations:
%s%s`, strings.Join(outputs, ", "), a.Run.InputName(), programsOfGame["reference"], programsOfGame["generator"], situations.String(), bonus),
		"statement/problem.en.md":    cmp.Or(a.Rules, "# "+a.Title+"\n"),
		path.Join("data", groupFile): fmt.Sprintf("args: [%s]\ninput_validator_args: []\n", strings.Join(a.Args, ", ")),
	}
}

// The path of this module in the source of the oracle, and what stands for it in a program of a package, which is no
// submission that imports answers.
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
		if err != nil || d.IsDir() || file == "go.mod" || strings.HasSuffix(file, "_test.go") || of != a.Name && slices.Contains(oracle.Names(), of) {
			return err
		}
		text, err := touchstone.Source.ReadFile(file)
		add(file, string(text))
		return err
	})
}
