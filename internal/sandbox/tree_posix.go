//go:build unix && (!linux || portable)

package sandbox

import (
	"os"
	"os/exec"
	"time"

	"golang.org/x/sys/unix"
)

// pause is how often ps is asked.
const pause = 200 * time.Millisecond

// A tree is a program with all its processes, as far as they are found. One belongs to
// it that is of the program's group or session, that a process of it has started, or
// that belonged to it at the last look. A process that has left group and session, and
// whose parent has ended before anybody looked, is not found.
type tree struct {
	cmd    *exec.Cmd // nil for a worker, who has not started it
	note   *os.File  // says who the leader is, or nil
	leader int
	known  map[int]time.Duration // CPU time of its processes at the last look
	past   time.Duration         // of those that were gone by then
	memory int64
	peak   int64
	looked time.Time
}

func newTree(leader int) *tree {
	return &tree{leader: leader, known: map[int]time.Duration{leader: 0}, looked: time.Now()}
}

// look has ps asked if that is due.
func (t *tree) look() {
	if time.Since(t.looked) < pause {
		return
	}
	if list, err := processes(); err == nil {
		t.update(list)
	}
	t.looked = time.Now()
}

// used is what all processes have used as of the last look.
func (t *tree) used() usage {
	u := usage{cpu: t.past, memory: t.memory}
	for _, cpu := range t.known {
		u.cpu += cpu
	}
	return u
}

// update takes over what is there now. It returns the processes that live.
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

// end kills all processes that are found, until none is left. It reports whether that
// is so in time. They are looked for before any is killed, while their parents live.
func (t *tree) end() bool {
	for deadline := time.Now().Add(dying); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		left := true
		if list, err := processes(); err == nil {
			alive := t.update(list)
			left = len(alive) > 0
			for _, pid := range alive {
				unix.Kill(pid, unix.SIGKILL)
			}
		} else { // there may be no room for one process more
			left = t.endBlindly()
		}
		if !left {
			tell(t.note, 0)
			return true
		}
		unix.Kill(-t.leader, unix.SIGKILL)
	}
	return false
}

// endBlindly kills the group and what was found at the last look. It reports whether
// anything was there.
func (t *tree) endBlindly() (left bool) {
	left = unix.Kill(-t.leader, unix.SIGKILL) == nil // dead ones are none, or closed to us
	for pid := range t.known {
		if pid != t.leader && unix.Kill(pid, unix.SIGKILL) == nil {
			left = true
		}
	}
	return left
}

func (t *tree) close() {}
