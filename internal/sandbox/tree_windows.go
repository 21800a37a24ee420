package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// A tree is a program with all its processes: those of a job object.
type tree struct {
	cmd  *exec.Cmd
	job  jobObject
	port windows.Handle // where the system reports exceeded limits
	peak int64
	stop Stop
}

// start starts a program in a new job. A message is the reason why it could not be started.
func (v *supervisor) start(job Job, stdin, stdout, stderr *os.File) (_ *tree, message string, err error) {
	t := &tree{cmd: &exec.Cmd{Path: job.Path, Args: job.Args, Dir: job.Dir, Env: job.Env, Stdin: stdin, Stdout: stdout, Stderr: stderr}}
	if t.job, err = programJob(job.Limits); err != nil {
		return nil, "", err
	}
	if err = t.listen(); err == nil {
		err = startIn(t.cmd, t.job)
	}
	var failed *startError
	switch {
	case errors.As(err, &failed):
		t.close()
		return nil, err.Error(), nil
	case err != nil:
		t.close()
		return nil, "", err
	}
	return t, "", nil
}

// listen makes the system report exceeded limits of the job.
func (t *tree) listen() (err error) {
	if t.port, err = windows.CreateIoCompletionPort(windows.InvalidHandle, 0, 0, 1); err != nil {
		return os.NewSyscallError("CreateIoCompletionPort", err)
	}
	to := struct {
		key  uintptr
		port windows.Handle
	}{0, t.port}
	return t.job.set(windows.JobObjectAssociateCompletionPortInformation, unsafe.Pointer(&to), unsafe.Sizeof(to))
}

// jobMemoryLimit is JOB_OBJECT_MSG_JOB_MEMORY_LIMIT.
const jobMemoryLimit = 10

// sample receives the system's reports.
func (t *tree) sample() {
	for {
		var message uint32
		var key uintptr
		var about *windows.Overlapped
		if windows.GetQueuedCompletionStatus(t.port, &message, &key, &about, 0) != nil {
			return
		}
		if message == jobMemoryLimit {
			t.stop = StoppedMemory
		}
	}
}

// used returns what all processes have used. Memory is the peak of committed memory.
func (t *tree) used() (u usage) {
	t.sample()
	u.stop = t.stop
	if l, err := t.job.limits(); err == nil {
		u.memory = int64(l.PeakJobMemoryUsed)
		t.peak = max(t.peak, u.memory)
	}
	if a, err := t.job.account(); err == nil {
		u.cpu = a.cpu()
	}
	return u
}

func (t *tree) end() bool { return t.job.end() }

func (t *tree) close() {
	t.job.close()
	if t.port != 0 {
		windows.CloseHandle(t.port)
	}
}
