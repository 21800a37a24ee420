//go:build !portable

package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// delegate makes sure that groups below a folder of version 2 can have limits. For that the
// process must leave the folder: only leaves of the tree may contain processes.
func delegate(dir string) error {
	const want = "+memory +pids"
	there, err := os.ReadFile(filepath.Join(dir, "cgroup.controllers"))
	if err != nil {
		return err
	}
	for _, name := range []string{"memory", "pids"} {
		if !slices.Contains(strings.Fields(string(there)), name) {
			return fmt.Errorf("%s: the controller %s is not delegated", dir, name)
		}
	}
	control := filepath.Join(dir, "cgroup.subtree_control")
	if os.WriteFile(control, []byte(want), 0) == nil {
		return nil
	}
	own := filepath.Join(dir, "touchstone-self")
	if err := os.Mkdir(own, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	if err := os.WriteFile(filepath.Join(own, "cgroup.procs"), []byte("0"), 0); err != nil {
		return err
	}
	if err := os.WriteFile(control, []byte(want), 0); err != nil { // other processes are in the folder too
		return errors.Join(err, os.WriteFile(filepath.Join(dir, "cgroup.procs"), []byte("0"), 0), os.Remove(own))
	}
	return nil
}

// ownGroupDir returns the folder of this process's group for a controller, or for version 2
// if controller is "".
func ownGroupDir(controller string) (string, error) {
	absent := fmt.Errorf("no control groups for %s here", cmp.Or(controller, "all in one"))
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return "", absent
	}
	base := ""
	for _, line := range strings.Split(string(mounts), "\n") { // see man 5 proc
		left, right, ok := strings.Cut(line, " - ")
		l, r := strings.Fields(left), strings.Fields(right)
		if !ok || len(l) < 5 || len(r) < 3 {
			continue
		}
		if controller == "" && r[0] == "cgroup2" || r[0] == "cgroup" && slices.Contains(strings.Split(r[2], ","), controller) {
			base = l[4]
		}
	}
	if base == "" {
		return "", absent
	}
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return "", absent
	}
	for _, line := range strings.Split(string(own), "\n") {
		parts := strings.SplitN(line, ":", 3)
		if len(parts) == 3 && slices.Contains(strings.Split(parts[1], ","), controller) {
			if dir := filepath.Join(base, parts[2]); isFolder(dir) {
				return dir, nil
			}
			return base, nil // in a container, which has its own group mounted there
		}
	}
	return "", absent
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

const groupPrefix = "touchstone-"

// sweepGroups removes the groups left by a killed process: those whose lock can be acquired
// and which are old enough for their owner to have locked them. Processes still in one were
// left by a program, and are killed.
func sweepGroups(parent string) {
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		info, err := e.Info()
		var pid, n int
		if parsed, _ := fmt.Sscanf(e.Name(), groupPrefix+"%d-%d", &pid, &n); parsed != 2 || err != nil || time.Since(info.ModTime()) < time.Second {
			continue
		}
		dir := filepath.Join(parent, e.Name())
		if lock, err := scratch.Lock(dir); err == nil {
			emptyGroup(dir)
			os.Remove(dir)
			lock.Close()
		}
	}
}

// emptyGroup kills the processes in a group, and waits until they are gone.
func emptyGroup(dir string) {
	for range 1000 {
		list, err := os.Open(filepath.Join(dir, "cgroup.procs"))
		if err != nil {
			return
		}
		pids := members(list)
		list.Close()
		if len(pids) == 0 {
			return
		}
		for _, pid := range pids {
			unix.Kill(pid, unix.SIGKILL)
		}
		time.Sleep(time.Millisecond)
	}
}
