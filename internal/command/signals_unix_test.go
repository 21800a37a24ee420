//go:build unix

package command

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/effort"
)

// ends is how often each command gets two signals.
var ends = effort.Of(1, 1, 10)

// prepareAll makes commands that run programs for long, each in folders of its own.
func prepareAll(t *testing.T, mode string) map[string]*process {
	t.Helper()
	const slow = "sleep 0.5; : MARK; exec player " // none comes to its end before the signals
	player, err := exec.LookPath("player")         // below /tmp, which programs that are confined do not see
	if err != nil {
		t.Fatal(err)
	}
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
			if err := os.MkdirAll(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			write(t, dir, "Makefile", "agent:\n\t@sleep 0.1; : "+p.marker+"\nrun:\n\t@"+run+"\n")
		}
	}
	return all
}

// Two signals, one soon after the other as of timeout, end a command as one does, whatever it is about:
// in good order, and nothing is left.
func TestTwoSignals(t *testing.T) {
	effort.NeedsAll(t, "starts every command twice")
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip(err)
	}
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

// left returns what is in the temporary folder.
func (p *process) left() []os.DirEntry {
	p.t.Helper()
	left, err := os.ReadDir(p.temp)
	if err != nil {
		p.t.Fatal(err)
	}
	return left
}

// endsBy expects an end by a signal, of which standard error tells, and that nothing is left.
func (p *process) endsBy(signal syscall.Signal) {
	p.t.Helper()
	p.Wait()
	if got := p.ProcessState.ExitCode(); got != signals[signal] || !strings.HasSuffix(p.stderr.String(), "touchstone: interrupted\n") {
		p.t.Errorf("%v, standard error %q; want status %d", p.ProcessState, p.stderr.String(), signals[signal])
	}
	p.leavesNothing()
}

// leavesNothing expects no file in the temporary folder, and no process: neither a program nor a supervisor.
func (p *process) leavesNothing() {
	p.t.Helper()
	if left := p.left(); len(left) > 0 {
		p.t.Errorf("left behind: %v", left)
	}
	if p.runs() {
		p.t.Error("a program still runs")
	}
	for _, line := range p.survivors() {
		p.t.Errorf("still runs: %s", line)
	}
}

// survivors returns the processes with our temporary folder, as far as they can be seen: those that we
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

// What a signal cannot end, since nobody reads its output, another ends that comes later, and what it
// has made is removed all the same.
func TestLateSignal(t *testing.T) {
	effort.NeedsAll(t, "waits for the respite of a signal")
	t.Parallel()
	p := prepare(t, "check", "reversi", "--profile", "graded", "--sandbox", "none", "--jobs", "2", "--format", "jsonl", "--", "sh", "-c", "head -c 50000 /dev/zero | tr '\\0' x | tee /dev/stderr; : MARK")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
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
