//go:build unix && (!linux || portable)

package sandbox

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

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
	for example := range strings.SplitSeq(string(must.Get(os.ReadFile("testdata/ps.txt"))(t)), "\n\n") {
		text, want, _ := strings.Cut(example, "\n=")
		expect.Equal(t, strings.TrimSpace(strings.ReplaceAll(want, "\n", "")), strings.Trim(fmt.Sprintf("%+v", parsePS(text)), "[]"), text)
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
