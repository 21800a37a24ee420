//go:build !portable

package sandbox_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// The PID of a program does not reveal how many processes earlier runs had.
func TestNumbersOfRuns(t *testing.T) {
	w := confining(t, sandbox.Policy{}, sandbox.State)
	var numbers []string
	for range 3 {
		o := run(t, w, shell(t, "echo $$; for i in 1 2 3 4 5; do (true); done"))
		numbers = append(numbers, string(o.Output))
	}
	expect.True(t, numbers[0] == numbers[1] && numbers[1] == numbers[2], numbers)
}

// daemon leaves a process in a new session, which survives the death of any parent.
const daemon = "setsid sh -c 'echo $$ >child; while :; do sleep 0.02; done' >/dev/null 2>&1 </dev/null & echo $$ >self; "

// hostPIDs returns the PIDs, as seen outside, of the processes with a mark in their
// environment.
func hostPIDs(t *testing.T, mark string) (pids []int) {
	t.Helper()
	lists, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range lists {
		text, _ := os.ReadFile(path)
		if bytes.Contains(text, []byte(mark)) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			pids = append(pids, pid)
		}
	}
	return pids
}

// Killing a supervisor kills the program too, and does not lead to a verdict. A stopped supervisor does not
// block: the worker has a deadline of its own, and kills all of the program.
func TestSupervisorEnds(t *testing.T) {
	signals := []syscall.Signal{syscall.SIGKILL, syscall.SIGSTOP} // which is slow
	for _, signal := range signals[:effort.Of(1, 2, 2)] {
		for _, mode := range modes {
			t.Run(signal.String()+" "+string(mode), func(t *testing.T) {
				w := workerIn(t, sandbox.Policy{Mode: mode, Memory: 1 << 30})
				supervisor := w.SupervisorPID()
				t.Parallel()
				f, job := newDir(t, w), shell(t, daemon+"sleep 1000")
				mark := fmt.Sprintf("MARK=%d-%s-%d", signal, mode, os.Getpid())
				job.Env = append(job.Env, mark)
				job.Limits = sandbox.Limits{CPU: 5 * time.Second, Wall: 5 * time.Second}
				go func() {
					awaitFile(filepath.Join(f.Host, "child"))
					syscall.Kill(supervisor, signal)
				}()
				o, err := w.Run(t.Context(), f, job)
				killed := signal == syscall.SIGKILL
				expect.True(t, (err != nil) == killed && (killed || o.Stopped == sandbox.StoppedWall), o, err)
				w.Close()
				expectNone(t, mark)
			})
		}
	}
}

// expectNone checks that no process is left that has a mark in its environment.
func expectNone(t *testing.T, mark string) {
	t.Helper()
	left := func() []int {
		return slices.DeleteFunc(hostPIDs(t, mark), func(pid int) bool { return !alive(pid) })
	}
	defer func() {
		for _, pid := range left() {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}()
	effort.Await(t, "no process with "+mark+" is left", func() bool { return len(left()) == 0 })
}

// A program inherits nothing that this process has open, whether or not it is close-on-exec. If memory runs
// out, the system kills a program before touchstone.
func TestInheritedDescriptors(t *testing.T) {
	book := filepath.Join(tier.TempDir(t), "gradebook")
	fd, err := syscall.Open(book, syscall.O_CREAT|syscall.O_RDWR, 0o600) // without close-on-exec
	must.Do(t, err)
	defer syscall.Close(fd)
	for _, mode := range modes {
		w := workerIn(t, sandbox.Policy{Mode: mode, Memory: 1 << 30})
		o := run(t, w, shell(t, "ls /proc/self/fd | tr '\n' ' '; cat /proc/self/oom_score_adj"))
		// 3 is the descriptor of the directory being listed
		expect.Equal(t, "0 1 2 3 1000\n", string(o.Output), mode, "open files and score", string(o.Errors))
		score := must.Get(os.ReadFile(fmt.Sprintf("/proc/%d/oom_score_adj", w.SupervisorPID())))(t)
		expect.Equal(t, false, strings.TrimSpace(string(score)) == "1000", mode, "the supervisor has the score of the program")
	}
}

// Time that other programs take from a program is not counted as its own; time spent
// waiting for something else is.
func TestWaiting(t *testing.T) {
	effort.NeedsAll(t, "slow")
	for range 6 * runtime.NumCPU() { // so that the program gets a seventh of a processor
		spinner := exec.Command("sh", "-c", "while :; do :; done")
		must.Do(t, spinner.Start())
		defer spinner.Wait()
		defer spinner.Process.Kill()
	}
	w := confined(t, sandbox.Policy{})
	job := shell(t, "i=0; while [ $i -lt 150000 ]; do i=$((i+1)); done")
	job.Limits = sandbox.Limits{CPU: 30 * time.Second, Wall: time.Second}
	if o := run(t, w, job); o.Stopped != "" || o.Exit != 0 {
		t.Errorf("it computed: %+v", o)
	} else {
		t.Logf("%v of CPU time in %v", o.CPU, o.Wall)
	}
	job = shell(t, "sleep 100")
	job.Limits = sandbox.Limits{CPU: 30 * time.Second, Wall: time.Second}
	o := run(t, w, job)
	expect.True(t, o.Stopped == sandbox.StoppedWall && o.Wall <= 5*time.Second, "it slept", o)
}

// A right program close to a long limit is not killed by the system's own, coarser
// accounting.
func TestBackstop(t *testing.T) {
	w := workerIn(t, sandbox.Policy{Mode: sandbox.Auto})
	job := shell(t, "ulimit -S -t; ulimit -H -t")
	job.Limits = sandbox.Limits{CPU: time.Minute}
	expect.Equal(t, "77\n79\n", string(run(t, w, job).Output))
	for _, signal := range []string{"XCPU", "KILL"} {
		job := shell(t, "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; kill -"+signal+" $$")
		job.Limits = sandbox.Limits{CPU: 50 * time.Millisecond, Wall: time.Minute}
		expect.Equal(t, sandbox.StoppedCPU, run(t, w, job).Stopped, signal)
	}
}

// A program's files in its home persist until the next run, and count against its limit together with new
// files. Nothing else persists, and no other home can be reached.
func TestHome(t *testing.T) {
	parent := tier.TempDir(t)
	must.Do(t, os.Chmod(parent, 0o755))
	homes := [2]string{filepath.Join(parent, "one"), filepath.Join(parent, "other")}
	for _, home := range homes {
		must.Do(t, os.Mkdir(home, 0o700))
		must.Do(t, os.WriteFile(filepath.Join(home, "given"), []byte("given"), 0o600))
	}
	for _, mode := range modes {
		w := workerIn(t, sandbox.Policy{Mode: mode, Home: homes[0]})
		script := func(limit int64, text string) sandbox.Outcome {
			job := shell(t, text)
			job.Limits.Output = limit
			return run(t, w, job)
		}
		script(0, "rm -f left a b; echo seen >left; chmod 600 given; echo more >>given; echo gone >/tmp/left-by-test 2>/dev/null || true")
		o := script(0, "cat left given; pwd; test "+string(mode)+" = none || cat /tmp/left-by-test")
		got := string(o.Output)
		expect.True(t, strings.HasPrefix(got, "seen\ngivenmore\n") && !strings.Contains(got, "gone"), mode, got)
		expect.Equal(t, 5, script(1<<20, "head -c 600000 /dev/zero >a; exit 5").Exit, mode)
		expect.Equal(t, sandbox.StoppedDisk, script(1<<20, "head -c 600000 /dev/zero >b; exit 5").Stopped, mode, "too much in two runs")
		script(0, "rm a b") // in a run of its own, since a measurement may come first
		full := sandbox.Room(1<<20, int64(len("seen\ngivenmore\n")))
		expect.Equal(t, 5, script(full, "head -c 1048576 /dev/zero >a; exit 5").Exit, mode, "a file of the permitted size")
		must.Do(t, os.WriteFile(filepath.Join(homes[0], "given"), []byte("given"), 0o600))
		if mode == sandbox.None {
			continue
		}
		script(0, fmt.Sprintf("cat %[1]s/given >stolen; echo broken >%[1]s/given; echo new >%[1]s/new; rm -rf %[1]s", homes[1]))
		stolen, _ := os.ReadFile(filepath.Join(homes[0], "stolen"))
		given, err := os.ReadFile(filepath.Join(homes[1], "given"))
		entries, _ := os.ReadDir(homes[1])
		apart := len(stolen) == 0 && string(given) == "given" && err == nil && len(entries) == 1
		expect.True(t, apart || w.Mechanisms().By(sandbox.Files) == "", "the other home is out of reach", stolen, given, err, entries)
	}
}
