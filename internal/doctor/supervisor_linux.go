package doctor

import (
	"fmt"
	"os/exec"
	"time"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/testscript"
)

// prepareLimited starts a process outside the sandbox, whose limits the attack tries to
// set.
func prepareLimited(h *harness) (attack, error) {
	pid, _, end, err := h.startVictim()
	if err != nil {
		return attack{}, err
	}
	before := treatment(pid)
	a := h.ownWords("victim", map[string]any{"victim": pid})
	a.seen = func(testscript.Result) string {
		if after := treatment(pid); after != before {
			return fmt.Sprintf("it changed %v to %v", before, after)
		}
		return ""
	}
	a.done = end
	return a, nil
}

// A treated is the scheduling and limits of a process.
type treated struct {
	Files                        uint64
	Processors, Nice, Scheduling int
}

func treatment(pid int) (t treated) {
	var l unix.Rlimit
	var set unix.CPUSet
	_ = unix.Prlimit(pid, unix.RLIMIT_NOFILE, nil, &l)
	_ = unix.SchedGetaffinity(pid, &set)
	t.Files, t.Processors = l.Cur, set.Count()
	t.Nice, _ = unix.Getpriority(unix.PRIO_PROCESS, pid)
	policy, _, _ := unix.Syscall(unix.SYS_SCHED_GETSCHEDULER, uintptr(pid), 0, 0)
	t.Scheduling = int(policy)
	return t
}

// prepareUnseen uses CPU time in children that nobody waits for.
func prepareUnseen(h *harness) (attack, error) {
	a := h.ownWords("unseen", nil)
	a.cpu, a.wall = cpuLimit, 4*wallLimit
	a.seen = func(r testscript.Result) string {
		if saw := words(r); saw != "" {
			return fmt.Sprintf("%s, of which %.1f s were counted", saw, r.Outcome.CPU.Seconds())
		}
		return ""
	}
	return a, nil
}

// prepareFork compiles a program that starts another as its first act, for which a script
// is too slow. It is run often, since it is a race.
func prepareFork(h *harness) (attack, error) {
	source, err := attacks.ReadFile("attacks/atonce.c")
	if err != nil {
		return attack{}, err
	}
	file, program := h.scripts+"/atonce.c", h.scripts+"/atonce"
	if err := writeFile(file, string(source), 0o644); err != nil {
		return attack{}, err
	}
	if out, err := exec.CommandContext(h.ctx, "cc", "-O1", "-static", "-o", program, file).CombinedOutput(); err != nil {
		return attack{}, skip("needs a C compiler that links statically: " + printable(string(out)))
	}
	return attack{
		again: 30,
		open: func(testscript.Options) (*testscript.Player, error) {
			return testscript.NewPlayer(h.ctx, program)
		},
		allowRead: []string{program},
		seen:      words, tried: says("DONE"),
	}, nil
}

// works checks that a right program has printed that it works.
func works(r testscript.Result) string {
	if string(r.Outcome.Output) == "BEGUN\nWORKS\n" {
		return ""
	}
	said := lastLine(r.Outcome.Errors)
	if said == "" {
		said = lastLine(r.Outcome.Output)
	}
	if r.Outcome.Stopped != "" {
		return fmt.Sprintf("it was stopped by the limit on %s after %s: %s", r.Outcome.Stopped, r.Outcome.Wall.Round(time.Millisecond), printable(said))
	}
	return printable(said)
}
