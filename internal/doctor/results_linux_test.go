package doctor

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
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
	_, table, _ := strings.Cut(string(must.Get(os.ReadFile("testdata/achievements.txt"))(t)), "\n\n")
	h := harnessIn(t)
	for line := range strings.Lines(strings.ReplaceAll(table, "CASE", h.tried.Name)) {
		words := strings.Split(strings.TrimSuffix(line, "\n")+" | ", " | ")
		var run struct {
			Output, Errors, Dir, Reason string
			Stop                        sandbox.Stop
			Verdict                     testscript.Verdict
			Left                        []string // names of files
			Exit                        int
		}
		decoder := json.NewDecoder(strings.NewReader(words[1]))
		decoder.DisallowUnknownFields()
		must.Do(t, decoder.Decode(&run))
		r := testscript.Result{Verdict: run.Verdict, Dir: run.Dir,
			Files: []verdict.File{{}, {Verdict: run.Verdict, Reason: run.Reason, OtherFiles: run.Left}}}
		r.Outcome.Output, r.Outcome.Errors = []byte(run.Output), []byte(run.Errors)
		r.Outcome.CPU, r.Outcome.Wall = 1500*time.Millisecond, 1234567*time.Microsecond
		r.Outcome.Stopped, r.Outcome.Exit = run.Stop, run.Exit
		a := prepared(t, h, words[0])
		saw := a.result(r)
		if saw == "" && a.tried != nil && !a.tried(r) {
			saw = "not tried"
		}
		expect.Equal(t, words[2], saw, line)
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
	mark := func(path string) error { return unix.Setxattr(path, "user.touchstone-probe", nil, 0) }
	sign := regexp.MustCompile("touchstone-probe-[0-9]+")
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
		{"new calls", func(attack) error { return nil }, ""},
		{"new calls", func(attack) error { return mark(kept) }, "it put an attribute on a file outside"},
		{"new calls", func(attack) error { return setFlags(kept) }, "it put a flag on a file outside"},
		{"state", func(attack) error { return nil }, ""},
		{"state", func(attack) error { return mark(h.outside) },
			"it left an attribute on the directory of all runs"},
		{"state", func(a attack) error { return write("/tmp/" + sign.FindString(a.script)) },
			"it left /tmp/"},
	} {
		must.Do(t, errors.Join(os.RemoveAll(h.outside), os.Mkdir(h.outside, 0o755)))
		a := prepared(t, h, c.probe)
		err := c.act(a)
		if errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.ENOTTY) {
			continue // files in memory have no attributes before Linux 6.6
		}
		must.Do(t, err)
		saw := a.result(testscript.Result{Dir: filepath.Join(h.outside, "run")})
		expect.Equal(t, c.want, sign.ReplaceAllString(saw, ""), c.probe)
	}
}

// A process outside of the sandbox is watched: whether it lives, and whether its priority changes. It is
// found by its command line, and by its directory.
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
	expect.Equal(t, 0, len(survivors("no such text", "")))
	own := must.Get(os.Readlink("/proc/self/cwd"))(t)
	expect.Equal(t, 2, len(survivors("no such text", filepath.Dir(own))))
	must.Do(t, os.RemoveAll(own))
	expect.Equal(t, 2, len(survivors("no such text", own)), "processes in a directory that is removed")
	end([]int{first})
	saw := ""
	for range 100 {
		saw = killed.result(testscript.Result{}) // waits a little for the death
	}
	expect.Equal(t, "the process is dead", saw)
}

// The probes that listen count connections. Sockets have short paths even if the temporary directory has not.
func TestConnections(t *testing.T) {
	h := harnessIn(t)
	t.Setenv("TMPDIR", filepath.Join(h.base, strings.Repeat("d", 100)))
	network, sockets := prepared(t, h, "network"), prepared(t, h, "unix sockets")
	expect.Equal(t, "", network.result(testscript.Result{})+sockets.result(testscript.Result{}))
	port := strings.TrimSuffix(filepath.Base(network.script), "'")
	dir := filepath.Dir(regexp.MustCompile(`/[^"\\]*/stream`).FindString(sockets.script))
	name := "@" + filepath.Base(dir)
	for _, to := range [][2]string{{"tcp4", "127.0.0.1:" + port}, {"unix", dir + "/stream"},
		{"unix", name + "-stream"}, {"unixgram", dir + "/datagram"}, {"unixgram", name + "-datagram"}} {
		c := must.Get(net.Dial(to[0], to[1]))(t)
		fmt.Fprint(c, "x")
		c.Close()
	}
	want, saw := "it got through, it got through 4 times", ""
	for try := 0; try < 100 && saw != want; try++ {
		saw = network.result(testscript.Result{}) + ", " + sockets.result(testscript.Result{})
	}
	expect.Equal(t, want, saw)
}

// Objects that an attack leaves in the kernel for its next run are removed.
func TestStateIsRemoved(t *testing.T) {
	a := prepared(t, harnessIn(t), "state")
	var key uintptr
	_, after, _ := strings.Cut(a.script, `\"key\":`)
	must.Get(fmt.Sscanf(after, "%d", &key))(t)
	for _, flags := range []uintptr{unix.IPC_CREAT | 0o600, 0} {
		for _, call := range [][3]uintptr{{unix.SYS_SHMGET, 1, flags}, {unix.SYS_SEMGET, 1, flags},
			{unix.SYS_MSGGET, flags}} {
			_, _, e := unix.Syscall(call[0], key, call[1], call[2])
			expect.Equal(t, flags == 0, e != 0, call, e)
		}
		a.done()
	}
}

// A process that lives on, or shows that it does, is reported and ended. A run may leave no directory.
func TestRemains(t *testing.T) {
	h := harnessIn(t)
	const changes = "/proc/sys/kernel/random/uuid" // whenever it is read
	f, _, err := h.examine(probe{prepare: outcomeAttack("ln -s "+changes+" beat", refusedResult)})
	expect.Equal(t, "a process lives on", f.Saw, err)
	must.Do(t, os.Symlink(changes, "beat"))
	expect.Equal(t, "", h.remains(""), "a file of no run")
	h.shell = filepath.Join(h.scripts, "sh")
	must.Do(t, os.Symlink(must.Get(exec.LookPath("sh"))(t), h.shell))
	_, ended, end, err := h.startVictim()
	must.Do(t, err)
	defer end()
	expect.Equal(t, "a process lives on", h.remains(""))
	<-ended

	expect.Equal(t, "", h.clear(&testscript.Program{}, ""), "no directory")
	left := filepath.Join(h.base, "touchstone-left", "run")
	must.Do(t, os.MkdirAll(left, 0o700))
	for _, want := range []string{"its directory was not removed: <nil>", ""} {
		expect.Equal(t, want, h.clear(&testscript.Program{}, left))
	}
	expect.Equal(t, 0, len(must.Get(filepath.Glob("touchstone-*"))(t)))
}

// unlock removes the flags of files in a directory. It does not touch files outside.
func TestUnlock(t *testing.T) {
	dir := harnessIn(t).scripts
	inside, outside := filepath.Join(dir, "inside"), filepath.Join(filepath.Dir(dir), "outside.txt")
	must.Do(t, errors.Join(writeFile(inside, "", 0o600), writeFile(outside, "", 0o600),
		os.Symlink(outside, filepath.Join(dir, "link"))))
	if err := errors.Join(setFlags(inside), setFlags(outside)); errors.Is(err, unix.ENOTTY) {
		t.Skip(err)
	}
	unlock(dir)
	expect.Equal(t, 0, must.Get(fileFlags(inside))(t)&noDump)
	expect.Equal(t, noDump, must.Get(fileFlags(outside))(t)&noDump)
}

// setFlags sets a harmless attribute of a file.
func setFlags(path string) error {
	fd, err := unix.Open(path, unix.O_RDONLY, 0)
	return errors.Join(err, unix.IoctlSetPointerInt(fd, unix.FS_IOC_SETFLAGS, noDump), unix.Close(fd))
}

// All probes can be prepared. A second name of touchstone cannot be made twice, or on another file system.
func TestPrepare(t *testing.T) {
	h := harnessIn(t)
	must.Do(t, writeFile("cc", "#!/bin/sh\n", 0o755))
	t.Setenv("PATH", h.base+":"+os.Getenv("PATH"))
	for _, one := range matchingProbes("[^h]*") { // not hard link
		a := prepared(t, h, one.name)
		expect.True(t, a.result != nil && (a.script != "") == (a.source == nil), one.name)
		expect.Equal(t, slices.Contains(one.needs, "python3"), a.python, one.name, "is in Python")
	}
	for _, name := range []string{"copy", "case.txtar"} {
		must.Get(os.Stat(filepath.Join(h.outside, "shared", "deep", name)))(t)
	}
	_, _ = prepareReach("link")(h)
	_, err := prepareReach("link")(h)
	expect.Error(t, err, "needs leave to link to touchstone")
}
