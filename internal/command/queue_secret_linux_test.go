//go:build queue

package command

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nkeys"
)

// holds reports whether the memory or the environment of a process has one of some secrets.
func holds(t *testing.T, pid int, secrets [][]byte) (bool, error) {
	t.Helper()
	proc := filepath.Join("/proc", strconv.Itoa(pid))
	found := func(text []byte) bool {
		for _, secret := range secrets {
			if bytes.Contains(text, secret) {
				return true
			}
		}
		return false
	}
	for _, name := range []string{"environ", "cmdline"} {
		text, err := os.ReadFile(filepath.Join(proc, name))
		if err != nil {
			return false, err
		}
		if found(text) {
			return true, nil
		}
	}
	maps, err := os.Open(filepath.Join(proc, "maps"))
	if err != nil {
		return false, err
	}
	defer maps.Close()
	mem, err := os.Open(filepath.Join(proc, "mem"))
	if err != nil {
		return false, err
	}
	defer mem.Close()
	read := 0
	var text []byte // of one region after the other: they are large
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		var from, to int64
		var mode string
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x %s", &from, &to, &mode); n != 3 || !strings.HasPrefix(mode, "rw") {
			continue
		}
		text = slices.Grow(text[:0], int(to-from))[:to-from]
		n, _ := mem.ReadAt(text, from) // what cannot be read is not there
		if found(text[:n]) {
			return true, nil
		}
		read += n
	}
	if read == 0 {
		return false, os.ErrProcessDone
	}
	return false, nil
}

// secretsOf returns the seeds in a key file, as text and as bytes.
func secretsOf(t *testing.T, path string) (secrets [][]byte) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range strings.Fields(string(text)) {
		if _, raw, err := nkeys.DecodeSeed([]byte(word)); err == nil {
			secrets = append(secrets, []byte(word), raw)
		}
	}
	if len(secrets) == 0 {
		t.Fatalf("%s has no seeds", path)
	}
	return secrets
}

// family returns the processes below one, and itself, by the first words of their command lines.
func family(t *testing.T, pid int) map[int]string {
	t.Helper()
	all := map[int]string{}
	var add func(pid int)
	add = func(pid int) {
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err != nil {
			return
		}
		name, _, _ := strings.Cut(string(line), "\x00")
		all[pid] = name
		tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
		for _, task := range tasks {
			children, _ := os.ReadFile(task)
			for _, child := range strings.Fields(string(children)) {
				n, _ := strconv.Atoi(child)
				add(n)
			}
		}
	}
	add(pid)
	return all
}

// No process that starts programs has a secret of the queue in its memory, its environment or its arguments:
// neither a leader that works too, nor a worker, nor a supervisor. The key holder has them, and is not to be
// read by other processes of the same user.
func TestQueueKeepsSecrets(t *testing.T) {
	roster := makeClass(t)
	// Reading all memory takes seconds, on a slow machine as long as a class does: one student keeps this one from ending.
	if err := os.WriteFile(filepath.Join(roster, "dan", "Makefile"), []byte("agent:\n\ttrue\nrun:\n\tsleep 60\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	keys, key := makeKeys(t)
	at := "127.0.0.1:" + freePort(t)
	worker := exec.CommandContext(t.Context(), "touchstone", "worker", "--queue", "nats://"+at, "--key", key, "--jobs", "1", "--sandbox", "none")
	begin(t, worker, "waiting for the queue")
	lead := gradeCommand(t, t.TempDir(), roster, t.TempDir())
	lead.Args = append(lead.Args, "--queue", at, "--keys", keys)
	begin(t, lead, "working for")
	looks := []*look{{pid: worker.Process.Pid, file: key}, {pid: lead.Process.Pid, file: filepath.Join(keys, "leader.key")}}
	left := looks
	for deadline := time.Now().Add(20 * time.Second); len(left) > 0 && time.Now().Before(deadline); {
		for _, l := range left {
			l.at(t)
		}
		left = slices.DeleteFunc(left, func(l *look) bool { return l.supervisors > 0 && l.holders > 0 })
	}
	for _, l := range left {
		t.Errorf("of who has %s, %d supervisors and %d key holders with the key were seen", l.file, l.supervisors, l.holders)
	}
}

// A look is at the processes of a leader or a worker, for the secrets in a file.
type look struct {
	pid                  int
	file                 string
	supervisors, holders int // that were looked at
}

// at looks at those that there are just now.
func (l *look) at(t *testing.T) {
	t.Helper()
	secrets := secretsOf(t, l.file)
	for pid, name := range family(t, l.pid) {
		found, err := holds(t, pid, secrets)
		switch {
		case errors.Is(err, os.ErrProcessDone), errors.Is(err, os.ErrNotExist), errors.Is(err, syscall.ESRCH): // it has ended
		case name == "touchstone-key-holder" && os.Geteuid() == 0:
			if err != nil {
				t.Errorf("the key holder cannot be read by root: %v", err)
			} else if found { // or it has only begun, and does not hold the key yet
				l.holders++
			}
		case name == "touchstone-key-holder":
			if l.holders++; !errors.Is(err, os.ErrPermission) {
				t.Errorf("the key holder can be read by its user: %v", err)
			}
		case found:
			t.Errorf("%s holds a secret", name)
		case name == "touchstone-supervisor":
			l.supervisors++
		}
	}
}
