//go:build !portable

package sandbox

import (
	"bufio"
	"encoding/gob"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// statusLine reads a line of /proc/self/status.
func statusLine(t *testing.T, name string) string {
	t.Helper()
	text := must.Get(os.ReadFile("/proc/self/status"))(t)
	_, after, ok := strings.Cut(string(text), "\n"+name+":")
	if !ok {
		t.Fatalf("no %s", name)
	}
	line, _, _ := strings.Cut(after, "\n")
	return strings.TrimSpace(line)
}

func descriptors(t *testing.T) int {
	t.Helper()
	list := must.Get(os.ReadDir("/proc/self/fd"))(t)
	return len(list)
}

// begun returns a launch whose last call does not execute a program yet.
func begun(t *testing.T, l *launch, path string) *launch {
	t.Helper()
	must.Do(t, l.execute(Job{Path: path, Args: []string{path}}))
	return l
}

// A child that does not execute the program reports which call failed, ends, and leaves
// nothing open. It shares our memory until then, but changes nothing of it: we are not
// dumpable if and only if we were before, and keep our signal handlers.
func TestFailedLaunch(t *testing.T) {
	dir := tier.TempDir(t)
	must.WriteFiles(t, dir, map[string]string{"plain": "text", "script": "#!/no/such/interpreter\n", "noshebang*": "text\n"})
	t.Cleanup(func() { setDumpable(true) })
	came := make(chan os.Signal, 1)
	signal.Notify(came, unix.SIGUSR2)
	defer signal.Stop(came)
	caught := statusLine(t, "SigCgt")
	at := func(l *launch, name string) *launch { return begun(t, l, filepath.Join(dir, name)) }
	was := false
	before := func(number uintptr, args ...uintptr) *launch {
		l := new(launch)
		change := uintptr(1) // as becoming another user may do
		if was {
			change = 0
		}
		l.add("dumpable", unix.SYS_PRCTL, unix.PR_SET_DUMPABLE, change)
		l.add("before", number, args...)
		return at(l, "noshebang")
	}
	for _, c := range []struct {
		name, call string
		make       func() *launch
		want       syscall.Errno
	}{
		{"no such file", dir + "/none", func() *launch { return at(new(launch), "none") }, unix.ENOENT},
		{"not executable", dir + "/plain", func() *launch { return at(new(launch), "plain") }, unix.EACCES},
		{"a directory", dir, func() *launch { return begun(t, new(launch), dir) }, unix.EACCES},
		{"bad interpreter", dir + "/script", func() *launch { return at(new(launch), "script") }, unix.ENOENT},
		{"no format", dir + "/noshebang", func() *launch { return at(new(launch), "noshebang") }, unix.ENOEXEC},
		{"a call before", "before", func() *launch { return before(unix.SYS_CLOSE, 1<<20) }, unix.EBADF},
		{"an address", "before", func() *launch { return before(unix.SYS_CHDIR, 1) }, unix.EFAULT},
	} {
		t.Run(c.name, func(t *testing.T) {
			for i := range 4 {
				was = i >= 2
				setDumpable(was)
				l, open := c.make(), descriptors(t)
				pid, fd, err := l.start()
				var failed *launchError
				right := errors.As(err, &failed) && failed.call == c.call && failed.errno == c.want && pid == 0 && fd == -1
				expect.True(t, right, pid, fd, err)
				const times = 10 // other tests may close some of ours meanwhile
				for range times {
					_, _, _ = l.start()
				}
				expect.True(t, descriptors(t) < open+times, "few descriptors are open;", open, "were")
				_, err = unix.Wait4(-1, nil, unix.WNOHANG, nil)
				expect.True(t, err == unix.ECHILD, "no child is left:", err)
				is := must.Get(unix.PrctlRetInt(unix.PR_GET_DUMPABLE, 0, 0, 0, 0))(t) == 1
				expect.Equal(t, was, is, "dumpable afterwards")
				expect.Equal(t, caught, statusLine(t, "SigCgt"), "caught signals afterwards")
			}
		})
	}
	must.Do(t, unix.Kill(os.Getpid(), unix.SIGUSR2))
	select {
	case <-came:
	case <-time.After(time.Minute):
		t.Error("a signal does not come any more")
	}
}

// A call that may fail does not end a launch, and the result of a call is stored where it
// should be, only in the child.
func TestOptionalCall(t *testing.T) {
	l := new(launch)
	l.add("closing nothing", unix.SYS_CLOSE, 1<<20).optional = true
	pid, fd, err := begun(t, l, "/bin/true").start()
	must.Do(t, err)
	var status unix.WaitStatus
	_, err = unix.Wait4(pid, &status, 0, nil)
	expect.True(t, err == nil && status == 0, "status", status, err)
	if fd >= 0 {
		unix.Close(fd)
	}
}

// A program's PID is recorded before the program is executed: the supervisor may be killed immediately
// afterwards, and the process that killed it must find the program.
func TestRecordedPID(t *testing.T) {
	note := must.Get(os.Create(filepath.Join(tier.TempDir(t), "pid")))(t)
	defer note.Close()
	v := &supervisor{handles: map[string]*os.File{handlePID: note}}
	l, err := v.launch(Job{Path: "/bin/sleep", Args: []string{"sleep", "60"}, Dir: "/"}, [3]int{int(note.Fd()), int(note.Fd()), int(note.Fd())})
	must.Do(t, err)
	pid, pidfd, err := l.start()
	must.Do(t, err)
	defer func() {
		unix.Kill(pid, unix.SIGKILL)
		_, _ = unix.Wait4(pid, nil, 0, nil)
		unix.Close(pidfd)
	}()
	expect.Equal(t, pid, recordedPID(note), "recorded process")
}

// After a supervisor is killed, the worker waits until the child that had just been forked records its PID.
func TestAwaitExec(t *testing.T) {
	var h handles
	must.Do(t, h.open())
	defer h.close()
	l := new(launch)
	l.add("sleeping", unix.SYS_NANOSLEEP, pin(l, &unix.Timespec{Nsec: 3e8}), 0)
	l.record(h.pid)
	ended := make(chan error)
	go func() {
		for len(childrenOf("self")) == 0 {
			time.Sleep(time.Millisecond)
		}
		err := h.closePeer() // the supervisor is dead
		h.awaitExec()
		if err == nil && recordedPID(h.pid) == 0 {
			err = errors.New("no PID is recorded")
		}
		ended <- err
	}()
	pid, pidfd, err := begun(t, l, "/bin/true").start()
	must.Do(t, errors.Join(err, <-ended))
	_, _ = unix.Wait4(pid, nil, 0, nil)
	unix.Close(pidfd)
}

// Every request is read completely, for any length: data that arrives during a run means that the caller has
// gone, and ends the run.
func TestRequestsAreReadWhole(t *testing.T) {
	in, out, err := os.Pipe()
	must.Do(t, err)
	defer in.Close()
	defer out.Close()
	c, requests := newControl(gob.NewDecoder(bufio.NewReader(in))), gob.NewEncoder(out)
	for n := range 9000 {
		must.Do(t, requests.Encode(request{Job: &Job{Path: strings.Repeat("a", n)}}))
		if r, ok := c.next(); !ok || len(r.Job.Path) != n {
			t.Fatalf("a request of %d letters arrives otherwise: %v, %v", n, r, ok)
		}
		if left, err := unix.IoctlGetInt(int(in.Fd()), unix.TIOCINQ); err != nil || left != 0 {
			t.Fatalf("of a request of %d letters %d bytes are left: %v", n, left, err)
		}
	}
}

// A worker that is closed leaves nothing open here.
func TestClosedWorkersLeaveNothingOpen(t *testing.T) {
	const times = 10 // other tests may open and close some meanwhile
	open := descriptors(t)
	for range times {
		w := must.Get(NewWorker(Policy{Memory: 1 << 30}))(t)
		w.Close()
	}
	expect.True(t, descriptors(t) < open+times, "few descriptors are open;", open, "were")
}

// A worker gets every namespace that unshare(1), which has nothing to do with touchstone, gets for the
// same user: also when this process has asked before.
func TestGrantedNamespaces(t *testing.T) {
	effort.NeedsTools(t, "unshare")
	granted := func(flags ...string) bool {
		all := append([]string{"--map-root-user", "--mount", "--pid", "--ipc", "--net", "--fork"}, flags...)
		return exec.Command("unshare", append(all, "true")...).Run() == nil
	}
	w := must.Get(NewWorker(Policy{}))(t)
	defer w.Close()
	m := w.Mechanisms()
	for _, c := range []struct {
		granted    bool
		mechanisms []string
	}{
		{granted(), []string{nameUserNS, nameRoot, OwnDir, namePidNS, nameIPCNS, nameNetNS}},
		{granted("--mount-proc"), []string{OwnProc}},
	} {
		for _, name := range c.mechanisms {
			expect.Equal(t, c.granted, m.HasAny(name), name, "as unshare gets it:", m.Reason(name))
		}
	}
	expect.True(t, isDumpable(), "the caller is dumpable, and would get namespaces")
}

// A failure with a cause of its own is an error. It does not disable the namespaces for later workers, as a refusal does.
func TestNoDemotion(t *testing.T) {
	before := must.Get(NewWorker(Policy{}))(t)
	defer before.Close()
	for range 2 {
		if w, err := NewWorker(Policy{Root: "/no/such/directory"}); err == nil && before.spaces.ownRoot() {
			w.Close()
			t.Error("want an error for a directory that does not exist, found none")
		}
		expect.Equal(t, before.spaces, allSpaces[chosenSpaces.next], "namespaces after a failure")
		chosenSpaces.next, chosenSpaces.known = 0, false // as in a process whose first worker fails
	}
	var open unix.Rlimit
	must.Do(t, unix.Getrlimit(unix.RLIMIT_NOFILE, &open))
	few := unix.Rlimit{Max: open.Max}
	must.Do(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &few))
	_, err := NewWorker(Policy{})
	_, errPlain := NewWorker(Policy{Mode: None})
	must.Do(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &open))
	expect.Error(t, err, "too many open files")
	expect.Error(t, errPlain, "too many open files")
	after := must.Get(NewWorker(Policy{}))(t)
	defer after.Close()
	expect.Equal(t, before.spaces, after.spaces, "namespaces afterwards")

	all, chosen := allSpaces, chosenSpaces.next
	defer func() { allSpaces, chosenSpaces.next = all, chosen }()
	allSpaces, chosenSpaces.next, chosenSpaces.known = []spaces{1 << 41, 0}, 0, false // the kernel refuses the first
	demoted := must.Get(NewWorker(Policy{}))(t)
	defer demoted.Close()
	expect.Contains(t, demoted.Mechanisms().Reason(nameRoot), "making namespaces: ")
}

// Where submissions could reach each other, nothing is run if they are to be separate.
func TestSeparate(t *testing.T) {
	auto := must.Get(NewWorker(Policy{}))(t)
	defer auto.Close()
	apart := auto.spaces.ownRoot() || auto.user.User != 0
	w, err := NewWorker(Policy{Mode: Separate})
	if err == nil {
		w.Close()
	}
	expect.True(t, (err == nil) == apart && (err == nil || errors.Is(err, ErrUnconfined)), apart, err)
}

// A worker that cannot confine programs as required leaves no supervisor and no directory.
func TestRefusedWorker(t *testing.T) {
	dir := must.Get(os.MkdirTemp("", "refused"))(t)
	defer os.RemoveAll(dir)
	must.Do(t, os.Chmod(dir, 0o755)) // root's programs run as another user
	t.Setenv("TMPDIR", dir)
	chosen := chosenSpaces.next
	defer func() { chosenSpaces.next = chosen }()
	chosenSpaces.next, chosenSpaces.known = len(allSpaces)-1, true // as on a system without namespaces
	_, err := NewWorker(Policy{Mode: Require})
	if !errors.Is(err, ErrUnconfined) {
		t.Skipf("no error of confinement: %v", err)
	}
	expect.Equal(t, nil, must.Names(t, os.TempDir()), "files left")
}

// Guards that a mode requires and that are missing are reported, each with its own reason.
func TestLacks(t *testing.T) {
	var none, user Mechanisms
	none.add(nameRoot, os.ErrPermission, Files)
	none.add(nameUser, os.ErrNotExist, Signals)
	user.add(nameUser, nil, Signals)
	for _, c := range []struct {
		m    Mechanisms
		mode Mode
		want string
	}{
		{none, Auto, ""}, {none, None, ""}, {user, Separate, ""},
		{none, Separate, "no root directory of its own (permission denied), and no user of its own (file does not exist); --sandbox auto"},
		{none, Require, "files (root directory of its own: permission denied; landlock: not on this system); network ("},
	} {
		got := c.m.MissingFor(c.mode)
		expect.True(t, strings.Contains(got, c.want) && (got == "") == (c.want == ""), c.mode, got)
	}
}
