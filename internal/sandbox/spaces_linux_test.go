//go:build !portable

package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"strings"
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

// Where submissions could reach each other, nothing is run if they are to be separate.
func TestSeparate(t *testing.T) {
	auto, err := NewWorker(Policy{})
	if err != nil {
		t.Fatal(err)
	}
	defer auto.Close()
	apart := auto.spaces.ownRoot() || auto.as.User != 0
	w, err := NewWorker(Policy{Mode: Separate})
	if err == nil {
		w.Close()
	}
	if (err == nil) != apart || err != nil && !errors.Is(err, ErrUnconfined) {
		t.Errorf("separate: %v, want an error: %v", err, !apart)
	}
}

// What a mode asks for and is not there is told, each thing with its own reason.
func TestLacks(t *testing.T) {
	var none, user Mechanisms
	none.add(nameRoot, os.ErrPermission, Files)
	none.add(nameUser, os.ErrNotExist, Signals)
	user.add(nameUser, nil, Signals)
	for _, c := range []struct {
		m    Mechanisms
		mode Mode
		want string
	}{
		{none, Auto, ""}, {none, None, ""}, {user, Separate, ""},
		{none, Separate, "no root folder of its own (permission denied), and no user of its own (file does not exist); --sandbox auto"},
		{none, Require, "files (root folder of its own: permission denied; landlock: not on this system); network ("},
	} {
		if got := c.m.Lacks(c.mode); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %q, want %q", c.mode, got, c.want)
		}
	}
}
