//go:build !portable

package sandbox

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// handles are the files that a worker passes to its supervisor, by name.
type handles struct {
	names   []string
	files   []*os.File
	folders *os.File // the worker's end of the socket
	theirs  *os.File // the supervisor's
	pid     *os.File
}

func (h *handles) add(name string, f *os.File) {
	h.names, h.files = append(h.names, name), append(h.files, f)
}

// open creates the handles that every supervisor has.
func (h *handles) open() error {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	h.folders, h.theirs = os.NewFile(uintptr(pair[0]), handleFolders), os.NewFile(uintptr(pair[1]), handleFolders)
	h.add(handleFolders, h.theirs)
	fd, err := unix.MemfdCreate(handlePID, unix.MFD_CLOEXEC)
	if err != nil {
		return err
	}
	h.pid = os.NewFile(uintptr(fd), handlePID)
	h.add(handlePID, h.pid)
	return nil
}

// given closes the end of the socket that the supervisor has received.
func (h *handles) given() error {
	err := h.theirs.Close()
	h.theirs = nil
	return err
}

func (h *handles) close() {
	for _, f := range []*os.File{h.folders, h.theirs, h.pid} {
		if f != nil {
			f.Close()
		}
	}
}

// awaitExec waits for the end of a killed supervisor, and until a child that it has just forked has executed its program
// or ended: until then each of them has the other end of the socket, and the child may not have recorded its PID.
func (h *handles) awaitExec() {
	if h.folders == nil {
		return
	}
	fd, wait := int(h.folders.Fd()), unix.NsecToTimeval(int64(dying))
	_ = unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &wait)
	for rest := make([]byte, 1); ; {
		if n, err := unix.Read(fd, rest); n <= 0 && !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// receive receives a folder that the supervisor sent.
func (h *handles) receive() (*os.File, error) { return receiveFile(int(h.folders.Fd()), "folder") }

// receiveFile receives an open file over a socket.
func receiveFile(socket int, name string) (*os.File, error) {
	control := make([]byte, unix.CmsgSpace(4))
	_, n, _, _, err := unix.Recvmsg(socket, make([]byte, 1), control, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return nil, err
	}
	nothing := fmt.Errorf("no %s came", name)
	messages, err := unix.ParseSocketControlMessage(control[:n])
	if err != nil || len(messages) != 1 {
		return nil, errors.Join(nothing, err)
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(fds) != 1 {
		return nil, errors.Join(nothing, err)
	}
	return os.NewFile(uintptr(fds[0]), name), nil
}

// recordPID stores the PID of the program, or 0, where the worker finds it if this process dies.
func recordPID(note *os.File, pid int) {
	if note != nil {
		_, _ = note.WriteAt(binary.NativeEndian.AppendUint32(nil, uint32(pid)), 0)
	}
}

// recordedPID returns what recordPID stored, or 0.
func recordedPID(note *os.File) int {
	pid := make([]byte, 4)
	if _, err := note.ReadAt(pid, 0); err != nil { // nothing is recorded before the first program
		return 0
	}
	return int(binary.NativeEndian.Uint32(pid))
}

// equip chooses the user of the programs, and creates their control groups and the handles of the supervisor.
func (w *Worker) equip(grouped *Mechanisms) error {
	if w.policy.Mode != None {
		w.as, _ = newProgramUser(len(w.policy.Write) > 0)
		if err := w.grantAccess(); err != nil {
			return err
		}
		w.spaces.enter(w.cmd, w.as)
		w.groups = newGroups(w.policy.Memory, grouped)
	}
	if err := w.handles.open(); err != nil {
		return err
	}
	w.groups.give(&w.handles)
	w.cmd.ExtraFiles = w.handles.files
	return nil
}

// kill kills the supervisor, and with it what it runs.
func (w *Worker) kill() {
	w.dead.Store(true)
	w.cmd.Process.Kill()
	w.killRest()
}

// killRest kills what remains of a supervisor that somebody killed: the processes of the
// control groups, of its separate user, of the program's session, and those in the folders
// of the runs. A PID namespace needs none of this, because it ended with its supervisor.
func (w *Worker) killRest() {
	w.handles.awaitExec()
	w.groups.end()
	pid := recordedPID(w.handles.pid)
	if pid == 0 || w.spaces.ownPIDs() {
		return
	}
	unix.Kill(-pid, unix.SIGKILL)
	lists, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range lists {
		other, err := strconv.Atoi(filepath.Base(dir))
		if err == nil && other != os.Getpid() && w.owns(dir, pid) {
			unix.Kill(other, unix.SIGKILL)
		}
	}
}

// owns reports whether a process belongs to the worker's last program.
func (w *Worker) owns(dir string, session int) bool {
	if fields := statFields(dir); len(fields) > statSession && fields[statSession] == strconv.Itoa(session) {
		return true
	}
	if info, err := os.Stat(dir); err == nil && w.as.User != 0 && ownerOf(info) == w.as.User {
		return true
	}
	at, err := os.Readlink(dir + "/cwd")
	return err == nil && w.dir != "" && beneath(at, w.dir)
}
