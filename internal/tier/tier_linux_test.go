package tier_test

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// TestMain makes this binary report its environment, as "BINARY report TIERS USER ...", or wait for a signal, as
// "BINARY report TIERS USER wait". TIERS has a digit for each tier that it enters.
func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == "report" {
		for _, n := range os.Args[2] {
			if err := tier.Enter(int(n-'0'), os.Args[3]); err != nil {
				fmt.Println("error:", err)
				os.Exit(4)
			}
		}
		if slices.Contains(os.Args[4:], "wait") {
			waitForSignals()
		}
		report()
		os.Exit(7)
	}
	tier.Main(m)
}

func report() {
	try := func(flags uintptr) string {
		c := exec.Command("/bin/true")
		c.SysProcAttr = attributes(flags)
		if err := c.Run(); errors.Is(err, syscall.EPERM) {
			return "refused"
		} else if err != nil {
			return err.Error()
		}
		return "made"
	}
	noNewPrivileges, _ := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)
	fmt.Println("tier", tier.Current(), "uid", os.Getuid(), "groups", numberOfGroups(), "no new privileges", noNewPrivileges,
		"namespaces", try(unix.CLONE_NEWUSER), "proc", freshProc(), "args", os.Args[4:], "env", os.Getenv("TIER_TEST"), "name", filepath.Base(os.Args[0]))
}

func numberOfGroups() int {
	groups, _ := os.Getgroups()
	return len(groups)
}

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
	c.SysProcAttr = attributes(unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID)
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

// Each tier has the expected mechanisms, for every user, and nothing else about the program changes. Another user
// needs no access to the program. Only an ordinary user gives up new privileges, on tier 3.
func TestEnter(t *testing.T) {
	if freshProc() != "mounted" {
		t.Skipf("this is a poorer tier: /proc is %s", freshProc())
	}
	self := filepath.Join(t.TempDir(), "program") // in a directory of this user alone
	must.Do(t, os.WriteFile(self, must.Get(os.ReadFile("/proc/self/exe"))(t), 0o700))
	own := fmt.Sprint("uid ", os.Getuid(), " groups ", numberOfGroups())
	for _, c := range []struct{ tiers, user, who, privileges, namespaces, proc string }{
		{"0", "", own, "0", "made", "mounted"},
		{"1", "", own, "0", "made", "mounted"},
		{"2", "", own, "0", "made", "refused"},
		{"3", "", own, fmt.Sprint(min(os.Getuid(), 1)), "refused", "refused"},
		{"0", "nobody", "uid 65534 groups 0", "0", "made", "mounted"},
		{"1", "nobody", "uid 65534 groups 0", "0", "made", "mounted"},
		{"2", "nobody", "uid 65534 groups 0", "0", "made", "refused"},
		{"3", "nobody", "uid 65534 groups 0", "0", "refused", "refused"},
		{"12", "nobody", "uid 65534 groups 0", "0", "made", "refused"}, // tier 2 is entered without root
		{"13", "nobody", "uid 65534 groups 0", "1", "refused", "refused"},
	} {
		if c.user != "" && os.Getuid() != 0 {
			continue
		}
		tmp := must.Get(os.MkdirTemp("", "tier-test-"))(t)
		defer os.RemoveAll(tmp)
		os.Chmod(tmp, 0o777)
		command := exec.Command(self, "report", c.tiers, c.user, "two words", "")
		command.Env = append(os.Environ(), "TIER_TEST=kept", "TMPDIR="+tmp)
		out, _ := command.CombinedOutput()
		expect.Equal(t, fmt.Sprintf("tier %c %s no new privileges %s namespaces %s proc %s args [two words ] env kept name program\n",
			c.tiers[len(c.tiers)-1], c.who, c.privileges, c.namespaces, c.proc), string(out), c.tiers, c.user)
		expect.Equal(t, 7, command.ProcessState.ExitCode(), "tier", c.tiers, "user", c.user)
		expect.Equal(t, nil, must.Names(t, tmp), "left behind")
	}
	out, _ := exec.Command(self, "report", "8", "").CombinedOutput()
	expect.Contains(t, string(out), "want tier 1, 2 or 3, found 8")
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

// A failing test has no temporary directory.
type failing struct{ failed bool }

func (*failing) TempDir() string { return "/no/such/directory" }
func (f *failing) Fatal(...any)  { f.failed = true }

// A temporary directory can be entered by others. Without flags, tests run on this tier as this user.
func TestOwnTests(t *testing.T) {
	expect.Equal(t, "0 false", flag.Lookup("tier").DefValue+" "+flag.Lookup("as-nobody").DefValue)
	var f failing
	_ = tier.TempDir(&f)
	info := must.Get(os.Stat(filepath.Dir(tier.TempDir(t))))(t)
	expect.True(t, f.failed && info.Mode().Perm() == 0o711, f, info.Mode())
}
