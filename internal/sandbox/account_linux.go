//go:build !portable

package sandbox

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// An account holds the resource use of a run so far, as last measured.
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
	largest  int64                      // resident set that any process ever had
}

// An identity identifies a process, whose PID may be reused.
type identity struct {
	pid   int
	start int64
}

// start starts an account.
func (a *account) start(now time.Time) {
	a.last, a.base = now, a.groupCPU()
	a.seen = map[identity]time.Duration{}
}

// sample measures all processes below this one. If uncounted is set, it includes the usage that no control
// group or file system counts.
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
		a.largest = max(a.largest, p.memory)
		if uncounted {
			status, _ := os.ReadFile("/proc/" + pid + "/status")
			pageTables, _ := sizeIn(status, "VmPTE") // 0 after the process has ended
			a.inMemory += pageTables
			addUnlinkedFiles(pid, files)
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
		text, _ := os.ReadFile("/proc/" + pid + "/smaps_rollup")
		size, ok := sizeIn(text, "Pss")
		if !ok {
			p, _ := readProcess(pid)
			size = p.memory
		}
		sum += size
	}
	return sum
}

// wait adds the part of the last interval d in which the program was runnable but no processor was free,
// since the load of other programs must not count against it. If several threads wait for each other, the
// delays may exceed the interval; wait then adds only the part of the interval that they did not use as CPU
// time.
func (a *account) wait(d, used, delayed time.Duration) {
	a.waited += max(0, min(delayed, d-used))
}

// total returns the CPU time so far. It is exact with a control group. Without one it is the value of the
// tree's clock, if the tree has a clock, or else the larger of two sums, both of which are incomplete: one
// misses children that no process waits for, the other misses children that started and ended between two
// measurements.
func (a *account) total() time.Duration {
	if a.group != nil {
		return a.final()
	}
	return max(a.tree, a.final())
}

// final returns the CPU time after all processes are gone.
func (a *account) final() time.Duration {
	if a.group != nil {
		return a.groupCPU() - a.base
	}
	sum := time.Duration(0)
	for _, cpu := range a.seen {
		sum += cpu
	}
	return max(sum, a.clock.elapsed())
}

// groupCPU reads cpuacct.usage, a number of nanoseconds, or cpu.stat of version 2, whose
// first line is "usage_usec" and a number.
func (a *account) groupCPU() time.Duration {
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

// sizeIn returns the named size from a text of lines such as "VmPTE:  44 kB".
func sizeIn(text []byte, name string) (size int64, ok bool) {
	_, after, _ := strings.Cut(string(text), "\n"+name+":")
	_, err := fmt.Sscan(after, &size)
	return size << 10, err == nil
}

// maxThreads limits the threads of a process that are examined.
const maxThreads = 64

// delayOf sums the time that the threads of a process waited for a processor.
func delayOf(pid string) (sum time.Duration) {
	dir, err := os.Open("/proc/" + pid + "/task")
	if err != nil {
		return 0
	}
	defer dir.Close()
	tasks, _ := dir.Readdirnames(maxThreads)
	for _, task := range tasks {
		text, _ := os.ReadFile("/proc/" + pid + "/task/" + task + "/schedstat")
		var ran, waited time.Duration // which stay 0 after the thread has ended
		_, _ = fmt.Sscan(string(text), &ran, &waited)
		sum += waited
	}
	return sum
}

// A file identifies a file without a name.
type file struct {
	device, inode uint64
	memory        bool // it is stored in memory
}

// addUnlinkedFiles adds the sizes of the files without a name that a process has open. They are in
// no directory, and those in memory are in no resident set unless they are mapped.
func addUnlinkedFiles(pid string, sizes map[file]int64) {
	dir := "/proc/" + pid + "/fd"
	list, err := os.Open(dir)
	if err != nil {
		return
	}
	defer list.Close()
	names, _ := list.Readdirnames(maxFiles)
	for _, name := range names {
		var stat unix.Stat_t
		if slices.Contains([]string{"0", "1", "2"}, name) || unix.Stat(dir+"/"+name, &stat) != nil ||
			stat.Nlink != 0 || stat.Mode&unix.S_IFMT != unix.S_IFREG {
			continue
		}
		var system unix.Statfs_t
		memory := unix.Statfs(dir+"/"+name, &system) == nil && system.Type == unix.TMPFS_MAGIC
		sizes[file{stat.Dev, stat.Ino, memory}] = stat.Blocks * 512
	}
}

// killAll kills the program and all its remaining processes, and waits until they are gone. By then orphans
// are children of this process, which is the first process of a PID namespace or a child subreaper.
func (r *running) killAll() {
	for {
		if r.ended {
			// If there is no child, the program left nothing, and there is no need to search.
			var usage unix.Rusage
			pid, err := unix.Wait4(-1, nil, unix.WNOHANG, &usage)
			switch {
			case pid > 0:
				r.rest += timeOf(&usage)
				r.system += time.Duration(usage.Stime.Nano())
				continue
			case errors.Is(err, unix.ECHILD):
				return
			case errors.Is(err, unix.EINTR):
				continue
			}
		}
		r.v.killOthers(r.pid)
		r.reap()
		time.Sleep(100 * time.Microsecond) // killed, but not dead yet
	}
}

// killOthers kills all processes of the run that can be found now.
func (v *supervisor) killOthers(session int) {
	if v.spaces.ownPIDs() {
		unix.Kill(-1, unix.SIGKILL) // everything in the namespace except this process, at once
		return
	}
	unix.Kill(-session, unix.SIGKILL)
	for _, pid := range childrenOf("self") {
		unix.Kill(pid, unix.SIGKILL)
	}
	for _, pid := range members(v.handles[handleMembers]) {
		unix.Kill(pid, unix.SIGKILL)
	}
}

// members returns the processes of a control group, or none if it has no list.
func members(list *os.File) (pids []int) {
	text := make([]byte, 64<<10)
	n, _ := list.ReadAt(text, 0)
	return numbers(string(text[:n]))
}

// numbers parses the numbers in a text.
func numbers(text string) (list []int) {
	for _, field := range strings.Fields(text) {
		if n, err := strconv.Atoi(field); err == nil && n > 0 {
			list = append(list, n)
		}
	}
	return list
}

// childrenOf lists the children of all threads of a process.
func childrenOf(pid string) (pids []int) {
	tasks, _ := os.ReadDir("/proc/" + pid + "/task")
	for _, task := range tasks {
		list, _ := os.ReadFile("/proc/" + pid + "/task/" + task.Name() + "/children")
		pids = append(pids, numbers(string(list))...)
	}
	return pids
}

// descendants lists all processes below this one.
func descendants() (pids []int) {
	pids = childrenOf("self")
	for i := 0; i < len(pids); i++ {
		pids = append(pids, childrenOf(strconv.Itoa(pids[i]))...)
	}
	return pids
}

// Fields of /proc/PID/stat, counted from the one after the name (man 5 proc).
const (
	statSession  = 3
	statUserTime = 11 // and the three after it: system time, and both for children waited for
	statStart    = 19 // since boot, in ticks
	statResident = 21 // in pages
	clockTicks   = 100
)

// statFields returns the fields of a process. Its name may contain anything.
func statFields(dir string) []string {
	stat, _ := os.ReadFile(dir + "/stat")
	return strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
}

// A process holds the data of a process from /proc/PID/stat.
type process struct {
	start         int64         // makes its PID unique
	cpu, children time.Duration // of the process, and of children that it waited for
	memory        int64
}

// readProcess reads the state of a process; ok is false if it is gone.
func readProcess(pid string) (p process, ok bool) {
	fields := statFields("/proc/" + pid)
	if len(fields) <= statResident {
		return p, false
	}
	number := func(i int) int64 { n, _ := strconv.ParseInt(fields[i], 10, 64); return n }
	ticks := func(i int) time.Duration { return time.Duration(number(i)+number(i+1)) * time.Second / clockTicks }
	p.start, p.cpu, p.children = number(statStart), ticks(statUserTime), ticks(statUserTime+2)
	p.memory = number(statResident) * int64(os.Getpagesize())
	return p, true
}

// A treeClock counts the CPU time of the processes that this thread starts, and of all their descendants. It
// includes processes that end before they are measured, and processes that no other process waits for. It is
// an event of the kernel that processes inherit. They cannot change it, but the kernel ends it for a process
// that executes a file which it may not read. Some systems do not let their users have events.
type treeClock struct {
	fd  int
	own time.Duration // the time of this thread, which is counted too, at the start
}

// newTreeClock starts a clock, or returns nil.
func newTreeClock() *treeClock {
	own := threadTime()
	fd, err := unix.PerfEventOpen(&unix.PerfEventAttr{
		Type: unix.PERF_TYPE_SOFTWARE, Config: unix.PERF_COUNT_SW_TASK_CLOCK,
		Size: uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		// without which only an administrator may
		Bits: unix.PerfBitInherit | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
	}, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return nil
	}
	return &treeClock{fd, own}
}

// elapsed returns the time since the start, without the time of this thread.
func (c *treeClock) elapsed() time.Duration {
	if c == nil {
		return 0
	}
	var text [8]byte
	if n, _ := unix.Read(c.fd, text[:]); n != len(text) {
		return 0
	}
	own := threadTime() - c.own // later, so that nothing is charged that is ours
	return max(0, time.Duration(binary.NativeEndian.Uint64(text[:]))-own)
}

func (c *treeClock) close() {
	if c != nil {
		unix.Close(c.fd)
	}
}

// threadTime returns the CPU time of this thread.
func threadTime() time.Duration {
	var now unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now)
	return time.Duration(now.Nano())
}

// mountProc mounts a /proc with only the processes of the PID namespace that a program may
// trace: its own. Where that is impossible, the old one is shown.
func (v *view) mountProc(newProc bool) error {
	if err := os.Mkdir("/proc", 0o555); err != nil {
		return err
	}
	if !newProc {
		v.lastPID, _ = os.OpenFile(oldRoot+lastPIDPath, os.O_WRONLY, 0)
		return bind(oldRoot+"/proc", "/proc", attrRead)
	}
	const flags = unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC
	if err := unix.Mount("proc", "/proc", "proc", flags, "hidepid=ptraceable"); err != nil {
		return fmt.Errorf("/proc cannot be mounted: %w", err)
	}
	v.openLastPID()
	return errors.Join(setAttributes("/proc", false, unix.MOUNT_ATTR_RDONLY), v.coverKernel())
}

// coverKernel hides the parts of /proc that show the kernel's data only to the administrator, such as which
// pages of memory every process uses: root's programs could open it. With subset=pid it would not exist, but
// then Node.js finds no processors.
func (v *view) coverKernel() error {
	entries, err := os.ReadDir("/proc")
	for _, e := range entries {
		if info, gone := e.Info(); gone == nil && info.Mode().IsRegular() && info.Mode()&0o004 == 0 {
			err = errors.Join(err, v.hide("/proc/"+e.Name(), nil))
		}
	}
	return err
}

// openLastPID opens the file through a separate mount, because a mount with open files
// cannot become read-only.
func (v *view) openLastPID() {
	const aside = "/.touchstone/proc"
	if os.MkdirAll(aside, 0o700) != nil || unix.Mount("/proc", aside, "", unix.MS_BIND, "") != nil {
		return
	}
	v.lastPID, _ = os.OpenFile(aside+strings.TrimPrefix(lastPIDPath, "/proc"), os.O_WRONLY, 0)
	_ = unix.Unmount(aside, unix.MNT_DETACH)
}

const lastPIDPath = "/proc/sys/kernel/ns_last_pid"

// renumber makes the process numbers of each run start at the same number: otherwise they
// would reveal how many processes earlier runs had. Some kernels cannot do that.
func (v *view) renumber() {
	if v != nil && v.lastPID != nil {
		_, _ = v.lastPID.WriteAt([]byte("99"), 0)
	}
}

// mountDevices shows the harmless devices.
func (v *view) mountDevices() error {
	for _, path := range devices {
		if err := bind(oldRoot+path, path, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID); err != nil {
			return err
		}
	}
	for name, target := range map[string]string{"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1",
		"stderr": "fd/2"} {
		if err := os.Symlink(target, "/dev/"+name); err != nil {
			return err
		}
	}
	return nil
}
