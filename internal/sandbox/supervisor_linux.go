//go:build !portable

package sandbox

import (
	"encoding/gob"
	"errors"
	"fmt"
	"math"
	"os"
	"os/signal"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// A supervisor starts the programs of a worker, one at a time, and makes sure that they end. The restrictions
// on the programs do not apply to the supervisor.
type supervisor struct {
	control      *control
	handles      map[string]*os.File
	spaces       spaces
	user         programUser // user that runs the programs, or the zero value for the supervisor's own user
	confined     bool
	processLimit uint64            // of the programs' user, or 0
	countOthers  bool              // the limit also counts the caller's other processes
	lock         *lock             // nil without Landlock
	filter       []unix.SockFilter // nil without seccomp
	rules        int               // Landlock ruleset of the current run, or -1
	view         *view             // nil without mounts
	write        []string          // additional writable directories
	home         string            // the working directory that lasts, or ""
	peak         int64             // resident set of this process, as far as known
}

// A control receives a supervisor's requests from standard input. They are sent one at a
// time, so anything that arrives during a run means the end.
type control struct{ in *gob.Decoder }

func newControl(in *gob.Decoder) *control { return &control{in} }

// next waits for a request; ok is false when there are no more.
func (c *control) next() (r request, ok bool) { return r, c.in.Decode(&r) == nil }

// The handles that a worker gives its supervisor.
const (
	handleDirs    = "directories" // a socket over which open directories are sent
	handlePID     = "pid"         // a file in memory: the PID of the current program, for the worker
	handleMemory  = "memory"      // files written to join the control groups
	handlePids    = "pids"
	handleCPU     = "CPU time"
	handleUsage   = "usage"     // CPU time of the group
	handleMembers = "processes" // of the group
)

// groupHandles lists the handles of the files that are written to join a control group.
var groupHandles = []string{handleMemory, handlePids, handleCPU}

// hideSupervisor protects this process from programs, as far as it can by itself: no program can read its
// memory or its descriptors, no signal except SIGKILL ends it, and programs inherit nothing that it has
// inherited.
func hideSupervisor() {
	unix.Umask(0o022) // programs may be other users
	// programs are tied to the life of the thread that starts them
	runtime.LockOSThread()
	oomScoreFile, _ = os.OpenFile("/proc/self/oom_score_adj", os.O_RDWR, 0) // later we may not open it any more
	setDumpable(false)
	unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	// The signals are caught rather than ignored, since a program would inherit the latter.
	signal.Notify(make(chan os.Signal, 1))
	signal.Reset(unix.SIGCHLD, unix.SIGURG) // these are frequent, and do not end it
	if unix.CloseRange(3, math.MaxInt32, unix.CLOSE_RANGE_CLOEXEC) != nil {
		closeOnExec()
	}
}

// oomScoreFile is the file that determines which process the system kills first if it runs out of memory.
var oomScoreFile *os.File

// startWithOOMScore starts a program that the system kills first if memory runs out: without a
// control group, not all of its memory is seen.
func startWithOOMScore(l *launch) (pid, pidfd int, err error) {
	if oomScoreFile == nil {
		return l.start()
	}
	before := make([]byte, 16)
	n, err := oomScoreFile.ReadAt(before, 0)
	if n == 0 {
		return 0, -1, err
	}
	if _, err := oomScoreFile.WriteAt([]byte("1000"), 0); err == nil {
		defer oomScoreFile.WriteAt(before[:n], 0) //nolint:errcheck // it was permitted before
	}
	return l.start()
}

// newSupervisor sets up this process's environment and finds out how it can confine programs.
func newSupervisor(s setup, c *control) (v *supervisor, answer ready) {
	v = &supervisor{control: c, spaces: s.Spaces, user: s.User, handles: map[string]*os.File{}, rules: -1,
		home: s.Policy.Home}
	for i, name := range s.Handles {
		v.handles[name] = os.NewFile(uintptr(3+i), name)
	}
	m := &answer.Mechanisms
	m.add(nameLimits, nil, Time, Output)
	m.add(nameReaper, nil, Remains)
	m.add(nameWatch, nil, Memory, Disk)
	if s.Policy.Mode == None {
		for _, name := range []string{nameRoot, OwnDir, nameLandlock, nameSeccomp, nameNetNS, namePidNS,
			nameUser, namePidsGroup, nameProcessLimit, nameMemoryGroup, nameCPUGroup} {
			m.add(name, errors.New("not required"))
		}
		return v, answer
	}
	v.confined, v.write = true, s.Policy.Write
	if s.Spaces.ownRoot() {
		var err error
		if v.view, err = newView(s.Policy, s.Spaces&oldProc == 0); err != nil {
			answer.Error = err.Error()
			return v, answer
		}
	}
	if err := v.checkJoin(); err != nil {
		answer.GroupError = err.Error()
		delete(v.handles, handleUsage)
	}
	s.Spaces.name(m, s.WhyNot)
	v.separate(s, m)
	return v, answer
}

// separate prepares the confinement of programs without namespaces.
func (v *supervisor) separate(s setup, m *Mechanisms) {
	version, err := landlockVersion()
	if err == nil {
		v.lock = newLock(version, s.Policy, v.view != nil)
	}
	guards := []string{Files}
	if v.lock != nil && v.lock.attr.Handled_access_net != 0 {
		guards = append(guards, Network)
	}
	if v.lock != nil && v.lock.attr.Scoped != 0 {
		guards = append(guards, Signals)
	}
	m.add(nameLandlock, err, guards...)
	if err = checkSeccomp(); err == nil {
		v.filter = newRules(v.view != nil, v.user.User != 0, v.onDisk()).filter()
	}
	m.add(nameSeccomp, err, Network, Kernel)
	err = nil
	if v.user.User == 0 {
		err = errors.New("only an administrator can start programs as another user")
	}
	m.add(nameUser, err, Signals)
	m.add(nameProcessLimit, v.limitProcesses(os.Getuid()), Processes)
}

// limitProcesses chooses the limit on the processes of the programs' user, where uid is the supervisor's own user.
func (v *supervisor) limitProcesses(uid int) error {
	switch {
	case v.user.User != 0, v.view != nil && uid != 0:
		v.processLimit = maxProcesses
	case uid == 0:
		return errors.New("it does not bind the administrator")
	default:
		v.countOthers = true
	}
	return nil
}

// checkJoin returns an error unless a process that does nothing can join the control groups.
func (v *supervisor) checkJoin() error {
	for _, name := range groupHandles {
		f := v.handles[name]
		if f == nil {
			continue
		}
		l := new(launch)
		l.join(name, f)
		if err := l.try(); err != nil {
			for _, name := range groupHandles {
				delete(v.handles, name)
			}
			return err
		}
	}
	return nil
}

// directory creates a directory for the next run that holds size bytes, and sends its descriptor to the worker.
func (v *supervisor) makeDir(size int64) (path string, err error) {
	if v.view == nil {
		return "", errors.New("there are no mounts here")
	}
	fd, err := v.view.newRunFS(size, v.user.User)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	return v.view.run, unix.Sendmsg(int(v.handles[handleDirs].Fd()), []byte{0}, unix.UnixRights(fd), nil, 0)
}

// run runs one job. The error is never the program's fault.
func (v *supervisor) run(job Job) (o Outcome, err error) {
	r := running{job: job, v: v}
	defer r.end()
	if err := r.prepare(); err != nil {
		return o, err
	}
	l, err := v.launch(job, [3]int{int(r.stdin.Fd()), int(r.stdout.file.Fd()), int(r.stderr.file.Fd())})
	if err != nil {
		if !errors.As(err, new(textError)) {
			return o, fmt.Errorf("preparing the program: %w", err)
		}
		o.Exit, o.StartError = -1, err.Error()
		return o, nil
	}
	v.view.renumber()
	defer v.handles[handlePID].WriteAt(make([]byte, 4), 0) //nolint:errcheck // clears the PID of the child
	begin := time.Now()
	r.use.start(begin)
	r.pid, r.pidfd, err = startWithOOMScore(l)
	var failed *launchError
	if errors.As(err, &failed) && failed.call == job.Path {
		o.Exit, o.StartError = -1, err.Error()
		if failed.errno == unix.EACCES && !v.mayOpen(job.Path) {
			o.StartError += " for the ordinary user that runs programs here"
		}
		return o, nil
	}
	if err != nil {
		return o, fmt.Errorf("starting the program: %w", err)
	}
	if job.Piped { // so that others see when the program closes its ends
		r.stdin.Close()
		r.stdout.close()
	}
	o.Stopped = r.watch(begin)
	r.killAll()
	o.Wall = time.Since(begin)
	o.Output, o.Errors = r.stdout.tail(), r.stderr.headAndTail()
	o.First, o.Printed = r.stdout.first()
	r.describe(&o)
	return o, nil
}

// A running is a job in progress.
type running struct {
	job            Job
	v              *supervisor
	stdin          *os.File
	stdout, stderr capture
	stop           *os.File // of Pipes, or nil
	pid, pidfd     int
	ended          bool // and waited for
	status         unix.WaitStatus
	usage          unix.Rusage   // of the program and the processes that it waited for
	rest           time.Duration // CPU time of its remaining processes
	system         time.Duration // the part of both that the system spent
	use            account
	samples        int
	before         int64 // bytes in the additional writable directories
}

// prepare opens the program's standard files. They are new for each run: all processes that
// have a file open share its flags and position.
func (r *running) prepare() (err error) {
	if err = r.openInput(); err != nil {
		return err
	}
	if r.use.group = r.v.handles[handleUsage]; r.use.group == nil {
		r.use.clock = newTreeClock()
	}
	r.before = writeSize(r.v.write, math.MaxInt64)
	err = r.stderr.open("", "")
	if !r.job.Piped {
		err = errors.Join(err, r.stdout.open(r.job.Dir, r.job.Stdout))
	}
	return err
}

// openInput opens standard input, or receives the pipes of the job.
func (r *running) openInput() (err error) {
	if !r.job.Piped {
		r.stdin, err = openInput(r.job.Dir, r.job.Stdin)
		return err
	}
	pipes, err := receiveFiles(int(r.v.handles[handleDirs].Fd()), "stdin", "stdout", "stop")
	if err != nil {
		return err
	}
	r.stdin, r.stdout.file, r.stop = pipes[0], pipes[1], pipes[2]
	return nil
}

// captureFile returns a file in memory, which the limit on file sizes applies to.
func captureFile() (*os.File, error) { return memoryFile("output") }

// memoryFile creates a file in memory.
func memoryFile(name string) (*os.File, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}

// end releases the resources of the run.
func (r *running) end() {
	r.stdin.Close()
	r.stdout.close()
	r.stderr.close()
	r.stop.Close()
	r.use.clock.close()
	if r.pidfd > 0 {
		unix.Close(r.pidfd)
	}
	if r.v.rules >= 0 {
		unix.Close(r.v.rules)
		r.v.rules = -1
	}
}

// tidy removes the traces of a run in the supervisor's own environment.
func (v *supervisor) tidy() {
	if v.view != nil {
		v.view.clear()
	}
}

// watch waits for the end of the program and enforces its limits until then.
func (r *running) watch(begin time.Time) Stop {
	l := r.job.Limits
	last := begin.Add(l.MaxElapsed())
	for {
		switch r.wait(tick) {
		case programEnded:
			return NotStopped
		case controlEnded:
			return StoppedWall
		}
		now := time.Now()
		// Without a control group or a private file system, nothing else counts memory or disk space.
		r.use.sample(now, r.v.handles[handleMemory] == nil || r.v.onDisk())
		switch {
		case l.CPU > 0 && r.use.total() > l.CPU:
			return StoppedCPU
		case l.Wall > 0 && (now.Sub(begin)-r.use.waited > l.Wall || now.After(last)):
			return StoppedWall
		case l.Memory > 0 && r.use.memory > l.Memory && r.use.shared() > l.Memory:
			return StoppedMemory
		}
		if stop := r.outputExceeded(); stop != NotStopped {
			return stop
		}
	}
}

// onDisk reports whether programs may write where no private file system counts it.
func (v *supervisor) onDisk() bool { return v.view == nil || len(v.write) > 0 || v.home != "" }

// outputExceeded reports whether too much was printed or written to files.
func (r *running) outputExceeded() Stop {
	limit := r.job.Limits.Output
	switch {
	case limit <= 0:
		return NotStopped
	case r.stdout.size()+r.stderr.size() > limit:
		return StoppedOutput
	case r.v.view != nil && r.v.view.usedBytes() > limit, r.onDisk(limit) > limit:
		return StoppedDisk
	}
	return NotStopped
}

// onDisk counts files that no file system of the run counts: files without a name, its directory on disk, and
// the growth of additional writable directories. Those may be large and are examined less often.
func (r *running) onDisk(limit int64) (size int64) {
	if r.v.view == nil || r.v.home != "" {
		size = r.use.unlinked + dirSize(r.job.Dir, limit)
	}
	r.samples++
	if len(r.v.write) == 0 || !r.ended && r.samples%writeSamples != 1 {
		return size
	}
	return size + r.use.unlinked + writeSize(r.v.write, r.before+limit) - r.before
}

// writeSamples is the number of measurements of a program per examination of the directories that it shares.
const writeSamples = 25

func writeSize(dirs []string, limit int64) (size int64) {
	for _, dir := range dirs {
		size += dirSize(dir, limit)
	}
	return size
}

// wait waits for whatever happens first: the end of the program, the end of the requests, a stop
// or the expiry of d. The supervisor's only thread waits for all of them.
func (r *running) wait(d time.Duration) event {
	end := time.Now().Add(d)
	fds := []unix.PollFd{{Fd: int32(r.pidfd), Events: unix.POLLIN},
		{Fd: int32(os.Stdin.Fd()), Events: unix.POLLIN}}
	if r.stop != nil {
		fds = append(fds, unix.PollFd{Fd: int32(r.stop.Fd()), Events: unix.POLLIN})
	}
	for {
		if r.pidfd < 0 {
			d = min(d, time.Millisecond)
		}
		n, err := unix.Poll(fds, int((d+time.Millisecond-1)/time.Millisecond))
		switch {
		case r.reap():
			return programEnded
		case n > 0 && (fds[1].Revents != 0 || r.stop != nil && fds[2].Revents != 0):
			return controlEnded
		}
		if d = time.Until(end); d <= 0 && !errors.Is(err, unix.EINTR) {
			return noEvent
		}
		d = max(d, 0)
	}
}

// reap waits for the program if it has ended.
func (r *running) reap() bool {
	if !r.ended {
		pid, err := unix.Wait4(r.pid, &r.status, unix.WNOHANG, &r.usage)
		r.ended = pid == r.pid || errors.Is(err, unix.ECHILD)
	}
	return r.ended
}

// describe sets the part of the outcome that follows from how the program itself ended.
func (r *running) describe(o *Outcome) {
	o.Exit = -1
	if r.status.Exited() {
		o.Exit = r.status.ExitStatus()
	}
	if r.status.Signaled() {
		o.Signal = unix.SignalName(r.status.Signal())
	}
	// The child shares the memory of this process until it executes its program. The kernel counts that too.
	peak := r.usage.Maxrss << 10
	if peak > r.v.peak {
		status, _ := os.ReadFile("/proc/self/status")
		r.v.peak, _ = sizeIn(status, "VmHWM")
	}
	if peak > r.v.peak {
		o.Peak = peak
	}
	o.Peak = max(o.Peak, r.use.largest)
	o.CPU = max(timeOf(&r.usage)+r.rest, r.use.final())
	o.System = r.system + time.Duration(r.usage.Stime.Nano())
	switch l := r.job.Limits; {
	case o.Stopped != NotStopped:
	case l.CPU > 0 && o.CPU > l.CPU, r.status.Signaled() && l.passedBackstop(r.status.Signal(), o.CPU):
		o.Stopped = StoppedCPU
	default:
		o.Stopped = r.outputExceeded()
	}
}

func timeOf(u *unix.Rusage) time.Duration { return time.Duration(u.Utime.Nano() + u.Stime.Nano()) }
