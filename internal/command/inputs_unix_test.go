//go:build unix

package command

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// furnish fills a directory with files of all kinds, by the names in the tests below.
func furnish(t *testing.T, dir string) {
	t.Helper()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"directory", "pipes", "links", "outputs"} {
		must.Do(t, os.Mkdir(at(name), 0o777))
	}
	const input = "1\n1\n1\n3 3 3\n3 3 3\n0\n0\n"
	must.WriteFile(t, at("input"), input)
	must.WriteFile(t, at("one/a.txtar"), "# mancala: one\nsubmit input.txt\ngolden next_state.txt\n-- input.txt --\n"+input)
	for _, name := range []string{"pipe", "second-pipe", "pipes/a.txtar", "outputs/next_state.txt"} {
		must.Do(t, syscall.Mkfifo(at(name), 0o666))
	}
	must.Do(t, os.Symlink(at("pipe"), at("links/a.txtar")))
	socket := must.Get(net.Listen("unix", at("socket")))(t)
	t.Cleanup(func() { socket.Close() })
	must.WriteFile(t, at("large"), "")
	must.Do(t, os.Truncate(at("large"), 64<<20+1)) // it takes no room
}

// inDir makes a command in a furnished directory with a short name, as sockets want it.
func inDir(t *testing.T, args ...string) *process {
	t.Helper()
	p := prepare(t, args...)
	dir := must.Get(os.MkdirTemp("", "t"))(t)
	t.Cleanup(func() { os.RemoveAll(dir) })
	furnish(t, dir)
	p.Dir = dir
	return p
}

// A file that is not regular, or too large, is refused at once: reading it might never end.
func TestOddInputs(t *testing.T) {
	effort.NeedsAll(t, "runs every command on odd files")
	hint := `; "-" reads standard input`
	pipe, device, large := "want a regular file, found a named pipe", "want a regular file, found a device", "want at most 64 MiB, found more"
	for line, message := range map[string]string{
		"solve mancala pipe":                                 "pipe: " + pipe + hint,
		"solve mancala /dev/zero":                            "/dev/zero: " + device,
		"solve mancala large":                                "large: " + large,
		"diff mancala pipe directory":                        "pipe: " + pipe + hint,
		"diff mancala input outputs":                         "outputs/next_state.txt: " + pipe,
		"diff /dev/zero /dev/zero":                           "/dev/zero: want a regular file or a pipe, found a device",
		"diff socket input":                                  "socket: want a regular file or a pipe, found a socket",
		"list mancala --cases pipe":                          "pipe: " + pipe,
		"list mancala --cases links":                         "links/a.txtar: " + pipe,
		"audit mancala --cases pipes":                        "pipes/a.txtar: " + pipe,
		"check mancala --cases pipes -- true":                "pipes/a.txtar: " + pipe,
		"check mancala --expect pipe -- true":                "pipe: " + pipe,
		"cases update pipes":                                 "pipes/a.txtar: " + pipe,
		"audit mancala --cases one --tries 0 --update pipes": "pipes/a.txtar: " + pipe,
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			p := inDir(t, strings.Fields(line)...)
			p.start()
			p.ends(exitUsage, "touchstone: "+message+"\n")
		})
	}
}

// Standard input without an end has no more room than a file.
func TestEndlessStandardInput(t *testing.T) {
	zeros := must.Get(os.Open("/dev/zero"))(t)
	defer zeros.Close()
	p := inDir(t, "solve", "mancala", "-")
	p.Stdin = zeros
	p.start()
	p.ends(exitUsage, "touchstone: standard input: want at most 64 MiB, found more\n")
}

// A command that waits for input can be ended.
func TestSignalsWhileWaiting(t *testing.T) {
	for signal, status := range signals {
		for line, opened := range map[string]bool{
			"solve mancala -":          false,
			"diff mancala - directory": false,
			"diff pipe second-pipe":    false,
			"diff input pipe":          false,
			"diff second-pipe pipe":    false,
			"diff pipe input":          true, // the writer writes nothing
		} {
			t.Run(signal.String()+" "+line, func(t *testing.T) {
				t.Parallel()
				// By now the command usually waits for its input. On a busy machine it may not catch signals
				// yet, and the signal ends it. Then it gets more time.
				for wait := 300 * time.Millisecond; !interrupted(t, line, opened, wait, signal, status); wait *= 4 {
					if wait > effort.Patience {
						t.Fatalf("it does not listen to signals within %v", wait)
					}
				}
			})
		}
	}
}

// interrupted runs a command that waits for input, sends it a signal after a time, and expects it to end with a status. It reports
// whether the command had begun to listen by then.
func interrupted(t *testing.T, line string, opened bool, wait time.Duration, signal syscall.Signal, status int) bool {
	t.Helper()
	p := inDir(t, strings.Fields(line)...)
	in := must.Get(p.StdinPipe())(t)
	defer in.Close()
	if opened {
		pipe := must.Get(os.OpenFile(filepath.Join(p.Dir, "pipe"), os.O_RDWR, 0))(t)
		defer pipe.Close()
	}
	p.start()
	time.Sleep(wait)
	p.Process.Signal(signal)
	p.wait()
	if p.ProcessState.Sys().(syscall.WaitStatus).Signaled() {
		return false
	}
	p.ended(status, "touchstone: interrupted\n")
	return true
}

// Two streams can be compared as they come: of a shell's <(...), or of named pipes.
func TestDiffPipes(t *testing.T) {
	for _, c := range []struct {
		second string
		status int
		stdout string
	}{
		{"one\ntwo\n", exitPass, "second-pipe: equal\n"},
		{"one\ntoo\n", exitFail, "second-pipe:2:2: content\n"},
	} {
		p := inDir(t, "diff", "pipe", "second-pipe")
		out := must.Get(p.StdoutPipe())(t)
		for name, text := range map[string]string{"pipe": "one\ntwo\n", "second-pipe": c.second} {
			go os.WriteFile(filepath.Join(p.Dir, name), []byte(text), 0)
		}
		p.start()
		expect.Contains(t, string(must.Get(io.ReadAll(out))(t)), c.stdout)
		p.ends(c.status, "")
	}
	if _, err := exec.LookPath("bash"); err != nil {
		return
	}
	p := inDir(t)
	p.Path, p.Args = "/bin/bash", []string{"bash", "-c", "touchstone diff <(seq 1 100000) <(seq 1 100000) >out"}
	p.start()
	p.ends(exitPass, "")
}

// ends is how often each command gets two signals.
var ends = effort.Of(1, 1, 10)

// prepareAll makes commands that run programs for long, each in directories of its own.
func prepareAll(t *testing.T, mode string) map[string]*process {
	t.Helper()
	const slow = "sleep 0.5; : MARK; exec player " // none comes to its end before the signals
	player, err := exec.LookPath("player")         // below /tmp, which programs that are confined do not see
	must.Do(t, err)
	all := map[string]*process{
		"check":      prepare(t, "check", "reversi", "--profile", "graded", "--sandbox", mode, "--jobs", "2", "--", "sh", "-c", slow+"reversi"),
		"fuzz":       prepare(t, "fuzz", "reversi", "--for", "60s", "--sandbox", mode, "--allow-read", filepath.Dir(player), "--jobs", "2", "--", "sh", "-c", slow+"reversi"),
		"grade":      prepare(t, "grade", "reversi", "class", "--out", "books", "--profile", "graded", "--sandbox", mode, "--jobs", "2"),
		"play":       prepare(t, "play", "gangwars", "--games", "1001", "--sandbox", mode, "--", "sh", "-c", "sleep 0.5; : MARK", "--", "random"),
		"tournament": prepare(t, "tournament", "gangwars", "class", "--games", "1001", "--out", "cup", "--sandbox", mode, "--jobs", "2"),
	}
	for name, p := range all {
		run := "sleep 0.5; : " + p.marker
		if name == "grade" {
			run += "; exec player reversi"
		}
		for _, student := range []string{"ann", "ben", "cy"} {
			dir := filepath.Join(p.Dir, "class", student)
			must.WriteFile(t, filepath.Join(dir, "Makefile"), "agent:\n\t@sleep 0.1; : "+p.marker+"\nrun:\n\t@"+run+"\n")
		}
	}
	return all
}

// Two signals, one soon after the other as timeout sends them, end any command as one signal does: in good
// order, and without leaving files.
func TestTwoSignals(t *testing.T) {
	effort.NeedsAll(t, "starts every command twice")
	effort.NeedsTools(t, "make")
	for range ends {
		for _, mode := range []string{"none", "auto"} {
			for name, p := range prepareAll(t, mode) {
				before := time.Duration(rand.Int64N(int64(1500 * time.Millisecond)))
				between := time.Duration(rand.Int64N(int64(60 * time.Millisecond)))
				t.Run(fmt.Sprintf("%s %s %v %v", name, mode, before, between), func(t *testing.T) {
					t.Parallel()
					p.t = t
					p.start()
					p.until("it is at work", func() bool { return len(p.left()) > 0 })
					time.Sleep(before)
					p.Process.Signal(syscall.SIGTERM)
					time.Sleep(between)
					p.Process.Signal(syscall.SIGTERM)
					p.endsBy(syscall.SIGTERM)
				})
			}
		}
	}
}

// left returns the entries of the temporary directory.
func (p *process) left() []os.DirEntry {
	p.t.Helper()
	return must.Get(os.ReadDir(p.temp))(p.t)
}

// endsBy requires that a signal ends the process, that standard error reports it, and that no file or process
// remains.
func (p *process) endsBy(signal syscall.Signal) {
	p.t.Helper()
	p.Wait()
	expect.Equal(p.t, signals[signal], p.ProcessState.ExitCode(), "status")
	expect.Contains(p.t, p.stderr.String(), "touchstone: interrupted\n")
	p.leavesNothing()
}

// leavesNothing expects no file in the temporary directory, and no process: neither a program nor a
// supervisor.
func (p *process) leavesNothing() {
	p.t.Helper()
	p.leavesNoProgram()
	for _, line := range p.survivors() {
		p.t.Errorf("still runs: %s", line)
	}
}

// survivors returns the processes with our temporary directory, as far as they can be seen: those that we
// may read, on a system with /proc.
func (p *process) survivors() (lines []string) {
	lists, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range lists {
		if text, err := os.ReadFile(path); err == nil && bytes.Contains(text, []byte(p.temp)) {
			line, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
			lines = append(lines, fmt.Sprintf("%s %q", path, line))
		}
	}
	return lines
}

// If a command ignores the first signal because its output is not read, a later signal ends it, and its
// temporary files are removed.
func TestLateSignal(t *testing.T) {
	effort.NeedsAll(t, "waits for the respite of a signal")
	t.Parallel()
	p := prepare(t, "check", "reversi", "--profile", "graded", "--sandbox", "none", "--jobs", "2", "--format", "jsonl", "--", "sh", "-c", "head -c 50000 /dev/zero | tr '\\0' x | tee /dev/stderr; : MARK")
	r, w, err := os.Pipe()
	must.Do(t, err)
	defer r.Close()
	defer w.Close()
	p.Stdout = w
	p.start()
	still := 0
	p.until("nothing more fits into the pipe, and so no program is started", func() bool {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(w.Fd()), Events: unix.POLLOUT}}, 0)
		if still++; n != 0 || err != nil || p.runs() {
			still = 0
		}
		return still == 50
	})
	done := make(chan struct{})
	go func() {
		p.Wait()
		close(done)
	}()
	for signals := 0; ; signals++ {
		p.Process.Signal(syscall.SIGTERM)
		select {
		case <-done:
			if got := p.ProcessState.ExitCode(); got != 143 || signals < 5 {
				t.Errorf("%v after %d signals, want status 143 after the respite", p.ProcessState, signals)
			}
			p.until("its supervisors end", func() bool { return len(p.survivors()) == 0 })
			p.leavesNothing()
			return
		case <-time.After(200 * time.Millisecond):
		}
		if signals > 200 {
			t.Fatal("it does not end")
		}
	}
}
