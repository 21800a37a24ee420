package command

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// A layout holds the packages that CONTRIBUTING.md lists.
type layout struct {
	packages []string            // from the top; GAME means each game
	floor    map[string][]string // the packages below each heading
	nevers   [][2]string         // a package or layer, and the packages that it never imports
}

const module = "github.com/touchstone-suite/touchstone/"

var (
	drawing = regexp.MustCompile("(?s)\n```\nthe command line\n(.*?)\n```\n")
	room    = regexp.MustCompile(`^  ([\w/.]+) `)
	never   = regexp.MustCompile("(?m)^- (.+) never imports (.+)\\.$")
)

// drawn reads the layout.
func drawn(t *testing.T) layout {
	t.Helper()
	text := must.Get(os.ReadFile("../../CONTRIBUTING.md"))(t)
	found := drawing.FindSubmatch(text)
	if found == nil {
		t.Fatal("CONTRIBUTING.md draws no layout")
	}
	l := layout{floor: map[string][]string{}}
	heading := "the command line"
	for line := range strings.Lines(string(found[1])) {
		if name := room.FindStringSubmatch(line); name != nil {
			l.packages = append(l.packages, name[1])
			l.floor[heading] = append(l.floor[heading], name[1])
		} else if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, " ") {
			heading = strings.TrimSpace(line)
		}
	}
	for _, rule := range never.FindAllStringSubmatch(string(text), -1) {
		l.nevers = append(l.nevers, [2]string{strings.Trim(rule[1], "`"), strings.Trim(rule[2], "`")})
	}
	if len(l.nevers) == 0 {
		t.Fatal("CONTRIBUTING.md says of no package what it never imports")
	}
	return l
}

// expand returns packages with the name of each game of this module in the place of GAME. A package that holds an
// assignment.go is one of a game.
func expand(t *testing.T, packages []string) (all []string) {
	t.Helper()
	games := must.Get(filepath.Glob("../../oracle/*/assignment.go"))(t)
	if len(games) < 5 {
		t.Fatalf("found the games %v, want those below oracle", games)
	}
	for _, name := range packages {
		of, each := strings.CutSuffix(name, "GAME")
		if !each {
			all = append(all, name)
			continue
		}
		for _, path := range games {
			if game := filepath.Base(filepath.Dir(path)); game != "homework" { // which defines an assignment
				all = append(all, of+game)
			}
		}
	}
	return all
}

// means reports whether a package is the room or on the floor that a rule names.
func (l layout) means(name, pkg string) bool {
	if pkg == name || strings.HasPrefix(pkg, name+"/") {
		return true
	}
	return slices.Contains(l.floor[name], pkg)
}

// within returns the path of a package relative to the root of this module (".") or, for another module, the
// whole path.
func within(path string) string {
	if path+"/" == module {
		return "."
	}
	return strings.TrimPrefix(path, module)
}

// A package imports only packages below it in the layout. Tests may also import packages for tests.
func TestLayout(t *testing.T) {
	l := drawn(t)
	place := map[string]int{}
	for i, name := range l.packages {
		for _, name := range expand(t, []string{name}) {
			_, twice := place[name]
			expect.Equal(t, false, twice, "CONTRIBUTING.md draws it twice:", name)
			place[name] = i // the games have the same place: none imports another
		}
	}
	here := map[string]bool{}
	onlyTests := len(l.packages) - len(l.floor["tests and measurements"])
	for name, imports := range importsOf(t, module+"...") {
		name = within(name)
		if strings.HasPrefix(name, "examples") {
			continue
		}
		here[name] = true
		own, known := place[name]
		expect.True(t, known, "CONTRIBUTING.md does not draw", name)
		for _, path := range imports {
			below := within(path)
			if below == path {
				continue
			}
			at := place[below]
			if at <= own && own < onlyTests || at >= onlyTests && (own < onlyTests || at <= own) {
				t.Errorf("%s imports %s, which is not below it", name, below)
			}
			for _, rule := range l.nevers {
				expect.Equal(t, false, l.means(rule[0], name) && l.means(rule[1], below), name, "imports", below, rule)
			}
		}
	}
	for name := range place {
		expect.True(t, here[name], "CONTRIBUTING.md draws a package:", name)
	}
}

// TestPublicAPI finds aliases of internal types in public packages: go doc does not show their members.
func TestPublicAPI(t *testing.T) {
	files := 0
	for _, root := range []string{"testscript", "cases", "catalog", "cli", "gen", "mutant", "oracle"} {
		must.Do(t, filepath.WalkDir(filepath.Join("../..", root), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testdata") {
				return err
			}
			files++
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			for _, found := range internalTypes(file) {
				t.Errorf("%s: %s is of an internal package", path, found)
			}
			return nil
		}))
	}
	expect.Equal(t, false, files < 50, "looked at few files:", files)
}

// internalTypes returns the types of internal packages in the exported declarations of a file.
func internalTypes(file *ast.File) (found []string) {
	internal := map[string]bool{}
	for _, i := range file.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		name := filepath.Base(path)
		if i.Name != nil {
			name = i.Name.Name
		}
		internal[name] = strings.Contains(path, "/internal/")
	}
	ast.FileExports(file)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec, *ast.BlockStmt:
			return false
		case *ast.SelectorExpr:
			if of, ok := n.X.(*ast.Ident); ok && internal[of.Name] {
				found = append(found, of.Name+"."+n.Sel.Name)
			}
		}
		return true
	})
	return found
}

// The pure core runs nothing, and so compiles for a browser.
func TestPureCore(t *testing.T) {
	var core []string
	for _, name := range expand(t, drawn(t).floor["the pure core"]) {
		core = append(core, module+name)
	}
	if len(core) < 20 {
		t.Fatalf("the pure core has the packages %q, want those that CONTRIBUTING.md draws", core)
	}
	for path := range importsOf(t, append([]string{"-deps"}, core...)...) {
		expect.Equal(t, false, path == "os/exec" || path == module+"internal/sandbox", "the core needs", path)
	}
	build := exec.Command("go", append([]string{"build"}, core...)...)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("for a browser: %v\n%s", err, out)
	}
}

// The second solver shares no code with the oracle, nor with anything here.
func TestSecondSolverStandsAlone(t *testing.T) {
	const second = "github.com/touchstone-suite/touchstone/mutant"
	for path := range importsOf(t, "-deps", second+"/...") {
		first, _, _ := strings.Cut(path, "/")
		own := path == second || strings.HasPrefix(path, second+"/")
		expect.True(t, own || !strings.Contains(first, "."), "it needs", path)
	}
}

// importsOf returns the imports of packages, from go list.
func importsOf(t *testing.T, args ...string) map[string][]string {
	t.Helper()
	command := exec.Command("go", append([]string{"list", "-f", `{{.ImportPath}} {{join .Imports " "}}`}, args...)...)
	out := must.Get(command.Output())(t)
	imports := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		imports[words[0]] = words[1:]
	}
	if len(imports) == 0 {
		t.Fatal("go list names no package")
	}
	return imports
}

// markdown returns the text of every Markdown file, by its path.
func markdown(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"../../*.md", "../../docs/*.md", "../../docs/*/*.md", "../../examples/*.md", "../../examples/*/*.md"} {
		paths := must.Get(filepath.Glob(pattern))(t)
		for _, path := range paths {
			text := must.Get(os.ReadFile(path))(t)
			texts[path] = strings.ReplaceAll(string(text), "\r\n", "\n")
		}
	}
	return texts
}

var (
	fences = regexp.MustCompile("(?ms)^```.*?^```$")
	link   = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	head   = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// anchors returns the names that GitHub gives to the headings of a text.
func anchors(text string) map[string]bool {
	names := map[string]bool{}
	for _, m := range head.FindAllStringSubmatch(fences.ReplaceAllString(text, ""), -1) {
		names[strings.Map(func(c rune) rune {
			switch {
			case c == ' ':
				return '-'
			case unicode.IsLetter(c), unicode.IsDigit(c), c == '-', c == '_':
				return unicode.ToLower(c)
			}
			return -1
		}, m[1])] = true
	}
	return names
}

// Every link of the documents leads to a file that is there, and to a heading that it has.
func TestLinks(t *testing.T) {
	texts, found := markdown(t), 0
	for from, text := range texts {
		for _, m := range link.FindAllStringSubmatch(fences.ReplaceAllString(text, ""), -1) {
			path, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(path, "://") {
				continue
			}
			found++
			to := from
			if path != "" {
				to = filepath.Join(filepath.Dir(from), path)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: %s leads nowhere", from, m[1])
			} else if other, is := texts[to]; anchor != "" && (!is || !anchors(other)[anchor]) {
				t.Errorf("%s: %s: there is no such heading", from, m[1])
			}
		}
	}
	expect.Equal(t, false, found < 100, "found only few links:", found)
}

// The README is short. Its first link is the page of the release, which needs no installation. It links to all
// pages, which have the rest.
func TestReadmeIsShort(t *testing.T) {
	texts := markdown(t)
	readme := texts["../../README.md"]
	expect.Equal(t, false, strings.Count(readme, "\n") > 130, "README.md has more than 130 lines")
	first := link.FindStringSubmatch(readme)[1]
	expect.True(t, strings.HasSuffix(first, "/releases/latest/download/touchstone.html"), "first link of README.md:", first)
	for path := range texts {
		if page := strings.TrimPrefix(path, "../../"); filepath.Dir(page) == "docs" && !strings.Contains(readme, "("+page+")") {
			t.Errorf("README.md does not name %s", page)
		}
	}
}

// Lines of code have at most 120 columns. Tests and raw strings in them may have more.
func TestLineLength(t *testing.T) {
	const maxColumns = 120
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for i, line := range strings.Split(string(text), "\n") {
			expect.True(t, len(line) <= maxColumns, path, "is narrow in line", i+1)
		}
		return err
	})
	must.Do(t, err)
}

// A checkout has the bytes of the repository, for all settings of git: embedded files and the files that tests
// compare must not get other line ends.
func TestLineEnds(t *testing.T) {
	files, err := exec.Command("git", "-C", "../..", "ls-files", "--eol").Output()
	if err != nil {
		t.Skip(err)
	}
	for row := range strings.Lines(string(files)) {
		about, name, _ := strings.Cut(row, "\t")
		if strings.HasPrefix(about, "i/-text") || strings.Contains(about, "attr/-text") || strings.Contains(about, "eol=lf") {
			continue
		}
		t.Errorf(".gitattributes lets git change the line ends of %s", name)
	}
}
