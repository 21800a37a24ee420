//go:build unix

package doctor

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// findings runs probes, several at a time since many wait, and checks that they leave nothing
// behind. It also returns what touchstone printed on standard error, of whichever probe.
func findings(t *testing.T, mode sandbox.Mode, probes []probe) (map[string]Finding, sandbox.Mechanisms, string) {
	t.Helper()
	t.Setenv("TMPDIR", tier.TempDir(t))
	h, err := newHarness(t.Context(), mode)
	if err != nil {
		t.Fatal(err)
	}
	log, err := logErrors(h.base)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var mechanisms sandbox.Mechanisms
	found := map[string]Finding{}
	work := make(chan probe)
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			for one := range work {
				f, enforced, err := h.examine(one)
				mu.Lock()
				found[one.name] = f
				if len(enforced) > 0 {
					mechanisms = enforced
				}
				if err != nil {
					t.Errorf("%s: %v", one.name, err)
				}
				mu.Unlock()
			}
		})
	}
	for _, one := range probes {
		work <- one
	}
	close(work)
	group.Wait()
	printed := log.news()
	log.close()
	if err := h.made.Remove(); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	return found, mechanisms, printed
}

// Of all probes, every so many-th is run.
var every = effort.Of(24, 8, 1)

// No probe defeats a mechanism that is reported as active, each was tried, and right
// programs work wherever what they need is. For other environments: -tier 2 -as-nobody. The
// command doctor runs all probes, in CI too.
func TestProbesAreStopped(t *testing.T) {
	var probes []probe
	for i, one := range chosen(*which) {
		if one.guards == rightPrograms || *which != "" || i%every == 0 {
			probes = append(probes, one)
		}
	}
	found, mechanisms, printed := findings(t, sandbox.Auto, probes)
	if printed != "" {
		t.Errorf("touchstone printed this on standard error: %q", printed)
	}
	for _, f := range found {
		wrong := outcome(f, nil)
		switch {
		case wrong == "" && f.Skipped != "":
			t.Logf("%s: skipped: %s", f.Probe, f.Skipped)
		case wrong == "":
		case f.Defect() || f.Skipped != "":
			t.Errorf("%s (%s is active)", wrong, f.By)
		case f.Right:
			t.Logf("%s: needs %s", wrong, f.Needs)
		default:
			t.Logf("%s: not enforceable here: %s", wrong, f.Reason)
		}
	}
	t.Logf("active: %s", mechanisms)
}

// The probes are real: without confinement some succeed.
func TestProbesGetThrough(t *testing.T) {
	effort.NeedsAll(t, "slow")
	open := []string{"signals", "network", "other runs", "goldens", "touchstone", "outside"}
	if runtime.GOOS == "linux" {
		open = append(open, "supervisor memory", "sight", "killed supervisor", "limited supervisor", "limited stranger", "set-uid",
			"personality", "unix sockets", "copy", "case", "state")
	}
	named := func(names []string) (probes []probe) {
		for _, name := range names {
			probes = append(probes, chosen(name)...)
		}
		return probes
	}
	for range tries { // on a busy machine one may not get on before its time is up
		found, _, _ := findings(t, sandbox.None, named(open)) // a supervisor that is attacked may print
		open = slices.DeleteFunc(open, func(name string) bool {
			return !found[name].Stopped || runtime.GOOS != "linux" && name == "touchstone"
		})
	}
	for _, name := range open {
		t.Errorf("%s: was stopped, though nothing confines it", name)
	}
	stopped := []string{"spinner", "sleeper", "flooder", "disk filler"}
	found, _, printed := findings(t, sandbox.None, named(stopped))
	if printed != "" {
		t.Errorf("touchstone printed this on standard error: %q", printed)
	}
	for _, name := range stopped {
		if f, ran := found[name]; ran && !f.Stopped {
			t.Errorf("%s: %s", name, f.Saw)
		}
	}
}
