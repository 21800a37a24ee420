package report_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// annotated reports one result of a submission, whose program is a source, as annotations.
func annotated(t *testing.T, submission, source string, r verdict.Result) string {
	t.Helper()
	r.Case = outcomes(t, "reversi", verdict.Wrong)[0].Case
	c := smallCheck{results: []verdict.Result{r}, change: func(start *report.Start, _ *report.Summary) {
		start.Submission, start.Source = submission, source
		if r.Verdict == verdict.Build {
			start.NoProgram = r.Reason
		}
	}}
	first, _, _ := strings.Cut(string(c.report(t, "github")), "\n")
	return first
}

// An annotation is at the known line if the submission has that file, or else at the program's file, and never
// at a directory.
func TestAnnotationPlaces(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"work/solver.py", "work/src/a,b:c.py", "work/src/util.py", "work/src/same.py", "work/src/twice/same.py",
		"work/src/odd.py/a.txt", "other.py"} {
		if strings.Contains(name, ":") && filepath.Separator == '\\' {
			continue
		}
		must.WriteFile(t, name, "")
	}
	crash := verdict.Result{Verdict: verdict.Crash, Reason: "exit status 1"}
	for _, c := range []struct{ submission, source, at, want string }{
		{"work", "work/solver.py", "solver.py:12", "::error file=work/solver.py,line=12,title="},
		{"work/", "work/solver.py", "./solver.py:12", "::error file=work/solver.py,line=12,title="},
		{"work", "work/src/util.py", "util.py:12", "::error file=work/src/util.py,line=12,title="},
		{"work", "work/solver.py", "util.py:12", "::error file=work/src/util.py,line=12,title="},
		{"work", "work/solver.py", "same.py:12", "::error file=work/solver.py,title="},
		{"work", "work/src/twice/same.py", "same.py:12", "::error file=work/src/twice/same.py,line=12,title="},
		{"work/solver.py", "work/solver.py", "solver.py:3", "::error file=work/solver.py,line=3,title="},
		{"work/src", "", "same.py:12", "::error file=work/src/same.py,line=12,title="},
		{"work", "work/solver.py", "odd.py:12", "::error file=work/solver.py,title="},
		{"work", "work/solver.py", "src/odd.py:12", "::error file=work/solver.py,title="},
		{"work", "work/solver.py", "helper.py:1 solver.py:12", "::error file=work/solver.py,line=12,title="},
		{"work", "", "other.py:12", "::error title="},
		{"work", "work/solver.py", "helper.py:12", "::error file=work/solver.py,title="},
		{"work", "work/solver.py", "../other.py:1", "::error file=work/solver.py,title="},
		{"work", "work/solver.py", filepath.Join(dir, "other.py") + ":1", "::error file=work/solver.py,title="},
		{"work", "work/solver.py", "solver.py:0", "::error file=work/solver.py,title="},
		{"work", "work/solver.py", "", "::error file=work/solver.py,title="},
		{"work", "", "", "::error title="}, {"work.zip", "", "solver.py:12", "::error title="},
		{"", "other.py", "other.py:12", "::error file=other.py,line=12,title="},
		{"", "work/solver.py", "util.py:12", "::error file=work/solver.py,title="},
		{"", "", "solver.py:12", "::error title="}, {"work/solver.py", "", "solver.py:3", "::error title="},
	} {
		crash.CrashLine = c.at
		got := annotated(t, c.submission, c.source, crash)
		expect.True(t, strings.HasPrefix(got, c.want), c.at, "in", c.submission, c.source, got, c.want)
	}
	for said, line := range map[string]string{
		"solver.py:7:3: what is this": "7",
		"In file included from solver.py:1:\nsolver.py:2:1: warning: odd\nsolver.py:9:3: error: x": "9",
		"warning: unused\n --> solver.py:2:5\nerror[E0425]: no such name\n --> solver.py:8:5":      "8",
		"solver.py(6,3): error CS1002: ; expected":                                                 "6",
		"solver.py:4:1:\nError: the place comes first":                                             "4",
		"  File \"solver.py\", line 5\n    def f(:\nSyntaxError: invalid syntax":                   "5",
	} {
		build := verdict.Result{Verdict: verdict.Build, Reason: "the program does not compile:\n" + said}
		want := "::error file=work/solver.py,line=" + line + ",title=the program does not compile::"
		expect.True(t, strings.HasPrefix(annotated(t, "work", "work/solver.py", build), want), said, want)
	}
}

// A cause is reported at the first known place of its cases.
func TestAnnotationOfCause(t *testing.T) {
	t.Chdir(t.TempDir())
	must.WriteFile(t, "solver.py", "")
	results := outcomes(t, "reversi", verdict.Crash, verdict.Crash, verdict.Crash)
	results[0].CrashLine, results[2].CrashLine = "solver.py:3", "solver.py:9"
	for line, order := range map[string][]int{"3": {1, 0, 2}, "9": {2, 1, 0}} {
		c := smallCheck{results: results, change: func(start *report.Start, end *report.Summary) {
			start.Submission, start.Source = "solver.py", "solver.py"
			cause := diagnosis.Cause{Grade: diagnosis.Located, Key: "crash", Behaviour: "crashes"}
			for _, i := range order {
				cause.Cases = append(cause.Cases, results[i].Case.Name)
			}
			end.Causes = []diagnosis.Cause{cause}
		}}
		text := string(c.report(t, "github"))
		want := "::error file=solver.py,line=" + line + ",title=crashes::"
		expect.True(t, strings.HasPrefix(text, want), text, want)
		expect.Contains(t, text, "\n::notice title=touchstone::")
	}
}

// Text from a program is never a command, and does not end a command.
func TestAnnotationsAreOneCommandEach(t *testing.T) {
	command := regexp.MustCompile(`^::(error|notice) ([a-z]+=[^,:]*,)*[a-z]+=[^,:]*::[^\r\n]*$`)
	hostile := "x::\n::set-output name=a::b\r\n::add-mask::x,line=1%0A\x1b[31m"
	r := verdict.Result{Verdict: verdict.Crash, Reason: hostile, CrashLine: hostile + "a.py:1"}
	r.Outcome.Errors = []byte(hostile)
	got := annotated(t, "a", "a,b:\n%c", r)
	expect.True(t, command.MatchString(got) && !strings.Contains(got, "\x1b"), got, "is not one command")
	for _, show := range report.Shows {
		for line := range strings.Lines(string(writeReport(t, "github", report.Show(show)))) {
			expect.True(t, command.MatchString(strings.TrimSuffix(line, "\n")), line, "is not one command")
		}
	}
}
