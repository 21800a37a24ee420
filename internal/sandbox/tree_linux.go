//go:build !portable

package sandbox

import (
	"bytes"
	"errors"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// killAll kills the program and everything that it left behind, and waits until all of it
// is gone. By then orphans are children of this process, which is the first process of a
// PID namespace or a child subreaper.
func (r *running) killAll() {
	for {
		if r.ended {
			// If there is no child, the program left nothing, and there is no need to
			// search.
			var usage unix.Rusage
			pid, err := unix.Wait4(-1, nil, unix.WNOHANG, &usage)
			switch {
			case pid > 0:
				r.rest += timeOf(&usage)
				r.system += time.Duration(usage.Stime.Nano())
				continue
			case errors.Is(err, unix.ECHILD):
				return
			case errors.Is(err, unix.EINTR):
				continue
			}
		}
		r.v.killOthers(r.pid)
		r.reap()
		time.Sleep(100 * time.Microsecond) // killed, but not dead yet
	}
}

// killOthers kills all processes of the run that can be found now.
func (v *supervisor) killOthers(session int) {
	if v.spaces.ownPIDs() {
		unix.Kill(-1, unix.SIGKILL) // everything in the namespace except this process, at once
		return
	}
	unix.Kill(-session, unix.SIGKILL)
	for _, pid := range childrenOf("self") {
		unix.Kill(pid, unix.SIGKILL)
	}
	for _, pid := range members(v.handles[handleMembers]) {
		unix.Kill(pid, unix.SIGKILL)
	}
}

// members returns the processes of a control group.
func members(list *os.File) (pids []int) {
	if list == nil {
		return nil
	}
	text := make([]byte, 64<<10)
	n, _ := list.ReadAt(text, 0)
	return numbers(string(text[:n]))
}

// numbers parses the numbers in a text.
func numbers(text string) (list []int) {
	for _, field := range strings.Fields(text) {
		if n, err := strconv.Atoi(field); err == nil && n > 0 {
			list = append(list, n)
		}
	}
	return list
}

// childrenOf lists the children of all threads of a process.
func childrenOf(pid string) (pids []int) {
	tasks, _ := os.ReadDir("/proc/" + pid + "/task")
	for _, task := range tasks {
		list, _ := os.ReadFile("/proc/" + pid + "/task/" + task.Name() + "/children")
		pids = append(pids, numbers(string(list))...)
	}
	return pids
}

// descendants lists all processes below this one.
func descendants() (pids []int) {
	pids = childrenOf("self")
	for i := 0; i < len(pids); i++ {
		pids = append(pids, childrenOf(strconv.Itoa(pids[i]))...)
	}
	return pids
}

// Fields of /proc/PID/stat, counted from the one after the name (man 5 proc).
const (
	statUserTime = 11 // and the three after it: system time, and both for children waited for
	statStart    = 19 // since boot, in ticks
	statResident = 21 // in pages
	clockTicks   = 100
)

// A process is what /proc/PID/stat says about a process.
type process struct {
	start         int64         // makes its PID unique
	cpu, children time.Duration // its own, and that of children that it waited for
	memory        int64
}

// readProcess reads the state of a process; ok is false if it is gone.
func readProcess(pid string) (p process, ok bool) {
	stat, _ := os.ReadFile("/proc/" + pid + "/stat")
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])) // the name may contain anything
	if len(fields) <= statResident {
		return p, false
	}
	number := func(i int) int64 { n, _ := strconv.ParseInt(fields[i], 10, 64); return n }
	ticks := func(i int) time.Duration { return time.Duration(number(i)+number(i+1)) * time.Second / clockTicks }
	p.start, p.cpu, p.children = number(statStart), ticks(statUserTime), ticks(statUserTime+2)
	p.memory = number(statResident) * int64(os.Getpagesize())
	return p, true
}
