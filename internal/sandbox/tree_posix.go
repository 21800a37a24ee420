//go:build unix && (!linux || portable)

package sandbox

import (
	"os"
	"os/exec"
	"time"

	"golang.org/x/sys/unix"
)

// pause is the interval between calls of ps.
const pause = 200 * time.Millisecond

// A tree is a program with all of its processes that can be found. A process belongs to it
// if it is in the program's group or session, if a process of the tree has started it, or
// if it belonged to the tree when last examined. A process that has left group and session,
// and whose parent has ended between two examinations, is not found.
type tree struct {
	cmd     *exec.Cmd // nil for a worker, which has not started it
	note    *os.File  // holds the PID of the leader, or nil
	leader  int
	known   map[int]time.Duration // CPU time of its processes when last examined
	past    time.Duration         // of processes that had ended by then
	memory  int64
	peak    int64
	sampled time.Time
}

func newTree(leader int) *tree {
	return &tree{leader: leader, known: map[int]time.Duration{leader: 0}, sampled: time.Now()}
}

// sample runs ps if it is time to.
func (t *tree) sample() {
	if time.Since(t.sampled) < pause {
		return
	}
	if list, err := processes(); err == nil {
		t.update(list)
	}
	t.sampled = time.Now()
}

// used returns what all processes had used when last examined.
func (t *tree) used() usage {
	u := usage{cpu: t.past, memory: t.memory}
	for _, cpu := range t.known {
		u.cpu += cpu
	}
	return u
}

// update takes over the current list of processes. It returns those of the tree that live.
func (t *tree) update(list []psLine) (alive []int) {
	before := t.known
	t.known, t.memory = map[int]time.Duration{}, 0
	for grown := true; grown; {
		grown = false
		for _, p := range list {
			_, known := t.known[p.pid]
			_, wasKnown := before[p.pid]
			_, parentKnown := t.known[p.parent]
			if known || p.pid <= 1 || !(wasKnown || parentKnown || p.group == t.leader || p.session == t.leader) {
				continue
			}
			t.known[p.pid], grown = p.cpu, true
			if !p.dead {
				t.memory += p.memory
				alive = append(alive, p.pid)
			}
		}
	}
	for pid, cpu := range before {
		if _, still := t.known[pid]; !still {
			t.past += cpu
		}
	}
	t.peak = max(t.peak, t.memory)
	return alive
}

// end kills all processes that it finds, until none is left, and reports whether it
// succeeded in time. It searches before it kills any, while their parents live.
func (t *tree) end() bool {
	for deadline := time.Now().Add(dying); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		left := true
		if list, err := processes(); err == nil {
			alive := t.update(list)
			left = len(alive) > 0
			for _, pid := range alive {
				unix.Kill(pid, unix.SIGKILL)
			}
		} else { // there may be no room for one more process
			left = t.endBlindly()
		}
		if !left {
			recordPID(t.note, 0)
			return true
		}
		unix.Kill(-t.leader, unix.SIGKILL)
	}
	return false
}

// endBlindly kills the group and the processes found last. It reports whether there were
// any.
func (t *tree) endBlindly() (left bool) {
	left = unix.Kill(-t.leader, unix.SIGKILL) == nil // dead ones do not count
	for pid := range t.known {
		if pid != t.leader && unix.Kill(pid, unix.SIGKILL) == nil {
			left = true
		}
	}
	return left
}

func (t *tree) close() {}
