//go:build !portable

package sandbox

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/touchstone-suite/touchstone/internal/scratch"
)

// A group is a control group of one worker, created and removed by the worker and joined by
// the programs that its supervisor starts: by a file that is open already, between fork and exec,
// which the package cgroups of containerd has no way to do.
type group struct {
	dir  string
	lock io.Closer // on the folder, while its owner lives
	join *os.File  // the file of its tasks, written to join it
}

// groups are the control groups of a worker.
type groups struct {
	memory, pids, cpu *group // all the same in version 2
	unified           bool   // version 2
	usage, members    *os.File
}

var groupNumber atomic.Int64

// newGroups creates the control groups that this system permits, and records which are
// active.
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
	errMemory := errors.New("no limit is asked for")
	if limit > 0 {
		if g.memory, errMemory = old("memory", map[string]int64{"memory.limit_in_bytes": limit}); errMemory == nil {
			_ = g.memory.set("memory.memsw.limit_in_bytes", limit) // does not exist where swap is not counted
		}
	}
	g.pids, errPids = old("pids", map[string]int64{"pids.max": mostProcesses})
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
	limits := map[string]int64{"pids.max": mostProcesses, "memory.swap.max": 0}
	if limit > 0 {
		limits["memory.max"] = limit
	}
	one, err := newGroup(dir, "cgroup.procs", limits)
	if err != nil {
		return err
	}
	g.memory, g.pids, g.cpu, g.unified = one, one, one, true
	return nil
}

// newGroup creates a group below parent, with limits by file name, and removes those whose
// owner is gone.
func newGroup(parent, join string, limits map[string]int64) (g *group, err error) {
	sweepGroups(parent)
	g = &group{dir: filepath.Join(parent, fmt.Sprintf("%s%d-%d", groupPrefix, os.Getpid(), groupNumber.Add(1)))}
	if err := os.Mkdir(g.dir, 0o755); err != nil {
		return nil, errors.New("control groups may not be made by this user")
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
	if g.join, err = os.OpenFile(filepath.Join(g.dir, join), os.O_RDWR, 0); err != nil {
		g.remove()
		return nil, err
	}
	return g, nil
}

func (g *group) set(file string, value int64) error {
	return os.WriteFile(filepath.Join(g.dir, file), strconv.AppendInt(nil, value, 10), 0)
}

func (g *group) remove() {
	os.Remove(g.dir)
	if g.join != nil {
		g.join.Close()
	}
	if g.lock != nil {
		g.lock.Close()
	}
}

// counters reads a file of lines "NAME NUMBER", or of a single number, whose name is then
// "".
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

// give adds the files that the supervisor needs to its handles.
func (g *groups) give(to *handles) {
	if g == nil {
		return
	}
	for _, one := range []struct {
		name  string
		group *group
	}{{handleMemory, g.memory}, {handlePids, g.pids}, {handleCPU, g.cpu}} {
		if one.group != nil && (one.name == handleMemory || one.group != g.memory) {
			to.add(one.name, one.group.join)
		}
	}
	if g.usage != nil {
		to.add(handleUsage, g.usage)
	}
	if g.members != nil {
		to.add(handleMembers, g.members)
	}
}

// kills returns how many processes were killed for lack of memory.
func (g *groups) kills() int64 {
	if g == nil || g.memory == nil {
		return 0
	}
	if g.unified {
		return g.memory.counters("memory.events")["oom_kill"]
	}
	return g.memory.counters("memory.oom_control")["oom_kill"]
}

// begin resets the peak of the previous run.
func (g *groups) begin() {
	if g == nil || g.memory == nil {
		return
	}
	if g.unified {
		_ = g.memory.set("memory.peak", 0) // only in newer kernels; in others the peak is that of all runs
		return
	}
	_ = g.memory.set("memory.max_usage_in_bytes", 0)
}

// peak returns the most memory that the programs of a run used together, including files in
// the cache, in bytes, or 0 if it is not known.
func (g *groups) peak() int64 {
	if g == nil || g.memory == nil {
		return 0
	}
	if g.unified {
		return g.memory.counters("memory.peak")[""]
	}
	return g.memory.counters("memory.max_usage_in_bytes")[""]
}

// end kills the processes left in the groups.
func (g *groups) end() {
	if g != nil && g.members != nil {
		emptyGroup(g.cpu.dir)
	}
}

func (g *groups) close() {
	if g == nil {
		return
	}
	for _, f := range []*os.File{g.usage, g.members} {
		if f != nil {
			f.Close()
		}
	}
	for _, one := range []*group{g.memory, g.pids, g.cpu} {
		if one != nil {
			one.remove()
		}
		if g.unified {
			return
		}
	}
}
