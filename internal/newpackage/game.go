package newpackage

import (
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone"
	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/caserules"
	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

//go:embed exported/main.go
var programOfGame string

// The programs of an exported game, by their roles in exported/main.go.
var programsOfGame = map[string]string{
	"reference": "submissions/accepted/oracle",
	"validator": "input_validators/valid",
	"generator": "generators/random",
}

// ExportGame writes a built-in assignment as an archive with a package called name. The package has the
// default cases with their answers, in the groups of the grading, and the source of the oracle as programs.
// limits are the limits of a program for the assignment.
func ExportGame(ctx context.Context, a *oracle.Assignment, limits homework.Run, name string,
	to io.Writer) error {
	e, err := NewArchive(name, to)
	if err != nil {
		return err
	}
	all, err := cases.Embedded(a)
	if err != nil {
		return err
	}
	var outputs []string
	maxSize := 0
	for _, c := range all {
		if c.In(cases.ProfileDefault) {
			answer, err := e.addCase(ctx, a, c, &outputs)
			if err != nil {
				return err
			}
			maxSize = max(maxSize, len(answer))
		}
	}
	limits.Output += 2 * int64(maxSize)
	texts := e.settings(a, limits, outputs)
	for _, share := range a.Grading.Shares {
		texts[path.Join("data", "secret", share.Category,
			caserules.GroupFile)] = fmt.Sprintf("max_score: %g\nscore_aggregation: %s\n", share.Points,
			map[bool]string{false: "sum", true: "min"}[share.All])
	}
	for _, file := range slices.Sorted(maps.Keys(texts)) {
		e.Add(file, 0o644, []byte(texts[file]))
	}
	for _, role := range slices.Sorted(maps.Keys(programsOfGame)) {
		err = errors.Join(err, e.addProgram(a, role, programsOfGame[role]))
	}
	return errors.Join(err, e.Close())
}

// addCase adds a case, and returns its answer. It adds the names of the judged files to outputs.
func (e *Archive) addCase(ctx context.Context, a *oracle.Assignment, c *cases.Case,
	outputs *[]string) (answer []byte, err error) {
	right, err := oracle.Solve(ctx, a, c.Input(), oracle.Options{})
	if err != nil {
		return nil, err
	}
	name := path.Join("data", "secret", c.Name)
	if len(a.Grading.Shares) > 0 {
		name = path.Join("data", "secret", c.Problem.Category(), c.Name)
	}
	for _, file := range c.Problem.Files() {
		if !slices.Contains(*outputs, file) {
			*outputs = append(*outputs, file)
		}
	}
	answer = PackAnswer(c.Problem.Files(), right)
	e.Add(name+".in", 0o644, c.Input())
	e.Add(name+".ans", 0o644, answer)
	e.Add(name+".yaml", 0o644, []byte("description: "+strconv.Quote(c.Title)+"\n"))
	return answer, nil
}

// settings returns the files of settings, and the statement.
func (e *Archive) settings(a *oracle.Assignment, limits homework.Run, outputs []string) map[string]string {
	kind := "pass-fail"
	if len(a.Grading.Shares) > 0 {
		kind = "scoring"
	}
	sum := sha256.Sum256([]byte("touchstone " + a.Name))
	var situations strings.Builder
	for _, s := range a.Situations {
		fmt.Fprintf(&situations, "    %s: %s\n", s.Name, strconv.Quote(s.Title))
	}
	bonus := ""
	if a.Grading.Bonus > 0 {
		bonus = fmt.Sprintf("points:\n  bonus: %g\n", a.Grading.Bonus)
	}
	return map[string]string{
		manifest.File: string(newManifest(a.Title, [16]byte(sum[:]), kind, limits.CPU.Seconds(), limits.Memory>>20,
			1+limits.Output>>20)),
		ExtraFile: fmt.Sprintf(`assignment:
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

// The path of this module in the source of the oracle, and its replacement in a program of a package. With
// the original path, the program would count as a submission that imports answers.
const (
	modulePath = "github.com/touchstone-suite/touchstone/"
	moduleName = "suite"
)

var goVersion = regexp.MustCompile("(?m)^go .*$")

// addProgram adds a program: the source of the oracle, but for tests and the packages of other games.
func (e *Archive) addProgram(a *oracle.Assignment, role, dir string) error {
	mod, err := touchstone.Source.ReadFile("go.mod")
	if err != nil {
		return err
	}
	add := func(file, text string) {
		text = strings.ReplaceAll(text, modulePath+"oracle/squirrel", modulePath+"oracle/"+a.Name)
		e.Add(path.Join(dir, file), 0o644, []byte(strings.ReplaceAll(text, modulePath, moduleName+"/")))
	}
	add("go.mod", "module "+moduleName+"\n\n"+string(goVersion.Find(mod))+"\n")
	add("main.go", programOfGame)
	add("role.go", "package main\n\nfunc init() { role = \""+role+"\" }\n")
	return fs.WalkDir(touchstone.Source, ".", func(file string, d fs.DirEntry, err error) error {
		program := path.Base(path.Dir(file))
		if err != nil || d.IsDir() || file == "go.mod" || strings.HasSuffix(file, "_test.go") || program != a.Name &&
			slices.Contains(oracle.Names(), program) {
			return err
		}
		text, err := touchstone.Source.ReadFile(file)
		add(file, string(text))
		return err
	})
}
