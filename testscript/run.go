package testscript

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A RunOption changes how Run works.
type RunOption func(*testRun)

// WithProfile runs the cases of a profile. The default is cases.ProfileDefault, or
// cases.ProfileCore in short tests.
func WithProfile(name string) RunOption { return func(r *testRun) { r.profile = name } }

// WithCases runs the cases of a file system, such as os.DirFS("cases") or an embed.FS,
// instead of the built-in ones.
func WithCases(fsys fs.FS) RunOption { return func(r *testRun) { r.cases = fsys } }

// WithOptions sets the edition, the comparison, the limits and the sandbox.
func WithOptions(o Options) RunOption { return func(r *testRun) { r.Options = o } }

// WithMaxLines limits the lines shown for each failure. Context around a difference is dropped first. The
// default is 30.
func WithMaxLines(n int) RunOption { return func(r *testRun) { r.lines = n } }

// WithCauses turns the search for the program's mistakes in the failing cases on or off, without a limit. The
// default is a search of at most a second for nine cases, and none in short tests.
func WithCauses(yes bool) RunOption {
	return func(r *testRun) {
		if r.causes = 0; yes {
			r.causes = maxCausesTime
		}
	}
}

// A testRun is a call of Run.
type testRun struct {
	Options
	profile string
	cases   fs.FS
	lines   int

	causes time.Duration // limit of the search for causes, for each causesCases failing cases

	mu      sync.Mutex // guards the fields below
	results []Result
	kept    verdict.Kept
}

// together limits the programs of all calls of Run: a program that runs alone runs while no other of them
// does.
var together = executor.NewLimiter(0)

// Run runs cases of an assignment against a program, each as a parallel subtest that passes if all the wanted
// files are right to the byte. Failures are reported at the line that calls Run. After the last case Run
// reports the program's mistakes there as well, in the words of "touchstone check" (see WithCauses).
//
//	func TestReversi(t *testing.T) {
//		testscript.Run(t, &reversi.Assignment, testscript.Path("mysolver"))
//	}
func Run(t *testing.T, a *oracle.Assignment, source Source, options ...RunOption) {
	t.Helper()
	run := newTestRun(options)
	chosen, err := run.choose(a)
	if err != nil {
		t.Fatal(err)
	}
	if err := source.check(a); err != nil {
		t.Fatal(err)
	}
	run.Text = max(run.Text, MaxText)
	runner, err := NewRunner(run.Options, 0)
	if err != nil {
		t.Fatal(err)
	}
	runner.limiter = together
	program, err := runner.Open(t.Context(), a, source)
	if err != nil {
		t.Fatal(withRemedy(err))
	}
	t.Cleanup(func() {
		if err := program.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := program.BuildError(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // when all subtests have ended
		t.Helper()
		causes, err := run.explainAll(context.WithoutCancel(t.Context()), a)
		if err != nil {
			t.Error(err)
		}
		if causes != "" {
			t.Log("what the program does wrong:\n" + strings.TrimRight(causes, "\n"))
		}
	})
	until := lastStart(t)
	for _, c := range chosen {
		t.Run(c.Name, func(t *testing.T) {
			t.Helper()
			t.Parallel()
			ctx, cancel := context.WithDeadline(t.Context(), until)
			defer cancel()
			result := program.Run(ctx, c)
			if result.Verdict == Internal && errors.Is(ctx.Err(), context.DeadlineExceeded) {
				t.Error("not judged: the time of the tests is nearly over (go test -timeout gives more)")
				return
			}
			run.mu.Lock()
			run.results = append(run.results, run.kept.Keep(result))
			run.mu.Unlock()
			if result.Verdict != Pass {
				t.Errorf("%s: %s\n%s", result.Verdict, c.Title, run.explain(result))
			}
		})
	}
}

// check returns an error if nothing is at the path of a source.
func (s Source) check(a *oracle.Assignment) error {
	if _, err := os.Stat(s.path); s.command == nil && errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("want a file, a directory or an archive with a program for %s, found no %q (a command is a "+
			"testscript.Command)", a.Name, s.path)
	}
	return nil
}

// lastStart returns the time after which no case starts, so that the report appears before the tests are
// stopped.
func lastStart(t *testing.T) time.Time {
	deadline, ok := t.Deadline()
	if !ok {
		return time.Now().Add(24 * time.Hour)
	}
	left := time.Until(deadline)
	return deadline.Add(-min(max(left/5, time.Second), 10*time.Second))
}

// withRemedy adds the remedy to an error, if a test runs itself as the program.
func withRemedy(err error) error {
	if found := (*answers.Error)(nil); errors.As(err, &found) && found.Self() {
		return fmt.Errorf("%w, since it is this test: give your function a package main and name its directory by "+
			"testscript.Path, or trust it with testscript.SandboxNone (docs/go.md)", err)
	}
	return err
}

func newTestRun(options []RunOption) *testRun {
	run := testRun{profile: cases.ProfileDefault, lines: 30, causes: time.Second}
	if testing.Short() {
		run.profile, run.causes = cases.ProfileCore, 0
	}
	for _, option := range options {
		option(&run)
	}
	return &run
}

// choose returns the cases to run.
func (r *testRun) choose(a *oracle.Assignment) (chosen []*cases.Case, err error) {
	if !slices.Contains(cases.ProfileNames, r.profile) {
		return nil, fmt.Errorf("want a profile (%s), found %q", strings.Join(cases.ProfileNames, ", "), r.profile)
	}
	if known, _ := oracle.Lookup(a.Name); known != a {
		return nil, fmt.Errorf("want an assignment of the table, found %s: call catalog.Add in TestMain", a.Name)
	}
	if _, err := a.Edition(r.Edition); err != nil {
		return nil, err
	}
	var all []*cases.Case
	if r.cases == nil {
		all, err = cases.Embedded(a)
	} else if all, err = cases.LoadFS(r.cases, "."); err != nil {
		err = fmt.Errorf("the cases of WithCases: %w", err)
	}
	for _, c := range all {
		if c.Assignment == a && c.In(r.profile) {
			chosen = append(chosen, c)
		}
	}
	if err == nil && len(chosen) == 0 {
		err = fmt.Errorf("want cases of %s in the profile %s, found none among %d", a.Name, r.profile, len(all))
	}
	return chosen, err
}

// explain returns the reason why a case failed, limited to the configured number of lines. It drops context
// around a difference before it cuts the text.
func (r *testRun) explain(result Result) string {
	var lines []string
	for context := compare.Context; context >= 0; context-- {
		less := result
		less.Files = slices.Clone(result.Files)
		for i := range less.Files {
			less.Files[i].Report.First = less.Files[i].Report.First.Within(context)
		}
		var text bytes.Buffer
		less.Explain(&text, compare.Style{Indent: "  "})
		if lines = slices.Collect(strings.Lines(text.String())); len(lines) <= r.lines {
			return text.String()
		}
	}
	return fmt.Sprintf("%s  ... and %d lines more", strings.Join(lines[:r.lines], ""), len(lines)-r.lines)
}

// causesCases is the number of failing cases to which the limit of the search for causes applies. maxCausesTime is
// a limit that no search reaches.
const (
	causesCases   = 9
	maxCausesTime = 1000 * time.Hour
)

// explainAll returns the result of Why if the options ask for causes. It stops at the limit of time, with a partial
// result.
func (r *testRun) explainAll(ctx context.Context, a *oracle.Assignment) (string, error) {
	failed := 0
	for _, result := range r.results {
		if result.Verdict != Pass {
			failed++
		}
	}
	if r.causes == 0 || failed == 0 {
		return "", nil
	}
	limit := r.causes * time.Duration((failed+causesCases-1)/causesCases)
	ctx, stop := context.WithTimeout(ctx, limit)
	defer stop()
	causes, err := Why(ctx, a, r.Options, r.results)
	if errors.Is(err, context.DeadlineExceeded) {
		err = nil
		causes += fmt.Sprintf("the search for causes ended after %s; testscript.WithCauses(true) goes on\n", limit)
	}
	return causes, err
}

// MaxText is the minimum of Options.Text with which Why sees enough of each file.
const MaxText = diagnosis.MaxOfFile

// Why returns the causes of the results that do not pass, in the words of the text report of "touchstone
// check", or "" if all pass. The options are the options of the runner. Each result has a case of another
// name.
func Why(ctx context.Context, a *oracle.Assignment, o Options, results []Result) (string, error) {
	results = slices.SortedFunc(slices.Values(results),
		func(x, y Result) int { return strings.Compare(x.Case.Name, y.Case.Name) })
	var failed []Result
	for _, result := range results {
		if result.Verdict != Pass {
			failed = append(failed, result.WithoutTexts())
		}
	}
	if len(failed) == 0 {
		return "", nil
	}
	causes, _, err := diagnosis.Program(ctx,
		diagnosis.Question{Assignment: a, Edition: o.Edition, Course: o.Course, Results: results})
	var text strings.Builder
	printer := diagnosis.CausePrinter{Out: &text, Failed: failed, Reported: new(verdict.ReportedErrors)}
	for _, c := range causes {
		printer.Print(c)
	}
	if more := diagnosis.Remaining(causes, len(failed)); more != "" {
		fmt.Fprintf(&text, "%s\n", more)
	}
	return escape.Text(text.String()), err
}
