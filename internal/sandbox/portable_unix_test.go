//go:build unix && (!linux || portable)

package sandbox

import (
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// Processes belong to a program by group, by session, through their parent, or because they belonged to it
// before. The time of ended processes still counts.
func TestTreeUpdate(t *testing.T) {
	tree := newTree(10, 3)
	alive := tree.update([]psLine{
		{pid: 1, group: 1},
		{pid: 3, parent: 1, group: 3, session: 3, memory: 1 << 40},     // the supervisor
		{pid: 5, parent: 1, group: 5, memory: 1 << 40, cpu: time.Hour}, // an unrelated process
		{pid: 13, parent: 12, group: 13, session: 13, memory: 8, cpu: 8 * time.Second},
		{pid: 10, parent: 5, group: 10, session: 3, memory: 1, cpu: time.Second},
		{pid: 11, parent: 1, group: 10, session: 3, memory: 2, cpu: 2 * time.Second},
		{pid: 12, parent: 10, group: 12, session: 12, memory: 4, cpu: 4 * time.Second},
		{pid: 14, parent: 1, group: 14, session: 3, dead: true, memory: 1 << 40},
	})
	slices.Sort(alive)
	expect.Equal(t, []int{10, 11, 12, 13}, alive, "alive")
	u := tree.used()
	expect.True(t, u.memory == 15 && u.cpu == 15*time.Second, u)
	alive = tree.update([]psLine{
		{pid: 5, parent: 1, group: 5},
		{pid: 13, parent: 1, group: 13, session: 13, memory: 3, cpu: 9 * time.Second}, // its parents are gone
		{pid: 20, parent: 13, group: 20, session: 20, cpu: time.Second},
		{pid: 21, parent: 1, group: 21, session: 21}, // the gap
	})
	slices.Sort(alive)
	expect.Equal(t, []int{13, 20}, alive, "alive")
	u = tree.used()
	expect.True(t, u.memory == 3 && u.cpu == 17*time.Second && tree.peak == 15, u, tree.peak)
}

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

// The ps of this system supports the columns.
func TestProcesses(t *testing.T) {
	list := must.Get(processes())(t)
	session := must.Get(unix.Getsid(0))(t) // 0 if its leader is outside our PID namespace
	for _, p := range list {
		if p.pid == os.Getpid() {
			expect.True(t, p.parent == os.Getppid() && p.memory >= 1<<20 && !p.dead && p.session == session, p)
			return
		}
	}
	t.Error("this process is not in the list")
}
