package doctor

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/testscript"
	"golang.org/x/sys/unix"
)

// prepareState runs one script that leaves marks wherever two runs may share something, and
// another that looks for them.
func prepareState(h *harness) (attack, error) {
	mark := fmt.Sprintf("touchstone-probe-%d", time.Now().UnixNano())
	key := int(time.Now().UnixNano()&0xffffff | 0x54000000)
	signs := []string{filepath.Join("/tmp", mark), filepath.Join("/var/tmp", mark),
		filepath.Join("/dev/shm", mark), "/dev/shm/sem." + mark}
	shared := append([]string{"../" + mark, "/proc/self/cwd/../../" + mark}, signs...)
	parameters := map[string]any{"key": key, "files": shared, "name": "/" + mark}
	a := h.ownReport("leave", parameters)
	a.scripts = []string{h.python("find", parameters)}
	a.result = func(r testscript.Result) string {
		for _, path := range signs {
			if _, err := os.Stat(path); err == nil {
				return "it left " + path
			}
		}
		if _, err := unix.Getxattr(filepath.Dir(r.Dir), "user.touchstone-probe", nil); err == nil {
			return "it left an attribute on the directory of all runs"
		}
		return attackWords(r)
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
	parent := ""
	if len(os.TempDir()) > 50 { // the path of a socket has at most 107 bytes
		parent = "/tmp"
	}
	made, err := scratch.Make(parent, "doctor")
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
		for _, item := range open {
			item.Close()
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
	a := h.ownReport("sockets", map[string]any{"streams": at(streams), "datagrams": at(datagrams)})
	a.result = func(r testscript.Result) string {
		time.Sleep(pulse)
		if n := calls.Load(); n > 0 {
			return fmt.Sprintf("it got through %d times", n)
		}
		return attackWords(r)
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
		a := h.ownReport("corners", map[string]any{"kept": kept, "acts": acts})
		a.result = func(r testscript.Result) string {
			if _, err := unix.Getxattr(kept, "user.touchstone-probe", nil); err == nil {
				return "it put an attribute on a file outside"
			}
			if flags, err := fileFlags(kept); err == nil && flags&noDump != 0 {
				return "it put a flag on a file outside"
			}
			return attackWords(r)
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

// checkDirClosed requires that the directory of the run or one of its parents is closed to other users.
func checkDirClosed(a *attack) {
	a.result = func(r testscript.Result) string {
		if saw := attackWords(r); saw != "" {
			return saw
		}
		for dir := r.Dir; dir != "/" && dir != "."; dir = filepath.Dir(dir) {
			if info, err := os.Stat(dir); err == nil && info.Mode()&0o011 == 0 {
				return ""
			}
		}
		return "other users can reach its directory: " + r.Dir
	}
}

// prepareOpenFiles opens a file and a socket that programs inherit.
func prepareOpenFiles(h *harness) (attack, error) {
	a := h.ownReport("descriptors", nil)
	return a, h.leaveOpen(&a)
}

// leaveOpen opens a file and a socket so that they are inherited, for the duration of an
// attack, and watches the file.
func (h *harness) leaveOpen(a *attack) error {
	path := filepath.Join(h.outside, "open.txt")
	file, err := unix.Open(path, unix.O_RDWR|unix.O_CREAT, 0o600)
	if err != nil {
		return err
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		unix.Close(file)
		return err
	}
	before := a.result
	a.result = func(r testscript.Result) string {
		if text, _ := os.ReadFile(path); len(text) > 0 {
			return "it wrote into a file of its caller's"
		}
		return before(r)
	}
	a.done = func() {
		for _, fd := range append(pair[:], file) {
			unix.Close(fd)
		}
	}
	return nil
}

// prepareOpenInBuild does the same to a program's compiler.
func prepareOpenInBuild(h *harness) (attack, error) {
	dir := filepath.Join(h.scripts, "submission")
	makefile := "agent:\n" +
		"\tls -l /proc/self/fd >agent\n" +
		"\tfor n in 3 4 5 6 7 8 9; do (echo written >&$$n) 2>/dev/null; done; true\n" +
		"run:\n" +
		"\t@grep -e open.txt -e socket: -e cgroup agent | sed 's/.*-> /GOT /'; echo DONE\n"
	if err := writeFile(filepath.Join(dir, "Makefile"), makefile, 0o644); err != nil {
		return attack{}, err
	}
	source := testscript.Path(dir)
	a := attack{result: attackWords, tried: printsWord("DONE"), source: &source, assignment: h.tried.Assignment}
	return a, h.leaveOpen(&a)
}

// prepareReach puts a file that holds answers into a readable directory: a copy or another
// name of this program, or a case.
func prepareReach(target string) func(*harness) (attack, error) {
	return func(h *harness) (attack, error) {
		dir := filepath.Join(h.outside, "shared")
		path := filepath.Join(dir, "deep", target)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return attack{}, err
		}
		self, err := os.Executable()
		if err != nil {
			return attack{}, err
		}
		switch target {
		case "link":
			if err := os.Link(self, path); err != nil {
				return attack{}, skipError("needs leave to link to touchstone: " + err.Error())
			}
		case "copy":
			var program []byte
			if program, err = os.ReadFile(self); err == nil {
				err = writeFile(path, string(program), 0o755)
			}
		default:
			path += ".txtar"
			err = writeFile(path, string(h.tried.Script())+"-- golden/next_state.txt --\nsecret\n", 0o644)
		}
		if err != nil {
			return attack{}, err
		}
		a := h.ownReport("reach", map[string]any{"paths": []string{path}, "what": target})
		a.allowRead = []string{dir}
		return a, nil
	}
}

// prepareCaseName searches for the case's name in the data about itself that a program can read.
func prepareCaseName(h *harness) (attack, error) {
	return attack{
		script: `pwd; env; tr '\0' ' ' </proc/self/cmdline; cat /proc/$PPID/cmdline ` +
			`/proc/$PPID/cwd/../*/case* 2>/dev/null; ` +
			`cat /proc/self/mountinfo /proc/self/cgroup; echo; echo DONE`,
		tried: printsWord("DONE"),
		result: func(r testscript.Result) string {
			for line := range strings.Lines(string(r.Outcome.Output)) {
				if strings.Contains(line, h.tried.Name) {
					return "it saw " + printable(line)
				}
			}
			return ""
		},
	}, nil
}

// prepareDisk writes more than is allowed where it is not seen.
func prepareDisk(way string) func(*harness) (attack, error) {
	return inPython("disk", map[string]any{"way": way}, func(a *attack) {
		a.cpu, a.wall = 2*cpuLimit, 4*wallLimit
		a.result = func(r testscript.Result) string {
			if stoppedResult(sandbox.StoppedDisk, sandbox.StoppedMemory, sandbox.StoppedOutput)(r) == "" ||
				r.Verdict == testscript.Output {
				return ""
			}
			return attackWords(r)
		}
	})
}

// prepareClutter requires a verdict on the program, whatever it leaves, and complete removal.
func prepareClutter(way string) func(*harness) (attack, error) {
	return inPython("clutter", map[string]any{"way": way}, func(a *attack) {
		a.cpu, a.wall = 20*time.Second, 40*time.Second
		a.result = func(r testscript.Result) string {
			for _, f := range r.Files {
				if strings.ContainsAny(f.Reason+fmt.Sprint(f.OtherFiles), "\x1b") {
					return "the report holds a name as it is"
				}
			}
			return ""
		}
	})
}
