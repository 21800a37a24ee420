package problem

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/newpackage"
	"github.com/touchstone-suite/touchstone/internal/program/programtest"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
)

// base returns the files of a correct package.
func base(t testing.TB) map[string]string {
	t.Helper()
	files := must.Get(newpackage.Start{Example: true}.Files("run"))(t)
	texts := map[string]string{}
	for name, text := range files {
		texts[name] = string(text)
	}
	return texts
}

// lay writes files into a directory called run, and returns its path.
func lay(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	for name, text := range files {
		put(t, dir, name, text)
	}
	return dir
}

// put writes a file of a package, which may be executed.
func put(t testing.TB, dir, name, text string) {
	t.Helper()
	must.WriteFile(t, filepath.Join(dir, filepath.FromSlash(name))+"*", text)
}

// read reads the package in a directory or an archive.
func read(t *testing.T, path string) *Package {
	t.Helper()
	p := must.Get(readPackage(t.Context(), path))(t)
	t.Cleanup(func() { must.Do(t, p.Close()) })
	return p
}

type files = map[string]string

func without(files map[string]string, prefix string) {
	for name := range files {
		if strings.HasPrefix(name, prefix) {
			delete(files, name)
		}
	}
}

// Every mistake in the files of a package is reported, with the file and, if it has lines, the line. Settings, links
// and parts that a package can do without are warnings. Package manifest tests the values of problem.yaml.
func TestReadErrors(t *testing.T) {
	for _, block := range strings.Split(string(must.Get(os.ReadFile("testdata/errors.txt"))(t)), "\n=== ")[1:] {
		want, rest, _ := strings.Cut(block, "\n")
		if tool := regexp.MustCompile("(checktestdata|viva) is not installed").FindStringSubmatch(want); tool != nil {
			if _, err := exec.LookPath(tool[1]); err == nil {
				continue
			}
		}
		expect.Contains(t, readingOf(t, rest+"\n"), strings.ReplaceAll(want, `\n`, "\n"))
	}
}

// changeFiles changes the files of a package. Each line drops, edits or copies files. An archive of files
// that replace others follows. In a text that is appended many times, %d is the number of the copy. changeFiles
// returns the lines that begin with "want".
func changeFiles(files map[string]string, changes string) (wants []string) {
	archive := txtar.Parse([]byte(changes))
	for line := range strings.Lines(string(archive.Comment)) {
		kind, args, _ := strings.Cut(strings.ReplaceAll(strings.TrimSuffix(line, "\n"), `\n`, "\n"), " ")
		switch words := strings.Split(args, " | "); kind {
		case "want":
			wants = append(wants, args)
		case "drop":
			without(files, args)
		case "replace":
			files[words[0]] = strings.Replace(files[words[0]], words[1], words[2], 1)
		case "prepend":
			files[words[0]] = words[1] + files[words[0]]
		case "append":
			var b strings.Builder
			n, _ := strconv.Atoi(words[2])
			for i := range n {
				b.WriteString(strings.ReplaceAll(words[1], "%d", strconv.Itoa(i)))
			}
			files[words[0]] += b.String()
		case "copy":
			files[words[0]] = files[words[1]]
		}
	}
	for _, f := range archive.Files {
		files[f.Name] = string(f.Data)
	}
	return wants
}

// readingOf returns the error of a package that is changed, or its warnings.
func readingOf(t *testing.T, changes string) string {
	t.Helper()
	files := base(t)
	changeFiles(files, changes)
	dir := lay(t, files)
	p, err := readPackage(t.Context(), dir)
	if err != nil {
		return err.Error()
	}
	defer p.Close()
	return strings.ReplaceAll("warning: "+strings.Join(p.warnings, "\nwarning: "), dir+"/", "")
}

// Links that lead out of the package are ignored with a warning. Hidden files and the caches of Python do not
// count.
func TestReadNames(t *testing.T) {
	files := base(t)
	files["data/secret/.hidden.in"], files["data/secret/-x.in"], files["submissions/accepted/.swp"] = "", "", ""
	files["submissions/accepted/._reference.py"], files["submissions/accepted/__MACOSX/x.py"] = "", ""
	files["submissions/accepted/__pycache__/x.pyc"] = ""
	dir := lay(t, files)
	p := read(t, dir)
	expect.Equal(t, []int{6, 2}, []int{len(p.cases), len(p.submissions)}, "cases and submissions")
	link := func(target, name string) {
		if err := os.Symlink(target, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Skip(err)
		}
	}
	link("1-one-number.in", "data/secret/5.in")
	link("../secret", "data/secret/cycle")
	link("../sample", "data/secret/more")
	link("/etc/passwd", "data/secret/6.in")
	link("nowhere", "submissions/accepted/gone.py")
	link("nowhere", "data/secret/7.ans")
	put(t, dir, "data/secret/6.ans", "")
	put(t, dir, "data/secret/7.in", "")
	if err := exec.Command("mkfifo", filepath.Join(dir, "pipe")).Run(); err != nil {
		t.Skip(err)
	}
	p = read(t, dir)
	expect.Equal(t, []int{9, 2}, []int{len(p.cases), len(p.submissions)}, "cases and submissions")
	warnings := strings.ReplaceAll(strings.Join(p.warnings, "\n")+"\n", dir+"/", "")
	goldie.New(t).Assert(t, "names", []byte(warnings))
}

// A package may have as many files, and directories as deep, as its limits allow. Programs can read the files of a
// case. Its name differs from the names of other assignments in more than the case of letters.
func TestScanLimits(t *testing.T) {
	p := read(t, lay(t, sum(files{"data/secret/1.files/sub/a": "x"})))
	for want, c := range map[string][2]int{
		"<nil>": {maxFiles - 2, maxDepth - 1}, "want a package of at most 100000 files, found more": {maxFiles - 1, 0},
		"data/secret/1.files/sub: want directories at most 100 deep in a package, found more": {0, maxDepth},
	} {
		p.entries = c[0]
		expect.Contains(t, fmt.Sprint(p.scan("data/secret/1.files", make([]fs.FileInfo, c[1]))), want)
	}
	dir := t.TempDir()
	must.Do(t, p.of(t.Context(), p.cases[0]).AddFiles(dir))
	expect.Equal(t, 0o644, must.Get(os.Stat(filepath.Join(dir, "sub/a")))(t).Mode())
	p.Name = strings.ToUpper(oracle.Names()[0])
	expect.Equal(t, p.Name+"-package", p.assignmentName())
}

// An archive has a package in one directory, of any name, or at its top.
func TestReadArchive(t *testing.T) {
	for _, c := range []struct{ archive, within, name, want string }{
		{"run.kpp", "run/", "run", ""}, {"run (1).zip", "run/", "run", ""}, {"run(12).zip", "", "run", ""},
		{"run.zip", "", "run", ""}, {"run.kpp", "other/", "other", ""}, {"+a b.ZIP", "", "a-b", ""},
		{"run.zip", "deep/run/", "", "want problem.yaml at the top of the archive or in one directory there, found it in 0"},
		{"run.zip", "run/ other/", "", "found it in 2"},
	} {
		all := files{}
		for dir := range strings.SplitSeq(c.within, " ") {
			for name, text := range base(t) {
				all[dir+name], all["__MACOSX/._"+dir+name] = text, text
			}
		}
		path := filepath.Join(t.TempDir(), c.archive)
		for _, file := range []string{path, path + ".tar"} {
			must.WriteFile(t, file, string(must.Zip(t, all)))
		}
		expect.Equal(t, []bool{true, false}, []bool{Is(path), Is(path + ".tar")}, path)
		t.Chdir(filepath.Dir(path))
		p, err := readPackage(t.Context(), c.archive)
		switch {
		case c.want != "":
			expect.Error(t, err, c.want, c.archive, c.within)
		case err != nil || p.Name != c.name || len(p.cases) != 6 || must.Get(p.game(t.Context()))(t).Assignment.Path != path || p.Close() != nil:
			t.Errorf("%s with %s: found %+v, %v", c.archive, c.within, p, err)
		}
	}
}

// located matches an error that names the file of the fuzzed text.
var located = regexp.MustCompile(`^text(/.*)?\.yaml:(\d+:)? `)

// Any text for settings is read, or is an error that names its file.
func FuzzSettings(f *testing.F) {
	for _, text := range []string{
		base(f)[manifest.File], base(f)[newpackage.ExtraFile], "accepted/*: {permitted: [AC]}\n", "max_score: 1\nargs: [a]\n",
		"{", "[", "&a *a", "? a", "a: &a [*a]", "<<: {a: 1}", "!!binary x", "--- a\n--- b", "limits: {time_limit: .inf}", "name: {en: [a]}",
	} {
		f.Add([]byte(text))
	}
	whole := must.Get(readPackage(f.Context(), lay(f, base(f))))(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		p := &Package{Path: "text", dir: whole.dir, root: whole.root, extra: new(extra)}
		for _, s := range whole.submissions {
			clone := *s
			p.submissions = append(p.submissions, &clone)
		}
		m, wrong := manifest.Parse("text/problem.yaml", src, func(error) {})
		p.manifest = m
		_, group := p.parseGroup("data/test_group.yaml", secret, src, config{})
		for _, err := range []error{wrong, group, p.readExpected(src), p.parseExtra(src)} {
			expect.True(t, err == nil || located.MatchString(err.Error()), "an error without a file", err)
		}
	})
}

// The flags -tier 2 and -as-nobody run the tests with fewer mechanisms of the sandbox. By default, programs run
// without the sandbox, except on another tier and in tests that call useSandbox. With TOUCHSTONE_TESTS=all, they run
// in the sandbox.
func TestMain(m *testing.M) {
	if !effort.All() && tier.Current() == 0 {
		executor.Wrap = executor.Unconfined
	}
	tier.Main(programtest.Tests(m))
}

// useSandbox makes executors run all programs in the sandbox until the end of a test.
func useSandbox(t *testing.T) {
	t.Helper()
	before := executor.Wrap
	executor.Wrap = func(x executor.Executor) executor.Executor { return x }
	t.Cleanup(func() { executor.Wrap = before })
}

// The settings of cases, groups and submissions equal the golden. A case inherits the arguments of its
// directory unless it has its own, a hint applies to one case, and patterns add to the expectations of
// directories. Arguments for all validators replace those for single ones of the directories above.
func TestReadWhole(t *testing.T) {
	whole := base(t)
	whole[manifest.File] = strings.Replace(whole[manifest.File], "type: pass-fail", "type: scoring\nconstants: {steps: 7}", 1)
	maps.Copy(whole, filesOf(t, "testdata/whole.txtar"))
	maps.DeleteFunc(whole, func(name, _ string) bool {
		rest, ok := strings.CutPrefix(name, "data/secret/")
		return ok && !strings.Contains(rest, "/") && !strings.HasSuffix(rest, ".yaml")
	})
	packages := map[string]files{"whole": whole}
	for _, name := range []string{"interactive", "legacy", "made", "alone", "single"} {
		packages[name] = filesOf(t, "testdata/"+name+".txtar")
	}
	for name, files := range packages {
		goldie.New(t).Assert(t, name, []byte(describe(t, read(t, lay(t, files)))))
	}
}

// A statement in English is preferred to one in another language, and Markdown to TeX.
func TestStatementRank(t *testing.T) {
	want := strings.Fields("s/problem.en.md s/problem.md s/problem.en.tex s/problem.tex s/problem.de.md s/problem.de.tex s/problem.en.pdf")
	expect.Equal(t, want, slices.SortedFunc(slices.Values(want), func(a, b string) int { return statementRank(a) - statementRank(b) }))
}

// describe formats the contents of a package.
func describe(t *testing.T, p *Package) string {
	var out strings.Builder
	a := must.Get(p.game(t.Context()))(t).Assignment
	fmt.Fprintf(&out, "%s: %q, rules %.20q, run %+v, newline %t\n%q\n", a.Name, a.Title, a.Rules, a.Run, a.FinalNewline,
		must.Get(fs.ReadFile(a.Cases, p.cases[len(p.cases)-1].flatName()+".txtar"))(t))
	other := p.newInput(context.Background(), nil).testCase
	for _, c := range append(slices.Concat(p.cases, p.checks), other) {
		in := p.of(context.Background(), c)
		fmt.Fprintf(&out, "%s: directory %s, category %s, %s, args %q, of input %q, of output %q, hint %q, "+
			"description %q, %d bytes, answer %v %q\n", c.name, c.dir(), c.Category(), in.Category(), in.Args(),
			c.inputArgs, p.outputArgsOf(c, ""), c.hint, c.description, len(c.input), c.answer != nil, c.answer)
		for _, check := range p.inputChecks {
			fmt.Fprintf(&out, "  %s %q\n", check, c.argsOf(inputDir, check, c.inputArgs))
		}
		for _, check := range p.outputChecks {
			fmt.Fprintf(&out, "  %s %q\n", check, p.outputArgsOf(c, check))
		}
	}
	for _, g := range p.groups {
		fmt.Fprintf(&out, "group %s: %v, %s, after %q, %q, %+v\n", g.name, g.maxScore, g.aggregation,
			g.requirePass, g.args, g.grader)
	}
	for _, s := range p.submissions {
		fmt.Fprintf(&out, "%s: right %v, model %v, entrypoint %q, language %q, %+v\n", s.name, s.IsRight(), s.model,
			s.entrypoint, s.language, s.Expectation)
		for _, g := range s.groups {
			fmt.Fprintf(&out, "  %+v\n", g)
		}
	}
	for _, m := range p.mistakes() {
		fmt.Fprintf(&out, "mistake of %s: %+v\n", m.name, m.Fault)
	}
	fmt.Fprintf(&out, "%+v\n%v\ngrading {Shares:%+v Bonus:%v}\n", *p.extra, a.Situations, a.Grading.Shares, a.Grading.Bonus)
	fmt.Fprintf(&out, "%s\n%q\n", strings.ReplaceAll(strings.Join(p.NewWarnings(), "\n"), p.Path+"/", ""), p.NewWarnings())
	return out.String()
}
