//go:build unix && (!linux || portable)

package sandbox

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// launcherName is the name of this binary when it is to become a program: it sets the
// limits on itself, since those of the supervisor must not change, and executes the
// program.
const launcherName = "touchstone-launcher"

// The descriptors of a launcher, which executing the program closes: on the first it reports why the program
// could not be started, on the other it records its PID.
const (
	failure = 3 + iota
	note
)

func init() {
	if len(os.Args) > 2 && os.Args[0] == launcherName {
		recordPID(os.NewFile(note, "note"), os.Getpid()) // before its supervisor may be killed
		err := execute(os.Args[1], os.Args[2:])
		_, _ = io.WriteString(os.NewFile(failure, "failure"), err.Error())
		os.Exit(1)
	}
}

// An order tells a launcher what to do.
type order struct {
	Path      string
	Limits    Limits
	Processes int // of this user, including the program's
}

// execute executes the program.
func execute(text string, args []string) error {
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return err
	}
	closeOnExec()
	if err := errors.Join(o.restrict()...); err != nil {
		return err
	}
	unix.Umask(0o022)
	return &os.PathError{Op: "exec", Path: o.Path, Err: syscall.Exec(o.Path, args, os.Environ())}
}

// restrict sets the limits that apply to each process of a program. Data and address space
// are not limited: many systems do not enforce those limits, and right programs reserve far
// more than they use.
func (o order) restrict() (errs []error) {
	o.Limits.rlimits(uint64(o.Processes), func(resource int, soft, hard uint64) {
		errs = append(errs, lower(resource, soft, hard))
	})
	return errs
}

// lower lowers a limit of this process.
func lower(resource int, soft, hard uint64) error {
	var l unix.Rlimit
	if err := unix.Getrlimit(resource, &l); err != nil {
		return os.NewSyscallError("getrlimit", err)
	}
	atMost(&l.Max, hard)
	atMost(&l.Cur, soft)
	return os.NewSyscallError("setrlimit", unix.Setrlimit(resource, &l))
}

// atMost lowers a number, whose type differs between systems.
func atMost[T int64 | uint64](n *T, most uint64) {
	if uint64(*n) > most {
		*n = T(most)
	}
}

// start starts a program as the leader of a new session. A message is the reason why it
// could not be started.
func (v *supervisor) start(job Job, stdin, stdout, stderr *os.File) (t *tree, message string, err error) {
	text, err := json.Marshal(order{job.Path, job.Limits, v.system.processes})
	if err != nil {
		return nil, "", err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, "", err
	}
	defer r.Close()
	cmd := &exec.Cmd{
		Path: v.system.self, Args: append([]string{launcherName, string(text)}, job.Args...),
		Dir: job.Dir, Env: job.Env, Stdin: stdin, Stdout: stdout, Stderr: stderr, ExtraFiles: []*os.File{w, v.note},
	}
	ownSession(cmd)
	err = cmd.Start()
	w.Close()
	if err != nil {
		return nil, err.Error(), nil
	}
	_ = r.SetReadDeadline(time.Now().Add(dying))
	if said, _ := io.ReadAll(r); len(said) > 0 {
		_ = cmd.Wait()
		return nil, string(said), nil
	}
	t = newTree(cmd.Process.Pid)
	t.cmd, t.note = cmd, v.note
	return t, "", nil
}
