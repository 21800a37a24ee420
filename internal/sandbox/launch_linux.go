//go:build !portable

package sandbox

import (
	"math"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// launch returns the calls that start a job. Their order matters: what needs a privilege
// comes before that is dropped, and what is forbidden is forbidden last.
func (v *supervisor) launch(job Job, standard [3]int) (*launch, error) {
	l := new(launch)
	l.record(v.handles[handlePID])
	l.add("a session of its own", unix.SYS_SETSID)
	for _, name := range []string{handleMemory, handlePids, handleCPU} {
		if f := v.handles[name]; f != nil {
			l.join(name, f)
		}
	}
	dir, err := l.text(job.Dir)
	if err != nil {
		return nil, err
	}
	l.add("chdir "+job.Dir, unix.SYS_CHDIR, dir)
	for to, from := range standard {
		l.add("standard files", unix.SYS_DUP3, uintptr(from), uintptr(to), 0)
	}
	v.limit(l, job.Limits)
	l.add("umask", unix.SYS_UMASK, 0o022)
	l.add("closing descriptors", unix.SYS_CLOSE_RANGE, 3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC).optional = true // before Linux 5.11 they are marked one by one
	if job.Trace && v.forbidden != nil {
		if v.trace, err = newTrace(v.forbidden, job.Dir); err != nil {
			return nil, err
		}
	}
	if v.confined {
		if err := v.confine(l, job.Dir); err != nil {
			return nil, err
		}
	}
	// Becoming another user, as confine does, resets this.
	l.add("ending with the supervisor", unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL))
	return l, l.execute(job)
}

// record makes the child record its own PID: the supervisor may be killed before it can.
func (l *launch) record(note *os.File) {
	pid := new(int32)
	l.add("getpid", unix.SYS_GETPID).result = pid
	l.add("recording the PID", unix.SYS_PWRITE64, note.Fd(), pin(l, pid), unsafe.Sizeof(*pid), 0)
}

// join makes the child join a control group: 0 stands for the writer.
func (l *launch) join(name string, f *os.File) {
	l.add("joining the control group for "+name, unix.SYS_PWRITE64, f.Fd(), pin(l, &[1]byte{'0'}), 1, 0)
}

// execute completes a launch.
func (l *launch) execute(job Job) error {
	path, err := l.text(job.Path)
	if err != nil {
		return err
	}
	args, err := l.texts(job.Args)
	if err != nil {
		return err
	}
	env, err := l.texts(job.Env)
	if err != nil {
		return err
	}
	l.add(job.Path, unix.SYS_EXECVE, path, args, env)
	return nil
}

// limit sets the limits that apply to each process of a program.
func (v *supervisor) limit(l *launch, limits Limits) {
	most := v.processLimit
	if v.countOthers { // these vary
		most = uint64(TasksOf(os.Getuid())) + 2*mostProcesses
	}
	// The kernel counts what is written in a private view. Memory in the form of files, to
	// which this limit would also apply, is subject to the memory limit.
	if !v.onDisk() {
		limits.Output = 0
	}
	limits.rlimits(most, func(resource int, soft, hard uint64) {
		l.add("limits", unix.SYS_PRLIMIT64, 0, uintptr(resource), pin(l, &unix.Rlimit{Cur: soft, Max: hard}), 0)
	})
}

// noSetuidFixup is SECBIT_NO_SETUID_FIXUP: changing the user then drops no capabilities,
// neither the effective ones nor those that access(2) considers, which Java and shells use
// to find out what they may read.
const noSetuidFixup = 1 << 2

// confine drops all capabilities. Only where the programs of root have a user namespace and a /proc of
// their own they keep one: with DAC_OVERRIDE another user reads and runs the files that root may, as far as
// the mounts and Landlock permit.
func (v *supervisor) confine(l *launch, dir string) error {
	prctl := func(name string, args ...uintptr) { l.add(name, unix.SYS_PRCTL, args...) }
	var keep uint32
	if v.as.User != 0 {
		user, group := uintptr(v.as.User), uintptr(v.as.Group)
		if v.spaces.overrides() {
			keep = 1 << unix.CAP_DAC_OVERRIDE
			prctl("keeping capabilities", unix.PR_SET_SECUREBITS, noSetuidFixup)
		}
		l.add("leaving groups", unix.SYS_SETGROUPS, 0, 0)
		l.add("another group", unix.SYS_SETRESGID, group, group, group)
		l.add("another user", unix.SYS_SETRESUID, user, user, user)
	}
	header := &unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	data := &[2]unix.CapUserData{{Effective: keep, Permitted: keep, Inheritable: keep}}
	prctl("giving up inherited capabilities", unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL)
	l.add("giving up capabilities", unix.SYS_CAPSET, pin(l, header), pin(l, data))
	if keep != 0 {
		prctl("keeping a capability", unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_RAISE, unix.CAP_DAC_OVERRIDE)
	}
	prctl("no new privileges", unix.PR_SET_NO_NEW_PRIVS, 1)
	if v.lock != nil {
		rules, err := v.lock.rules(v.writable(dir))
		if err != nil {
			return err
		}
		v.rules = rules
		l.add("landlock", unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(rules), 0)
	}
	switch {
	case v.trace != nil:
		v.trace.install(l)
	case v.filter != nil:
		l.filter("seccomp", v.filter, 0)
	}
	return nil
}

// filter makes the child install a seccomp filter.
func (l *launch) filter(name string, f []unix.SockFilter, flags uintptr) *call {
	l.pinned = append(l.pinned, f)
	return l.add(name, unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, pin(l, &unix.SockFprog{Len: uint16(len(f)), Filter: &f[0]}))
}
