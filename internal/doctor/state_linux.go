package doctor

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/testscript"
)

// prepareState runs one script that leaves marks wherever two runs may share something, and
// another that looks for them.
func prepareState(h *harness) (attack, error) {
	mark := fmt.Sprintf("touchstone-probe-%d", time.Now().UnixNano())
	key := int(time.Now().UnixNano()&0xffffff | 0x54000000)
	signs := []string{filepath.Join("/tmp", mark), filepath.Join("/var/tmp", mark), filepath.Join("/dev/shm", mark), "/dev/shm/sem." + mark}
	shared := append([]string{"../" + mark, "/proc/self/cwd/../../" + mark}, signs...)
	parameters := map[string]any{"key": key, "files": shared, "name": "/" + mark}
	a := h.ownWords("leave", parameters)
	a.then = []string{h.python("find", parameters)}
	a.seen = func(r testscript.Result) string {
		for _, path := range signs {
			if _, err := os.Stat(path); err == nil {
				return "it left " + path
			}
		}
		if size, err := unix.Getxattr(filepath.Dir(r.Folder), "user.touchstone-probe", nil); err == nil && size > 0 {
			return "it left an attribute on the folder of all runs"
		}
		return words(r)
	}
	a.done = func() {
		for _, path := range signs {
			os.Remove(path)
		}
		for _, remove := range []struct{ get, control, arg uintptr }{
			{unix.SYS_SHMGET, unix.SYS_SHMCTL, 0}, {unix.SYS_MSGGET, unix.SYS_MSGCTL, 0},
		} {
			if id, _, e := unix.Syscall(remove.get, uintptr(key), 0, 0); e == 0 {
				_, _, _ = unix.Syscall(remove.control, id, unix.IPC_RMID, 0)
			}
		}
		if id, _, e := unix.Syscall(unix.SYS_SEMGET, uintptr(key), 0, 0); e == 0 {
			_, _, _ = unix.Syscall(unix.SYS_SEMCTL, id, 0, unix.IPC_RMID)
		}
	}
	return a, nil
}

// prepareSockets listens on a path and on an abstract name, and counts connections.
func prepareSockets(h *harness) (attack, error) {
	made, err := scratch.Make("", "doctor") // a short path: those of sockets have at most 108 bytes
	if err != nil {
		return attack{}, err
	}
	dir := made.Path
	name := filepath.Base(dir)
	streams := []string{filepath.Join(dir, "stream"), "@" + name + "-stream"}
	datagrams := []string{filepath.Join(dir, "datagram"), "@" + name + "-datagram"}
	var calls atomic.Int32
	var open []interface{ Close() error }
	close := func() {
		for _, one := range open {
			one.Close()
		}
		_ = made.Remove()
	}
	errs := []error{os.Chmod(dir, 0o777)}
	for _, address := range streams {
		l, err := net.Listen("unix", address)
		if errs = append(errs, err); err != nil {
			continue
		}
		open = append(open, l)
		go countCalls(l, &calls)
	}
	for _, address := range datagrams {
		c, err := net.ListenPacket("unixgram", address)
		if errs = append(errs, err); err != nil {
			continue
		}
		open = append(open, c)
		go func() {
			for buffer := make([]byte, 8); ; {
				if _, _, err := c.ReadFrom(buffer); err != nil {
					return
				}
				calls.Add(1)
			}
		}()
	}
	for _, path := range []string{streams[0], datagrams[0]} {
		errs = append(errs, os.Chmod(path, 0o777))
	}
	if err := errors.Join(errs...); err != nil {
		close()
		return attack{}, err
	}
	at := func(list []string) []string { return []string{list[0], "\x00" + list[1][1:]} }
	a := h.ownWords("sockets", map[string]any{"streams": at(streams), "datagrams": at(datagrams)})
	a.seen = func(r testscript.Result) string {
		time.Sleep(pulse)
		if n := calls.Load(); n > 0 {
			return fmt.Sprintf("it got through %d times", n)
		}
		return words(r)
	}
	a.done = close
	return a, nil
}

// prepareCorners tries calls on a file outside, and checks it afterwards.
func prepareCorners(acts ...string) func(*harness) (attack, error) {
	return func(h *harness) (attack, error) {
		kept := filepath.Join(h.outside, "kept.txt")
		if err := writeFile(kept, "kept\n", 0o666); err != nil {
			return attack{}, err
		}
		a := h.ownWords("corners", map[string]any{"kept": kept, "acts": acts})
		a.seen = func(r testscript.Result) string {
			if size, err := unix.Getxattr(kept, "user.touchstone-probe", nil); err == nil && size > 0 {
				return "it put an attribute on a file outside"
			}
			if flags, err := fileFlags(kept); err == nil && flags&noDump != 0 {
				return "it put a flag on a file outside"
			}
			return words(r)
		}
		return a, nil
	}
}

// noDump is a harmless file attribute.
const noDump = 0x40

func fileFlags(path string) (int, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return unix.IoctlGetInt(int(f.Fd()), unix.FS_IOC_GETFLAGS)
}
