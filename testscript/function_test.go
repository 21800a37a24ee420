package testscript_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A test may run its own binary as the program, by its TestMain, if the program may see the answers.
func TestFunction(t *testing.T) {
	testscript.Run(t, &reversi.Assignment, testscript.Command(os.Args[0], "submission", "right"),
		testscript.WithProfile(cases.ProfileCore), testscript.WithOptions(testscript.Options{Sandbox: testscript.SandboxNone}))
}

// A confined program of this kind is rejected, with a suggestion.
func TestFunctionConfined(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("nothing is confined here")
	}
	runner := must.Get(testscript.NewRunner(testscript.Options{}, 0))(t)
	_, err := runner.Open(t.Context(), nil, testscript.Command(os.Args[0], "submission", "right"))
	if found := (*answers.Error)(nil); !errors.As(err, &found) || !found.Self() {
		t.Fatalf("error %v, want that it is touchstone itself", err)
	}
	other := errors.New("no room")
	expect.Equal(t, other.Error(), testscript.Hinted(other).Error())
	hint := err.Error() + ", since it is this test: "
	expect.Contains(t, testscript.Hinted(err).Error(), hint, "testscript.SandboxNone")
}

// An error that keeps Run from finding cases or a program names its cause.
func TestChoose(t *testing.T) {
	graded, some := testscript.WithProfile(cases.ProfileGraded), os.DirFS("../cases/reversi")
	last := testscript.Options{Edition: "last"}
	for want, options := range map[string][]testscript.RunOption{
		"the cases of WithCases: stat .: ":                                   {testscript.WithCases(os.DirFS("nosuch"))},
		"want cases of mapcolor in the profile graded, found none among ":    {graded, testscript.WithCases(some)},
		`want a profile (core, default, graded, beyond), found "everything"`: {testscript.WithProfile("everything")},
		`want an edition of mapcolor (revised, handout), found "last"`:       {testscript.WithOptions(last)},
	} {
		err := testscript.Choose(&mapcolor.Assignment, options...)
		expect.Equal(t, false, err == nil || !strings.HasPrefix(err.Error(), want), err, "want", want)
	}
	const want = `want a file, a directory or an archive with a program for mapcolor, found no "cmd/nosuch" (a command is a testscript.Command)`
	expect.Equal(t, want, fmt.Sprint(testscript.Check(testscript.Path("cmd/nosuch"), &mapcolor.Assignment)))
}

// As long as there is room for the two lines of a difference they are shown, with fewer lines around them.
func TestMaxLines(t *testing.T) {
	text := func(mark string) string { return "1\n2\n3\n4\n" + mark + "\n6\n7\n8\n" }
	report, err := compare.Readers(strings.NewReader(text("want")), strings.NewReader(text("got")), compare.Options{})
	must.Do(t, err)
	result := testscript.Result{Verdict: testscript.Wrong, Files: []verdict.File{{Name: "output.txt", Verdict: testscript.Wrong, Report: report}}}
	for maxLines, lines := range map[int]int{30: 13, 13: 13, 12: 10, 7: 7, 5: 4, 4: 4, 3: 4, 2: 3} {
		says := testscript.Explained(result, maxLines)
		expect.Equal(t, lines, len(strings.Split(strings.TrimSuffix(says, "\n"), "\n")), maxLines, says)
		expect.True(t, maxLines <= 2 || strings.Contains(says, "| got\n"), maxLines, says)
	}
	says := testscript.Explained(result, 2)
	expect.True(t, strings.HasSuffix(says, "... and 2 lines more"), says)
	expect.Equal(t, compare.Context, len(report.First.LinesBefore), "lines before, which do not change")
}

// The course's comparison ignores line ends. For a program with other errors, only these are reported.
func TestWhyOfCourse(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	results, err := diagnosistest.Judge(t.Context(), a, func(c *cases.Case) diagnosistest.Run {
		run := diagnosistest.Faulty(c, "no-cuts")
		for name, text := range run.Files {
			run.Files[name] = strings.ReplaceAll(text, "\n", "\r\n")
		}
		return run
	})
	must.Do(t, err)
	results = slices.DeleteFunc(results, func(r testscript.Result) bool { return r.Verdict == testscript.Format })
	for _, course := range []bool{false, true} {
		why, err := testscript.Why(t.Context(), a, testscript.Options{Course: course}, results)
		must.Do(t, err)
		expect.Equal(t, []bool{true, !course},
			[]bool{strings.Contains(why, "no-cuts"), strings.Contains(why, "line ends")}, why)
	}
}

// Another module can use everything exported. A failure of Run is reported at the line of its call.
func TestOutside(t *testing.T) {
	t.Parallel()
	effort.NeedsAll(t, "compiles and links another module")
	root := must.Get(filepath.Abs(".."))(t)
	dir := tier.TempDir(t)
	read := func(path string) string {
		text := must.Get(os.ReadFile(path))(t)
		return string(text)
	}
	source := read("testdata/outside/outside_test.go")
	_, example, _ := strings.Cut(read("../docs/go.md"), "```go\n// check returns")
	example, _, _ = strings.Cut(example, "```")
	expect.True(t, example != "" && strings.Contains(source, example),
		"docs/go.md has the tested example", example)
	_, needs, _ := strings.Cut(read("../go.mod"), "\ngo ") // the version of Go, and our own requirements
	must.WriteFiles(t, dir, map[string]string{
		"outside_test.go": source,
		"go.sum":          read("../go.sum"),
		"go.mod": "module example.org/outside\n\ngo " + needs +
			"\nrequire github.com/touchstone-suite/touchstone v0.0.0\nreplace github.com/touchstone-suite/touchstone => " + strconv.Quote(filepath.ToSlash(root)) + "\n",
		"cases/deep-search.txtar": read("../cases/squirrel/deep-search.txtar"),
	})
	test := exec.Command("go", "test", "-mod=mod", "-short", "-v", ".")
	test.Dir = dir
	test.Env = append(os.Environ(), "EXAMPLES="+filepath.Join(root, "examples"), "GOFLAGS=", "GOWORK=off")
	out, _ := test.CombinedOutput() // some of its tests are expected to fail
	line := 1 + strings.Count(source[:strings.Index(source, "// failures are reported here")], "\n")
	for _, want := range []string{
		`(?m)^--- PASS: TestRight `,
		`(?m)^--- PASS: TestNames `,
		`(?m)^--- PASS: TestCheck `,
		`(?m)^--- FAIL: TestWrong `,
		`outside_test.go:` + strconv.Itoa(line) + `: wrong: alpha-beta at cut-off 4 on a half empty board\n`,
		`outside_test.go:` + strconv.Itoa(line) + `: what the program does wrong:\n +1\. window-updated-before-cut-line: the line of a cut shows the updated window\n`,
		`(?m)^ +A program with this mistake writes exactly what yours writes`,
		`(?m)^ +wrong    deep-search: `,
		`(?m)^ +traverse_log.txt:\d+$`,
		`want cases of mancala in the profile core, found none among 1`,
		`no-such-program`,
	} {
		expect.True(t, regexp.MustCompile(want).Match(out), "it prints", want)
	}
	ends := regexp.MustCompile(`\n\s*\n\s*(--- |=== |PASS|FAIL)`).Match(out)
	expect.Equal(t, false, ends, "what the program does wrong ends with empty lines")
	if t.Failed() {
		t.Logf("it prints\n%s", out)
	}
}
