//go:build unix

package sandbox_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// shell returns a job that runs a shell script.
func shell(t *testing.T, script string) sandbox.Job {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("needs sh")
	}
	return sandbox.Job{Path: sh, Args: []string{"sh", "-c", script}, Env: []string{"PATH=" + os.Getenv("PATH")}}
}

// One worker runs many jobs, and reports how each ended.
func TestOutcomes(t *testing.T) {
	w := worker(t)
	for _, c := range []struct {
		script, output, errors, signal string
		exit                           int
	}{
		{script: "echo out; echo err >&2", output: "out\n", errors: "err\n"},
		{script: "exit 7", exit: 7},
		{script: "kill -KILL $$", exit: -1, signal: "SIGKILL"},
		{script: "kill -TERM $$", exit: -1, signal: "SIGTERM"}, // signals ignored by the caller are not ignored
		{script: "kill -PIPE $$", exit: -1, signal: "SIGPIPE"},
		{script: "kill -HUP $$", exit: -1, signal: "SIGHUP"},
		{script: "kill -QUIT $$", exit: -1, signal: "SIGQUIT"},
		{script: "cat", output: ""}, // standard input is empty
		// Arguments, the environment and output arrive byte for byte, in every encoding.
		{script: "printf '%s' 'caf\xe9' \"$NAME\"", output: "caf\xe9caf\xe9"},
		{script: "pwd >here; test -s here && echo $PATH | grep -c .", output: "1\n"},
	} {
		job := shell(t, c.script)
		job.Env = append(job.Env, "NAME=caf\xe9")
		job.Limits.Output = int64(2 * len(c.errors)) // all that the first one prints
		o := run(t, w, job)
		right := string(o.Output) == c.output && string(o.Errors) == c.errors && o.Exit == c.exit && o.Signal == c.signal
		expect.True(t, right && o.Stopped == sandbox.NotStopped, c.script, o)
	}
	o := run(t, w, sandbox.Job{Path: "/no/such/program", Args: []string{"x"}})
	expect.Contains(t, o.StartError, "no such file")
}

// An unconfined program gets an empty directory, although it may be the directory of an earlier run.
func TestEmptied(t *testing.T) {
	w, kept := worker(t), filepath.Join(tier.TempDir(t), "kept")
	must.Do(t, os.WriteFile(kept, nil, 0o644))
	script := "ls -A; mkdir a; echo >a/b; chmod 0 a .; case $PWD in *$0) rm -rf \"$PWD\"; ln -s " + filepath.Dir(kept) + " \"$PWD\";; esac"
	names := map[string]bool{}
	for i := range 6 {
		f := must.Get(w.MakeDir(1 << 20))(t)
		expect.Equal(t, fs.ModeDir|0o700, must.Get(os.Lstat(f.Host))(t).Mode(), "run", i)
		job := shell(t, script)
		if names[f.Host] {
			job.Args = append(job.Args, filepath.Base(f.Host)) // and leaves a link
		}
		names[f.Host] = true
		o, err := w.Run(t.Context(), f, job)
		must.Do(t, err)
		expect.Equal(t, "", string(o.Output), "what the directory has in run", i)
		must.Do(t, f.Remove())
	}
	must.Get(os.Stat(kept))(t)
	expect.True(t, len(names) < 6, "a directory is used again")
}

// The beginning and the end of long output are kept, with the number of bytes between them.
func TestTail(t *testing.T) {
	const printed = 588895
	whole := run(t, worker(t), shell(t, "seq 1200 >&2; head -c 2275 /dev/zero >&2")) // as many bytes as both
	expect.Equal(t, sandbox.HeadSize+sandbox.TailSize, len(whole.Errors), "bytes of", string(whole.Errors))
	o := run(t, worker(t), shell(t, "seq 100000 >&2"))
	head, tail, ok := strings.Cut(string(o.Errors), " bytes)\n")
	if maxHead := sandbox.HeadSize + 30; !ok || len(head) > maxHead || len(head) < maxHead-30 || !strings.HasPrefix(head, "1\n2\n3\n") || len(tail) != sandbox.TailSize || !strings.HasSuffix(tail, "\n99999\n100000\n") {
		t.Errorf("%d bytes", len(o.Errors))
	}
	if want := fmt.Sprintf("\n... (%d", printed-sandbox.HeadSize-sandbox.TailSize); !strings.HasSuffix(head, want) {
		t.Errorf("between them stands %q, want %q", head[max(0, len(head)-len(want)):], want)
	}
}

// alive reports whether a process runs; a zombie does not.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return runtime.GOOS != "linux"
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(rest, "Z")
}

// A supervisor killed by a program is an error of the harness, never an outcome.
func TestHelperKilled(t *testing.T) {
	w := worker(t)
	_, err := w.Run(t.Context(), newDir(t, w), shell(t, "kill -KILL $PPID; sleep 1000"))
	expect.Error(t, err, "the sandbox's supervisor has ended")
}

// No open descriptor is inherited, and the limits of one run do not affect the next.
func TestInheritance(t *testing.T) {
	f := must.Get(os.Open(os.DevNull))(t)
	defer f.Close()
	open := must.Get(syscall.Dup(int(f.Fd())))(t) // without close-on-exec
	w := worker(t)
	syscall.Close(open)
	job := shell(t, "ls /dev/fd/"+strconv.Itoa(open)+"; ulimit -c; ulimit -n; head -c 100000 /dev/zero >big; wc -c <big")
	for _, c := range []struct {
		limits sandbox.Limits
		whole  bool // is the file that is written
	}{
		{sandbox.Limits{Output: 50000, CPU: time.Second}, false},
		{sandbox.Limits{Output: 200000, CPU: time.Minute}, true},
		{sandbox.Limits{}, true},
	} {
		job.Limits = c.limits
		o := run(t, w, job)
		got := strings.Join(strings.Fields(string(o.Output)), " ")
		if !strings.HasPrefix(got, "0 1024") || // a measurement may end it before it prints more
			c.whole && o.Stopped != sandbox.NotStopped || strings.HasSuffix(got, " 100000") != c.whole {
			t.Errorf("%q, whole file %v; %+v", got, c.whole, o)
		}
	}
}

// The modes of a program's files do not depend on the caller's umask.
func TestMaskOfModes(t *testing.T) {
	for _, mode := range modes {
		before := syscall.Umask(0o77)
		w, err := sandbox.NewWorker(sandbox.Policy{Mode: mode})
		syscall.Umask(before)
		must.Do(t, err)
		t.Cleanup(w.Close)
		expect.Equal(t, "0022\n", string(run(t, w, shell(t, "umask")).Output), mode)
	}
}

// A job may use a file of its directory as standard input, and another file as its standard output, confined
// or not. The program does not see the input file in its directory.
func TestStandardFiles(t *testing.T) {
	for _, mode := range modes {
		w := workerIn(t, sandbox.Policy{Mode: mode})
		f := newDir(t, w)
		must.Do(t, os.WriteFile(filepath.Join(f.Host, "in"), []byte("question\n"), 0o644))
		job := shell(t, "cat; ls; head -c 9000 /dev/zero; echo err >&2")
		job.Stdin, job.Stdout = "in", "out"
		o := must.Get(w.Run(t.Context(), f, job))(t)
		got, err := os.ReadFile(filepath.Join(f.Host, "out"))
		if want := "question\nout\n" + strings.Repeat("\x00", 9000); string(got) != want || err != nil || o.Printed != int64(len(want)) || string(o.Errors) != "err\n" {
			t.Errorf("%s: printed %.40q, %v, outcome %+v", mode, got, err, o)
		}
	}
}
