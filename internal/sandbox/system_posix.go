//go:build unix && (!linux || portable)

package sandbox

import (
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// A system is what a supervisor knows about the operating system.
type system struct {
	self      string // this binary
	processes int    // the most that this user may have while a program runs, or 0
}

// room is how many more processes there may be than when the supervisor was started. The
// rest of the user's own limit is needed to find and kill them.
const room = 1024

// prepare finds out how programs can be confined.
func (v *supervisor) prepare(s setup, m *Mechanisms) {
	if i := slices.Index(s.Handles, handleNote); i >= 0 {
		v.note = os.NewFile(uintptr(3+i), handleNote)
	}
	v.system.self, _ = os.Executable()
	list, err := processes()
	if err == nil && runtime.GOOS != "linux" { // Linux counts threads
		v.system.processes = len(list) + room
	}
	m.add(nameProcessWatch, err, Time, Memory, Remains)
}

// hideSupervisor makes this process survive signals. They are caught and discarded rather
// than ignored, since programs would inherit the latter.
func hideSupervisor() {
	closeOnExec()
	signal.Notify(make(chan os.Signal, 1), unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT, unix.SIGPIPE,
		unix.SIGALRM, unix.SIGUSR1, unix.SIGUSR2, unix.SIGXCPU, unix.SIGXFSZ, unix.SIGTSTP, unix.SIGTTIN, unix.SIGTTOU)
}

// closeOnExec prevents programs from inheriting descriptors above the standard ones. Not
// every system lists all of them in /dev/fd.
func closeOnExec() {
	for fd := 3; fd < mostFiles; fd++ {
		unix.CloseOnExec(fd)
	}
	entries, _ := os.ReadDir("/dev/fd")
	for _, e := range entries {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
}

// namelessFile creates a file that is in no folder.
func namelessFile(kind string) (*os.File, error) {
	f, err := os.CreateTemp("", "touchstone-"+kind+"-")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// describeSystem sets the signal and the memory.
func describeSystem(o *Outcome, u *usage, l Limits, state *os.ProcessState) {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		o.Signal = unix.SignalName(status.Signal())
		if l.passedBackstop(status.Signal(), u.cpu) {
			u.stop = StoppedCPU
		}
	}
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		o.Peak = int64(usage.Maxrss)  //nolint:unconvert // 32 bits on some architectures
		if runtime.GOOS != "darwin" { // which counts in bytes
			o.Peak <<= 10
		}
	}
}

// handleNote is a file that holds the PID of the current program.
const handleNote = "pid"

// handles are the files that a worker passes to its supervisor, by name.
type handles struct {
	names []string
	files []*os.File
}

func (h *handles) open() error {
	note, err := namelessFile(handleNote)
	if err == nil {
		h.names, h.files = []string{handleNote}, []*os.File{note}
	}
	return err
}

func (*handles) given(int) error { return nil }

func (h *handles) close() {
	for _, f := range h.files {
		f.Close()
	}
}

func (*handles) kill() {}

// killRest kills what remains of a supervisor that was killed: the processes of the
// program's group and session, and what they have started.
func (w *Worker) killRest() {
	if len(w.handles.files) == 0 {
		return
	}
	text := make([]byte, 10)
	n, _ := w.handles.files[0].ReadAt(text, 0)
	pid, err := strconv.Atoi(strings.TrimSpace(string(text[:n])))
	if err != nil || pid <= 1 {
		return
	}
	newTree(pid).end()
}
