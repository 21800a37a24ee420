package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/windows"
)

// A job fully confines these things.
func init() {
	for _, thing := range []string{Processes, Memory, Remains} {
		full[thing] = []string{nameJob}
	}
}

// A system is what a supervisor knows about the operating system: nothing.
type system struct{}

// prepare finds out what a job enforces: it reads the limits back, since not every Windows
// keeps them.
func (v *supervisor) prepare(_ setup, m *Mechanisms) {
	j, err := programJob(Limits{CPU: 1, Memory: 1 << 30})
	if err != nil {
		m.add(nameJob, err, Time, Memory, Processes, Remains)
		return
	}
	defer j.close()
	guards := []string{Remains}
	l, err := j.limits()
	if err == nil && l.JobMemoryLimit == 1<<30 && l.BasicLimitInformation.ActiveProcessLimit == mostProcesses {
		guards = append(guards, Time, Memory, Processes)
	}
	m.add(nameJob, nil, guards...)
}

// ownSession protects a process from Ctrl-C on the console.
func ownSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
}

// hideSupervisor makes this process survive Ctrl-C, and makes its programs end where the
// system would open a window and wait for somebody to close it.
func hideSupervisor() {
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	windows.SetErrorMode(windows.SEM_FAILCRITICALERRORS | windows.SEM_NOGPFAULTERRORBOX | windows.SEM_NOOPENFILEERRORBOX)
}

// rename moves a folder that nobody is using any more, except a virus scanner or a process
// that has just been killed.
func rename(from, to string) error {
	for deadline := time.Now().Add(dying); ; time.Sleep(10 * time.Millisecond) {
		err := os.Rename(from, to)
		if err == nil || errors.Is(err, os.ErrNotExist) || time.Now().After(deadline) {
			return err
		}
	}
}

var fileNumber atomic.Int64

// namelessFile creates a file that disappears with its last handle. It does have a name
// here, but files of the same user cannot be protected from each other anyway.
func namelessFile(kind string) (*os.File, error) {
	path := filepath.Join(os.TempDir(), fmt.Sprintf("touchstone-%s-%d-%d", kind, os.Getpid(), fileNumber.Add(1)))
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := windows.CreateFile(name, windows.GENERIC_READ|windows.GENERIC_WRITE,
		windows.FILE_SHARE_READ|windows.FILE_SHARE_WRITE|windows.FILE_SHARE_DELETE, nil, windows.CREATE_ALWAYS,
		windows.FILE_ATTRIBUTE_TEMPORARY|windows.FILE_FLAG_DELETE_ON_CLOSE, 0)
	if err != nil {
		return nil, &os.PathError{Op: "create", Path: path, Err: err}
	}
	return os.NewFile(uintptr(h), path), nil
}

// describeSystem does nothing: on Windows a program that is ended has an exit status.
func describeSystem(*Outcome, *usage, Limits, *os.ProcessState) {}

// handles is the job of a supervisor and its programs. They end with the caller, or when it
// ends the job.
type handles struct {
	names []string
	files []*os.File
	job   jobObject
}

func (h *handles) open() (err error) {
	h.job, err = newJob(windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{})
	return err
}

// given puts the supervisor into its job. It is waiting for its first request, and so has
// started nothing yet.
func (h *handles) given(pid int) error { return h.job.add(pid) }

func (h *handles) kill() { _ = windows.TerminateJobObject(windows.Handle(h.job), 1) }

func (h *handles) close() {
	if h.job != 0 {
		h.job.close()
	}
}

// killRest has nothing left to do when the job has ended.
func (w *Worker) killRest() { w.handles.kill() }

// folderSize counts the bytes of the files below dir, up to a little more than limit. Links
// count as nothing.
func folderSize(dir string, limit int64) (size int64) {
	entries := 0
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // it vanished, or we may not open it
		}
		if entries++; entries > mostNames {
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
