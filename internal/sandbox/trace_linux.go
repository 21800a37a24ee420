//go:build !portable

package sandbox

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A trace notes what a program asks for by name, so that a failure can be put down to
// the sandbox where it is the sandbox's. The kernel stops the program at each such call
// and tells the supervisor, which lets it go on. That is too slow for every run.
type trace struct {
	ours, theirs int // sockets; the child sends the listener by them
	done         chan struct{}
	asked        map[string]bool
}

// pathArgument tells where the path stands among the arguments of the calls that are
// traced.
var pathArgument = joinMaps(map[uintptr]int{
	unix.SYS_EXECVE: 0, unix.SYS_EXECVEAT: 1, unix.SYS_OPENAT: 1, unix.SYS_STATX: 1, unix.SYS_FACCESSAT: 1, unix.SYS_FACCESSAT2: 1,
}, oldPaths)

func joinMaps(a, b map[uintptr]int) map[uintptr]int {
	for k, v := range b {
		a[k] = v
	}
	return a
}

// mostAsked bounds the names that are kept.
const mostAsked = 10_000

// notification and permission are seccomp_notif and seccomp_notif_resp of the kernel.
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

// newTrace adds to a launch the calls by which the child has itself traced.
func newTrace(l *launch) (*trace, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	t := &trace{pair[0], pair[1], make(chan struct{}), map[string]bool{}}
	filter := []unix.SockFilter{load(dataNumber)}
	for number := range pathArgument {
		filter = append(filter, jump(unix.BPF_JEQ, uint32(number), 0, 1), answer(unix.SECCOMP_RET_USER_NOTIF))
	}
	filter = append(filter, answer(unix.SECCOMP_RET_ALLOW))
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
	install := l.add("tracing", unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER,
		hold(l, &unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}))
	install.result = &message.control.fd
	l.add("sending the listener", unix.SYS_SENDMSG, uintptr(t.theirs), hold(l, message), 0)
	l.held = append(l.held, filter)
	return t, nil
}

// started closes the child's end of the sockets when the child has it.
func (t *trace) started() {
	if t != nil {
		unix.Close(t.theirs)
	}
}

// follow lets the program go on, call by call, until it is gone.
func (t *trace) follow() {
	defer close(t.done)
	f, err := receiveFile(t.ours, "listener")
	if err != nil {
		return // the child did not come that far
	}
	defer f.Close()
	fd := int(f.Fd())
	for {
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
		if path := readText(int(n.pid), uintptr(n.args[pathArgument[uintptr(n.number)]])); path != "" && len(t.asked) < mostAsked {
			t.asked[path] = true
		}
		ask(fd, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&permission{id: n.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}))
	}
}

func ask(fd int, request uintptr, argument unsafe.Pointer) unix.Errno {
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), request, uintptr(argument))
	return errno
}

// readText reads a C string of another process, or gives "".
func readText(pid int, at uintptr) string {
	page := uintptr(os.Getpagesize())
	var text []byte
	for len(text) < unix.PathMax {
		part := make([]byte, page-at%page)
		remote := []unix.RemoteIovec{{Base: at, Len: len(part)}}
		local := []unix.Iovec{{Base: &part[0]}}
		local[0].SetLen(len(part))
		n, err := unix.ProcessVMReadv(pid, local, remote, 0)
		if err != nil {
			return ""
		}
		before, _, ended := bytes.Cut(part[:n], []byte{0})
		text = append(text, before...)
		if ended {
			return string(text)
		}
		at += uintptr(n)
	}
	return ""
}

// abandon gives up a trace of a program that is not started.
func (t *trace) abandon() *trace {
	if t != nil {
		unix.Close(t.ours)
		unix.Close(t.theirs)
	}
	return nil
}

// ended gives the absolute names that the program asked for, when it is gone.
func (t *trace) ended() (names []string) {
	unix.Shutdown(t.ours, unix.SHUT_RDWR)
	<-t.done
	unix.Close(t.ours)
	for name := range t.asked {
		if strings.HasPrefix(name, "/") {
			names = append(names, filepath.Clean(name))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// refused are those names that programs are kept from: in a view they are not there;
// elsewhere Landlock says no.
func (v *supervisor) refused(names []string, dir string) []string {
	return slices.DeleteFunc(names, func(name string) bool {
		if beneath(name, "/proc") || beneath(name, "/dev") { // the same name is another file outside
			return true
		}
		if v.view != nil {
			fd, err := unix.Open(name, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_CLOEXEC, 0) // it may be a pipe of the program's
			if err == nil {
				unix.Close(fd)
			}
			return err == nil
		}
		return v.lock == nil || beneath(name, dir) || v.lock.grantsTo(name)
	})
}
