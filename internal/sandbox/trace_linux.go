//go:build !portable

package sandbox

import (
	"errors"
	"path/filepath"
	"slices"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A trace records what a program asks for, so that a failure that the sandbox caused can be
// attributed to it. The kernel stops the program at each call with a path, and at each
// refused call that is to be reported, and asks the supervisor for the answer. That is too
// slow for every run.
type trace struct {
	rules        rules
	dir          string // the program's working folder
	ours, theirs int    // sockets over which the child sends the listener
	done         chan struct{}
	asked        []Refusal // in order, without duplicates
	seen         map[Refusal]bool
	full         atomic.Bool // enough calls were answered
}

// mostCalls limits the calls of a traced program, each of which takes two context switches.
// A runtime makes a few thousand before it gets to its program.
const mostCalls = 20_000

// notification and permission are the kernel's seccomp_notif and seccomp_notif_resp.
type notification struct {
	id         uint64
	pid, flags uint32
	number     int32
	arch       uint32
	ip         uint64
	args       [6]uint64
}

type permission struct {
	id    uint64
	value int64
	errno int32
	flags uint32
}

// newTrace prepares the trace of a program confined by these rules, in its working folder.
func newTrace(all rules, dir string) (*trace, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	return &trace{rules: all, dir: dir, ours: pair[0], theirs: pair[1], done: make(chan struct{}), seen: map[Refusal]bool{}}, nil
}

// install adds to a launch the calls by which the child starts its tracing.
func (t *trace) install(l *launch) {
	l.traced = true
	message := &struct {
		header  unix.Msghdr
		vector  unix.Iovec
		data    [1]byte
		control struct {
			header unix.Cmsghdr
			fd     int32
			_      int32
		}
	}{}
	message.vector.Base = &message.data[0]
	message.vector.SetLen(1)
	message.control.header.Level, message.control.header.Type = unix.SOL_SOCKET, unix.SCM_RIGHTS
	message.control.header.SetLen(unix.CmsgLen(4))
	message.header.Iov, message.header.Iovlen = &message.vector, 1
	message.header.Control = (*byte)(unsafe.Pointer(&message.control))
	message.header.SetControllen(unix.CmsgSpace(4))
	l.filter("tracing", t.rules.filter(true), unix.SECCOMP_FILTER_FLAG_NEW_LISTENER).result = &message.control.fd
	l.add("sending the listener", unix.SYS_SENDMSG, uintptr(t.theirs), pin(l, message), 0)
}

// started closes the child's end of the sockets once the child has it.
func (t *trace) started() {
	if t != nil {
		unix.Close(t.theirs)
	}
}

// follow answers the program's calls until the program is gone or has made enough of them.
// In that case the kernel refuses all further calls, and the run ends.
func (t *trace) follow() {
	defer close(t.done)
	f, err := receiveFile(t.ours, "listener")
	if err != nil {
		return // the child did not get that far
	}
	defer f.Close()
	fd := int(f.Fd())
	for calls := 0; calls < mostCalls; {
		fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		if n, err := unix.Poll(fds, -1); errors.Is(err, unix.EINTR) {
			continue
		} else if n <= 0 || fds[0].Revents&unix.POLLIN == 0 {
			return
		}
		var n notification
		if ask(fd, unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&n)) != 0 {
			continue // it was killed meanwhile
		}
		calls++
		permission := t.judge(&n)
		ask(fd, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&permission))
	}
	t.full.Store(true) // before the listener is closed; not set for a program that has ended
}

// judge records a call, and refuses what the rules refuse. They only examine the call's
// arguments, which the program cannot change any more.
func (t *trace) judge(n *notification) permission {
	call, named := pathCalls[uintptr(n.number)]
	var name string
	if named {
		name = call.name(n, t.dir)
	}
	if r := t.rules.find(uintptr(n.number), &n.args); r != nil {
		t.note(Refusal{Act: r.act, Path: name})
		return permission{id: n.id, errno: -int32(r.answer)}
	}
	if name != "" {
		t.note(Refusal{Act: call.act(n), Path: name})
	}
	return permission{id: n.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
}

func (t *trace) note(r Refusal) {
	if !t.seen[r] {
		t.seen[r] = true
		t.asked = append(t.asked, r)
	}
}

func ask(fd int, request uintptr, argument unsafe.Pointer) unix.Errno {
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), request, uintptr(argument))
	return errno
}

// abandon closes a trace of a program that was not started.
func (t *trace) abandon() {
	if t != nil {
		unix.Close(t.ours)
		unix.Close(t.theirs)
	}
}

// ended returns what the program asked for. It is called when the program is gone.
func (t *trace) ended() []Refusal {
	_ = unix.Shutdown(t.ours, unix.SHUT_RDWR)
	<-t.done
	unix.Close(t.ours)
	return t.asked
}

// refused returns those of the requests that the sandbox refused: in a view, what must not
// be seen does not exist, and what must not be changed is read-only; elsewhere Landlock
// denies access.
func (v *supervisor) refused(asked []Refusal, dir string) []Refusal {
	for i, r := range asked {
		if r.Act == ActRead && !v.mayOpen(r.Path) && (v.lock == nil || v.view != nil || v.lock.grantsTo(r.Path)) {
			asked[i].Act = actAsOther
		}
	}
	return slices.DeleteFunc(asked, func(r Refusal) bool {
		switch {
		case r.Act != ActRead && r.Act != ActWrite: // a rule has refused it
			return false
		case beneath(r.Path, "/proc"), v.view != nil && beneath(r.Path, "/dev") && !beneath(r.Path, sharedPath): // the same name is another file outside
			return true
		case v.view != nil:
			return v.allows(r, dir)
		case v.lock == nil:
			return true
		case r.Act == ActWrite:
			return slices.ContainsFunc(append(v.writable(dir), devices...), func(w string) bool { return beneath(r.Path, w) })
		}
		return beneath(r.Path, dir) || v.lock.grantsTo(r.Path)
	})
}

// allows reports whether a program with a private view could perform an access. Links in
// folders that it may write to are under its control, and are not followed: they may have
// been made to waste time.
func (v *supervisor) allows(r Refusal, dir string) bool {
	path, how := r.Path, unix.OpenHow{Flags: unix.O_RDONLY | unix.O_NONBLOCK | unix.O_NOCTTY | unix.O_CLOEXEC} // it may be a pipe of the program's
	if r.Act == ActWrite {
		path, how.Flags = filepath.Dir(path), unix.O_PATH|unix.O_CLOEXEC
	}
	if slices.ContainsFunc(v.writable(dir), func(w string) bool { return beneath(path, w) }) {
		how.Resolve = unix.RESOLVE_NO_SYMLINKS
	}
	fd, err := unix.Openat2(unix.AT_FDCWD, path, &how)
	if err != nil {
		return how.Resolve != 0 && errors.Is(err, unix.ELOOP)
	}
	defer unix.Close(fd)
	var stat unix.Statfs_t
	return r.Act == ActRead || unix.Fstatfs(fd, &stat) == nil && stat.Flags&unix.ST_RDONLY == 0
}
