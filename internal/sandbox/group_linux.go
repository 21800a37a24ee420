//go:build !portable

package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/touchstone-suite/touchstone/internal/scratch"
	"golang.org/x/sys/unix"
)

// A group is a control group of one worker, created and removed by the worker and joined by
// the programs that its supervisor starts: by a file that is open already, between fork and exec,
// which the package cgroups of containerd has no way to do.
type group struct {
	dir  string
	lock io.Closer // on the directory, while its owner lives
	join *os.File  // the file of its tasks, written to join it
}

// groups are the control groups of a worker.
type groups struct {
	memory, pids, cpu *group // all the same in version 2
	unified           bool   // version 2
	usage, members    *os.File
}

var groupNumber atomic.Int64

// newGroups creates the control groups that this system permits, and records which are active.
func newGroups(limit int64, m *Mechanisms) *groups {
	g := new(groups)
	dir, err := ownGroupDir("")
	if err == nil {
		if err = g.makeUnified(dir, limit); err == nil {
			m.add(nameMemoryGroup, nil, Memory)
			m.add(namePidsGroup, nil, Processes)
			m.add(nameCPUGroup, g.count("cpu.stat"), Time)
			return g
		}
	}
	old := func(controller string, limits map[string]int64) (*group, error) {
		dir, err := ownGroupDir(controller)
		if err != nil {
			return nil, err
		}
		return newGroup(dir, "tasks", limits)
	}
	var errPids, errCPU error
	errMemory := errors.New("no limit is set")
	if limit > 0 {
		if g.memory, errMemory = old("memory", nil); errMemory == nil {
			errMemory = g.limit(limit)
		}
	}
	g.pids, errPids = old("pids", map[string]int64{"pids.max": maxProcesses})
	if g.cpu, errCPU = old("cpuacct", nil); errCPU == nil {
		errCPU = g.count("cpuacct.usage")
	}
	m.add(nameMemoryGroup, errMemory, Memory)
	m.add(namePidsGroup, errPids, Processes)
	m.add(nameCPUGroup, errCPU, Time)
	return g
}

// count opens the file with the CPU time of the group's processes.
func (g *groups) count(usage string) (err error) {
	if g.usage, err = os.Open(filepath.Join(g.cpu.dir, usage)); err != nil {
		return err
	}
	g.members, err = os.Open(filepath.Join(g.cpu.dir, "cgroup.procs"))
	return err
}

// makeUnified creates one group of version 2 for both limits.
func (g *groups) makeUnified(dir string, limit int64) error {
	if err := delegate(dir); err != nil {
		return err
	}
	group, err := newGroup(dir, "cgroup.procs", map[string]int64{"pids.max": maxProcesses, "memory.swap.max": 0})
	if err != nil {
		return err
	}
	g.memory, g.pids, g.cpu, g.unified = group, group, group, true
	return g.limit(limit)
}

// limit sets the memory limit of the group, which has no processes, unless the limit is 0.
func (g *groups) limit(limit int64) error {
	if g.memory == nil || limit <= 0 {
		return nil
	}
	if g.unified {
		return g.memory.set("memory.max", limit)
	}
	// The limit that includes swap is never the smaller one. It does not exist where swap is not counted.
	const withSwap = "memory.memsw.limit_in_bytes"
	_ = g.memory.set(withSwap, limit)
	err := g.memory.set("memory.limit_in_bytes", limit)
	_ = g.memory.set(withSwap, limit)
	return err
}

// newGroup creates a group below parent, with limits by file name, and removes groups whose owner is gone.
func newGroup(parent, join string, limits map[string]int64) (g *group, err error) {
	sweepGroups(parent)
	g = &group{dir: filepath.Join(parent, fmt.Sprintf("%s%d-%d", groupPrefix, os.Getpid(), groupNumber.Add(1)))}
	if err := os.Mkdir(g.dir, 0o755); err != nil {
		return nil, errors.New("this user may not create control groups")
	}
	if g.lock, err = scratch.Lock(g.dir); err != nil {
		g.remove()
		return nil, errors.New("a control group could not be locked")
	}
	for file, value := range limits {
		if err := g.set(file, value); err != nil {
			g.remove()
			return nil, err
		}
	}
	if g.join, err = os.OpenFile(filepath.Join(g.dir, join), os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		g.remove()
		return nil, err
	}
	return g, nil
}

func (g *group) set(file string, value int64) error {
	return os.WriteFile(filepath.Join(g.dir, file), strconv.AppendInt(nil, value, 10), 0o600)
}

func (g *group) remove() {
	os.Remove(g.dir)
	g.join.Close()
	if g.lock != nil {
		g.lock.Close()
	}
}

// counters reads a file of lines "NAME NUMBER", or of a single number, whose name is then "".
func (g *group) counters(file string) map[string]int64 {
	text, _ := os.ReadFile(filepath.Join(g.dir, file))
	counters := map[string]int64{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		name, number, two := strings.Cut(line, " ")
		if !two {
			name, number = "", line
		}
		if n, err := strconv.ParseInt(number, 10, 64); err == nil {
			counters[name] = n
		}
	}
	return counters
}

// addHandles adds the files that the supervisor needs to its handles.
func (g *groups) addHandles(to *handles) {
	for _, item := range []struct {
		name  string
		group *group
	}{{handleMemory, g.memory}, {handlePids, g.pids}, {handleCPU, g.cpu}} {
		if item.group != nil && (item.name == handleMemory || item.group != g.memory) {
			to.add(item.name, item.group.join)
		}
	}
	if g.usage != nil {
		to.add(handleUsage, g.usage)
	}
	if g.members != nil {
		to.add(handleMembers, g.members)
	}
}

// memoryFile returns the name of the file of the memory group in the version of control groups that is used.
func (g *groups) memoryFile(unified, old string) string {
	if g.unified {
		return unified
	}
	return old
}

// kills returns the number of processes that were killed for lack of memory.
func (g *groups) kills() int64 {
	if g.memory == nil {
		return 0
	}
	return g.memory.counters(g.memoryFile("memory.events", "memory.oom_control"))["oom_kill"]
}

// begin sets the memory limit of a run, and resets the peak of the previous one.
func (g *groups) begin(limit int64) error {
	// older kernels cannot reset memory.peak: the peak is then the maximum of all runs
	if g.memory != nil {
		_ = g.memory.set(g.memoryFile("memory.peak", "memory.max_usage_in_bytes"), 0)
	}
	return g.limit(limit)
}

// peak returns the most memory that the programs of a run used together, including files in
// the cache, in bytes, or 0 if it is not known.
func (g *groups) peak() int64 {
	if g.memory == nil {
		return 0
	}
	return g.memory.counters(g.memoryFile("memory.peak", "memory.max_usage_in_bytes"))[""]
}

func (g *groups) close() {
	g.usage.Close() // which does nothing if it is nil, like all files
	g.members.Close()
	for _, one := range []*group{g.memory, g.pids, g.cpu} {
		if one != nil {
			one.remove()
		}
		if g.unified {
			return
		}
	}
}

// delegate makes sure that groups below a directory of version 2 can have limits. For that the
// process must leave the directory: only leaves of the tree may contain processes.
func delegate(dir string) error {
	const want = "+memory +pids"
	available, err := os.ReadFile(filepath.Join(dir, "cgroup.controllers"))
	if err != nil {
		return err
	}
	for _, name := range []string{"memory", "pids"} {
		if !slices.Contains(strings.Fields(string(available)), name) {
			return fmt.Errorf("%s: the controller %s is not delegated", dir, name)
		}
	}
	control := filepath.Join(dir, "cgroup.subtree_control")
	if os.WriteFile(control, []byte(want), 0o600) == nil {
		return nil
	}
	own := filepath.Join(dir, "touchstone-self")
	if err := os.Mkdir(own, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	if err := os.WriteFile(filepath.Join(own, "cgroup.procs"), []byte("0"), 0o600); err != nil {
		return err
	}
	if err := os.WriteFile(control, []byte(want), 0o600); err != nil { // other processes are in the directory too
		return errors.Join(err, os.WriteFile(filepath.Join(dir, "cgroup.procs"), []byte("0"), 0o600), os.Remove(own))
	}
	return nil
}

// ownGroupDir returns the directory of this process's group for a controller, or for version 2
// if controller is "".
func ownGroupDir(controller string) (string, error) {
	mounts, _ := os.ReadFile("/proc/self/mountinfo")
	own, _ := os.ReadFile("/proc/self/cgroup")
	return groupDir(controller, string(mounts), string(own))
}

// groupDir is ownGroupDir for a process with some mounts and groups, in the form of its files in /proc.
func groupDir(controller, mounts, own string) (string, error) {
	absent := fmt.Errorf("no control groups for %s here", cmp.Or(controller, "all in one"))
	base := ""
	for line := range strings.Lines(mounts) { // see man 5 proc
		left, right, _ := strings.Cut(line, " - ")
		l, r := strings.Fields(left), strings.Fields(right)
		if len(l) < 5 || len(r) < 3 {
			continue
		}
		if controller == "" && r[0] == "cgroup2" || r[0] == "cgroup" &&
			slices.Contains(strings.Split(r[2], ","), controller) {
			base = l[4]
		}
	}
	if base == "" {
		return "", absent
	}
	for line := range strings.Lines(own) {
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(parts) == 3 && slices.Contains(strings.Split(parts[1], ","), controller) {
			dir := filepath.Join(base, parts[2])
			if info, err := os.Stat(dir); err == nil && info.IsDir() {
				return dir, nil
			}
			return base, nil // in a container, which has its own group mounted there
		}
	}
	return "", absent
}

const groupPrefix = "touchstone-"

// sweepGroups removes the groups of a killed process: the groups whose lock can be acquired and which are old
// enough for their owner to have locked them. Processes still in such a group are remains of a program, and
// are killed.
func sweepGroups(parent string) {
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		info, err := e.Info()
		var pid, n int
		if parsed, _ := fmt.Sscanf(e.Name(), groupPrefix+"%d-%d", &pid, &n); parsed != 2 || err != nil ||
			time.Since(info.ModTime()) < time.Second {
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
