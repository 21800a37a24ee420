//go:build !portable

package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A supervisor starts the programs of a worker, one at a time, and sees to their end.
// It wears nothing of what confines them.
type supervisor struct {
	control      *control
	handles      map[string]*os.File
	spaces       spaces
	user         int // that programs run as, 0 for this one's own
	confined     bool
	processLimit uint64            // of the programs' user, or 0
	countOthers  bool              // it counts the caller's other processes, too
	lock         *lock             // nil without Landlock
	forbidden    rules             // nil without seccomp
	filter       []unix.SockFilter // by which these are kept
	rules        int               // of Landlock for the run under way, or -1
	view         *view             // nil without mounts
	trace        *trace            // of the run under way, or nil
	write        []string          // folders besides the run's own
}

// The handles that a worker gives its supervisor.
const (
	handleFolders = "folders" // a socket over which open folders are sent
	handlePID     = "pid"     // a file in memory: the program under way, for the worker
	handleMemory  = "memory"  // what the control groups are joined by
	handlePids    = "pids"
	handleCPU     = "CPU time"
	handleUsage   = "usage"     // CPU time of the group
	handleMembers = "processes" // of the group
)

// hideSupervisor takes this process out of the reach of programs, as far as it can
// itself: nobody reads its memory or its descriptors, no signal but SIGKILL ends it,
// and nothing that it has inherited goes on to a program.
func hideSupervisor() {
	runtime.LockOSThread()                                                 // programs are tied to the life of the thread that starts them
	victimScore, _ = os.OpenFile("/proc/self/oom_score_adj", os.O_RDWR, 0) // later it is not ours any more
	unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	// They are caught rather than ignored, for a program would inherit that.
	caught := make(chan os.Signal, 1)
	for n := syscall.Signal(1); n < 65; n++ {
		if n != unix.SIGKILL && n != unix.SIGSTOP && n != unix.SIGCHLD && n != unix.SIGURG {
			signal.Notify(caught, n)
		}
	}
	if unix.CloseRange(3, math.MaxInt32, unix.CLOSE_RANGE_CLOEXEC) != nil {
		entries, _ := os.ReadDir("/proc/self/fd")
		for _, e := range entries {
			var fd int
			if n, _ := fmt.Sscan(e.Name(), &fd); n == 1 && fd > 2 {
				unix.CloseOnExec(fd)
			}
		}
	}
}

// victimScore says whom the system is to end first if it runs out of memory.
var victimScore *os.File

// startAsVictim starts a program that the system ends before anything else: what it uses
// of memory is not all seen where no control group counts it.
func startAsVictim(l *launch, forked func()) (pid, pidfd int, err error) {
	if victimScore == nil {
		return l.start(forked)
	}
	before := make([]byte, 16)
	n, err := victimScore.ReadAt(before, 0)
	if n == 0 {
		return 0, -1, err
	}
	if _, err := victimScore.WriteAt([]byte("1000"), 0); err == nil {
		defer victimScore.WriteAt(before[:n], 0) //nolint:errcheck // it was allowed to be so before
	}
	return l.start(forked)
}

// newSupervisor arranges this process's surroundings and finds out what it can do for
// programs.
func newSupervisor(s setup, c *control) (v *supervisor, answer ready) {
	v = &supervisor{control: c, spaces: s.Spaces, user: s.User, handles: map[string]*os.File{}, rules: -1}
	for i, name := range s.Handles {
		v.handles[name] = os.NewFile(uintptr(3+i), name)
	}
	m := &answer.Mechanisms
	m.add(nameLimits, nil, Time, Output)
	m.add(nameReaper, nil, Remains)
	m.add(nameWatch, nil, Memory, Disk)
	if s.Policy.Mode == None {
		for _, name := range []string{nameRoot, nameFolder, nameLandlock, nameSeccomp, nameNetNS, namePidNS, nameUser, namePidsGroup, nameProcessLimit, nameMemoryGroup, nameCPUGroup} {
			m.add(name, errors.New("not asked for"))
		}
		return v, answer
	}
	v.confined, v.write = true, s.Policy.Write
	var err error
	if v.view, err = s.Spaces.arrange(s); err != nil {
		answer.Error = err.Error()
		return v, answer
	}
	if err := v.joinable(); err != nil {
		answer.GroupError = err.Error()
		delete(v.handles, handleUsage)
	}
	s.Spaces.name(m, s.WhyNot)
	v.separate(s, m)
	return v, answer
}

// separate prepares what holds programs without namespaces.
func (v *supervisor) separate(s setup, m *Mechanisms) {
	err := landlockThere()
	if err == nil {
		v.lock, err = newLock(s.Policy, v.view != nil)
	}
	guards := []string{Files}
	if v.lock != nil && v.lock.attr.HandledAccessNet != 0 {
		guards = append(guards, Network)
	}
	if v.lock != nil && v.lock.attr.Scoped != 0 {
		guards = append(guards, Signals)
	}
	m.add(nameLandlock, err, guards...)
	if err = seccompThere(); err == nil {
		v.forbidden = newRules(v.view != nil, v.user != 0)
		v.filter = v.forbidden.filter(false)
	}
	m.add(nameSeccomp, err, Network, Kernel)
	err = nil
	if v.user == 0 {
		err = errors.New("only an administrator can start programs as somebody else")
	}
	m.add(nameUser, err, Signals)
	err = nil
	switch {
	case v.user != 0, v.view != nil && os.Getuid() != 0:
		v.processLimit = mostProcesses
	case os.Getuid() == 0:
		err = errors.New("it does not bind the administrator")
	default:
		v.countOthers = true
	}
	m.add(nameProcessLimit, err, Processes)
}

// joinable reports whether a process that does nothing can join the control groups.
func (v *supervisor) joinable() error {
	var err error
	for _, name := range []string{handleMemory, handlePids, handleCPU} {
		if f := v.handles[name]; f != nil && err == nil {
			l := new(launch)
			l.join(name, f)
			l.add("exit", unix.SYS_EXIT_GROUP, 0)
			var pid, fd int
			if pid, fd, err = l.start(func() {}); err == nil {
				_, _ = unix.Wait4(pid, nil, 0, nil)
				unix.Close(fd)
			}
		}
	}
	if err != nil {
		delete(v.handles, handleMemory)
		delete(v.handles, handlePids)
		delete(v.handles, handleCPU)
	}
	return err
}

// folder makes a folder of so many bytes for the next run, and sends it to the worker.
func (v *supervisor) folder(size int64) (path string, err error) {
	if v.view == nil {
		return "", errors.New("there are no mounts here")
	}
	fd, err := v.view.fresh(size, v.user)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	return v.view.run, unix.Sendmsg(int(v.handles[handleFolders].Fd()), []byte{0}, unix.UnixRights(fd), nil, 0)
}

// writable lists what a program may write to.
func (v *supervisor) writable(dir string) []string {
	if v.view == nil {
		return append([]string{dir}, v.write...)
	}
	return append([]string{dir}, v.view.writable...)
}

// run runs one job. An error is never the program's.
func (v *supervisor) run(job Job) (o Outcome, err error) {
	r := running{job: job, v: v}
	if err := r.prepare(); err != nil {
		return o, err
	}
	defer r.end()
	l, err := v.launch(job, [3]int{r.stdin, int(r.stdout.file.Fd()), int(r.stderr.file.Fd())})
	if err != nil {
		v.trace.abandon()
		v.trace = nil
		if !errors.As(err, new(*textError)) {
			return o, fmt.Errorf("preparing the program: %w", err)
		}
		o.Exit, o.StartError = -1, err.Error()
		return o, nil
	}
	if v.trace != nil {
		go v.trace.follow()
		defer func() { o.Refused, v.trace = v.refused(v.trace.ended(), job.Dir), nil }()
	}
	v.view.renumber()
	begin := time.Now()
	r.use.start(begin)
	r.pid, r.pidfd, err = startAsVictim(l, v.trace.started)
	var failed *launchError
	if errors.As(err, &failed) && failed.call == job.Path {
		o.Exit, o.StartError = -1, err.Error()
		return o, nil
	}
	if err != nil {
		return o, fmt.Errorf("starting the program: %w", err)
	}
	v.tell(r.pid)
	defer v.tell(0)
	o.Stopped = r.watch(begin)
	r.killAll()
	o.Wall = time.Since(begin)
	o.Output, o.Errors = r.stdout.tail(), r.stderr.tail()
	o.First, o.Printed = r.stdout.first()
	r.describe(&o)
	return o, nil
}

// tell leaves the PID of the program where the worker finds it if this process dies.
func (v *supervisor) tell(pid int) {
	text, _ := json.Marshal(pid)
	_, _ = v.handles[handlePID].WriteAt([]byte(string(text)+strings.Repeat(" ", 10)), 0)
}
