//go:build unix

package sandbox

import (
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// The output of ps is parsed in the format of every system.
func TestParsePS(t *testing.T) {
	for _, c := range []struct {
		system, text string
		want         []psLine
	}{
		{"macOS", "  PID  PPID  PGID STAT    RSS      TIME\n" +
			"    1     0     1 Ss    14560   3:12.45\n" +
			"  501     1   501 S+      832   0:00.01\n" +
			"  777   501   501 Z         0   0:00.00\n" +
			"  800   501   501 R    102400 131:02.03\n", []psLine{
			{pid: 1, group: 1, memory: 14560 << 10, cpu: 192450 * time.Millisecond},
			{pid: 501, parent: 1, group: 501, memory: 832 << 10, cpu: 10 * time.Millisecond},
			{pid: 777, parent: 501, group: 501, dead: true},
			{pid: 800, parent: 501, group: 501, memory: 100 << 20, cpu: 131*time.Minute + 2030*time.Millisecond},
		}},
		{"Linux", "    PID    PPID    PGID S   RSS     TIME\n" +
			"      7       2       7 I     0 1-02:03:04\n" +
			"    300       7       7 S   100 00:00:09\n", []psLine{
			{pid: 7, parent: 2, group: 7, cpu: 26*time.Hour + 3*time.Minute + 4*time.Second},
			{pid: 300, parent: 7, group: 7, memory: 100 << 10, cpu: 9 * time.Second},
		}},
		{"OpenBSD", "  PID  PPID  PGID STAT   RSS TIME\n 9999     1  9999 Ip       4 0:00,50\n", []psLine{
			{pid: 9999, parent: 1, group: 9999, memory: 4 << 10, cpu: 500 * time.Millisecond},
		}},
		{"another", "\nps: no such column\n 1 2 3\n x 1 1 S 1 0:00\n 5 1 1 S 1 -1:00\n 5 1 1 S 1 1:2:3:4\n 5 1 1 S 1 NaN:00\n", nil},
	} {
		if diff := cmp.Diff(c.want, parsePS(c.text), cmp.AllowUnexported(psLine{})); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.system, diff)
		}
	}
}

// The ps of this system knows the columns.
func TestProcesses(t *testing.T) {
	list, err := processes()
	if err != nil {
		t.Fatal(err)
	}
	session, err := unix.Getsid(0) // 0 if its leader is outside our PID namespace
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		if p.pid == os.Getpid() {
			if p.parent != os.Getppid() || p.memory < 1<<20 || p.dead || p.session != session {
				t.Errorf("%+v", p)
			}
			return
		}
	}
	t.Error("this process is not in the list")
}
