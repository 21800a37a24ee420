//go:build !portable

package sandbox

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// tickError is the possible error of the CPU times in /proc, which are counted in ticks.
const tickError = 2 * time.Second / clockTicks

// computed starts a shell that computes until a child that it waits for has used some ticks
// of CPU time, reports that, and then waits for a line.
func computed(t *testing.T) (pid int, end func()) {
	t.Helper()
	const spin = `i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done`
	shell := exec.Command("/bin/sh", "-c", "("+spin+"); "+spin+"; echo ready; read line")
	end = waiting(t, shell)
	return shell.Process.Pid, end
}

// waiting starts a shell and waits until it reports that it waits for a line. end writes the line, and
// requires the shell to succeed.
func waiting(t *testing.T, shell *exec.Cmd) (end func()) {
	t.Helper()
	in := must.Get(shell.StdinPipe())(t)
	out := must.Get(shell.StdoutPipe())(t)
	must.Do(t, shell.Start())
	must.Get(bufio.NewReader(out).ReadString('\n'))(t)
	return func() {
		_, _ = io.WriteString(in, "\n")
		must.Do(t, shell.Wait())
	}
}

// A process's times in /proc include its time in the kernel, and the time of the children that it has waited
// for.
func TestReadProcess(t *testing.T) {
	var u unix.Rusage
	for u.Stime.Nano() < int64(200*time.Millisecond) {
		for range 1000 {
			_, _ = os.Stat("/proc/self/status")
		}
		_ = unix.Getrusage(unix.RUSAGE_SELF, &u)
	}
	p, ok := readProcess("self")
	expect.True(t, ok && p.cpu >= timeOf(&u)-tickError, "it used", p.cpu, "of", timeOf(&u), "at least")
	pid, end := computed(t)
	p, _ = readProcess(strconv.Itoa(pid))
	end()
	expect.True(t, p.children > 0 && p.cpu > 0, "it has time of its own and of its child:", p)
	usage := &unix.Rusage{Utime: unix.NsecToTimeval(1e9), Stime: unix.NsecToTimeval(2e9)}
	expect.Equal(t, 3*time.Second, timeOf(usage), "sum of a usage")
}

// Without a control group, the account includes the time of children that were waited for but never measured,
// and of processes that were measured and have ended, after any process has waited for them.
func TestAccountOfProcesses(t *testing.T) {
	a := new(account)
	a.start(time.Now())
	pid, end := computed(t)
	p, ok := readProcess(strconv.Itoa(pid))
	waited := func() time.Duration {
		var ran, waited time.Duration
		_, _ = fmt.Sscan(string(must.Get(os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid)))(t)), &ran, &waited)
		return waited
	}
	before := waited()
	a.delay, a.last, a.seen[identity{}] = -time.Hour, time.Now().Add(-time.Hour), time.Hour
	a.sample(time.Now(), false)
	expect.True(t, ok && a.total() >= time.Hour+p.cpu, p)
	delete(a.seen, identity{})
	expect.True(t, a.waited > time.Minute, "it waited an hour, less the time that it used:", a.waited)
	expect.True(t, a.total() >= p.cpu+p.children, p)
	expect.True(t, a.delay >= before, "the delay of all processes is", a.delay)
	delay := delayOf(strconv.Itoa(pid)) // which may still grow
	expect.True(t, before <= delay && delay <= waited(), "the delay of a process with a thread is", delay)
	expect.Equal(t, false, a.memory <= 0, "it uses no memory")
	end()
	a.sample(time.Now(), false)
	expect.True(t, a.total() >= p.cpu, "after its end it has", p.cpu)
	expect.True(t, a.final() >= p.cpu, "in the end it has", p.cpu)
}

// The clock of a tree counts processes that were never measured and that no process waited for. It does not
// count this thread.
func TestTreeClock(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	fd, err := unix.PerfEventOpen(&unix.PerfEventAttr{Type: unix.PERF_TYPE_SOFTWARE, Config: unix.PERF_COUNT_SW_TASK_CLOCK,
		Size: unix.PERF_ATTR_SIZE_VER0, Bits: unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv}, 0, -1, -1, 0)
	if err != nil {
		t.Skip("this user may have no events")
	}
	unix.Close(fd)
	c := newTreeClock()
	defer c.close()
	const spin = `j=0; while [ $j -lt 1000 ]; do j=$((j+1)); done`
	shell := exec.Command("/bin/sh", "-c", `i=0; while [ $i -lt 20 ]; do (`+spin+`); i=$((i+1)); done`)
	for begin := threadTime(); threadTime()-begin < 60*time.Millisecond; {
	}
	expect.True(t, (&treeClock{c.fd, c.own + time.Hour}).elapsed() > time.Hour-time.Second, "time before the start does not count")
	expect.True(t, c.elapsed() <= 30*time.Millisecond, "nothing is started") // the kernel has two accounts, which differ under load
	must.Do(t, shell.Run())
	before := c.elapsed()
	want := shell.ProcessState.UserTime() + shell.ProcessState.SystemTime() // it has waited for all
	// The shell alone is a twentieth of it. The kernel has two accounts, which differ by some milliseconds.
	expect.True(t, before >= want/2 && before <= want*3/2+5*time.Millisecond, before, "is about", want)
	leaving := exec.Command("/bin/sh", "-c", `trap "" CHLD; (`+strings.Repeat(spin+"; ", 10)+`) &`) // the system reaps it
	must.Do(t, leaving.Run())
	before += leaving.ProcessState.UserTime() + leaving.ProcessState.SystemTime() + want/20
	for deadline := time.Now().Add(10 * time.Second); c.elapsed() <= before; {
		if time.Now().After(deadline) {
			t.Fatalf("%v, as if what nobody waited for were nothing", c.elapsed())
		}
	}
}

// With a control group, the account equals the group's count since the start, in the format of either
// version.
func TestAccountOfGroup(t *testing.T) {
	for _, c := range []struct{ before, after string }{
		{"usage_usec 5000000\nuser_usec 4000000\nsystem_usec 1000000\n", "usage_usec 7500000\nuser_usec 4000000\n"},
		{"5000000000\n", "7500000000\n"},
	} {
		path := filepath.Join(tier.TempDir(t), "usage")
		must.WriteFile(t, path, c.before)
		f := must.Get(os.Open(path))(t)
		defer f.Close()
		a := &account{group: f}
		a.start(time.Now())
		must.WriteFile(t, path, c.after)
		expect.Equal(t, "2.5s 2.5s", fmt.Sprint(a.total(), " ", a.final()), c.after)
	}
}

// Lost time is the part of an interval in which a program could have run but had no
// processor; it is never more than the time that the program did not use.
func TestLostTime(t *testing.T) {
	for _, c := range []struct{ while, used, delayed, want time.Duration }{
		{20, 5, 10, 10}, {20, 5, 100, 15}, {20, 0, 0, 0}, {20, 30, 10, 0}, {20, 0, 20, 20},
	} {
		a := new(account)
		a.wait(c.while, c.used, c.delayed)
		expect.Equal(t, c.want, a.waited, c)
	}
}

// The time that a program waited for a processor does not count as elapsed time.
func TestWaitedTime(t *testing.T) {
	before := os.Stdin // whose end would end the run
	defer func() { os.Stdin = before }()
	in, out, err := os.Pipe()
	must.Do(t, err)
	defer in.Close()
	defer out.Close()
	os.Stdin = in
	sleep := exec.Command("/bin/sleep", "0.1")
	must.Do(t, sleep.Start())
	r := running{v: new(supervisor), pid: sleep.Process.Pid, pidfd: -1, job: Job{Limits: Limits{Wall: 10 * time.Second}}}
	r.use.waited, r.use.seen = time.Hour, map[identity]time.Duration{}
	expect.Equal(t, NotStopped, r.watch(time.Now().Add(-time.Minute)))
}

// Remaining processes of a program are killed, waited for, and counted, even if they were never measured.
func TestRemainingTime(t *testing.T) {
	if _, err := unix.Wait4(-1, nil, unix.WNOHANG, nil); err != unix.ECHILD {
		t.Skip("this process has other children")
	}
	pid, _ := computed(t)
	p, ok := readProcess(strconv.Itoa(pid))
	r := running{v: new(supervisor), pid: 1 << 30, ended: true}
	r.killAll()
	var o Outcome
	r.describe(&o)
	expect.True(t, ok && o.CPU >= p.cpu+p.children-tickError, o.CPU, "is counted of", p)
	expect.Equal(t, false, unix.Kill(pid, 0) == nil, "it lives on")
}

// A process keeps its identity while it grows, and so is counted once.
func TestIdentity(t *testing.T) {
	before, _ := readProcess("self")
	memory, err := unix.Mmap(-1, 0, 64<<20, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	must.Do(t, err)
	defer unix.Munmap(memory)
	clear(memory)
	after, ok := readProcess("self")
	expect.True(t, ok && after.start == before.start && before.start != 0, before, after)
	expect.True(t, after.memory-before.memory > 60<<20, "it has grown", before, after)
	_, ok = readProcess("none")
	expect.Equal(t, false, ok, "there is a process")
	expect.Equal(t, []int{1, 30}, numbers("1 x 0 -2\n30\n"))
	for text, want := range map[string]string{"VmPTE: 1 kB": "0 false", "a\nVmPTE:\t44 kB\nb": "45056 true", "a\nVmPTE: x": "0 false"} {
		expect.Equal(t, want, fmt.Sprint(sizeIn([]byte(text), "VmPTE")), text)
	}
}

// Files without a name are counted as memory if they are in memory, under every descriptor, even when shared
// memory is counted once.
func TestNamelessFiles(t *testing.T) {
	const size = 8 << 20
	for _, dir := range []string{tier.TempDir(t), sharedPath} {
		for _, fd := range []string{"3", "9", "2"} { // the last is captured
			f, err := os.CreateTemp(dir, "nameless-")
			if err != nil {
				t.Skip(err)
			}
			f.Close()
			defer os.Remove(f.Name())
			var system unix.Statfs_t
			must.Do(t, unix.Statfs(dir, &system))
			shell := exec.Command("/bin/sh", "-c", `exec 8<"$1" `+fd+`>"$0"; rm "$0"; head -c `+strconv.Itoa(size)+` /dev/zero >&`+fd+`; echo ready; read line`, f.Name(), os.Args[0])
			end := waiting(t, shell)
			a := new(account)
			a.start(time.Now())
			a.sample(time.Now(), true)
			shared := a.shared()
			end()
			if fd == "2" {
				expect.True(t, a.unlinked+a.inMemory < size && a.inMemory > 0, dir, "only page tables count", a.unlinked, a.inMemory)
				continue
			}
			expect.True(t, a.unlinked+a.inMemory < size+size/2, "a file with a name counts", a.unlinked, a.inMemory)
			expect.True(t, a.unlinked+a.inMemory >= size, dir, "descriptor", fd, "counts", size, "bytes")
			right := a.unlinked >= size
			if system.Type == unix.TMPFS_MAGIC {
				right = a.inMemory >= size && a.memory >= size && shared >= size
			}
			expect.True(t, right, dir, size, a.inMemory, a.unlinked, a.memory, shared)
		}
	}
}

// A process belongs to a worker by its session, for every name of the process, by its user or by its directory.
func TestOwnsAnyName(t *testing.T) {
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Skip(err)
	}
	text := must.Get(os.ReadFile(sleep))(t)
	program := filepath.Join(tier.TempDir(t), "a) b (c")
	must.Do(t, os.WriteFile(program, text, 0o755))
	cmd := &exec.Cmd{Path: program, Args: []string{"sleep", "1000"}}
	ownSession(cmd)
	user := os.Getuid()
	if user == 0 {
		user = 1<<30 + 9
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(user)}
	}
	must.Do(t, cmd.Start())
	defer cmd.Wait() //nolint:errcheck // it is killed
	defer cmd.Process.Kill()
	pid := cmd.Process.Pid
	expect.True(t, TasksOf(user) == 1 || os.Getuid() != 0, "the user has a process:", TasksOf(user))
	dir := fmt.Sprintf("/proc/%d", pid)
	here := must.Get(os.Getwd())(t)
	for _, c := range []struct {
		w       *Worker
		session int
		want    bool
	}{
		{&Worker{}, pid, true},
		{&Worker{}, 0, false},
		{&Worker{dir: here}, 0, true},
		{&Worker{dir: program}, 0, false},
		{&Worker{user: programUser{User: user}}, 0, true},
		{&Worker{user: programUser{User: user + 1}}, 0, false},
	} {
		expect.Equal(t, c.want, c.w.owns(dir, c.session), program, "belongs to the session", c.session, c.w.user, c.w.dir)
	}
}
