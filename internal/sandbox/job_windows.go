package sandbox

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// A jobObject contains a process and everything that it starts, from its first instruction
// on.
type jobObject windows.Handle

// newJob creates a job whose processes end when its last handle is closed.
func newJob(l windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION) (jobObject, error) {
	h, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, os.NewSyscallError("CreateJobObject", err)
	}
	j := jobObject(h)
	l.BasicLimitInformation.LimitFlags |= windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	if err := j.set(windows.JobObjectExtendedLimitInformation, unsafe.Pointer(&l), unsafe.Sizeof(l)); err != nil {
		j.close()
		return 0, err
	}
	return j, nil
}

// programJob creates the job of a program. It is nested in that of the supervisor, and so
// cannot restrict the use of windows and the clipboard: the system would refuse to put a
// process into it.
func programJob(limits Limits) (jobObject, error) {
	var l windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	basic := &l.BasicLimitInformation
	basic.LimitFlags = windows.JOB_OBJECT_LIMIT_ACTIVE_PROCESS | windows.JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION
	basic.ActiveProcessLimit = mostProcesses
	if limits.Memory > 0 {
		basic.LimitFlags |= windows.JOB_OBJECT_LIMIT_JOB_MEMORY
		l.JobMemoryLimit = uintptr(limits.Memory)
	}
	if limits.CPU > 0 {
		soft, _ := limits.backstop()
		basic.LimitFlags |= windows.JOB_OBJECT_LIMIT_JOB_TIME
		basic.PerJobUserTimeLimit = int64(soft) * 1e7 // in units of 100 ns
	}
	return newJob(l)
}

func (j jobObject) set(class uint32, info unsafe.Pointer, size uintptr) error {
	var p runtime.Pinner // passed as a number
	p.Pin(info)
	defer p.Unpin()
	_, err := windows.SetInformationJobObject(windows.Handle(j), class, uintptr(info), uint32(size))
	return os.NewSyscallError("SetInformationJobObject", err)
}

func (j jobObject) query(class int32, info unsafe.Pointer, size uintptr) error {
	var p runtime.Pinner
	p.Pin(info)
	defer p.Unpin()
	err := windows.QueryInformationJobObject(windows.Handle(j), class, uintptr(info), uint32(size), nil)
	return os.NewSyscallError("QueryInformationJobObject", err)
}

// limits returns the limits that the system enforces, and the peak memory used.
func (j jobObject) limits() (l windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION, err error) {
	return l, j.query(windows.JobObjectExtendedLimitInformation, unsafe.Pointer(&l), unsafe.Sizeof(l))
}

// A jobAccount is JOBOBJECT_BASIC_ACCOUNTING_INFORMATION.
type jobAccount struct {
	user, kernel, periodUser, periodKernel int64 // in units of 100 ns
	faults, processes, active, terminated  uint32
}

func (a jobAccount) cpu() time.Duration { return time.Duration(a.user+a.kernel) * 100 }

// account returns what the processes of the job have used, including those that have ended.
func (j jobObject) account() (a jobAccount, err error) {
	return a, j.query(windows.JobObjectBasicAccountingInformation, unsafe.Pointer(&a), unsafe.Sizeof(a))
}

// add puts a process into the job.
func (j jobObject) add(pid int) error {
	h, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(pid))
	if err != nil {
		return os.NewSyscallError("OpenProcess", err)
	}
	defer windows.CloseHandle(h)
	return os.NewSyscallError("AssignProcessToJobObject", windows.AssignProcessToJobObject(windows.Handle(j), h))
}

// end ends all processes of the job. It reports whether they are gone in time.
func (j jobObject) end() bool {
	for deadline := time.Now().Add(dying); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		_ = windows.TerminateJobObject(windows.Handle(j), 1)
		if a, err := j.account(); err == nil && a.active == 0 {
			return true
		}
	}
	return false
}

func (j jobObject) close() { windows.CloseHandle(windows.Handle(j)) }

// startIn starts a process in a job. The process is created suspended, so that it is in the
// job before it does anything.
func startIn(cmd *exec.Cmd, j jobObject) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{
		CreationFlags: windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW,
	}
	if err := cmd.Start(); err != nil {
		return &startError{err}
	}
	err := j.add(cmd.Process.Pid)
	if err == nil {
		err = resume(cmd.Process.Pid)
	}
	if err != nil {
		_ = cmd.Process.Kill()
		go cmd.Wait()
	}
	return err
}

// A startError is a failure to start that is the program's fault.
type startError struct{ error }

// resume resumes the only thread of a new process.
func resume(pid int) error {
	all, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return os.NewSyscallError("CreateToolhelp32Snapshot", err)
	}
	defer windows.CloseHandle(all)
	thread := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	for err = windows.Thread32First(all, &thread); err == nil; err = windows.Thread32Next(all, &thread) {
		if thread.OwnerProcessID != uint32(pid) {
			continue
		}
		h, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, thread.ThreadID)
		if err != nil {
			return os.NewSyscallError("OpenThread", err)
		}
		_, err = windows.ResumeThread(h)
		windows.CloseHandle(h)
		return os.NewSyscallError("ResumeThread", err)
	}
	return os.NewSyscallError("Thread32Next", err)
}
