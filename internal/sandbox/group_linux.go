package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// mostProcesses bounds the processes and threads of a program. Java and Node start
// some dozens before they do anything.
const mostProcesses = 256

// A group is a control group of a worker's own, made and removed by the worker and
// joined by the programs that its helper starts.
type group struct {
	dir  string
	join *os.File // what the helper joins it by: the list of its tasks, or its folder in version 2
}

// groups are those of a worker.
type groups struct {
	memory, pids *group // the same one in version 2
	unified      bool   // version 2
}

var groupNumber atomic.Int64

// newGroups makes the control groups that this system lets us make, and notes
// which are active.
func newGroups(limit int64, m *Mechanisms) *groups {
	g := new(groups)
	dir, err := ownGroupDir("")
	if err == nil {
		if err = g.makeUnified(dir, limit); err == nil {
			m.add(nameMemoryGroup, nil, Memory)
			m.add(namePidsGroup, nil, Processes)
			return g
		}
	}
	old := func(controller, limitFile string, value int64) (*group, error) {
		dir, err := ownGroupDir(controller)
		if err != nil {
			return nil, err
		}
		return newGroup(dir, "tasks", map[string]int64{limitFile: value})
	}
	var errPids error
	errMemory := errors.New("no limit is asked for")
	if limit > 0 {
		if g.memory, errMemory = old("memory", "memory.limit_in_bytes", limit); errMemory == nil {
			_ = g.memory.set("memory.memsw.limit_in_bytes", limit) // is not there where swap is not counted
		}
	}
	g.pids, errPids = old("pids", "pids.max", mostProcesses)
	m.add(nameMemoryGroup, errMemory, Memory)
	m.add(namePidsGroup, errPids, Processes)
	return g
}

// makeUnified makes one group of version 2 for both limits.
func (g *groups) makeUnified(dir string, limit int64) error {
	if err := delegate(dir); err != nil {
		return err
	}
	limits := map[string]int64{"pids.max": mostProcesses, "memory.swap.max": 0}
	if limit > 0 {
		limits["memory.max"] = limit
	}
	one, err := newGroup(dir, ".", limits)
	if err != nil {
		return err
	}
	g.memory, g.pids, g.unified = one, one, true
	return nil
}

// delegate makes sure that groups below a folder of version 2 can have limits. The
// process must leave the folder for that: only leaves of the tree hold processes.
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
	if err := os.WriteFile(control, []byte(want), 0); err != nil { // others live in the folder, too
		return errors.Join(err, os.WriteFile(filepath.Join(dir, "cgroup.procs"), []byte("0"), 0), os.Remove(own))
	}
	return nil
}

// ownGroupDir finds the folder of this process's group: of a controller, or of
// version 2 for "".
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
			return base, nil // in a container, whose own group is mounted there
		}
	}
	return "", absent
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// newGroup makes a group below another, with limits by the names of their files,
// and removes what processes that are dead have left there.
func newGroup(parent, join string, limits map[string]int64) (*group, error) {
	const prefix = "touchstone-"
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		var pid, n int
		if _, err := fmt.Sscanf(e.Name(), prefix+"%d-%d", &pid, &n); err == nil && !isFolder("/proc/"+strconv.Itoa(pid)) {
			os.Remove(filepath.Join(parent, e.Name()))
		}
	}
	g := &group{dir: filepath.Join(parent, fmt.Sprintf("%s%d-%d", prefix, os.Getpid(), groupNumber.Add(1)))}
	if err := os.Mkdir(g.dir, 0o755); err != nil {
		return nil, errors.New("control groups may not be made by this user")
	}
	for file, value := range limits {
		if err := g.set(file, value); err != nil {
			g.remove()
			return nil, err
		}
	}
	var err error
	flags := os.O_RDWR
	if join == "." {
		flags = os.O_RDONLY
	}
	if g.join, err = os.OpenFile(filepath.Join(g.dir, join), flags, 0); err != nil {
		g.remove()
		return nil, err
	}
	return g, nil
}

func (g *group) set(file string, value int64) error {
	return os.WriteFile(filepath.Join(g.dir, file), strconv.AppendInt(nil, value, 10), 0)
}

func (g *group) remove() {
	if g.join != nil {
		g.join.Close()
	}
	os.Remove(g.dir)
}

// counters reads a file of lines "NAME NUMBER", or one of a number alone, whose
// name is then "".
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

// files are what the helper joins the groups by.
func (g *groups) files() (files []*os.File) {
	for i, one := range []*group{g.memory, g.pids} {
		if one != nil && (i == 0 || one != g.memory) {
			files = append(files, one.join)
		}
	}
	return files
}

// kills counts the processes that were killed for want of memory.
func (g *groups) kills() int64 {
	if g == nil || g.memory == nil {
		return 0
	}
	if g.unified {
		return g.memory.counters("memory.events")["oom_kill"]
	}
	return g.memory.counters("memory.oom_control")["oom_kill"]
}

// begin forgets the peak of the run before.
func (g *groups) begin() {
	if g == nil || g.memory == nil {
		return
	}
	if g.unified {
		_ = g.memory.set("memory.peak", 0) // of newer kernels; of others the peak is that of all runs
		return
	}
	_ = g.memory.set("memory.max_usage_in_bytes", 0)
}

// peak is the most memory that the programs of a run had together, files in the
// cache included, in bytes, or 0 if it is not known.
func (g *groups) peak() int64 {
	if g == nil || g.memory == nil {
		return 0
	}
	if g.unified {
		return g.memory.counters("memory.peak")[""]
	}
	return g.memory.counters("memory.max_usage_in_bytes")[""]
}

func (g *groups) close() {
	if g == nil {
		return
	}
	if g.memory != nil {
		g.memory.remove()
	}
	if g.pids != nil && g.pids != g.memory {
		g.pids.remove()
	}
}
