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
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"
	"golang.org/x/sys/unix"

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

// A change changes the files of a package.
type (
	files  = map[string]string
	change = func(files)
)

func add(name, text string) change { return func(f files) { f[name] += text } }
func set(name, text string) change { return func(f files) { f[name] = text } }
func drop(prefix string) change    { return func(f files) { without(f, prefix) } }
func replace(name, old, text string) change {
	return func(f files) { f[name] = strings.Replace(f[name], old, text, 1) }
}

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
	for want, change := range map[string]change{
		"generators/generators.yaml:1: want a program and its arguments for the case secret/a, which is not there, found": set(rulesFile, "data: {secret: {data: {a: }}}\n"),
		`data/valid_output/2.in: want 2.ans as well, found none`: func(f files) {
			f["data/valid_output/2.in"], f["data/valid_output/2.out"] = "1\n1\n", "1"
		},
		`data/invalid_output/2.in: want 2.out as well, found none`: func(f files) {
			f["data/invalid_output/2.in"], f["data/invalid_output/2.ans"] = "1\n1\n", "1"
		},
		`data/secret/test_group.yaml:1: want a number of at least 0 after float_tolerance, found "1e-6abc"`:                         set("data/secret/test_group.yaml", "output_validator_args: float_tolerance 1e-6abc\n"),
		`data/test_group.yaml:1: want a number of at least 0 after float_tolerance, found "0x1p-3"`:                                 set("data/test_group.yaml", "output_validator_args: [float_tolerance, 0x1p-3]\n"),
		`data/secret/1-one-number.yaml:1: want case_sensitive, space_change_sensitive`:                                              set("data/secret/1-one-number.yaml", "output_validator_args: [case_sensitiv]\n"),
		`touchstone.yaml:1: want keys and values in an assignment, found a list`:                                                    set(newpackage.ExtraFile, "assignment: [1]\n"),
		`touchstone.yaml:1: want keys and values in an assignment, found nothing`:                                                   set(newpackage.ExtraFile, "assignment:\n"),
		`touchstone.yaml:1: want a list of the files of an answer`:                                                                  set(newpackage.ExtraFile, "assignment: {outputs: stdout}\n"),
		`touchstone.yaml:1: want at least one file of an answer, or stdout`:                                                         set(newpackage.ExtraFile, "assignment: {outputs: []}\n"),
		`touchstone.yaml:1: want a submission, such as submissions/accepted`:                                                        set(newpackage.ExtraFile, "assignment: {reference: data/secret/1-one-number.in}\n"),
		`touchstone.yaml:1: want a wrong submission, found one that is to be`:                                                       set(newpackage.ExtraFile, "assignment: {mistakes: {accepted/reference.py: {about: a, explains: b}}}\n"),
		`submissions.yaml:1: want false, or the role for the time limit (lower, upper), found "true"`:                               set("submissions/submissions.yaml", "accepted: {use_for_time_limit: true}\n"),
		`submissions.yaml:1: want false, or the role for the time limit (lower, upper), found "false"`:                              set("submissions/submissions.yaml", "accepted: {use_for_time_limit: 'false'}\n"),
		`submissions.yaml:1: want a score, or the least and the greatest, found a list`:                                             set("submissions/submissions.yaml", "accepted: {score: []}\n"),
		`submissions.yaml:2: want a score, or the least and the greatest, found a list`:                                             set("submissions/submissions.yaml", "accepted: {score: [1, 2]}\nwrong_answer: {score: [1, 2, 3]}\n"),
		`problem.yaml:2: want a version of the format of problem packages (legacy, legacy-icpc, 2023-07, 2025-09), found "2027-01"`: replace("problem.yaml", "2025-09", "2027-01"),
		`output_validator: want an output validator for this type of problem, found none`:                                           replace("problem.yaml", "type: pass-fail", "type: interactive"),
		`data/secret/testdata.yaml:1: want a range of scores, such as "0 40", found "40"`:                                           set("data/secret/testdata.yaml", "range: 40\n"),
		`data/secret/testdata.yaml:1: want a range of scores, such as "0 40", found "4 3"`:                                          set("data/secret/testdata.yaml", "range: 4 3\n"),
		`data/secret/test_group.yaml:1: want a score from 0 to `:                                                                    set("data/secret/test_group.yaml", "max_score: -0.5\n"),
		`data/secret/1-one-number.in: want UTF-8 without a byte order mark, found `:                                                 set("data/secret/1-one-number.in", "\ufeff1\n1\n"),
		`touchstone.yaml: want a regular file, found a directory`:                                                                   func(f files) { without(f, newpackage.ExtraFile); f[newpackage.ExtraFile+"/a"] = "" },
		`problem.yaml: want one output validator, and no files`: func(f files) {
			replace("problem.yaml", "type: pass-fail", "type: interactive")(f)
			f["output_validators/a.py"], f["output_validators/b.py"] = "", ""
		},
		"output_validator: there is no program to check:\nwant one program": func(f files) { f["output_validator/a.py"], f["output_validator/b.py"] = "", "" },
		`problem.yaml: no such file`:                                        drop("problem.yaml"),
		`data: want sample, secret, invalid_input, invalid_output, valid_output, invalid_answer, testing_tool_test, found secrets; did you mean secret?`: set("data/secrets/1.in", ""),
		`data/secret/9.ans: want an input of the same name (.in), found none`:                                                                            set("data/secret/9.ans", ""),
		`data/secret/9.in: want 9.ans as well, found none`: func(f files) {
			f["data/secret/9.in"] = "1\n1\n"
			without(f, newpackage.ExtraFile)
		},
		`problem.yaml: want constants that add at most 16 MiB to a text, found more`: func(f files) {
			f[manifest.File] += "constants: {a: " + strings.Repeat("x", 1<<16) + "}\n"
			f["statement/problem.en.md"] = strings.Repeat("{{a}}", 257)
		},
		`data/secret/1-one-number.yaml:1: want a hint, found a list`: set("data/secret/1-one-number.yaml", "hint: [a]\n"),
		`data/secret/1-one-number.yaml:2: want a key of a case`:      set("data/secret/1-one-number.yaml", "args: [a]\nargz: [b]\n"),
		`data/secret/test_group.yaml:1: want a key of a group`:       set("data/secret/test_group.yaml", "max: 3\n"),
		`data/secret/test_group.yaml: want a case or another group in require_pass, found 1-one-number`: func(f files) {
			replace("problem.yaml", "type: pass-fail", "type: scoring")(f)
			f["data/secret/test_group.yaml"] = "require_pass: 1-one-number\n"
		},
		`data/secret: want cases or groups, found both`: func(f files) {
			f["data/secret/g/1.in"], f["data/secret/g/1.ans"], f["data/secret/g/test_group.yaml"] = "1\n1\n", "1\n", "max_score: 10\n"
			f["problem.yaml"] = strings.Replace(f["problem.yaml"], "type: pass-fail", "type: scoring", 1)
		},
		`submissions/submissions.yaml:2: want a judgement (AC, WA, TLE, RTE), found "OK"`:                       set("submissions/submissions.yaml", "accepted/*:\n  permitted: [OK]\n"),
		`touchstone.yaml:5: want a key of an assignment`:                                                        replace(newpackage.ExtraFile, "outputs:", "output:"),
		`touchstone.yaml:9: want a comparison (bytes, validator), found "words"`:                                replace(newpackage.ExtraFile, "compare: validator", "compare: words"),
		`touchstone.yaml:11: want a program in the package, found "submissions/accepted/none.py"`:               replace(newpackage.ExtraFile, "accepted/reference.py", "accepted/none.py"),
		`want a program in the package, found "../x"`:                                                           replace(newpackage.ExtraFile, "generators/runs.py", "../x"),
		`touchstone.yaml:1: want keys and values, found a list`:                                                 set(newpackage.ExtraFile, "[a]"),
		`want about: and explains: of a mistake`:                                                                replace(newpackage.ExtraFile, "about: the last run is forgotten", "rule: 1"),
		`want a name of letters, digits, dots, dashes and underscores, found "../a"`:                            replace(newpackage.ExtraFile, "[stdout]", "[stdout, ../a]"),
		`want a name of letters, digits, dots, dashes and underscores, found "a/b"`:                             set(newpackage.ExtraFile, "assignment: {input: a/b}\n"),
		`touchstone.yaml:1: want other files of an answer than the input, found b`:                              set(newpackage.ExtraFile, "assignment: {outputs: [a, b], input: b}\n"),
		`touchstone.yaml:1: want about: and explains: of a mistake`:                                             set(newpackage.ExtraFile, "assignment: {mistakes: {wrong_answer/forgets_the_last.py: {about: a}}}\n"),
		`touchstone.yaml:1: want a submission, such as submissions/accepted/ref.py, found "generators/runs.py"`: set(newpackage.ExtraFile, "assignment: {second: generators/runs.py}\n"),
		`touchstone.yaml:1: want a program in the package, found nothing`:                                       set(newpackage.ExtraFile, "assignment: {generator: }\n"),

		`warning: problem.yaml:2: want "uuid:" in a problem package, found none`:                                     replace(manifest.File, "uuid:", "# "),
		"warning: statement: want a statement such as problem.en.md, found none":                                     drop("statement/"),
		"warning: data/secret: want at least one case (NAME.in with NAME.ans), found none":                           drop("data/secret/"),
		"warning: data/invalid_inputs: ignored a directory of data of an unknown kind; did you mean invalid_input?":  add("data/invalid_inputs/1.in", ""),
		"warning: data/odd: ignored a directory of data of an unknown kind":                                          add("data/odd/1.in", ""),
		"warning: data/secret/test_group.yaml:1: ignored \"visible\", which is no known key of a group":              add("data/secret/test_group.yaml", "visible: true\n"),
		"warning: input_validators: want at least one program that checks inputs, found none that runs":              drop("input_validators/"),
		"warning: input_validators/a.ctd: this input validator does not run, since checktestdata is not installed":   add("input_validators/a.ctd", ""),
		"warning: input_validators/b: this input validator does not run, since viva is not installed":                add("input_validators/b/a.viva", ""),
		"warning: data/secret/1.0+max.in: ignored; want a name of letters, digits, dots, dashes and underscores":     add("data/secret/1.0+max.in", ""),
		"warning: static_validator: ignored: static validators do not run here":                                      add("static_validator/a.py", ""),
		"warning: submissions: want at least one solution in accepted, found none":                                   func(f files) { without(f, "submissions/accepted/"); without(f, newpackage.ExtraFile) },
		`warning: submissions/submissions.yaml:1: want a pattern of names below submissions, found "wrong/*", which`: add("submissions/submissions.yaml", "wrong/*: {}\n"),
		`warning: submissions/submissions.yaml:1: ignored "secret/none", which is no known key of an expectation`:    add("submissions/submissions.yaml", "accepted: {secret/none: {permitted: [AC]}}\n"),
		`warning: domjudge-problem.ini: want a time limit from 0.001 to 86400 seconds, found none`: func(f files) {
			f["domjudge-problem.ini"] = "timelimit = 1e9\n"
			f[manifest.File] = strings.Replace(f[manifest.File], "time_limit: 2", "", 1)
		},
	} {
		if tool := regexp.MustCompile("(checktestdata|viva) is not installed").FindStringSubmatch(want); tool != nil {
			if _, err := exec.LookPath(tool[1]); err == nil {
				continue
			}
		}
		files := base(t)
		change(files)
		dir := lay(t, files)
		p, err := readPackage(t.Context(), dir)
		found := fmt.Sprint(err)
		if err == nil {
			found = strings.ReplaceAll("warning: "+strings.Join(p.warnings, "\nwarning: "), dir+"/", "")
			must.Do(t, p.Close())
		}
		expect.Contains(t, found, want)
	}
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
	must.Do(t, unix.Mkfifo(filepath.Join(dir, "pipe"), 0o644))
	p = read(t, dir)
	expect.Equal(t, []int{9, 2}, []int{len(p.cases), len(p.submissions)}, "cases and submissions")
	const out = "ignored a link that leads out of the package or nowhere"
	for i, want := range []string{"data/secret/-x.in: ignored; want a name", "data/secret/6.in: " + out, "data/secret/7.ans: " + out, "data/secret/cycle: ignored a link to a directory above it",
		"pipe: ignored a named pipe", "submissions/accepted/gone.py: " + out} {
		expect.Contains(t, p.warnings[i], want)
	}
}

// A package may have as many files, and directories as deep, as its limits allow. Programs can read the files of a
// case. Its name differs from the names of other assignments in more than the case of letters.
func TestScanLimits(t *testing.T) {
	p := read(t, lay(t, sum(files{"data/secret/1.files/sub/a": "x"})))
	for _, c := range []struct {
		entries, depth int
		want           string
	}{
		{maxFiles - 2, maxDepth - 1, "<nil>"}, {maxFiles - 1, 0, "want a package of at most 100000 files, found more"},
		{0, maxDepth, "data/secret/1.files/sub: want directories at most 100 deep in a package, found more"},
	} {
		p.entries = c.entries
		expect.Contains(t, fmt.Sprint(p.scan("data/secret/1.files", make([]fs.FileInfo, c.depth))), c.want)
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
		p, err := readPackage(t.Context(), path)
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
			if err != nil && !located.MatchString(err.Error()) {
				t.Errorf("an error without a file: %v", err)
			}
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
	replace(manifest.File, "type: pass-fail", "type: scoring\nconstants: {steps: 7}")(whole)
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
		fmt.Fprintf(&out, "mistake %s of %s: %s\n", m.ID, m.name, m.Title)
	}
	fmt.Fprintf(&out, "%+v\ngrading {Shares:%+v Bonus:%v}\n", *p.extra, a.Grading.Shares, a.Grading.Bonus)
	fmt.Fprintf(&out, "%s\n%q\n", strings.ReplaceAll(strings.Join(p.NewWarnings(), "\n"), p.Path+"/", ""), p.NewWarnings())
	return out.String()
}
