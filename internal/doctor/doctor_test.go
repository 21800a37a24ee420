//go:build unix

package doctor_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/doctor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
)

// findings runs the probes and checks that they leave nothing behind.
func findings(t *testing.T, mode sandbox.Mode) (map[string]doctor.Finding, sandbox.Mechanisms) {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	found := map[string]doctor.Finding{}
	mechanisms, err := doctor.Run(t.Context(), mode, func(f doctor.Finding) {
		if f.Skipped != "" {
			t.Logf("%s: skipped: %s", f.Probe, f.Skipped)
			return
		}
		found[f.Probe] = f
	})
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	return found, mechanisms
}

// No probe gets past a mechanism that is reported as active.
func TestProbesAreStopped(t *testing.T) {
	found, mechanisms := findings(t, sandbox.Auto)
	if len(found) < doctor.Probes()/2 {
		t.Errorf("%d of %d probes ran", len(found), doctor.Probes())
	}
	for _, f := range found {
		switch {
		case f.Defect():
			t.Errorf("%s: %s is active, and yet: %s", f.Probe, f.By, f.Saw)
		case !f.Stopped:
			t.Logf("%s: not enforceable here: %s", f.Probe, f.Reason)
		}
	}
	t.Logf("active: %s", mechanisms)
}

// The probes are real: without confinement some get through.
func TestProbesGetThrough(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	found, _ := findings(t, sandbox.None)
	for _, name := range []string{"signals", "network", "other runs", "goldens", "touchstone", "outside"} {
		if f, ran := found[name]; ran && f.Stopped && (runtime.GOOS == "linux" || name != "touchstone") {
			t.Errorf("%s: was stopped, though nothing confines it", name)
		}
	}
	for _, name := range []string{"spinner", "sleeper", "flooder", "disk filler"} {
		if f, ran := found[name]; ran && !f.Stopped {
			t.Errorf("%s: %s", name, f.Saw)
		}
	}
}
