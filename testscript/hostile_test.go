//go:build unix

package testscript_test

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// runWay runs this binary as a submission on one small case.
func runWay(t *testing.T, o testscript.Options, way ...string) testscript.Result {
	t.Helper()
	t.Setenv("TMPDIR", tier.TempDir(t)) // where the runner creates its directories
	result := runWayHere(t, o, way...)
	if !o.Keep {
		expectNoDirs(t)
	}
	return result
}

// expectNoDirs checks that all runners have removed their directories.
func expectNoDirs(t *testing.T) {
	t.Helper()
	if left, _ := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// runWayHere is runWay in the current temporary directory.
func runWayHere(t *testing.T, o testscript.Options, way ...string) testscript.Result {
	t.Helper()
	p := open(t, nil, o, testscript.Command(append([]string{submission(t), "submission"}, way...)...))
	result := p.Run(t.Context(), handoutCase(t))
	must.Do(t, p.Close())
	return result
}

// submission returns a disguised copy of this binary: a program that holds the answers is
// not run.
func submission(t *testing.T) string {
	t.Helper()
	other := filepath.Join(tier.TempDir(t), "submission")
	must.Do(t, os.Link(disguised, other))
	return other
}

func handoutCase(t *testing.T) *cases.Case {
	t.Helper()
	return find(t, "reversi", "handout-start")
}

// find returns a case of an assignment.
func find(t *testing.T, assignment, name string) *cases.Case {
	t.Helper()
	all := corpus(t, assignment)
	i := slices.IndexFunc(all, func(c *cases.Case) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("%s has no case %s", assignment, name)
	}
	return all[i]
}

// corpus returns the cases of an assignment.
func corpus(t *testing.T, assignment string) []*cases.Case {
	t.Helper()
	a, err := oracle.Lookup(assignment)
	must.Do(t, err)
	all, err := cases.Embedded(a)
	must.Do(t, err)
	return all
}

// Whatever a program does, it gets its verdict soon, and nothing of it remains.
func TestVerdicts(t *testing.T) {
	expectVerdicts(t, everywhere)
}

// Limits that only Linux can enforce: on processes that leave their group, and on the CPU time and memory of
// a whole tree.
func TestVerdictsOnLinux(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs a child subreaper and /proc")
	}
	expectVerdicts(t, onLinux)
}

// The verdicts on ways of behaving, on all systems and on Linux alone.
var (
	everywhere = []expected{
		{"right", testscript.Pass, ""},
		{"format", testscript.Format, ""},
		{"wrong", testscript.Wrong, ""},
		{"silent", testscript.Missing, "it is not there"},
		{"misnamed", testscript.Missing, `the program left "OUTPUT.TXT"`},
		{"exit3", testscript.Pass, ""},
		{"crash", testscript.Crash, "exit status 3"},
		{"killed", testscript.Crash, "ended by SIGKILL"},
		{"sleeper", testscript.Timeout, "by the clock"},
		{"spinner", testscript.Timeout, "of CPU time"},
		{"flooder", testscript.Output, "printing too much"},
		{"filler", testscript.Output, ""},
		{"fillerMany", testscript.Output, "into its directory"},
		{"spare", testscript.Pass, ""}, // 64 MB in addition to twice the expected bytes are allowed
		{"background", testscript.Pass, ""},
		{"mute", testscript.Pass, ""},
		{"link", testscript.Missing, "a symbolic link"},
		{"fifo", testscript.Missing, "a named pipe"},
		{"directory", testscript.Missing, "a directory"},
		{"closed", testscript.Pass, ""},
		{"shut", testscript.Pass, ""},
		{"deep", testscript.Pass, ""},
		{"removed", testscript.Missing, "it is not there"},
		{"listing", testscript.Pass, ""},
	}
	onLinux = []expected{
		{"session", testscript.Pass, ""},
		{"grandchild", testscript.Pass, ""},
		{"forks", testscript.Pass, ""},
		{"spinners", testscript.Timeout, "of CPU time"},
		{"hog", testscript.Memory, "too much memory"},
	}
)

// An expected verdict is that on a way of behaving.
type expected struct {
	way     string
	verdict testscript.Verdict
	reason  string // part of the reason for the case or its file
}

// outsideSandbox are the ways of behaving that each change is tried with outside the sandbox too. The tests of
// package sandbox try its limits there.
var outsideSandbox = []string{"wrong", "crash", "sleeper", "filler", "removed", "session"}

// expectVerdicts runs submissions, each in the best sandbox available and some also without one, several at a
// time, since many wait.
func expectVerdicts(t *testing.T, all []expected) {
	t.Setenv("TMPDIR", tier.TempDir(t))
	t.Run("ways", func(t *testing.T) {
		for _, c := range all {
			for _, mode := range []sandbox.Mode{sandbox.None, sandbox.Auto} {
				if mode == sandbox.None && !effort.All() && !slices.Contains(outsideSandbox, c.way) {
					continue
				}
				t.Run(c.way+"/"+string(mode), func(t *testing.T) {
					t.Parallel()
					expectVerdictIn(t, mode, c.way, c.verdict, c.reason)
				})
			}
		}
	})
	expectNoDirs(t)
}

func expectVerdictIn(t *testing.T, mode sandbox.Mode, way string, verdict testscript.Verdict, reason string) {
	t.Helper()
	// The other limits are out of reach, even on a busy machine.
	o := testscript.Options{CPU: time.Minute, Wall: 5 * time.Minute, Sandbox: mode}
	switch way {
	case "removed":
		if mode != sandbox.None && runtime.GOOS == "linux" {
			verdict, reason = testscript.Crash, "" // it may not, and ends
		}
	case "sleeper":
		o.Wall = 500 * time.Millisecond
	case "spinner", "spinners":
		o.CPU = 300 * time.Millisecond
	case "hog":
		o.Memory = 192 << 20
	}
	r := runWayHere(t, o, way)
	verdict, reason = inThisSandbox(r, way, verdict, reason)
	if r.Verdict != verdict {
		t.Errorf("verdict %s, want %s (%s; %+v)", r.Verdict, verdict, r.Reason, r.Outcome)
	}
	var reasons strings.Builder
	r.Explain(&reasons, compare.Style{})
	if !strings.Contains(reasons.String(), reason) {
		t.Errorf("reason %q, want %q in it", reasons.String(), reason)
	}
	if left := survivors(t); len(left) > 0 {
		t.Errorf("still running: %v", left)
	}
}

// inThisSandbox returns the verdict on a way of behaving, and the reason, where the directory
// of the run is not in memory.
func inThisSandbox(r testscript.Result, way string, verdict testscript.Verdict, reason string) (testscript.Verdict, string) {
	confined := slices.Contains(r.Enforced, "landlock") || slices.Contains(r.Enforced, "root directory of its own")
	switch {
	case slices.Contains(r.Enforced, sandbox.OwnDir):
	case way == "deep": // a directory that cannot be counted is too large
		return testscript.Output, "into its directory"
	case way == "closed" && confined && os.Getuid() != 0:
		return testscript.Crash, "" // it may not change modes, and ends
	}
	return verdict, reason
}

// survivors lists the processes that run a submission of this test, whose path is in a directory of the test.
func survivors(t *testing.T) (found []string) {
	t.Helper()
	own := filepath.Dir(tier.TempDir(t)) + "/"
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range lines {
		words, _ := os.ReadFile(path)
		if strings.HasPrefix(string(words), own) && strings.Contains(string(words), "/submission\x00submission\x00") {
			found = append(found, strings.ReplaceAll(string(words), "\x00", " "))
		}
	}
	return found
}

// A program sees nothing of its caller's environment except the path.
func TestEnvironment(t *testing.T) {
	t.Setenv("SECRET", "of the caller")
	r := runWay(t, testscript.Options{}, "environment")
	if r.Verdict != testscript.Wrong {
		t.Fatalf("verdict %s: %s", r.Verdict, r.Reason)
	}
	for _, line := range r.Files[0].Report.First.Got {
		if strings.Contains(line, "SECRET") {
			t.Errorf("the program sees %q", line)
		}
	}
}

// A kept directory holds what the program wrote.
func TestKeep(t *testing.T) {
	r := runWay(t, testscript.Options{Keep: true}, "wrong")
	if text, err := os.ReadFile(filepath.Join(r.Dir, "output.txt")); err != nil || !strings.Contains(string(text), "root,0,+") {
		t.Errorf("%q, %v", text, err)
	}
}

// If a program exits with a status other than 0, its report still says that its files follow another edition.
func TestCrashOfOtherEdition(t *testing.T) {
	all := corpus(t, "reversi")
	differ := slices.IndexFunc(all, func(c *cases.Case) bool {
		notes, err := c.Problem.Solve(t.Context(), homework.Options{}, output.Memory{})
		return err == nil && notes.EditionsDiffer
	})
	p := open(t, nil, testscript.Options{}, testscript.Command(submission(t), "submission", "exit3", "first"))
	if r := p.Run(t.Context(), all[differ]); r.Verdict != testscript.Crash || r.Edition != "first" {
		t.Errorf("%s: %s, of the edition %q, want a crash, of the first", r.Case.Name, r.Verdict, r.Edition)
	}
}
