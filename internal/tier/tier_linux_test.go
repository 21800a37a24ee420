package tier_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

const newUser = syscall.CLONE_NEWUSER

// attributes returns the attributes to start a process in new namespaces.
func attributes(flags uintptr) *syscall.SysProcAttr {
	one := func(id int) []syscall.SysProcIDMap {
		return []syscall.SysProcIDMap{{ContainerID: 0, HostID: id, Size: 1}}
	}
	return &syscall.SysProcAttr{Cloneflags: flags, UidMappings: one(os.Getuid()), GidMappings: one(os.Getgid())}
}

// freshProc reports whether /proc can be mounted in new namespaces.
func freshProc() string {
	c := exec.Command("/bin/mount", "-t", "proc", "proc", "/proc")
	c.SysProcAttr = attributes(newUser | syscall.CLONE_NEWNS | syscall.CLONE_NEWPID)
	if c.Run() != nil {
		return "refused"
	}
	return "mounted"
}

// waitForSignals reports the first signal, and then waits until another one ends the process.
func waitForSignals() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGHUP)
	fmt.Println(syscall.Getpgrp())
	fmt.Println(<-signals)
	select {}
}

// A restarted program gets the signals that its first process gets, but not those of the terminal a second time. If
// a signal ends it, the first process has the exit status that a shell gives for the signal.
func TestSignals(t *testing.T) {
	if freshProc() != "mounted" {
		t.Skip("new namespaces have no /proc here")
	}
	restart := []string{"2", ""} // an ordinary user needs a child for the namespace
	if os.Getuid() == 0 {
		restart = []string{"1", "nobody"}
	}
	c := exec.Command(os.Args[0], "report", restart[0], restart[1], "wait")
	lines := bufio.NewScanner(must.Get(c.StdoutPipe())(t))
	must.Do(t, c.Start())
	defer c.Wait()
	defer c.Process.Kill()
	lines.Scan()
	expect.True(t, lines.Text() != fmt.Sprint(syscall.Getpgrp()), "it has another process group", lines.Text())
	must.Do(t, c.Process.Signal(syscall.SIGHUP))
	lines.Scan()
	expect.Equal(t, "hangup", lines.Text(), "the first signal")
	must.Do(t, c.Process.Signal(syscall.SIGTERM))
	_ = c.Wait()
	expect.Equal(t, 128+int(syscall.SIGTERM), c.ProcessState.ExitCode(), "exit status")
}
