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

// What fails for a reason of its own is an error. It does not take the namespaces from those that follow.
func TestNoDemotion(t *testing.T) {
	before, err := NewWorker(Policy{})
	if err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	if w, err := NewWorker(Policy{Root: "/no/such/folder"}); err == nil && before.spaces.ownRoot() {
		w.Close()
		t.Error("want an error for a folder that does not exist, found none")
	}
	useful.next, useful.known = 0, false // as in a process whose first worker fails
	if w, err := NewWorker(Policy{Root: "/no/such/folder"}); err == nil && before.spaces.ownRoot() {
		w.Close()
		t.Error("want an error from the first worker too, found none")
	}
	after, err := NewWorker(Policy{})
	if err != nil {
		t.Fatal(err)
	}
	defer after.Close()
	if before.spaces != after.spaces {
		t.Errorf("namespaces %#x, before %#x", after.spaces, before.spaces)
	}
}
