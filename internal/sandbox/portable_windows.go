package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// A job object fully confines these things.
func init() {
	for _, thing := range []string{Processes, Memory, Remains} {
		full[thing] = []string{nameJob}
	}
}

// A tree is a program with all its processes. It is a job object, which contains the program and all
// processes that it starts, from the first instruction on. They end when the last handle of the job is
// closed, which belongs to the supervisor.
type tree struct{ job windows.Handle }

// newTree creates the job of a program. A limit of twice the memory protects the machine between two
// measurements: at the limit itself, allocations would fail, and the program would end by itself.
func newTree(limits Limits) (*tree, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil, os.NewSyscallError("CreateJobObject", err)
	}
	var l windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	basic := &l.BasicLimitInformation
	basic.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | windows.JOB_OBJECT_LIMIT_ACTIVE_PROCESS |
		windows.JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION
	basic.ActiveProcessLimit = maxProcesses
	if limits.Memory > 0 {
		basic.LimitFlags |= windows.JOB_OBJECT_LIMIT_JOB_MEMORY
		l.JobMemoryLimit = uintptr(min(2*limits.Memory, math.MaxInt))
	}
	err = pinned(&l, func(address uintptr, size uint32) error {
		_, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, address, size)
		return os.NewSyscallError("SetInformationJobObject", err)
	})
	if err != nil {
		windows.CloseHandle(job)
		return nil, err
	}
	return &tree{job}, nil
}

// pinned calls f with the address, as a number, and the size of a value that does not move during the call.
func pinned[T any](value *T, f func(address uintptr, size uint32) error) error {
	var p runtime.Pinner
	p.Pin(value)
	defer p.Unpin()
	return f(uintptr(unsafe.Pointer(value)), uint32(unsafe.Sizeof(*value)))
}

// query reads information about the job.
func query[T any](t *tree, class int32) (info T, err error) {
	err = pinned(&info, func(address uintptr, size uint32) error {
		return os.NewSyscallError("QueryInformationJobObject",
			windows.QueryInformationJobObject(t.job, class, address, size, nil))
	})
	return info, err
}

// limits returns the limits that the system enforces, and the peak memory used.
func (t *tree) limits() (windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION, error) {
	return query[windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION](t, windows.JobObjectExtendedLimitInformation)
}

// A jobAccount is JOBOBJECT_BASIC_ACCOUNTING_INFORMATION.
type jobAccount struct {
	user, kernel, periodUser, periodKernel int64 // in units of 100 ns
	faults, processes, active, terminated  uint32
}

// account returns the usage of the processes of the job, including those that have ended.
func (t *tree) account() (jobAccount, error) {
	return query[jobAccount](t, windows.JobObjectBasicAccountingInformation)
}

// addTree records the limits that a job enforces: it reads them back, since not every Windows keeps them.
func addTree(m *Mechanisms) {
	t, err := newTree(Limits{Memory: 1 << 29})
	if err != nil {
		m.add(nameJob, err, Time, Memory, Processes, Remains)
		return
	}
	defer t.close()
	guards := []string{Remains}
	l, err := t.limits()
	if err == nil && l.JobMemoryLimit == 1<<30 && l.BasicLimitInformation.ActiveProcessLimit == maxProcesses {
		guards = append(guards, Time, Memory, Processes)
	}
	m.add(nameJob, nil, guards...)
}

// ntResumeProcess resumes the threads of a process. No documented function does so without a list of the
// threads of the whole system.
var ntResumeProcess = windows.NewLazySystemDLL("ntdll.dll").NewProc("NtResumeProcess")

// startTree starts a program in a new job. Its process is created suspended, so that it is in the job before
// it does anything.
func startTree(cmd *exec.Cmd, limits Limits) (*tree, error) {
	t, err := newTree(limits)
	if err != nil {
		return nil, err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{
		CreationFlags: windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW,
	}
	if err := cmd.Start(); err != nil {
		t.close()
		return nil, startError{err}
	}
	var assigned, resumed error
	err = cmd.Process.WithHandle(func(handle uintptr) {
		assigned = os.NewSyscallError("AssignProcessToJobObject",
			windows.AssignProcessToJobObject(t.job, windows.Handle(handle)))
		if assigned == nil {
			if status, _, _ := ntResumeProcess.Call(handle); status != 0 {
				resumed = os.NewSyscallError("NtResumeProcess", windows.NTStatus(status))
			}
		}
	})
	if err := errors.Join(err, assigned, resumed); err != nil {
		_ = cmd.Process.Kill()
		go cmd.Wait()
		t.close()
		return nil, err
	}
	return t, nil
}

// used returns the usage of all processes. Memory is the peak of committed memory, which the system records.
func (t *tree) used() (u usage) {
	if l, err := t.limits(); err == nil {
		u.memory = int64(l.PeakJobMemoryUsed)
		u.peak = u.memory
	}
	if a, err := t.account(); err == nil {
		u.cpu = time.Duration(a.user+a.kernel) * 100
	}
	return u
}

// end ends all processes of the job. It reports whether they are gone in time.
func (t *tree) end() bool {
	for deadline := time.Now().Add(killWait); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		_ = windows.TerminateJobObject(t.job, 1)
		if a, err := t.account(); err == nil && a.active == 0 {
			return true
		}
	}
	return false
}

func (t *tree) close() { windows.CloseHandle(t.job) }

// killRest has nothing to do: a job ends with its supervisor.
func (*Worker) killRest() {}

// describe does nothing: on Windows a program that is ended has an exit status.
func describe(*Outcome, Limits, *os.ProcessState, time.Duration) Stop { return NotStopped }

// ownSession protects a process from Ctrl-C on the console.
func ownSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
}

// hideSupervisor makes this process survive Ctrl-C. It also makes its programs end where the system would
// open a window and wait for a user to close it.
func hideSupervisor() {
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	windows.SetErrorMode(windows.SEM_FAILCRITICALERRORS | windows.SEM_NOGPFAULTERRORBOX |
		windows.SEM_NOOPENFILEERRORBOX)
}

// rename moves a directory that is no longer in use, except by a virus scanner or a process that has just
// been killed.
func rename(from, to string) error {
	for deadline := time.Now().Add(killWait); ; time.Sleep(10 * time.Millisecond) {
		err := os.Rename(from, to)
		if err == nil || errors.Is(err, os.ErrNotExist) || time.Now().After(deadline) {
			return err
		}
	}
}

var fileNumber atomic.Int64

// captureFile creates a file that disappears with its last handle. It does have a name here, but files of the
// same user cannot be protected from each other anyway.
func captureFile() (*os.File, error) {
	name := fmt.Sprintf("touchstone-output-%d-%d", os.Getpid(), fileNumber.Add(1))
	const flags = os.O_RDWR | os.O_CREATE | os.O_TRUNC | windows.FILE_FLAG_DELETE_ON_CLOSE
	return os.OpenFile(filepath.Join(os.TempDir(), name), flags, 0o600)
}

// dirSize counts the bytes of the files below dir, up to a little more than limit. Links count as nothing.
func dirSize(dir string, limit int64) (size int64) {
	entries := 0
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // it vanished, or we may not open it
		}
		if entries++; entries > maxNames {
			size = limit + 1
		} else if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			size += info.Size()
		}
		if size > limit {
			return fs.SkipAll
		}
		return nil
	})
	return size
}
