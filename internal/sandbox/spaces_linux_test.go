//go:build !portable

package sandbox

import (
	"os/exec"
	"testing"
)

// A worker gets every namespace that unshare(1), which has nothing to do with touchstone, gets for the
// same user: also when this process has asked before.
func TestGrantedNamespaces(t *testing.T) {
	if _, err := exec.LookPath("unshare"); err != nil {
		t.Skip("needs unshare")
	}
	granted := func(flags ...string) bool {
		all := append([]string{"--map-root-user", "--mount", "--pid", "--ipc", "--net", "--fork"}, flags...)
		return exec.Command("unshare", append(all, "true")...).Run() == nil
	}
	w, err := NewWorker(Policy{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	m := w.Mechanisms()
	for _, c := range []struct {
		granted    bool
		mechanisms []string
	}{
		{granted(), []string{nameUserNS, nameRoot, OwnFolder, namePidNS, nameIPCNS, nameNetNS}},
		{granted("--mount-proc"), []string{OwnProc}},
	} {
		for _, name := range c.mechanisms {
			if m.HasAny(name) != c.granted {
				t.Errorf("%s: %v (%s), want what unshare gets: %v", name, m.HasAny(name), m.Reason(name), c.granted)
			}
		}
	}
	if !isDumpable() {
		t.Error("the caller is not dumpable any more, and would get no namespaces")
	}
}
