//go:build !portable

package sandbox

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// An account is what a run has used so far, as last measured.
type account struct {
	group *os.File      // CPU time of a control group, or nil
	base  time.Duration // its value at the start
	clock *treeClock    // where there is no group, or nil

	last     time.Time
	seen     map[identity]time.Duration // CPU time of every process ever seen, without its children
	tree     time.Duration              // of all existing processes, with the children that they waited for
	delay    time.Duration              // total time that threads were runnable but not running
	waited   time.Duration              // total time spent waiting for a processor
	memory   int64                      // resident sets, and files in memory
	unlinked int64                      // bytes of files without a name
	inMemory int64                      // the part of these that is in memory
}

// An identity identifies a process, whose PID may be reused.
type identity struct {
	pid   int
	start int64
}

// start starts an account.
func (a *account) start(now time.Time) {
	a.last, a.base = now, a.ofGroup()
	a.seen = map[identity]time.Duration{}
}

// sample measures all processes below this one. If uncounted is set, it includes what no
// control group or file system counts.
func (a *account) sample(now time.Time, uncounted bool) {
	before, delayBefore := a.total(), a.delay
	a.tree, a.delay, a.memory, a.unlinked, a.inMemory = 0, 0, 0, 0, 0
	files := map[file]int64{}
	for _, n := range descendants() {
		pid := strconv.Itoa(n)
		p, ok := readProcess(pid)
		if !ok {
			continue
		}
		a.tree += p.cpu + p.children
		a.memory += p.memory
		if uncounted {
			a.inMemory += pageTables(pid)
			nameless(pid, files)
		}
		a.seen[identity{n, p.start}] = p.cpu
		a.delay += delayOf(pid)
	}
	for f, size := range files {
		if f.memory {
			a.inMemory += size
		} else {
			a.unlinked += size
		}
	}
	a.memory += a.inMemory
	a.wait(now.Sub(a.last), a.total()-before, a.delay-delayBefore)
	a.last = now
}

// shared returns the memory used, with shared memory counted once. It is slower, and is
// only used if the simple sum exceeds the limit.
func (a *account) shared() int64 {
	sum := a.inMemory
	for _, n := range descendants() {
		pid := strconv.Itoa(n)
		text, err := os.ReadFile("/proc/" + pid + "/smaps_rollup")
		if pss, ok := sizeIn(text, "Pss"); err == nil && ok {
			sum += pss
		} else if p, ok := readProcess(pid); ok {
			sum += p.memory
		}
	}
	return sum
}

// wait adds the part of the last interval d in which the program was runnable but no
// processor was free, since it must not suffer from the load of other programs. For a
// program with several threads waiting for each other, that is what remains of the interval
// besides the CPU time that they used.
func (a *account) wait(d, used, delayed time.Duration) {
	if lost := min(delayed, d-used); lost > 0 {
		a.waited += lost
	}
}

// total returns the CPU time so far. It is exact with a control group. Without one it is what
// the clock of the tree says, if there is one, or the larger of two sums, each of which misses
// something: one misses children that nobody waits for, the other those that came and went unseen.
func (a *account) total() time.Duration {
	if a.group != nil {
		return a.ofGroup() - a.base
	}
	return max(a.tree, a.ofSeen(), a.clock.used())
}

// final returns the CPU time after all processes are gone.
func (a *account) final() time.Duration {
	if a.group != nil {
		return a.ofGroup() - a.base
	}
	return max(a.ofSeen(), a.clock.used())
}

func (a *account) ofSeen() (sum time.Duration) {
	for _, cpu := range a.seen {
		sum += cpu
	}
	return sum
}

// ofGroup reads cpuacct.usage, a number of nanoseconds, or cpu.stat of version 2, whose
// first line is "usage_usec" and a number.
func (a *account) ofGroup() time.Duration {
	if a.group == nil {
		return 0
	}
	text := make([]byte, 64)
	n, _ := a.group.ReadAt(text, 0)
	line, _, _ := strings.Cut(string(text[:n]), "\n")
	if micro, ok := strings.CutPrefix(line, "usage_usec "); ok {
		used, _ := strconv.ParseInt(micro, 10, 64)
		return time.Duration(used) * time.Microsecond
	}
	used, _ := strconv.ParseInt(line, 10, 64)
	return time.Duration(used)
}

// pageTables returns the size of a process's page tables.
func pageTables(pid string) int64 {
	status, _ := os.ReadFile("/proc/" + pid + "/status")
	size, _ := sizeIn(status, "VmPTE") // a process that has ended has none
	return size
}

// sizeIn returns the named size from a text of lines such as "VmPTE:  44 kB".
func sizeIn(text []byte, name string) (size int64, ok bool) {
	_, after, found := strings.Cut(string(text), "\n"+name+":")
	n, err := fmt.Sscan(after, &size)
	return size << 10, found && n == 1 && err == nil
}

// mostThreads limits the threads of a process that are examined.
const mostThreads = 64

// delayOf sums the time that the threads of a process waited for a processor.
func delayOf(pid string) (sum time.Duration) {
	dir, err := os.Open("/proc/" + pid + "/task")
	if err != nil {
		return 0
	}
	defer dir.Close()
	tasks, _ := dir.Readdirnames(mostThreads)
	for _, task := range tasks {
		text, _ := os.ReadFile("/proc/" + pid + "/task/" + task + "/schedstat")
		var ran, waited int64
		if n, _ := fmt.Fscan(bufio.NewReader(bytes.NewReader(text)), &ran, &waited); n == 2 {
			sum += time.Duration(waited)
		}
	}
	return sum
}

// A file identifies a file without a name.
type file struct {
	device, inode uint64
	memory        bool // it is stored in memory
}

// nameless adds the sizes of the files without a name that a process has open. They are in
// no folder, and those in memory are in no resident set unless they are mapped.
func nameless(pid string, sizes map[file]int64) {
	dir := "/proc/" + pid + "/fd"
	list, err := os.Open(dir)
	if err != nil {
		return
	}
	defer list.Close()
	names, _ := list.Readdirnames(mostFiles)
	for _, name := range names {
		var stat unix.Stat_t
		if name <= "2" && len(name) == 1 || unix.Stat(dir+"/"+name, &stat) != nil || stat.Nlink != 0 || stat.Mode&unix.S_IFMT != unix.S_IFREG {
			continue
		}
		var system unix.Statfs_t
		memory := unix.Statfs(dir+"/"+name, &system) == nil && system.Type == unix.TMPFS_MAGIC
		sizes[file{stat.Dev, stat.Ino, memory}] = stat.Blocks * 512
	}
}
