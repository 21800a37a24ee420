//go:build !portable

package sandbox

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"golang.org/x/sys/unix"
)

// handles are the files that a worker passes to its supervisor, by name.
type handles struct {
	names  []string
	files  []*os.File
	dirs   *os.File // the worker's end of the socket
	theirs *os.File // the supervisor's
	pid    *os.File
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
	h.dirs, h.theirs = os.NewFile(uintptr(pair[0]), handleDirs),
		os.NewFile(uintptr(pair[1]), handleDirs)
	h.add(handleDirs, h.theirs)
	if h.pid, err = memoryFile(handlePID); err != nil {
		return err
	}
	h.add(handlePID, h.pid)
	return nil
}

// closePeer closes the end of the socket that the supervisor has received.
func (h *handles) closePeer() error {
	err := h.theirs.Close()
	h.theirs = nil
	return err
}

func (h *handles) close() {
	for _, f := range []*os.File{h.dirs, h.theirs, h.pid} {
		f.Close()
	}
}

// awaitExec waits for the end of a killed supervisor, and until a child that it has just forked has executed
// its program or ended: until then each of them has the other end of the socket, and the child may not have
// recorded its PID.
func (h *handles) awaitExec() {
	if h.dirs == nil {
		return
	}
	fd, wait := int(h.dirs.Fd()), unix.NsecToTimeval(int64(killWait))
	_ = unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &wait)
	for rest := make([]byte, 1); ; {
		if n, err := unix.Read(fd, rest); n <= 0 && !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// receive receives a directory that the supervisor sent.
func (h *handles) receive() (*os.File, error) {
	files, err := receiveFiles(int(h.dirs.Fd()), "directory")
	if err != nil {
		return nil, err
	}
	return files[0], nil
}

// send sends open files to the supervisor.
func (h *handles) send(files ...*os.File) error {
	var fds []int
	for _, f := range files {
		fds = append(fds, int(f.Fd()))
	}
	return unix.Sendmsg(int(h.dirs.Fd()), []byte{0}, unix.UnixRights(fds...), nil, 0)
}

// receiveFiles receives open files with some names over a socket.
func receiveFiles(socket int, names ...string) ([]*os.File, error) {
	control := make([]byte, unix.CmsgSpace(4*len(names)))
	_, n, _, _, err := unix.Recvmsg(socket, make([]byte, 1), control, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return nil, err
	}
	nothing := fmt.Errorf("received no %s", strings.Join(names, ", "))
	messages, err := unix.ParseSocketControlMessage(control[:n])
	if err != nil || len(messages) != 1 {
		return nil, errors.Join(nothing, err)
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(fds) != len(names) {
		return nil, errors.Join(nothing, err)
	}
	var files []*os.File
	for i, fd := range fds {
		files = append(files, os.NewFile(uintptr(fd), names[i]))
	}
	return files, nil
}

// recordedPID returns the PID that the child stores before it starts the program, or 0.
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
		w.user, _ = newProgramUser(len(w.policy.Write) > 0, mappedUIDs())
		if err := w.grantAccess(); err != nil {
			return err
		}
		w.spaces.enter(w.cmd, w.user)
		w.groups = newGroups(w.policy.Memory, grouped)
	}
	if err := w.handles.open(); err != nil {
		return err
	}
	w.groups.addHandles(&w.handles)
	w.cmd.ExtraFiles = w.handles.files
	return nil
}

// kill kills the supervisor, and with it its programs.
func (w *Worker) kill() {
	w.dead.Store(true)
	w.cmd.Process.Kill()
	w.killRest()
}

// killRest kills the remaining processes after a supervisor was killed from outside: the processes of the
// control groups, of its separate user, of the program's session, and the processes in the directories of the
// runs. A PID namespace needs none of this, because it ended with its supervisor.
func (w *Worker) killRest() {
	w.handles.awaitExec()
	if w.groups.members != nil {
		emptyGroup(w.groups.cpu.dir)
	}
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
	if info, err := os.Stat(dir); err == nil && w.user.User != 0 && ownerOf(info) == w.user.User {
		return true
	}
	path, err := os.Readlink(dir + "/cwd")
	return err == nil && w.dir != "" && regular.Beneath(path, w.dir)
}

// A programUser is the user that runs the programs of a root worker: a user who owns no files, in a group
// that may enter the directories of this process. In the zero value, both are 0.
type programUser struct{ User, Group int }

// userNumber counts the workers of this process.
var userNumber atomic.Int64

// newProgramUser chooses the user that runs the programs of a root worker, far above the UIDs of people and
// services, and a different one for each worker, with a group for this process. Workers that share a cache
// use the same user in all processes. maxUID is the number of UIDs.
func newProgramUser(shared bool, maxUID int64) (programUser, error) {
	if os.Getuid() != 0 {
		return programUser{}, errors.New("only an administrator can start programs as another user")
	}
	const first, perProcess = 1_800_000_000, 64
	group := (int64(os.Getpid())%(1<<22) + 1) * perProcess
	n := group + 1 + userNumber.Add(1)%(perProcess-1)
	if shared {
		n, group = 0, 0
	}
	if first+group+perProcess < maxUID {
		return programUser{int(first + n), int(first + group)}, nil
	}
	const upper = 10_000 // of a container's users, above its system's
	if maxUID > 2*upper {
		return programUser{int(maxUID - 1 - n%upper), int(maxUID - 1 - group%upper)}, nil
	}
	return programUser{}, errors.New("there are too few users in this container")
}

// mappedUIDs returns the number of UIDs, counted from 0, that exist here.
func mappedUIDs() int64 {
	text, _ := os.ReadFile("/proc/self/uid_map")
	var inside, outside, size int64
	for line := range strings.Lines(string(text)) {
		if n, _ := fmt.Sscan(line, &inside, &outside, &size); n == 3 && inside == 0 {
			return size
		}
	}
	return 0
}

// giveTo makes a user the owner of a directory and of everything in it, except files with several hard links.
func giveTo(user programUser, dir string) error {
	if err := os.Chown(dir, user.User, user.Group); err != nil {
		return err
	}
	return walkOwn(dir, func(path string, _ *unix.Stat_t) {
		_ = os.Lchown(path, user.User, user.Group) // a file that a program put out of reach already belongs to it
	})
}

// walkOwn calls visit for a directory and everything in it, except files with several hard links, which may
// be elsewhere too.
func walkOwn(dir string, visit func(path string, stat *unix.Stat_t)) error {
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, _ error) error {
		var stat unix.Stat_t
		if unix.Lstat(path, &stat) == nil && (stat.Nlink == 1 || stat.Mode&unix.S_IFMT == unix.S_IFDIR) {
			visit(path, &stat)
		}
		return nil
	})
}

// Share lets the programs that this process starts read a directory of its own, and everything in it, on any
// tier. Only root's programs need it, because they run as another user. The directory must not be in use.
func Share(dir string) error {
	user, err := newProgramUser(false, mappedUIDs())
	if err != nil {
		return nil //nolint:nilerr // they run as the user of this process
	}
	if err := makeEnterable(filepath.Dir(dir), user.Group); err != nil {
		return err
	}
	return walkOwn(dir, func(path string, stat *unix.Stat_t) {
		_ = os.Lchown(path, 0, user.Group)
		if kind := stat.Mode & unix.S_IFMT; kind == unix.S_IFDIR || kind == unix.S_IFREG {
			_ = os.Chmod(path, os.FileMode(stat.Mode&0o700|stat.Mode&0o100>>3|0o040))
		}
	})
}

// makeEnterable lets the programs of this process, and no others, pass through one of its directories.
func makeEnterable(dir string, group int) error {
	return errors.Join(os.Chown(dir, -1, group), os.Chmod(dir, 0o710))
}

// ownerOf returns the user ID of the owner of a file or a process.
func ownerOf(info os.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Uid)
	}
	return -1
}

// grantAccess gives the programs of root access to the directories that they write to.
func (w *Worker) grantAccess() error {
	if w.user.User == 0 {
		return nil
	}
	for _, dir := range w.policy.Write { // workers that share it have the same user
		if info, err := os.Stat(dir); err == nil && ownerOf(info) == w.user.User {
			continue
		}
		if err := giveTo(w.user, dir); err != nil {
			return err
		}
	}
	for _, dir := range []string{w.policy.Home, w.policy.Work} {
		if dir == "" {
			continue
		}
		if err := w.allowTraversal(filepath.Dir(dir)); err != nil {
			return err
		}
		if dir == w.policy.Work && w.spaces.ownRoot() {
			continue // programs get a copy
		}
		if err := giveTo(w.user, dir); err != nil {
			return err
		}
	}
	return w.allowTraversal(w.policy.Root)
}

// allowTraversal lets programs pass through one of our directories, unless they have this process's read
// permissions.
func (w *Worker) allowTraversal(dir string) error {
	if w.user.User == 0 || w.spaces.overrides() {
		return nil
	}
	// where the directories above are of the view
	if err := makeEnterable(dir, w.user.Group); err != nil || w.spaces.ownRoot() {
		return err
	}
	if closed, mode := w.user.firstClosedDir(dir); closed != "" {
		return fmt.Errorf("want TMPDIR in directories that every user may enter, since root's programs run as "+
			"another user here, found %s with mode %#o", closed, mode)
	}
	return nil
}

// firstClosedDir returns the innermost directory around a path that the user may not enter, with its mode, or "".
func (user programUser) firstClosedDir(path string) (closed string, mode uint32) {
	for above := filepath.Dir(path); above != filepath.Dir(above); above = filepath.Dir(above) {
		if mode := user.rights(above); mode&0o1 == 0 {
			return above, mode >> 3
		}
	}
	return "", 0
}

// rights returns the permissions of the user for a file, in the last three bits, below the bits of its mode.
// A missing file denies nothing.
func (user programUser) rights(path string) uint32 {
	var stat unix.Stat_t
	if unix.Stat(path, &stat) != nil {
		return 0o7
	}
	mode := stat.Mode & 0o777
	switch {
	case int(stat.Uid) == user.User:
		return mode<<3 | mode>>6
	case int(stat.Gid) == user.Group:
		return mode<<3 | mode>>3&0o7
	}
	return mode<<3 | mode&0o7
}

// mayOpen reports whether the programs of this supervisor may read a file, by its mode and the directories
// around it.
func (v *supervisor) mayOpen(path string) bool {
	if v.user.User == 0 || v.spaces.overrides() {
		return true
	}
	closed, _ := v.user.firstClosedDir(path)
	return closed == "" && v.user.rights(path)&0o4 != 0
}

// handOver gives a run access to the files that the caller has put into its directory. A build changes them;
// other programs only read them, whatever their mode, if they have the capability.
func (w *Worker) handOver(f *Dir) error {
	if w.user.User == 0 || f.isPersistent() || w.spaces.overrides() && w.policy.Work == "" {
		return nil
	}
	return giveTo(w.user, f.Host+"/.")
}
