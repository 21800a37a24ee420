//go:build unix

package sandbox

import (
	"context"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Where there is no /proc, processes are listed with ps. Every system knows these columns.
const psColumns = "pid,ppid,pgid,state,rss,time"

// A psLine is a process as listed by ps.
type psLine struct {
	pid, parent, group int
	session            int // 0 if unknown; its column has different names on different systems
	dead               bool
	memory             int64
	cpu                time.Duration // without that of its children
}

// psPatience is how long ps may take.
const psPatience = 2 * time.Second

// processes lists all processes.
func processes() ([]psLine, error) {
	ctx, cancel := context.WithTimeout(context.Background(), psPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/ps", "-A", "-o", psColumns)
	cmd.Env = []string{"LC_ALL=C"}
	cmd.WaitDelay = psPatience
	text, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	list := parsePS(string(text))
	for i := range list {
		if list[i].session, err = unix.Getsid(list[i].pid); err != nil {
			list[i].session = 0
		}
	}
	return list, nil
}

// parsePS parses the output of ps. It skips lines of another form, such as the header.
func parsePS(text string) (list []psLine) {
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) != 6 {
			continue
		}
		pid, err1 := strconv.Atoi(f[0])
		parent, err2 := strconv.Atoi(f[1])
		group, err3 := strconv.Atoi(f[2])
		memory, err4 := strconv.ParseInt(f[4], 10, 64)
		cpu, ok := parseCPU(f[5])
		if err1 == nil && err2 == nil && err3 == nil && err4 == nil && ok {
			list = append(list, psLine{pid: pid, parent: parent, group: group, dead: f[3][0] == 'Z', memory: memory << 10, cpu: cpu})
		}
	}
	return list
}

// parseCPU parses the CPU time of a process: "1:02.34" on BSD and macOS, where minutes may
// exceed 60, and "01:02:03" or "4-01:02:03" elsewhere.
func parseCPU(text string) (sum time.Duration, ok bool) {
	days, rest, found := strings.Cut(text, "-")
	if !found {
		days, rest = "0", text
	}
	n, err := strconv.Atoi(days)
	if err != nil || n < 0 {
		return 0, false
	}
	clock := strings.Split(rest, ":")
	if len(clock) < 2 || len(clock) > 3 {
		return 0, false
	}
	seconds := float64(0)
	for _, part := range clock {
		x, err := strconv.ParseFloat(strings.ReplaceAll(part, ",", "."), 64)
		if err != nil || !(x >= 0 && x < 1e9) {
			return 0, false
		}
		seconds = 60*seconds + x
	}
	return time.Duration(n)*24*time.Hour + time.Duration(seconds*1e9), true
}
