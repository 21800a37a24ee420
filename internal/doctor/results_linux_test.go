package doctor

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
	"golang.org/x/sys/unix"
)

// harnessIn returns a harness whose directories are below the working directory of the test, a new one.
func harnessIn(t *testing.T) *harness {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	h := &harness{ctx: t.Context(), mode: sandbox.None, shell: "sh", tried: must.Get(anyCase())(t), base: dir,
		scripts: filepath.Join(dir, "scripts"), outside: filepath.Join(dir, "outside")}
	must.Do(t, errors.Join(os.Mkdir(h.scripts, 0o755), os.Mkdir(h.outside, 0o755), os.Mkdir("open", 0o700)))
	must.Do(t, errors.Join(os.Chmod("open", 0o711), os.Mkdir("closed", 0o700)))
	return h
}

// prepared returns the attack of the probe with the given name.
func prepared(t *testing.T, h *harness, name string) attack {
	t.Helper()
	a := must.Get(matchingProbes(name)[0].prepare(h))(t)
	if a.done != nil {
		t.Cleanup(a.done)
	}
	return a
}

// Each probe derives its achievement from the end of its run, or from its output. One that gives up, or does not
// begin, was not tried, unless it is stopped or gets something.
func TestAchievements(t *testing.T) {
	h := harnessIn(t)
	type run struct {
		output, errors string
		stop           sandbox.Stop
		verdict        testscript.Verdict
		dir, reason    string
		left           []string // names of files
		exit           int
	}
	for _, c := range []struct {
		probe string
		run
		want string
	}{
		{"spinner", run{stop: sandbox.StoppedCPU}, ""},
		{"spinner", run{stop: sandbox.StoppedWall}, ""},
		{"spinner", run{stop: sandbox.StoppedMemory}, "it was stopped by the limit on memory"},
		{"spinner", run{verdict: "wrong"}, "it ran to its end (verdict wrong)"},
		{"sleeper", run{stop: sandbox.StoppedCPU}, "it was stopped by the limit on cpu"},
		{"sleeper", run{stop: sandbox.StoppedWall, exit: -1}, ""},
		{"sleeper", run{exit: -1}, "it ran to its end (verdict )"},
		{"sleeper", run{exit: 2}, "not tried"},
		{"flooder", run{stop: sandbox.StoppedOutput}, ""},
		{"flooder", run{stop: sandbox.StoppedDisk}, "it was stopped by the limit on disk"},
		{"big file", run{stop: sandbox.StoppedDisk}, ""},
		{"big file", run{verdict: testscript.Output}, ""},
		{"big file", run{verdict: "wrong"}, "verdict wrong"},
		{"disk filler", run{stop: sandbox.StoppedWall}, "it was stopped by the limit on wall"},
		{"memory hog", run{stop: sandbox.StoppedMemory}, ""},
		{"fork bomb", run{output: " \n"}, ""},
		{"fork bomb", run{output: "all of them\nx"}, `it got "all of them"`},
		{"grandchild", run{output: "x"}, ""},
		{"link", run{verdict: testscript.Missing}, ""},
		{"link", run{verdict: testscript.Crash}, ""},
		{"link", run{verdict: "wrong"}, "verdict wrong"},
		{"goldens", run{output: "may be read\n"}, ""},
		{"goldens", run{output: "may be read\nsecret\n"}, "it got the golden"},
		{"goldens", run{}, "what it may read is closed to it, too"},
		{"strange name", run{verdict: testscript.Missing, left: []string{"a\nb\x1b[2J"}}, ""},
		{"strange name", run{verdict: testscript.Missing, left: []string{"a"}, reason: "no a\nb"},
			"the report holds the name as it is"},
		{"sight", run{output: "NOTE GOT x\nDONE\n"}, ""},
		{"sight", run{output: "a\nDONE\nb"}, ""},
		{"sight", run{output: "DONE"}, "not tried"},
		{"sight", run{output: "UNDONE\na DONE\n"}, "not tried"},
		{"sight", run{stop: sandbox.StoppedWall}, ""},
		{"sight", run{output: "GOT a\tb\nDONE\n"}, `it got this: a\tb`},
		{"sight", run{output: "GOT a\nGOT b\nGOT c\n"}, "it got this: a; b; c"},
		{"sight", run{output: "GOT a\nGOT b\nGOT c\nGOT d\n"}, "it got this: a; b; c; and 1 things more"},
		{"stopped supervisor", run{output: "BEGUN\nGOT x\n", stop: sandbox.StoppedCPU}, "it got this: x"},
		{"stopped supervisor", run{output: "BEGUN\n", stop: sandbox.StoppedCPU}, ""},
		{"stopped supervisor", run{output: "BEGUN\n"}, "it ran to its end (verdict )"},
		{"stopped supervisor", run{exit: 127}, "not tried"},
		{"name of the case", run{output: "/a\n/b/" + h.tried.Name + "\n"}, "it saw /b/" + h.tried.Name},
		{"name of the case", run{output: "/a\nDONE\n"}, ""},
		{"nameless files", run{output: "GOT x\n", stop: sandbox.StoppedDisk}, ""},
		{"nameless files", run{output: "GOT x\n", stop: sandbox.StoppedMemory}, ""},
		{"nameless files", run{output: "GOT x\n", stop: sandbox.StoppedOutput}, ""},
		{"nameless files", run{output: "GOT x\n", verdict: testscript.Output}, ""},
		{"nameless files", run{output: "GOT x\n", stop: sandbox.StoppedWall}, "it got this: x"},
		{"many files", run{reason: "left a\x1b"}, "the report holds a name as it is"},
		{"many files", run{left: []string{"a", "b\x1b"}}, "the report holds a name as it is"},
		{"many files", run{left: []string{"a"}, output: "GOT x\n"}, ""},
		{"unseen children", run{output: "GOT 3 s\n"}, "it got this: 3 s, of which 1.5 s were counted"},
		{"unseen children", run{output: "DONE\n"}, ""},
		{"set-uid", run{dir: "closed/run", output: "DONE\n"}, ""},
		{"set-uid", run{dir: "open/run"}, "other users can reach its directory: open/run"},
		{"set-uid", run{dir: "closed/run", output: "GOT x\n"}, "it got this: x"},
		{"threads", run{output: "BEGUN\nWORKS\n"}, ""},
		{"threads", run{output: "BEGUN\n", errors: "a\nb\n"}, "b"},
		{"threads", run{output: "BEGUN\n"}, "BEGUN"},
		{"threads", run{stop: sandbox.StoppedWall, errors: "b"},
			"it was stopped by the limit on wall after 1.235s: b"},
	} {
		r := testscript.Result{Verdict: c.verdict, Dir: c.dir,
			Files: []verdict.File{{}, {Verdict: c.verdict, Reason: c.reason, OtherFiles: c.left}}}
		r.Outcome.Output, r.Outcome.Errors, r.Outcome.Stopped = []byte(c.output), []byte(c.errors), c.stop
		r.Outcome.CPU, r.Outcome.Wall, r.Outcome.Exit = 1500*time.Millisecond, 1234567*time.Microsecond, c.exit
		a := prepared(t, h, c.probe)
		saw := a.result(r)
		if saw == "" && a.tried != nil && !a.tried(r) {
			saw = "not tried"
		}
		expect.Equal(t, c.want, saw, c.probe, fmt.Sprintf("%+v", c.run))
	}
}

// A probe that cannot be tried has a reason. It is tried three times if its program ran.
func TestSkipped(t *testing.T) {
	for _, c := range []struct {
		name, tool string
		err        error // of the preparation
		triedAt    int   // the attempt that succeeds, or 0
		attempts   int
		skipped    string
	}{
		{name: "no tool", tool: "no-such-tool", skipped: "needs no-such-tool"},
		{name: "no rights", err: skipError("needs rights"), attempts: 1, skipped: "needs rights"},
		{name: "an error", err: os.ErrPermission, attempts: 1},
		{name: "never tried", attempts: 3, skipped: "it was not tried to its end: verdict missing, b"},
		{name: "tried at once", triedAt: 1, attempts: 1},
		{name: "tried at last", triedAt: 3, attempts: 3},
	} {
		h := harnessIn(t)
		attempts := 0
		f, enforced, err := h.examine(probe{name: c.name, title: "about", guards: sandbox.Time,
			needs: strings.Fields("sh " + c.tool), prepare: func(h *harness) (attack, error) {
				attempts++
				tried := func(testscript.Result) bool { return attempts == c.triedAt }
				return attack{script: "echo a >&2; echo b >&2", result: refusedResult, tried: tried}, c.err
			}})
		expect.Equal(t, c.name == "an error", err != nil, c.name, err)
		expect.Equal(t, c.attempts, attempts, c.name, "attempts")
		expect.Equal(t, c.err == nil && c.tool == "", enforced != nil, c.name, "is enforced")
		expect.Equal(t, Finding{Probe: c.name, Title: "about", Guards: sandbox.Time, Skipped: c.skipped,
			Stopped: c.triedAt > 0, Mechanism: enforced.By(sandbox.Time)}, f)
	}
	t.Setenv("PATH", "")
	_, err := newHarness(t.Context(), sandbox.None)
	expect.Error(t, err, "there is no sh here")
}

// Probes that fill something have more time, and a pattern chooses probes by their names.
func TestProbesOfPatterns(t *testing.T) {
	h := harnessIn(t)
	for name, want := range map[string][2]time.Duration{
		"spinner": {}, "flooder": {8 * time.Second, 24 * time.Second}, "threads": {5 * time.Second, 15 * time.Second},
		"memory hog": {8 * time.Second, 24 * time.Second}, "unseen children": {time.Second, 12 * time.Second},
		"deep files": {2 * time.Second, 12 * time.Second}, "odd names": {20 * time.Second, 40 * time.Second},
	} {
		a := prepared(t, h, name)
		expect.Equal(t, want, [2]time.Duration{a.cpu, a.wall}, name)
		expect.Equal(t, []string{name}, Probes(name))
	}
	expect.Equal(t, []string{"link", "limited supervisor", "limited stranger"}, Probes("li*"))
	expect.Equal(t, len(simple)+len(systemProbes), len(Probes("")))
	expect.Equal(t, 0, len(Probes("[")))
}

// The scripts of an attack run one after another, and the last shows the result. A repeated one always shows it.
func TestOrderOfScripts(t *testing.T) {
	const log = "echo %d $0 >>'@HERE@/log'"
	for _, c := range []struct {
		scripts []string
		repeats int
		want    []string
	}{
		{[]string{fmt.Sprintf(log, 2), fmt.Sprintf(log, 3)}, 0, []string{"123"}},
		{nil, 2, []string{"1", "11", "111"}},
	} {
		var seen []string
		_, _, err := harnessIn(t).examine(probe{prepare: func(h *harness) (attack, error) {
			return attack{script: fmt.Sprintf(log, 1), scripts: c.scripts, repeats: c.repeats,
				result: func(testscript.Result) string {
					text, _ := os.ReadFile(filepath.Join(h.scripts, "log"))
					seen = append(seen, regexp.MustCompile(` .*\n`).ReplaceAllString(string(text), ""))
					return ""
				}}, nil
		}})
		must.Do(t, err)
		expect.Equal(t, c.want, seen)
	}
}

// Run reports the finding of each probe and returns the mechanisms. It leaves no directory.
func TestRun(t *testing.T) {
	dir, before := t.TempDir(), os.Stderr
	t.Setenv("TMPDIR", dir)
	var found []string
	mechanisms, err := Run(t.Context(), sandbox.None, "[dl]i[rn]*", func(f Finding) {
		found = append(found, fmt.Sprint(f.Probe, " by ", f.Mechanism, " ", f.Stopped))
	})
	must.Do(t, err)
	expect.Equal(t, []string{"link by limits true", "directory by limits true"}, found)
	expect.Equal(t, "limits", mechanisms.By(sandbox.Output))
	expect.Equal(t, 0, len(must.Get(os.ReadDir(dir))(t)), "files that are left")
	expect.True(t, os.Stderr == before, "standard error is restored")
	last := append(matchingProbes("link"), probe{needs: []string{"no-such-tool"}})
	mechanisms = must.Get(examine(t.Context(), sandbox.None, last, func(Finding) {}))(t)
	expect.Equal(t, "limits", mechanisms.By(sandbox.Output), "the last probe is skipped")
}

// A directory of a run is closed if neither its group nor others can pass through it or one above.
func TestDirClosed(t *testing.T) {
	t.Chdir(t.TempDir())
	must.Do(t, os.MkdirAll("top/run", 0o755))
	var a attack
	checkDirClosed(&a)
	for mode, want := range map[os.FileMode]bool{0o700: true, 0o744: true, 0o710: false, 0o701: false} {
		for _, dir := range []string{"top", "top/run"} {
			must.Do(t, os.Chmod(dir, mode))
			expect.Equal(t, want, a.result(testscript.Result{Dir: "top/run"}) == "", dir, mode)
			must.Do(t, os.Chmod(dir, 0o755))
		}
	}
}

// The text on standard error is read once. Closing the log restores standard error.
func TestErrorLog(t *testing.T) {
	before := os.Stderr
	l := must.Get(logErrors(t.TempDir()))(t)
	for _, text := range []string{"", "a\n", "b\nc\n"} {
		fmt.Fprint(os.Stderr, text)
		expect.Equal(t, text, l.news())
	}
	l.close()
	expect.True(t, os.Stderr == before, "standard error is restored")
}

// An attack succeeds if it changes something outside of its run.
func TestOutside(t *testing.T) {
	h := harnessIn(t)
	kept, opened := filepath.Join(h.outside, "kept.txt"), filepath.Join(h.outside, "open.txt")
	write := func(path string) error { return os.WriteFile(path, []byte("more"), 0o644) }
	for _, c := range []struct {
		probe string
		act   func(a attack) error
		want  string
	}{
		{"outside", func(attack) error { return nil }, ""},
		{"outside", func(attack) error { return write(kept) }, "it wrote into a file"},
		{"outside", func(attack) error { return os.Chmod(kept, 0o640) }, "it changed a file's mode"},
		{"outside", func(attack) error { return os.Remove(kept) }, "it moved a file away"},
		{"outside", func(attack) error { return write(filepath.Join(h.outside, "made.txt")) }, "it made a file"},
		{"open files", func(attack) error { return nil }, ""},
		{"open files", func(attack) error { return write(opened) }, "it wrote into a file of its caller's"},
	} {
		must.Do(t, errors.Join(os.RemoveAll(h.outside), os.Mkdir(h.outside, 0o755)))
		a := prepared(t, h, c.probe)
		must.Do(t, c.act(a))
		expect.Equal(t, c.want, a.result(testscript.Result{}), c.probe)
	}
}

// A process outside of the sandbox is watched: whether it lives, and whether its priority changes.
func TestVictim(t *testing.T) {
	h := harnessIn(t)
	killed, limited := prepared(t, h, "signals"), prepared(t, h, "limited stranger")
	expect.Equal(t, "", killed.result(testscript.Result{})+limited.result(testscript.Result{}))
	var first, second int
	must.Get(fmt.Sscanf(killed.script, "kill -9 %d;", &first))(t)
	_, after, _ := strings.Cut(limited.script, `\"victim\":`)
	must.Get(fmt.Sscanf(after, "%d", &second))(t)
	must.Do(t, unix.Setpriority(unix.PRIO_PROCESS, second, 19))
	expect.Contains(t, limited.result(testscript.Result{}), "it changed {")
	expect.True(t, startTime(second) >= startTime(first) && startTime(first) > 0, "they start in order")
	found := survivors("read forever", "") // also of other tests
	expect.True(t, slices.Contains(found, first) && slices.Contains(found, second), found)
	end([]int{first})
	expect.Equal(t, "the process is dead", killed.result(testscript.Result{}))
}
