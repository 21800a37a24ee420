//go:build !portable

package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// The limit of a memory group is set from the start. Without a group, none is reported.
func TestMemoryGroup(t *testing.T) {
	var m Mechanisms
	g := newGroups(1<<30, &m)
	defer g.close()
	expect.Equal(t, g.memory != nil, m.HasAny(nameMemoryGroup), m.Reason(nameMemoryGroup))
	if g.memory != nil {
		limit := textOf(g.memory.dir, g.memoryFile("memory.max", "memory.limit_in_bytes"))
		expect.Equal(t, "1073741824", strings.TrimSpace(limit), "limit of the group")
	}
}

// A directory of control groups is useful if it can limit memory and processes. If only this permits limits, the
// process leaves the directory, and returns if it does not help.
func TestDelegate(t *testing.T) {
	const both, own = "+memory +pids", "touchstone-self/cgroup.procs"
	for _, c := range []struct{ controllers, control, existing, err, asked, left, back string }{
		{"cpuset cpu io memory pids\n", "control", "x", "<nil>", both, "", ""},
		{"memory cpu", "control", "x", "the controller pids is not delegated", "", "", ""},
		{"cpu pids", "control", "x", "the controller memory is not delegated", "", "", ""},
		{"memory_pids", "control", "x", "the controller memory is not delegated", "", "", ""},
		{"memory pids", "touchstone-self/control", "x", "<nil>", both, "0", ""},
		{"memory pids", ".", "touchstone-self/x", "is a directory", "", "0", "0"},
		{"memory pids", ".", "touchstone-self", own + ": not a directory", "", "", ""},
	} {
		dir := t.TempDir()
		must.WriteFiles(t, dir, map[string]string{"cgroup.controllers": c.controllers, c.existing: ""})
		must.Do(t, os.Symlink(c.control, filepath.Join(dir, "cgroup.subtree_control")))
		expect.Contains(t, fmt.Sprint(delegate(dir)), c.err)
		for file, want := range map[string]string{c.control: c.asked, own: c.left, "cgroup.procs": c.back} {
			expect.Equal(t, want, textOf(dir, file), c)
		}
	}
}

func textOf(dir, file string) string {
	text, _ := os.ReadFile(filepath.Join(dir, file))
	return string(text)
}

// The groups of a worker have its limits, count for it and are joined by its programs, in both versions.
func TestGroups(t *testing.T) {
	for _, c := range []struct {
		unified                      bool
		limit, events, peak, handles string
	}{
		{true, "memory.max", "memory.events", "memory.peak", "memory usage processes"},
		{false, "memory.limit_in_bytes", "memory.oom_control", "memory.max_usage_in_bytes", "memory pids CPU time usage processes"},
	} {
		parent, g := t.TempDir(), new(groups)
		must.WriteFiles(t, parent, map[string]string{"cgroup.controllers": "memory pids"})
		if c.unified {
			must.Do(t, g.makeUnified(parent, 5))
			expect.Equal(t, "256 0", textOf(g.pids.dir, "pids.max")+" "+textOf(g.pids.dir, "memory.swap.max"))
		} else {
			for _, one := range []**group{&g.memory, &g.pids, &g.cpu} {
				*one = must.Get(newGroup(parent, "tasks", nil))(t)
			}
			must.Do(t, g.limit(5))
		}
		expect.Equal(t, "5", textOf(g.memory.dir, c.limit))
		must.WriteFiles(t, g.cpu.dir, map[string]string{"cpu.stat": "", "cgroup.procs": ""})
		must.WriteFiles(t, g.memory.dir, map[string]string{c.peak: "7\n", c.events: "low 1\noom_kill 2\nbad line\n"})
		must.Do(t, g.count("cpu.stat"))
		expect.Equal(t, []int64{7, 2}, []int64{g.peak(), g.kills()})
		must.Do(t, g.begin(6))
		expect.Equal(t, "6 0", textOf(g.memory.dir, c.limit)+" "+textOf(g.memory.dir, c.peak))
		must.Do(t, g.begin(0))
		expect.Equal(t, "6", textOf(g.memory.dir, c.limit), "without a limit of the run")
		var h handles
		g.addHandles(&h)
		expect.Equal(t, c.handles, strings.Join(h.names, " "))
		g.close()
		for _, f := range h.files {
			expect.Error(t, f.Close(), "already closed")
		}
	}
	none, parent := new(groups), t.TempDir()
	expect.Equal(t, "0 0 <nil>", fmt.Sprint(none.peak(), none.kills(), none.begin(1)))
	none.close()
	_, err := newGroup(parent, "tasks", map[string]int64{"none/limit": 1})
	expect.Error(t, err, "none/limit: no such file")
	_, err = newGroup(parent, "none/tasks", nil)
	expect.Error(t, err, "none/tasks: no such file")
	expect.Equal(t, nil, must.Names(t, parent), "groups that fail")
	_, err = newGroup("/no/such/directory", "tasks", nil)
	expect.Error(t, err, "may not create control groups")
}

// The group of this process is found below the last mount for a controller, or is mounted there in a container.
func TestGroupDir(t *testing.T) {
	base := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(base, "own"), 0o700))
	const bad = "a b c d - cgroup e f,memory\n30 22 0:27 / /none rw\n30 22 0:27 / /none - cgroup memory\n30 22 0:27 / /none rw - tmpfs x rw,memory\n"
	old := bad + "34 30 0:31 / " + base + " rw,relatime shared:5 - cgroup cgroup rw,cpu,memory\n35 30 0:31 / /none rw - cgroup c rw,pids\n"
	unified := bad + "34 30 0:31 / " + base + " - cgroup2 cgroup2 rw\n35 30 0:31 / /none rw - cgroup c rw,pids\n"
	for _, c := range []struct{ controller, mounts, own, want string }{
		{"memory", old, "bad\n9:pids:/\n4:cpu,memory:/own\n0::/\n", base + "/own"},
		{"memory", old, "4:memory:/none\n", base},
		{"memory", old, "9:pids:/own\n", ""},
		{"memory", unified, "4:memory:/own\n", ""},
		{"", unified, "4:memory:/\n0::/own\n", base + "/own"},
		{"", old, "0::/own\n", ""},
		{"", "", "", ""},
	} {
		dir, err := groupDir(c.controller, c.mounts, c.own)
		expect.Equal(t, c.want, dir, c)
		expect.Equal(t, c.want == "", err != nil, err)
	}
}

// A control group left by a killed process is removed, and the processes in it are killed.
func TestSweptGroup(t *testing.T) {
	parent, err := ownGroupDir("pids")
	if err != nil {
		t.Skip(err)
	}
	g, err := newGroup(parent, "tasks", map[string]int64{"pids.max": maxProcesses})
	if err != nil {
		t.Skip(err)
	}
	sleeper := exec.Command("/bin/sleep", "1000")
	must.Do(t, sleeper.Start())
	must.Get(g.join.WriteString(strconv.Itoa(sleeper.Process.Pid)))(t)
	g.lock.Close()
	g.join.Close()
	time.Sleep(1100 * time.Millisecond) // younger ones may not be locked yet
	go sleeper.Wait()
	defer sleeper.Process.Kill()
	effort.Await(t, "the end of the group", func() bool { // another process may lock it, to sweep it too
		sweepGroups(parent)
		_, err := os.Stat(g.dir)
		return err != nil
	})
}

// Only old directories of no process are removed, with the names of groups.
func TestSweepGroups(t *testing.T) {
	parent := t.TempDir()
	locked := must.Get(newGroup(parent, "tasks", nil))(t)
	defer locked.remove()
	old := time.Now().Add(-time.Hour)
	for _, name := range []string{"touchstone-0-2", "touchstone-0", "other-1-2", "touchstone-0-3"} {
		must.Do(t, os.Mkdir(filepath.Join(parent, name), 0o700))
		if name != "touchstone-0-3" { // which is young
			must.Do(t, os.Chtimes(filepath.Join(parent, name), old, old))
		}
	}
	must.Do(t, os.Chtimes(locked.dir, old, old))
	sweepGroups(parent)
	left := []string{"other-1-2", "touchstone-0", "touchstone-0-3", filepath.Base(locked.dir)}
	expect.Equal(t, left, must.Names(t, parent))
}
