// Package doctor proves what the sandbox holds: it runs a table of hostile programs
// through the real runner and looks, from outside, at what they got away with.
//
// Each probe is a shell script that tries one thing. What should stop it is the
// mechanism that the sandbox itself reports as active for that; a probe that gets
// through although there is one is a defect.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A Finding is what came of one probe.
type Finding struct {
	Probe   string `json:"probe"`
	About   string `json:"about"`
	Guards  string `json:"guards"`          // what the probe attacks
	By      string `json:"by"`              // the mechanism that should stop it, or ""
	Helps   string `json:"helps,omitempty"` // where there is none, one that may stop it
	Stopped bool   `json:"stopped"`
	Skipped string `json:"skipped,omitempty"` // why it could not be tried
	Saw     string `json:"saw,omitempty"`     // what was seen of it
	Reason  string `json:"reason,omitempty"`  // why there is no mechanism
}

// Defect tells whether a mechanism that is reported as active let the probe through.
func (f Finding) Defect() bool { return f.Skipped == "" && !f.Stopped && f.By != "" }

// The limits of a probe. They are small, so that it takes little to pass them.
const (
	cpuLimit    = 1 * time.Second
	wallLimit   = 3 * time.Second
	memoryLimit = 256 << 20
)

// A patient is where a probe runs, and what it may try to reach.
type patient struct {
	ctx     context.Context
	mode    sandbox.Mode
	shell   string
	tried   *cases.Case
	scripts string // folder of the probes' scripts, which they may read
	outside string // folder of nobody's concern
}

// Probes is how many there are.
func Probes() int { return len(probes) }

// Run runs all probes in a sandbox of this mode. It calls each with every finding
// as it comes. An error is a failure of the harness.
func Run(ctx context.Context, mode sandbox.Mode, each func(Finding)) (mechanisms sandbox.Mechanisms, err error) {
	p := patient{ctx: ctx, mode: mode}
	if p.shell, err = exec.LookPath("sh"); err != nil {
		return nil, errors.New("the probes are shell scripts, and there is no sh here")
	}
	if p.tried, err = anyCase(); err != nil {
		return nil, err
	}
	base, err := os.MkdirTemp("", "touchstone-doctor-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(base)) }()
	if base, err = filepath.EvalSymlinks(base); err != nil {
		return nil, err
	}
	p.scripts, p.outside = filepath.Join(base, "scripts"), filepath.Join(base, "outside")
	if err := errors.Join(os.Mkdir(p.scripts, 0o755), os.Mkdir(p.outside, 0o755)); err != nil {
		return nil, err
	}
	for _, probe := range probes {
		f, enforced, err := p.examine(probe)
		if err != nil {
			return nil, fmt.Errorf("probe %q: %w", probe.name, err)
		}
		if f.Skipped == "" {
			mechanisms = enforced
		}
		each(f)
	}
	return mechanisms, nil
}

// anyCase gives a small case to run the probes on.
func anyCase() (*cases.Case, error) {
	a, err := oracle.Lookup("squirrel")
	if err != nil {
		return nil, err
	}
	all, err := cases.Embedded(a)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// examine runs one probe.
func (p *patient) examine(probe probe) (f Finding, enforced sandbox.Mechanisms, err error) {
	f = Finding{Probe: probe.name, About: probe.about, Guards: probe.guards}
	for _, tool := range probe.needs {
		if _, err := exec.LookPath(tool); err != nil {
			f.Skipped = "needs " + tool
			return f, nil, nil
		}
	}
	attack, err := probe.prepare(p)
	if err != nil {
		return f, nil, err
	}
	defer attack.end()
	result, left, err := p.run(attack.script, attack.allowRead, attack.hide)
	if err != nil {
		return f, nil, err
	}
	if result.Verdict == testscript.Internal {
		return f, nil, result.Err
	}
	if left != "" {
		attack.seen = func(testscript.Result) string { return left }
	}
	f.By = result.Enforced.By(probe.guards)
	if f.By == "" {
		f.Helps, f.Reason = result.Enforced.Helps(probe.guards), result.Enforced.Why(probe.guards)
	}
	f.Saw = attack.seen(result)
	f.Stopped = f.Saw == ""
	return f, result.Enforced, nil
}

// run runs a script as a submission, and says what is left behind of it.
func (p *patient) run(script string, allowRead, hide []string) (result testscript.Result, left string, err error) {
	path := filepath.Join(p.scripts, "probe.sh")
	if err := os.WriteFile(path, []byte(script), 0o644); err != nil {
		return result, "", err
	}
	player, err := testscript.NewPlayer(p.ctx, p.shell, path)
	if err != nil {
		return result, "", err
	}
	defer player.Close()
	runner, err := testscript.NewRunner(player, testscript.Options{
		CPU: cpuLimit, Wall: wallLimit, Memory: memoryLimit,
		Sandbox: p.mode, AllowRead: allowRead, Hide: hide, Keep: true,
	})
	if err != nil {
		return result, "", err
	}
	result = runner.Run(p.ctx, p.tried)
	beat := filepath.Join(result.Folder, "beat")
	if before, err := os.ReadFile(beat); err == nil { // a probe that lives on writes into this file
		time.Sleep(5 * pulse)
		if after, _ := os.ReadFile(beat); string(after) != string(before) {
			left = "a process lives on"
		}
	}
	runner.Keep = false
	return result, left, runner.Close()
}

// pulse is how often a process shows that it is alive.
const pulse = 50 * time.Millisecond
