//go:build unix

package doctor

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// findings runs probes and checks that they leave nothing behind.
func findings(t *testing.T, mode sandbox.Mode, probes []probe) (map[string]Finding, sandbox.Mechanisms) {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	found := map[string]Finding{}
	mechanisms, err := examine(t.Context(), mode, probes, func(f Finding) { found[f.Probe] = f })
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	return found, mechanisms
}

// No probe defeats a mechanism that is reported as active, each was tried, and right
// programs work, except for known ones. For other environments: -tier 2 -as-nobody. The
// command doctor runs all probes, in CI too.
func TestProbesAreStopped(t *testing.T) {
	var probes []probe
	for i, one := range chosen(*which) {
		if one.guards == RightPrograms || *which != "" || i%*every == 0 {
			probes = append(probes, one)
		}
	}
	found, mechanisms := findings(t, sandbox.Auto, probes)
	for _, f := range found {
		wrong := outcome(f, nil)
		switch {
		case wrong == "" && f.Skipped != "":
			t.Logf("%s: skipped: %s", f.Probe, f.Skipped)
		case wrong == "" && mayBe(f.Probe):
			t.Logf("%s: is closed now: take it out of the list of what is known", f.Probe)
		case wrong == "":
		case mayBe(f.Probe):
			t.Logf("known: %s (%s)", wrong, f.By)
		case f.Defect() || f.Skipped != "" || f.Right:
			t.Errorf("%s (%s is active)", wrong, f.By)
		default:
			t.Logf("%s: not enforceable here: %s", wrong, f.Reason)
		}
	}
	t.Logf("active: %s", mechanisms)
}

// The probes are real: without confinement some succeed.
func TestProbesGetThrough(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	open := []string{"signals", "network", "other runs", "goldens", "touchstone", "outside"}
	if runtime.GOOS == "linux" {
		open = append(open, "supervisor memory", "sight", "killed supervisor", "limited supervisor", "limited stranger", "set-uid",
			"personality", "unix sockets", "copy", "case", "state")
	}
	for _, name := range open {
		found, _ := findings(t, sandbox.None, chosen(name))
		if f := found[name]; f.Stopped && (runtime.GOOS == "linux" || name != "touchstone") {
			t.Errorf("%s: was stopped, though nothing confines it", name)
		}
	}
	for _, name := range []string{"spinner", "sleeper", "flooder", "disk filler"} {
		found, _ := findings(t, sandbox.None, chosen(name))
		if f, ran := found[name]; ran && !f.Stopped {
			t.Errorf("%s: %s", name, f.Saw)
		}
	}
}
