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

// A system is what a supervisor knows of this one.
type system struct {
	self      string // this binary
	processes int    // the most that this user may have while a program runs, or 0
}

// room is how many processes more there may be than when the supervisor was started.
// What is left of the user's own limit is needed to find and to kill them.
const room = 1024

// prepare finds out what can be done for programs.
func (v *supervisor) prepare(s setup, m *Mechanisms) {
	if i := slices.Index(s.Handles, handleNote); i >= 0 {
		v.note = os.NewFile(uintptr(3+i), handleNote)
	}
	v.system.self, _ = os.Executable()
	list, err := processes()
	if err == nil && runtime.GOOS != "linux" { // which counts threads
		v.system.processes = len(list) + room
	}
	m.add(nameProcessWatch, err, Time, Memory, Remains)
}

// hideSupervisor has this process go on whatever signals come. Programs are not to
// inherit that they are ignored, so they are taken, and forgotten.
func hideSupervisor() {
	closeOnExec()
	signal.Notify(make(chan os.Signal, 1), unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT, unix.SIGPIPE,
		unix.SIGALRM, unix.SIGUSR1, unix.SIGUSR2, unix.SIGXCPU, unix.SIGXFSZ, unix.SIGTSTP, unix.SIGTTIN, unix.SIGTTOU)
}

// closeOnExec has no descriptor above the standard ones go on to another program. Not
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

// namelessFile makes a file that is in no folder.
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

// describeSystem fills in the signal and the memory.
func describeSystem(o *Outcome, u *usage, l Limits, state *os.ProcessState) {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		o.Signal = unix.SignalName(status.Signal())
		if l.passedBackstop(status.Signal(), u.cpu) {
			u.stop = StoppedCPU
		}
	}
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		o.Peak = int64(usage.Maxrss)  //nolint:unconvert // of 32 bits on some architectures
		if runtime.GOOS != "darwin" { // which counts in bytes
			o.Peak <<= 10
		}
	}
}

// handleNote is a file that holds the PID of the program under way.
const handleNote = "pid"

// handles are the files that a worker gives its supervisor, by name.
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

// endRest ends what a supervisor has left that was killed: the processes of the
// program's group and session, and what they have started.
func (w *Worker) endRest() {
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
