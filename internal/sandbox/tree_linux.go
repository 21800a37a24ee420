package sandbox

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// becomeReaper makes orphans below this process its children.
func becomeReaper() { unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

func dieWithParent(cmd *exec.Cmd) { cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL }

// killTree kills the program and everything that it left behind, and waits until
// all of it is gone. It returns the CPU time of what was left behind.
func killTree(c *child, ended bool) (rest time.Duration) {
	pid := c.cmd.Process.Pid
	for !ended {
		unix.Kill(-pid, unix.SIGKILL)
		killChildren()
		ended = c.wait(time.Millisecond, nil) == programEnded
	}
	for {
		// All that the program left is below this process now: if that has no child, it
		// left nothing, and /proc need not be read.
		var usage unix.Rusage
		got, err := unix.Wait4(-1, nil, unix.WNOHANG, &usage)
		switch {
		case got > 0:
			rest += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		case errors.Is(err, unix.ECHILD):
			return rest
		case !errors.Is(err, unix.EINTR):
			unix.Kill(-pid, unix.SIGKILL)
			killChildren()
			time.Sleep(100 * time.Microsecond) // killed, but not dead yet
		}
	}
}

// killChildren kills what are this process's children now: the program and
// orphans. Their own children become ours as they die.
func killChildren() {
	for _, pid := range childrenOf("self") {
		unix.Kill(pid, unix.SIGKILL)
	}
}

// childrenOf lists the children of a process, those of all its threads.
func childrenOf(pid string) (pids []int) {
	tasks, _ := os.ReadDir("/proc/" + pid + "/task")
	for _, task := range tasks {
		list, _ := os.ReadFile("/proc/" + pid + "/task/" + task.Name() + "/children")
		for _, field := range strings.Fields(string(list)) {
			if child, err := strconv.Atoi(field); err == nil {
				pids = append(pids, child)
			}
		}
	}
	return pids
}

// treeUse adds up what all descendants of this process use.
func treeUse() (total use) {
	for queue := childrenOf("self"); len(queue) > 0; queue = queue[1:] {
		pid := strconv.Itoa(queue[0])
		one := processUse(pid)
		total.cpu += one.cpu
		total.memory += one.memory
		queue = append(queue, childrenOf(pid)...)
	}
	return total
}

// Fields of /proc/PID/stat, counted from the one after the name (man 5 proc).
const (
	statUserTime = 11 // and the three after it: system time, and both of children waited for
	statResident = 21 // in pages
	clockTicks   = 100
)

func processUse(pid string) (u use) {
	stat, _ := os.ReadFile("/proc/" + pid + "/stat")
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])) // the name may hold anything
	if len(fields) <= statResident {
		return use{}
	}
	for _, ticks := range fields[statUserTime : statUserTime+4] {
		n, _ := strconv.ParseInt(ticks, 10, 64)
		u.cpu += time.Duration(n) * time.Second / clockTicks
	}
	pages, _ := strconv.ParseInt(fields[statResident], 10, 64)
	u.memory = pages * int64(os.Getpagesize())
	return u
}
