//go:build !portable

package sandbox_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// A traced program that opens a pipe without a writer does not block the supervisor.
func TestTracePipe(t *testing.T) {
	w := workerIn(t, sandbox.Policy{Mode: sandbox.Auto})
	job := shell(t, "mkfifo /tmp/pipe pipe; exec 3<>/tmp/pipe 4<>\"$PWD/pipe\"; exit 1")
	job.Trace = true
	job.Limits = sandbox.Limits{CPU: time.Minute, Wall: 3 * time.Second}
	begin := time.Now()
	o, err := w.Run(t.Context(), folder(t, w), job)
	if took := time.Since(begin); err != nil || o.Stopped != sandbox.NotStopped || took > 10*time.Second {
		t.Errorf("after %s: %+v, %v", took, o, err)
	}
}

// A traced program that makes endless calls is not followed forever.
func TestTraceEnds(t *testing.T) {
	w := workerIn(t, sandbox.Policy{Mode: sandbox.Auto})
	job := shell(t, "(: >/usr/none); i=0; while :; do i=$((i+1)); [ -e name$i ]; done")
	job.Trace = true
	o, err := w.Run(t.Context(), folder(t, w), job)
	if err != nil {
		t.Fatal(err)
	}
	if w.Mechanisms().By(sandbox.Kernel) != "" && (o.Stopped != sandbox.StoppedWall || len(o.Refused) == 0) {
		t.Errorf("%+v", o)
	}
}

// Paths below /proc that a traced program asks for are its own or the caller's: neither was
// refused.
func TestTraceProc(t *testing.T) {
	w := workerIn(t, sandbox.Policy{Mode: sandbox.Auto})
	job := shell(t, ": >evil; for n in 3 4 5 6 7 8 9 10 11 12; do for d in //proc/self /dev/../proc/self /proc/../proc/self; do cat $d/fd/$n/evil $d/fd/$n; done; done; exit 1")
	job.Trace = true
	o, err := w.Run(t.Context(), folder(t, w), job)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range o.Refused {
		if strings.Contains(r.Path, "proc") {
			t.Errorf("%q was refused", r.Path)
		}
	}
}

// The PID of a program does not reveal how many processes earlier runs had.
func TestNumbersOfRuns(t *testing.T) {
	w := workerIn(t, sandbox.Policy{Mode: sandbox.Auto})
	if w.Mechanisms().By(sandbox.State) == "" {
		t.Skip("there are no namespaces")
	}
	var numbers []string
	for range 3 {
		o, err := w.Run(t.Context(), folder(t, w), shell(t, "echo $$; for i in 1 2 3 4 5; do (true); done"))
		if err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, string(o.Output))
	}
	if numbers[0] != numbers[1] || numbers[1] != numbers[2] {
		t.Errorf("%q", numbers)
	}
}

// A program can change the priority of its own processes, but not that of all of its
// user's.
func TestPriorityOfUser(t *testing.T) {
	const python = "/usr/bin/python3" // no shim
	_, err := os.Stat(python)
	if err != nil {
		t.Skip(err)
	}
	w := workerIn(t, sandbox.Policy{Mode: sandbox.Auto})
	job := shell(t, python+` -c '
import ctypes, os
os.setpriority(os.PRIO_PROCESS, 0, min(19, os.getpriority(os.PRIO_PROCESS, 0) + 1))
call = ctypes.CDLL(None, use_errno=True)
for act in (lambda: call.setpriority(2, 0, 2), lambda: call.syscall(251, 3, 0, 2 << 13 | 5)):
    if act() == 0 or ctypes.get_errno() != 1: raise SystemExit("it may")
'`)
	if o, err := w.Run(t.Context(), folder(t, w), job); err != nil || o.Exit != 0 {
		t.Errorf("%+v, %v: %s", o, err, o.Errors)
	}
}

// Without a private view, a program is not notified of events in other folders, such as
// that of a concurrent program.
func TestWatchedFolders(t *testing.T) {
	const python = "/usr/bin/python3"
	if _, err := os.Stat(python); err != nil {
		t.Skip(err)
	}
	w := workerIn(t, sandbox.Policy{Mode: sandbox.Auto})
	job := shell(t, python+` -c '
import ctypes
call = ctypes.CDLL(None)
if call.inotify_add_watch(call.inotify_init1(0), b"`+tier.TempDir(t)+`", 0xfff) >= 0: raise SystemExit("it may")
'`)
	if o, err := w.Run(t.Context(), folder(t, w), job); err != nil || o.Exit != 0 {
		t.Errorf("%+v, %v: %s", o, err, o.Errors)
	}
}
