//go:build !portable

package sandbox_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// active reports whether the named mechanism is active.
func active(w *sandbox.Worker, name string) bool {
	return slices.Contains(w.Mechanisms().Active(), name)
}

// A program has the right limits, user and groups.
func TestOwnLimits(t *testing.T) {
	if before, err := syscall.Getgroups(); err == nil && syscall.Setgroups([]int{0, 4242}) == nil { // requires root
		defer func() { _ = syscall.Setgroups(before) }()
	}
	w := confined(t, sandbox.Policy{Memory: 1 << 30})
	o := run(t, w, shell(t, "cat /proc/self/limits /proc/self/status; ls -d /proc/1 2>/dev/null"))
	text := string(o.Output)
	limit := func(name string) (soft, hard string) {
		_, after, _ := strings.Cut(text, name)
		fields := strings.Fields(after)
		return fields[0], fields[1]
	}
	for name, want := range map[string]string{"Max open files": "1024", "Max core file size": "0"} {
		soft, hard := limit(name)
		expect.Equal(t, want+" "+want, soft+" "+hard, name)
	}
	if soft, hard := limit("Max processes"); active(w, "process limit") {
		n, err := strconv.Atoi(soft)
		expect.True(t, err == nil && soft == hard && n >= 256 && (os.Getuid() != 0 || n == 256), "processes:", soft, hard)
	}
	expect.True(t, w.Mechanisms().By(sandbox.Sight) == "" || !strings.Contains(text, "/proc/1\n"), "it sees nothing outside")
	if os.Getuid() == 0 && (strings.Contains(text, "\nUid:\t0\t") || strings.Contains(text, "\nGid:\t0\t") || !strings.Contains(text, "\nGroups:\t \n")) {
		t.Errorf("its user and groups: %s", text)
	}
}

// In a directory in memory the number of files is limited.
func TestNumberOfFiles(t *testing.T) {
	w := confining(t, sandbox.Policy{}, sandbox.Disk)
	for _, dir := range []string{".", "/tmp", "/dev/shm"} {
		o := run(t, w, shell(t, "stat -f -c %c '"+dir+"'"))
		expect.Equal(t, "200000\n", string(o.Output), dir, "room for files", string(o.Errors))
	}
}

// CPU time includes the time of children that are waited for, of remaining processes, and time in the kernel,
// whether a control group counts it or the supervisor sums it up. The part in the kernel is known.
func TestCPUOfAll(t *testing.T) {
	const spin, system = `i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; `, `dd if=/dev/zero of=/dev/null bs=16M count=60; `
	left := func(work string) string {
		return "(" + work + "times >told; mv told times; exec sleep 1000) & while ! [ -s times ]; do sleep 0.05; done"
	}
	for _, mode := range modes {
		w := workerIn(t, sandbox.Policy{Mode: mode})
		for name, c := range map[string]struct {
			script   string
			inSystem bool
		}{
			"waited for":         {"(" + spin + "); times >times", false},
			"left behind":        {left(spin), false},
			"the kernel":         {"(" + system + "); times >times", true},
			"left in the kernel": {left(system), true},
		} {
			f := newDir(t, w)
			o := must.Get(w.Run(t.Context(), f, shell(t, c.script)))(t)
			text, _ := os.ReadFile(filepath.Join(f.Host, "times"))
			used := ofTimes(t, string(text))
			expect.True(t, o.CPU >= used-40*time.Millisecond && used > 0 && o.Stopped == sandbox.NotStopped, mode, name, used, o)
			expect.True(t, o.System <= o.CPU && (o.System > o.CPU/2) == c.inSystem, mode, name, "in the system", o.System, "of", o.CPU)
		}
	}
}

// ofTimes sums the output of the shell's command "times": "0m0.01s 0m0.02s" for the shell
// and for its children.
func ofTimes(t *testing.T, text string) (sum time.Duration) {
	t.Helper()
	for _, field := range strings.Fields(text) {
		d, err := time.ParseDuration(field)
		expect.True(t, err == nil, text, err)
		sum += d
	}
	return sum
}

// A program that cannot be started is distinguished from a harness that fails; the worker
// continues in both cases, and loses none of its descriptors, children and handlers.
func TestFailedStarts(t *testing.T) {
	dir := tier.TempDir(t)
	must.WriteFiles(t, dir, map[string]string{"plain": "text", "script": "#!/no/such/interpreter\n", "text*": "text\n"})
	for _, mode := range modes {
		w := workerIn(t, sandbox.Policy{Mode: mode, Read: []string{dir}})
		try := func() {
			for path, want := range map[string]string{
				dir + "/none": "no such file", dir + "/plain": "permission denied", dir + "/script": "no such file", dir + "/text": "exec format error", dir: "permission denied",
			} {
				o := run(t, w, sandbox.Job{Path: path, Args: []string{path}})
				right := strings.Contains(o.StartError, want) && strings.HasPrefix(o.StartError, path) && o.Exit == -1
				expect.True(t, right, path, o, want)
			}
			job := shell(t, "exit 3")
			job.Dir = dir + "/no such directory"
			f := must.Get(w.MakeDir(1 << 20))(t)
			_, err := w.Run(t.Context(), f, job)
			expect.Error(t, err, "no such directory")
			expect.Equal(t, false, w.Dead(), "the worker is dead")
			must.Do(t, f.Remove())
			expect.Equal(t, 3, run(t, w, shell(t, "exit 3")).Exit, "exit status afterwards")
		}
		try()
		supervisor := w.SupervisorPID()
		info := must.Get(os.Stat(fmt.Sprintf("/proc/%d/environ", supervisor)))(t)
		expect.Equal(t, 0, info.Sys().(*syscall.Stat_t).Uid, mode, "the owner of a file of the supervisor, which is not dumpable")
		before, caught := openFilesOf(t, supervisor), caughtBy(supervisor)
		try()
		expect.Equal(t, before, openFilesOf(t, supervisor), mode, "open descriptors afterwards")
		expect.Equal(t, caught, caughtBy(supervisor), mode, "caught signals")
		children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", supervisor, supervisor))
		expect.Equal(t, "", string(bytes.TrimSpace(children)), mode, "children")
	}
}

// caughtBy returns which signals a process catches.
func caughtBy(pid int) string {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, after, _ := strings.Cut(string(text), "\nSigCgt:")
	line, _, _ := strings.Cut(after, "\n")
	return strings.TrimSpace(line)
}

// Many concurrent launches, of programs that start and others that do not, by supervisors with one processor and with all.
func TestManyLaunches(t *testing.T) {
	effort.NeedsAll(t, "starts hundreds of programs")
	for _, processors := range []string{"1", ""} {
		t.Setenv("GOMAXPROCS", processors)
		var group sync.WaitGroup
		for range 6 {
			w := confined(t, sandbox.Policy{})
			jobs := []sandbox.Job{shell(t, "cat /no/such/file; exit 4"), {Path: "/no/such/program"}}
			group.Go(func() {
				for i := range 80 {
					f, err := w.MakeDir(1 << 20)
					if err != nil {
						t.Error(err)
						return
					}
					o, err := w.Run(t.Context(), f, jobs[i%2])
					if err = errors.Join(err, f.Remove()); err != nil || (i%2 == 0) != (o.Exit == 4) || (i%2 == 1) != (o.StartError != "") {
						t.Errorf("run %d: %+v, %v", i, o, err)
					}
				}
			})
		}
		group.Wait()
	}
}

// A program whose standard files are pipes reads and writes them, until it ends or the pipe that stops it is closed.
func TestRunPiped(t *testing.T) {
	for script, want := range map[string]sandbox.Stop{"cat": sandbox.NotStopped, "cat; exec >&-; sleep 1000": sandbox.StoppedWall} {
		w := worker(t)
		f, job := newDir(t, w), shell(t, script)
		stdin, question, err := os.Pipe()
		answer, stdout, errOut := os.Pipe()
		stop, stopping, errStop := os.Pipe()
		must.Do(t, errors.Join(err, errOut, errStop))
		outcome := make(chan sandbox.Outcome)
		go func() {
			o, _ := w.RunPiped(t.Context(), f, job, &sandbox.Pipes{Stdin: stdin, Stdout: stdout, Stop: stop})
			outcome <- o
		}()
		_, _ = question.WriteString("question")
		question.Close()
		expect.Equal(t, "question", string(must.Get(io.ReadAll(answer))(t)), script)
		if want != sandbox.NotStopped {
			stopping.Close()
		}
		expect.Equal(t, want, (<-outcome).Stopped, script)
		stopping.Close()
		answer.Close()
	}
}

// A program that writes more than its limit is stopped, even if its directory has room for more.
func TestDiskLimit(t *testing.T) {
	w := confining(t, sandbox.Policy{}, sandbox.Disk)
	for size, want := range map[int]sandbox.Stop{1_000_000: sandbox.NotStopped, 1_100_000: sandbox.StoppedDisk} {
		job := shell(t, fmt.Sprintf("head -c %d /dev/zero >a", size))
		job.Limits.Output = 1 << 20
		expect.Equal(t, want, run(t, w, job).Stopped, "a file of bytes:", size)
	}
}

// Files that were already in a directory shared by builds do not count against a program; files that it adds
// do.
func TestSharedDir(t *testing.T) {
	dir := tier.TempDir(t)
	must.Do(t, os.Chmod(dir, 0o777))
	must.Do(t, os.WriteFile(filepath.Join(dir, "before"), make([]byte, 8<<20), 0o644))
	w := confined(t, sandbox.Policy{Write: []string{dir}})
	for size, want := range map[string]sandbox.Stop{"1000": sandbox.NotStopped, "1500000": sandbox.StoppedDisk} {
		job := shell(t, fmt.Sprintf("for n in 1 2 3; do head -c %s /dev/zero >'%s'/$n; done", size, dir))
		job.Limits.Output = 4 << 20
		expect.Equal(t, want, run(t, w, job).Stopped, "three files of bytes:", size)
	}
}

// The files, directories and links of a program are kept: a pipe does not block.
func TestKeep(t *testing.T) {
	w := confined(t, sandbox.Policy{})
	f := must.Get(w.MakeDir(1 << 20))(t)
	o, err := w.Run(t.Context(), f, shell(t, "mkfifo pipe; ln -s /etc/passwd link; mkdir -p sub/deep; echo text >sub/deep/file; echo top >file"))
	if err != nil || o.Exit != 0 {
		t.Fatalf("%+v, %v: %s", o, err, o.Errors)
	}
	to := filepath.Join(tier.TempDir(t), "kept")
	effort.Ends(t, func() error { return f.Keep(to) })
	for name, want := range map[string]string{"sub/deep/file": "text\n", "file": "top\n"} {
		expect.Equal(t, want, string(must.Get(os.ReadFile(filepath.Join(to, name)))(t)), name)
	}
	expect.Equal(t, "/etc/passwd", must.Get(os.Readlink(filepath.Join(to, "link")))(t), "target of the link")
}

// TestMemoryLimitOfRun gives a run a lower limit than its worker has. A program that exceeds the limit for the
// shortest time never passes, on any tier.
func TestMemoryLimitOfRun(t *testing.T) {
	w := confined(t, sandbox.Policy{Memory: 4 << 30})
	for i := range 6 {
		job := shell(t, "dd if=/dev/zero of=/dev/null bs=68M count=1")
		want := sandbox.NotStopped
		if job.Limits.Memory = 256 << 20; i%2 == 0 {
			job.Limits.Memory, want = 64<<20, sandbox.StoppedMemory
		}
		if o := run(t, w, job); o.Stopped != want && !(want == sandbox.StoppedMemory && o.Exit != 0) {
			t.Errorf("68 MiB of %d: %+v", job.Limits.Memory, o)
		} else if o.Stopped == sandbox.NotStopped && o.Peak > job.Limits.Memory {
			t.Errorf("not stopped, with a peak of %d of %d bytes", o.Peak, job.Limits.Memory)
		}
	}
}

// Kept files need little more space than the run was allowed to write, even if a file claims to be far larger
// or has many names. A file that fills the directory is kept whole.
func TestKeepIsBounded(t *testing.T) {
	w := confining(t, sandbox.Policy{}, sandbox.Disk) // others are on the disk, and are moved
	const size = 1 << 20
	for _, c := range []struct {
		script           string
		minKept, maxKept int64 // bytes that are kept
		whole            map[string]string
	}{
		{"truncate -s 64M a; echo first >b; head -c 400000 /dev/zero >c; for n in 1 2 3 4; do ln c d$n; done; echo last >e", 0, size + size/4, map[string]string{"b": "first\n", "e": "last\n"}},
		{"head -c 10000000 /dev/zero >c", size, size + size/4, nil},
	} {
		f := must.Get(w.MakeDir(size))(t)
		if o, err := w.Run(t.Context(), f, shell(t, c.script)); err != nil {
			t.Fatalf("%+v, %v: %s", o, err, o.Errors)
		}
		to := filepath.Join(tier.TempDir(t), "kept")
		must.Do(t, f.Keep(to))
		sum := int64(0)
		entries := must.Get(os.ReadDir(to))(t)
		for _, e := range entries {
			if info, err := e.Info(); err == nil {
				sum += info.Size()
			}
		}
		expect.True(t, sum >= c.minKept && sum <= c.maxKept, c.script, "keeps", sum, entries)
		for name, want := range c.whole {
			expect.Equal(t, want, string(must.Get(os.ReadFile(filepath.Join(to, name)))(t)), name)
		}
	}
}

// openFilesOf counts the open files of another process.
func openFilesOf(t *testing.T, pid int) int {
	t.Helper()
	list, err := os.ReadDir(filepath.Join("/proc", strconv.Itoa(pid), "fd"))
	if errors.Is(err, os.ErrPermission) {
		t.Skip("only the administrator may look: ", err)
	}
	must.Do(t, err)
	return len(list)
}
