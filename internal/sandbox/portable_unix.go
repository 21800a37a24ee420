//go:build unix && (!linux || portable)

package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// launcherName is the name of this binary when it launches a program: it sets the limits on itself, since the
// limits of the supervisor must not change, and then executes the program.
const launcherName = "touchstone-launcher"

func init() {
	if len(os.Args) > 3 && os.Args[0] == launcherName {
		err := execute(os.Args[1], os.Args[2], os.Args[3:])
		_, _ = io.WriteString(os.NewFile(3, "failure"), err.Error()) // executing the program closes it
		os.Exit(1)
	}
}

// execute executes the program with limits that apply to each of its processes. Data and address space are
// not limited: many systems do not enforce those limits, and right programs reserve far more than they use.
func execute(path, limits string, args []string) error {
	closeOnExec()
	var l Limits
	errs := []error{json.Unmarshal([]byte(limits), &l)}
	l.rlimits(0, func(resource int, soft, hard uint64) {
		var r unix.Rlimit
		errs = append(errs, os.NewSyscallError("getrlimit", unix.Getrlimit(resource, &r)))
		lowerTo(&r.Cur, soft)
		lowerTo(&r.Max, hard)
		errs = append(errs, os.NewSyscallError("setrlimit", unix.Setrlimit(resource, &r)))
	})
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return &os.PathError{Op: "exec", Path: path, Err: syscall.Exec(path, args, os.Environ())}
}

// lowerTo lowers a number, whose type differs between systems.
func lowerTo[T int64 | uint64](n *T, limit uint64) {
	if uint64(*n) > limit {
		*n = T(limit)
	}
}

// hideSupervisor makes this process survive signals. They are caught and discarded rather than ignored, since
// programs would inherit the latter.
func hideSupervisor() {
	unix.Umask(0o022)
	closeOnExec()
	signal.Notify(make(chan os.Signal, 1), unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT, unix.SIGPIPE,
		unix.SIGALRM, unix.SIGUSR1, unix.SIGUSR2, unix.SIGXCPU, unix.SIGXFSZ, unix.SIGTSTP, unix.SIGTTIN,
		unix.SIGTTOU)
}

// captureFile creates a file that is in no directory.
func captureFile() (*os.File, error) {
	f, err := os.CreateTemp("", "touchstone-output-")
	if err == nil {
		err = os.Remove(f.Name())
	}
	return f, err
}

// describe sets the signal and the memory. It returns which limit the system enforced on a program that used
// some CPU time.
func describe(o *Outcome, l Limits, state *os.ProcessState, used time.Duration) Stop {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		o.Peak = int64(usage.Maxrss)  //nolint:unconvert // 32 bits on some architectures
		if runtime.GOOS != "darwin" { // which counts in bytes
			o.Peak <<= 10
		}
	}
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return NotStopped
	}
	o.Signal = unix.SignalName(status.Signal())
	switch {
	case l.passedBackstop(status.Signal(), used):
		return StoppedCPU
	case status.Signal() == unix.SIGXFSZ: // where a write that exceeds the limit has no effect
		return StoppedDisk
	}
	return NotStopped
}

// pause is the interval between calls of ps.
const pause = 200 * time.Millisecond

// A tree is a program with all of its processes that can be found. A process belongs to it if it is in the
// program's group or the supervisor's session, if a process of the tree has started it, or if it belonged to
// the tree when last examined. A process that has left the session, and whose parent has ended between two
// examinations, is not found.
type tree struct {
	leader  int                   // of the group
	session int                   // the supervisor's PID
	known   map[int]time.Duration // CPU time of its processes when last examined
	past    time.Duration         // of processes that had ended by then
	memory  int64
	peak    int64
	sampled time.Time
}

func newTree(leader, session int) *tree {
	known := map[int]time.Duration{leader: 0}
	return &tree{leader: leader, session: session, known: known, sampled: time.Now()}
}

// addTree records whether the processes of a program can be found.
func addTree(m *Mechanisms) {
	_, err := processes()
	m.add(nameProcessWatch, err, Time, Memory, Remains)
}

// startTree starts a program as the leader of a new process group in the session of this process.
func startTree(cmd *exec.Cmd, l Limits) (*tree, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	limits, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	cmd.Args = append([]string{launcherName, cmd.Path, string(limits)}, cmd.Args...)
	cmd.Path, cmd.ExtraFiles, cmd.SysProcAttr = self, []*os.File{w}, &syscall.SysProcAttr{Setpgid: true}
	err = cmd.Start()
	w.Close()
	if err != nil {
		return nil, startError{err}
	}
	_ = r.SetReadDeadline(time.Now().Add(killWait))
	if failure, _ := io.ReadAll(r); len(failure) > 0 {
		_ = cmd.Wait()
		return nil, startError{errors.New(string(failure))}
	}
	return newTree(cmd.Process.Pid, os.Getpid()), nil
}

// used returns the usage of all processes when last examined. It examines them if it is time to.
func (t *tree) used() usage {
	if time.Since(t.sampled) >= pause {
		if list, err := processes(); err == nil {
			t.update(list)
		}
		t.sampled = time.Now()
	}
	u := usage{cpu: t.past, memory: t.memory, peak: t.peak}
	for _, cpu := range t.known {
		u.cpu += cpu
	}
	return u
}

// update replaces the tree's processes by the current list. It returns the live processes of the tree.
func (t *tree) update(list []psLine) (alive []int) {
	before := t.known
	t.known, t.memory = map[int]time.Duration{}, 0
	for grown := true; grown; {
		grown = false
		for _, p := range list {
			_, known := t.known[p.pid]
			_, wasKnown := before[p.pid]
			_, parentKnown := t.known[p.parent]
			belongs := wasKnown || parentKnown || p.group == t.leader || p.session == t.session
			if known || p.pid <= 1 || p.pid == t.session || !belongs {
				continue
			}
			t.known[p.pid], grown = p.cpu, true
			if !p.dead {
				t.memory += p.memory
				alive = append(alive, p.pid)
			}
		}
	}
	for pid, cpu := range before {
		if _, still := t.known[pid]; !still {
			t.past += cpu
		}
	}
	t.peak = max(t.peak, t.memory)
	return alive
}

// end kills all processes that it finds, until none is left, and reports whether it succeeded in time. It
// searches before it kills any, while their parents live.
func (t *tree) end() bool {
	for deadline := time.Now().Add(killWait); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		list, err := processes()
		left := false
		if err == nil {
			for _, pid := range t.update(list) {
				unix.Kill(pid, unix.SIGKILL)
				left = true
			}
		} else { // there may be no room for one more process
			for pid := range t.known {
				left = pid != t.leader && unix.Kill(pid, unix.SIGKILL) == nil || left
			}
		}
		left = unix.Kill(-t.leader, unix.SIGKILL) == nil && err != nil || left // dead ones do not count
		if !left {
			return true
		}
	}
	return false
}

func (t *tree) close() {}

// killRest kills the remaining processes of a killed supervisor, which are in its session.
func (w *Worker) killRest() {
	pid := w.cmd.Process.Pid
	newTree(pid, pid).end()
}

// A psLine is a process as listed by ps.
type psLine struct {
	pid, parent, group int
	session            int // 0 if unknown; its column has different names on different systems
	dead               bool
	memory             int64
	cpu                time.Duration // without the time of its children
}

// processes lists all processes with ps, since the system has no /proc. Every system supports these columns.
func processes() ([]psLine, error) {
	const patience = 2 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/ps", "-A", "-o", "pid,ppid,pgid,state,rss,time")
	cmd.Env = []string{"LC_ALL=C"}
	cmd.WaitDelay = patience
	text, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var list []psLine
	for _, p := range parsePS(string(text)) {
		if p.session, err = unix.Getsid(p.pid); err != nil {
			p.session = 0
		}
		if p.pid != cmd.Process.Pid {
			list = append(list, p)
		}
	}
	return list, nil
}

// parsePS parses the output of ps. It skips lines of another form, such as the header.
func parsePS(text string) (list []psLine) {
	for line := range strings.Lines(text) {
		var p psLine
		var state, cpu string
		n, _ := fmt.Sscan(line, &p.pid, &p.parent, &p.group, &state, &p.memory, &cpu)
		var ok bool
		if p.cpu, ok = parseCPU(cpu); ok && n == 6 {
			p.dead, p.memory = state[0] == 'Z', p.memory<<10
			list = append(list, p)
		}
	}
	return list
}

// parseCPU parses the CPU time of a process: "1:02.34" on BSD and macOS, where minutes may exceed 60, and
// "01:02:03" or "4-01:02:03" elsewhere.
func parseCPU(text string) (sum time.Duration, ok bool) {
	days, rest, found := strings.Cut(text, "-")
	if !found {
		days, rest = "0", text
	}
	n, err := strconv.ParseUint(days, 10, 16)
	clock := strings.Split(rest, ":")
	if err != nil || len(clock) < 2 || len(clock) > 3 {
		return 0, false
	}
	seconds := float64(0)
	for _, part := range clock {
		x, err := strconv.ParseFloat(strings.ReplaceAll(part, ",", "."), 64)
		if err != nil || !(x >= 0 && x < 1e9) {
			return 0, false
		}
		seconds = 60*seconds + x
	}
	return time.Duration(n)*24*time.Hour + time.Duration(seconds*1e9), true
}
