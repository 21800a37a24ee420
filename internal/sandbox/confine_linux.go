package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sys/unix"
)

// A confinement is what a helper does to the programs that it starts.
type confinement struct {
	spaces  spaces
	lock    *lock             // nil without Landlock
	filter  []unix.SockFilter // nil without seccomp
	threads bool              // processes and threads are limited by a resource limit
	groups  []*os.File
	unified bool
}

// confine arranges the helper's own surroundings and finds out what it can do for
// programs. An error says that the namespaces are of no use.
func confine(s setup) (c *confinement, m Mechanisms, err error) {
	m.add(nameLimits, nil, Time, Output)
	m.add(nameReaper, nil, Remains)
	m.add(nameWatch, nil, Memory, Disk)
	if s.Policy.Mode == None {
		for _, name := range []string{nameLandlock, nameSeccomp, nameNetNS, namePidNS, namePidsGroup, nameProcessLimit, nameMemoryGroup} {
			m.add(name, errors.New("not asked for"))
		}
		return nil, m, nil
	}
	c = &confinement{spaces: spaces(s.Spaces), unified: s.Unified}
	for i := range s.Groups {
		c.groups = append(c.groups, os.NewFile(uintptr(3+i), "control group"))
	}
	if err := c.spaces.arrange(s.Policy.Root, s.Policy.Write); err != nil {
		return nil, nil, err
	}
	c.name(&m, s.WhyNot)
	if err = landlockThere(); err == nil {
		c.lock, err = newLock(s.Policy)
	}
	guards := []string{Files}
	if c.lock != nil && c.lock.attr.HandledAccessNet != 0 {
		guards = append(guards, Network)
	}
	if c.lock != nil && c.lock.attr.Scoped != 0 {
		guards = append(guards, Signals)
	}
	m.add(nameLandlock, err, guards...)
	if err = seccompThere(); err == nil {
		list := denied
		if c.spaces&unix.CLONE_NEWNS == 0 {
			list = append(slices.Clip(list), changes...)
		}
		c.filter = newFilter(list)
	}
	m.add(nameSeccomp, err, Network, Kernel)
	switch {
	case c.spaces&unix.CLONE_NEWUSER == 0:
		err = errors.New("it needs a user namespace")
	case s.Administrator:
		err = errors.New("it does not bind the administrator")
	default:
		c.threads, err = true, nil
	}
	m.add(nameProcessLimit, err, Processes)
	return c, m, nil
}

// name notes the namespaces.
func (c *confinement) name(m *Mechanisms, whyNot string) {
	for _, one := range []struct {
		flag   spaces
		name   string
		guards []string
	}{
		{unix.CLONE_NEWUSER, nameUserNS, []string{Kernel}},
		{unix.CLONE_NEWNS, nameMountNS, []string{Files}},
		{unix.CLONE_NEWPID, namePidNS, []string{Signals, Remains}},
		{unix.CLONE_NEWIPC, nameIPCNS, []string{Remains}},
		{unix.CLONE_NEWNET, nameNetNS, []string{Network}},
	} {
		var err error
		if c.spaces&one.flag == 0 {
			err = errors.New(whyNot)
		}
		m.add(one.name, err, one.guards...)
	}
}

// start starts a program, confined. What confines it is put on a thread that does
// nothing else and is given up when the program is over: the end of that thread is
// a signal to the program (dieWithParent).
func (c *confinement) start(cmd *exec.Cmd, job Job, over <-chan struct{}) error {
	if c == nil { // on the helper's main thread
		err := cmd.Start()
		if err == nil {
			limit(cmd.Process.Pid, job.Limits, false)
		}
		return err
	}
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		err := c.thread(cmd, job)
		if err == nil {
			err = cmd.Start()
		}
		if err == nil {
			limit(cmd.Process.Pid, job.Limits, c.threads)
		}
		started <- err
		if err == nil {
			<-over
		}
	}()
	return <-started
}

// thread confines the thread it is on.
func (c *confinement) thread(cmd *exec.Cmd, job Job) error {
	for _, file := range c.groups {
		if c.unified {
			cmd.SysProcAttr.UseCgroupFD, cmd.SysProcAttr.CgroupFD = true, int(file.Fd())
		} else if _, err := file.WriteAt([]byte("0"), 0); err != nil { // 0 is this thread
			return err
		}
	}
	if err := dropPrivileges(); err != nil {
		return err
	}
	if c.lock != nil {
		if err := c.lock.put(job.Dir); err != nil {
			return err
		}
	}
	if c.filter != nil {
		return seccomp(c.filter)
	}
	return nil
}

// limit sets what is limited for each process of a program by itself. The program
// has been loaded at most by now; it cannot have raised a limit. One that is over
// already has none.
func limit(pid int, l Limits, threads bool) {
	set := func(resource int, most uint64) {
		_ = unix.Prlimit(pid, resource, &unix.Rlimit{Cur: most, Max: most}, nil)
	}
	if threads {
		set(unix.RLIMIT_NPROC, mostProcesses)
	}
	set(unix.RLIMIT_NOFILE, mostFiles)
	if l.CPU > 0 {
		set(unix.RLIMIT_CPU, uint64(l.CPU/time.Second)+2)
	}
}

// mostFiles bounds the open files of a process.
const mostFiles = 1024

// tryGroups starts a program that does nothing in a group of version 2, and tells
// whether that can be done.
func (c *confinement) tryGroups() error {
	if c == nil || !c.unified {
		return nil
	}
	for _, file := range c.groups {
		cmd := &exec.Cmd{Path: "/proc/self/exe", Args: []string{nothingName}}
		ownGroup(cmd)
		cmd.SysProcAttr.UseCgroupFD, cmd.SysProcAttr.CgroupFD = true, int(file.Fd())
		if err := cmd.Run(); err != nil {
			c.groups = nil
			return err
		}
	}
	return nil
}
