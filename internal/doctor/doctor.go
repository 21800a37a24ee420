// Package doctor verifies the protection of the sandbox: it runs a table of hostile programs through the real
// runner and observes, from outside, what they achieve.
//
// Each probe is a script that tries one thing, in shell or, where system calls are needed, in Python
// (attacks/). The mechanism that should stop it is the one that the sandbox itself reports as active for that
// purpose; a probe that succeeds in spite of it is a defect. A probe that shows no sign of having been tried
// counts as skipped, never as stopped. Some probes are right programs, which must work all the same.
package doctor

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A Finding is the result of one probe.
type Finding struct {
	Probe     string `json:"probe"`
	Title     string `json:"about"`
	Guards    string `json:"guards"` // target of the attack
	Mechanism string `json:"by"`     // the mechanism that should stop it, or ""
	// a mechanism that may stop the probe, if the intended one is missing
	Helps   string `json:"helps,omitempty"`
	Stopped bool   `json:"stopped"`
	Right   bool   `json:"right,omitempty"`   // the probe is a right program
	Works   bool   `json:"works,omitempty"`   // and it works
	Needs   string `json:"needs,omitempty"`   // if it does not work, the missing requirement
	Skipped string `json:"skipped,omitempty"` // why it could not be tried
	Saw     string `json:"saw,omitempty"`     // the probe's achievement, or the reason why it does not work
	Reason  string `json:"reason,omitempty"`  // why there is no mechanism
}

// Defect reports whether a probe succeeded in spite of a mechanism that is reported as active, or a
// right program does not work although everything that it needs is.
func (f Finding) Defect() bool {
	if f.Right {
		return f.Skipped == "" && !f.Works && f.Needs == ""
	}
	return f.Skipped == "" && !f.Stopped && f.Mechanism != ""
}

// The limits of a probe. They are small, so that exceeding them takes little.
const (
	cpuLimit    = 1 * time.Second
	wallLimit   = 3 * time.Second
	memoryLimit = 256 << 20
)

// patience is the time that a check may take in addition to the program's limit. A failing program is run
// twice, to find the refused requests.
const patience = 4 * time.Second

// rightPrograms is the guarded thing of probes that are not attacks.
const rightPrograms = "right programs"

// A harness is the environment in which a probe runs, with the things that it may try to reach.
type harness struct {
	ctx     context.Context
	mode    sandbox.Mode
	shell   string
	tried   *cases.Case
	base    string // directory for all probes
	made    *scratch.Dir
	errors  *errorLog // collects the text on standard error, or nil
	scripts string    // directory of this probe's scripts, which it may read
	outside string    // directory that no probe should reach
}

// matchingProbes returns the probes for every system and for this one whose names match a pattern of
// path.Match; "" matches all.
func matchingProbes(pattern string) []probe {
	return slices.DeleteFunc(slices.Concat(simple, systemProbes), func(p probe) bool {
		match, err := path.Match(cmp.Or(pattern, "*"), p.name)
		return !match || err != nil
	})
}

// Probes returns the names of the probes that match a pattern.
func Probes(pattern string) (names []string) {
	for _, p := range matchingProbes(pattern) {
		names = append(names, p.name)
	}
	return names
}

// Run runs the probes that match a pattern, or all for "", in a sandbox of the given mode. It calls report with
// each finding. The error is a failure of the harness.
func Run(ctx context.Context, mode sandbox.Mode, pattern string,
	report func(Finding)) (sandbox.Mechanisms, error) {
	return examine(ctx, mode, matchingProbes(pattern), report)
}

func examine(ctx context.Context, mode sandbox.Mode, probes []probe,
	report func(Finding)) (mechanisms sandbox.Mechanisms, err error) {
	h, err := newHarness(ctx, mode)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, h.made.Remove()) }()
	if h.errors, err = logErrors(h.base); err != nil {
		return nil, err
	}
	defer h.errors.close()
	for _, probe := range probes {
		f, enforced, err := h.examine(probe)
		if err != nil {
			return nil, fmt.Errorf("probe %q: %w", probe.name, err)
		}
		if len(enforced) > 0 {
			mechanisms = enforced
		}
		report(f)
	}
	return mechanisms, nil
}

// newHarness creates a directory for probes.
func newHarness(ctx context.Context, mode sandbox.Mode) (h *harness, err error) {
	h = &harness{ctx: ctx, mode: mode}
	if h.shell, err = exec.LookPath("sh"); err != nil {
		return nil, errors.New("the probes are shell scripts, and there is no sh here")
	}
	if h.tried, err = anyCase(); err != nil {
		return nil, err
	}
	if h.made, err = scratch.Make("", "doctor"); err != nil {
		return nil, err
	}
	h.base = h.made.Path
	return h, os.Chmod(h.base, 0o755)
}

// anyCase returns a small case to run the probes on.
func anyCase() (*cases.Case, error) {
	all, err := cases.Embedded(&squirrel.Assignment)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// tries is the number of attempts for a probe that cannot be tried: its resources may be used up for a
// moment.
const tries = 3

// examine runs one probe, several times if need be.
func (h *harness) examine(probe probe) (f Finding, enforced sandbox.Mechanisms, err error) {
	plan := Finding{Probe: probe.name, Title: probe.title, Guards: probe.guards,
		Right: probe.guards == rightPrograms}
	for _, tool := range probe.needs {
		if _, err := exec.LookPath(tool); err != nil {
			plan.Skipped = "needs " + tool
			return plan, nil, nil
		}
	}
	for range tries {
		if f, enforced, err = h.try(probe, plan); err != nil || enforced == nil || f.Skipped == "" {
			break
		}
	}
	return f, enforced, err
}

// try runs one probe once, in separate directories, and completes its finding.
func (h *harness) try(probe probe, f Finding) (_ Finding, enforced sandbox.Mechanisms, err error) {
	own := *h
	dir, err := os.MkdirTemp(h.base, "probe-")
	if err != nil {
		return f, nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	own.scripts, own.outside = filepath.Join(dir, "scripts"), filepath.Join(dir, "outside")
	if err := errors.Join(os.Chmod(dir, 0o755), os.Mkdir(own.scripts, 0o755),
		os.Mkdir(own.outside, 0o755)); err != nil {
		return f, nil, err
	}
	attack, err := probe.prepare(&own)
	var why skipError
	if errors.As(err, &why) {
		f.Skipped = string(why)
		return f, nil, nil
	}
	if err != nil {
		return f, nil, err
	}
	if attack.done != nil {
		defer attack.done()
	}
	r, err := own.run(attack)
	if err != nil {
		return f, nil, err
	}
	f.judge(attack, r)
	return f, r.enforced, nil
}

// judge derives the finding from a run.
func (f *Finding) judge(a attack, r report) {
	f.Saw = r.saw
	if f.Right {
		if f.Works = f.Saw == ""; !f.Works && !r.enforced.HasAny(a.needs...) {
			f.Needs = strings.Join(a.needs, " or ")
		}
		return
	}
	f.Mechanism = r.enforced.By(f.Guards)
	if f.Mechanism == "" {
		f.Helps, f.Reason = r.enforced.PartlyConfinedBy(f.Guards), r.enforced.Why(f.Guards)
	}
	if f.Saw == "" && a.tried != nil && !a.tried(r.last) {
		f.Skipped = fmt.Sprintf("it was not tried to its end: verdict %s, %s", r.last.Verdict,
			printable(lastLine(r.last.Outcome.Errors)))
		return
	}
	f.Stopped = f.Saw == ""
}

// A report is the result of the runs of an attack.
type report struct {
	last     testscript.Result
	enforced sandbox.Mechanisms
	saw      string // the probe's achievement
}

// run runs an attack as a submission, and reports its achievement, including any processes and files left
// over.
func (h *harness) run(a attack) (r report, err error) {
	o := testscript.Options{
		CPU: cmp.Or(a.cpu, cpuLimit), Wall: cmp.Or(a.wall, wallLimit), Memory: memoryLimit,
		Sandbox: h.mode, AllowRead: a.allowRead, Hide: a.hide, Keep: true,
	}
	path := filepath.Join(h.scripts, "probe")
	source, err := h.source(a, path)
	if err != nil {
		return r, err
	}
	runner, err := testscript.NewRunner(o, 0)
	if err != nil {
		return r, err
	}
	program, err := runner.Open(h.ctx, a.assignment, source)
	if err != nil {
		return r, err
	}
	defer program.Close()
	r.enforced, _ = program.Enforced().(sandbox.Mechanisms)
	scripts := append([]string{a.script}, a.scripts...)
	for range a.repeats {
		scripts = append(scripts, a.script)
	}
	for i, script := range scripts {
		script = strings.ReplaceAll(script, "@HERE@", h.scripts)
		if err = os.WriteFile(path, []byte(script), 0o644); err != nil {
			break
		}
		if r.saw, err = h.runAttack(program, &r.last); err != nil || r.saw != "" {
			break
		}
		if i < len(a.scripts) && a.repeats == 0 {
			continue // its effect shows in the next run
		}
		if r.saw = a.result(r.last); r.saw != "" {
			break
		}
	}
	stays := h.clear(program, r.last.Dir)
	r.saw = cmp.Or(r.saw, stays)
	return r, err
}

// source returns the program that is run.
func (h *harness) source(a attack, path string) (source testscript.Source, err error) {
	if a.source != nil {
		return *a.source, nil
	}
	if err := os.WriteFile(path, nil, 0o644); err != nil { // otherwise it is not known to be a file
		return source, err
	}
	shell := h.shell
	if a.python {
		shell = "python3"
	}
	return testscript.Command(shell, path), nil
}

// runAttack runs an attack once, and reports any data that touchstone itself reveals about it.
func (h *harness) runAttack(program *testscript.Program, result *testscript.Result) (saw string, err error) {
	ctx, cancel := context.WithTimeout(h.ctx, 2*sandbox.Limits{Wall: program.Wall}.MaxElapsed()+patience)
	defer cancel()
	h.errors.news()
	begin := time.Now()
	*result = program.Run(ctx, h.tried)
	if h.ctx.Err() != nil {
		return "", h.ctx.Err()
	}
	remains := h.remains(result.Dir)
	switch news := h.errors.news(); {
	case ctx.Err() != nil:
		return fmt.Sprintf("the check did not end: it was given up after %.0f s", time.Since(begin).Seconds()), nil
	case remains != "":
		return remains, nil
	case result.Verdict == testscript.Internal:
		return "touchstone itself failed: " + printable(fmt.Sprint(result.Err)), nil
	case result.Verdict == testscript.Pass:
		return "it passes", nil
	case news != "":
		return "touchstone printed this on standard error: " + printable(news), nil
	}
	return "", nil
}

// remains reports which processes survive, and ends them. They are identified by the directory
// of the attack's scripts in their command lines, wherever they are.
func (h *harness) remains(dir string) (saw string) {
	beat := filepath.Join(dir, "beat")
	if before, err := os.ReadFile(beat); dir != "" && err == nil { // a surviving probe writes to this file
		time.Sleep(5 * pulse)
		if after, _ := os.ReadFile(beat); string(after) != string(before) {
			saw = "a process lives on"
		}
	}
	var left []int
	for range 7 {
		if left = survivors(h.scripts, dir); len(left) == 0 {
			return saw
		}
		time.Sleep(pulse)
	}
	end(left)
	return "a process lives on"
}

// clear closes a program, reports the files that cannot be removed, and then removes them itself.
func (h *harness) clear(program *testscript.Program, dir string) (saw string) {
	program.Keep = false
	err := program.Close()
	root := dir
	for filepath.Dir(root) != root && !strings.HasPrefix(filepath.Base(root), "touchstone-") {
		root = filepath.Dir(root)
	}
	if _, statErr := os.Lstat(root); filepath.Dir(root) == root || statErr != nil {
		if err != nil {
			return "it cannot be cleared away: " + printable(err.Error())
		}
		return ""
	}
	unlock(dir)
	_ = exec.Command("chmod", "-R", "u+rwx", root).Run() // they can handle deep directories
	err = errors.Join(err, exec.Command("rm", "-rf", root).Run())
	return "its directory was not removed: " + printable(fmt.Sprint(err))
}

// pulse is the interval at which a process shows that it is alive.
const pulse = 50 * time.Millisecond

func lastLine(text []byte) string {
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	return string(lines[len(lines)-1])
}

// An errorLog holds the text on standard error while probes run: the harness itself prints nothing there.
type errorLog struct {
	file, before *os.File
	read         int64
}

func logErrors(dir string) (*errorLog, error) {
	f, err := os.OpenFile(filepath.Join(dir, "errors"), os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	l := &errorLog{file: f, before: os.Stderr}
	os.Stderr = f
	return l, nil
}

// news returns the text printed since the last call.
func (l *errorLog) news() string {
	if l == nil {
		return ""
	}
	text := make([]byte, 4<<10)
	n, _ := l.file.ReadAt(text, l.read)
	if info, err := l.file.Stat(); err == nil {
		l.read = info.Size()
	}
	return string(text[:n])
}

func (l *errorLog) close() {
	os.Stderr = l.before
	l.file.Close()
}
