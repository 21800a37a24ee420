package tier_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// TestMain makes this binary report its environment, as "BINARY report TIER USER ...", or wait for a signal, as
// "BINARY report TIER USER wait".
func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == "report" {
		n := int(os.Args[2][0] - '0')
		if err := tier.Enter(n, os.Args[3]); err != nil {
			fmt.Println("error:", err)
			os.Exit(4)
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
	groups, _ := os.Getgroups()
	fmt.Println("uid", os.Getuid(), "groups", len(groups), "namespaces", try(newUser), "proc", freshProc(), "args", os.Args[4:], "env", os.Getenv("TIER_TEST"), "name", filepath.Base(os.Args[0]))
}

// Each tier has the expected mechanisms, and nothing else about the program changes.
func TestEnter(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only on Linux")
	}
	if freshProc() != "mounted" {
		t.Skipf("this is a poorer tier: /proc is %s", freshProc())
	}
	for _, n := range append(tier.All, 0) {
		for _, user := range []string{"", "nobody"} {
			uid := os.Getuid()
			if user != "" {
				if uid != 0 {
					continue
				}
				uid = 65534
			}
			tmp := must.Get(os.MkdirTemp("", "tier-test-"))(t)
			defer os.RemoveAll(tmp)
			os.Chmod(tmp, 0o777)
			c := exec.Command(os.Args[0], "report", fmt.Sprint(n), user, "two words", "")
			c.Env = append(os.Environ(), "TIER_TEST=kept", "TMPDIR="+tmp)
			out, _ := c.CombinedOutput()
			namespaces, proc := "made", "mounted"
			if n >= tier.NoProc {
				proc = "refused"
			}
			if n == tier.NoNamespaces {
				namespaces = "refused"
			}
			want := fmt.Sprintf("uid %d groups 0 namespaces %s proc %s args [two words ] env kept name %s\n", uid, namespaces, proc, filepath.Base(os.Args[0]))
			ownGroups := user == "" // of this process, which may be any
			if got := string(out); got != want && (!ownGroups || !strings.Contains(got, fmt.Sprintf("namespaces %s proc %s args [two words ] env kept", namespaces, proc))) {
				t.Errorf("tier %d, user %q:\n got %swant %s", n, user, got, want)
			}
			expect.Equal(t, 7, c.ProcessState.ExitCode(), "tier", n, "user", user)
			if left, _ := filepath.Glob(filepath.Join(tmp, "*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		}
	}
	c := exec.Command(os.Args[0], "report", "8", "")
	out, _ := c.CombinedOutput()
	expect.Contains(t, string(out), "want tier 1, 2 or 3, found 8")
}
