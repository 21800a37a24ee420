package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/internal/verdict"
)

// annotated reports one result of a submission as annotations.
func annotated(t *testing.T, submission string, r verdict.Result) string {
	t.Helper()
	var out bytes.Buffer
	to, err := report.New("github", &out)
	if err != nil {
		t.Fatal(err)
	}
	r.Case = outcomes(t, "reversi", verdict.Wrong)[0].Case
	start := report.Start{Assignment: "reversi", Cases: 1, Submission: submission}
	if r.Verdict == verdict.Build {
		start.Build = r.Reason
	}
	to.Start(start)
	to.Result(0, r)
	to.End(report.Summarise([]verdict.Result{r}, nil))
	first, _, _ := strings.Cut(out.String(), "\n")
	return first
}

// An annotation stands at the line that is known, if the submission has that file, else at the
// submission.
func TestAnnotationPlaces(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.MkdirAll(filepath.Join("work", "src"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"work/solver.py", "work/src/a,b:c.py", "other.py"} {
		if strings.Contains(name, ":") && filepath.Separator == '\\' {
			continue
		}
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	crash := verdict.Result{Verdict: verdict.Crash, Reason: "exit status 1"}
	for _, c := range []struct{ submission, at, want string }{
		{"work", "solver.py:12", "::error file=work/solver.py,line=12,title="},
		{"work/", "./solver.py:12", "::error file=work/solver.py,line=12,title="},
		{"work/solver.py", "solver.py:3", "::error file=work/solver.py,line=3,title="},
		{"work", "helper.py:12", "::error file=work,title="},
		{"work", "../other.py:1", "::error file=work,title="},
		{"work", filepath.Join(dir, "other.py") + ":1", "::error file=work,title="},
		{"work", "solver.py:0", "::error file=work,title="},
		{"work", "", "::error file=work,title="},
		{"", "solver.py:12", "::error title="},
	} {
		crash.At = c.at
		if got := annotated(t, c.submission, crash); !strings.HasPrefix(got, c.want) {
			t.Errorf("%q in %q: %s, want %s", c.at, c.submission, got, c.want)
		}
	}
	build := verdict.Result{Verdict: verdict.Build, Reason: "the program does not compile:\nsolver.py:7:3: what is this"}
	if got := annotated(t, "work", build); !strings.HasPrefix(got, "::error file=work/solver.py,line=7,title=the program does not compile::") {
		t.Errorf("%s, want the line of the compiler", got)
	}
}

// What a program wrote is no command, and ends none.
func TestAnnotationsAreOneCommandEach(t *testing.T) {
	command := regexp.MustCompile(`^::(error|notice) ([a-z]+=[^,:]*,)*[a-z]+=[^,:]*::[^\r\n]*$`)
	hostile := "x::\n::set-output name=a::b\r\n::add-mask::x,line=1%0A\x1b[31m"
	r := verdict.Result{Verdict: verdict.Crash, Reason: hostile, At: hostile + "a.py:1"}
	r.Outcome.Errors = []byte(hostile)
	if got := annotated(t, "a,b:\n%c", r); !command.MatchString(got) || strings.Contains(got, "\x1b") {
		t.Errorf("%q is not one command", got)
	}
	for _, show := range report.Shows {
		for line := range strings.Lines(string(told(t, "github", report.Show(show)))) {
			if !command.MatchString(strings.TrimSuffix(line, "\n")) {
				t.Errorf("%q is not one command", line)
			}
		}
	}
}
