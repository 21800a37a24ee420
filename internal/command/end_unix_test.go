//go:build unix

package command

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
)

// A process is touchstone at work, as a shell starts it.
type process struct {
	*exec.Cmd
	t      *testing.T
	stderr bytes.Buffer
	temp   string // its directory for temporary files
	marker string // a word in the command lines of the programs that it runs
}

// prepare returns a command with these arguments. It replaces MARK in them by a word that no other process has.
func prepare(t *testing.T, args ...string) *process {
	t.Helper()
	effort.NeedsTools(t, "ps") // to see which programs still run
	p := &process{t: t, temp: t.TempDir(), marker: fmt.Sprintf("marker-%d-%d", os.Getpid(), time.Now().UnixNano())}
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "MARK", p.marker)
	}
	p.Cmd = exec.Command("touchstone", args...)
	p.Dir = t.TempDir()
	p.Env = append(os.Environ(), "TMPDIR="+p.temp)
	p.Stderr = &p.stderr
	p.WaitDelay = time.Second
	return p
}

func (p *process) start() {
	p.t.Helper()
	must.Do(p.t, p.Start())
	p.t.Cleanup(func() { p.Process.Kill() })
}

// until waits for something to happen.
func (p *process) until(what string, happened func() bool) {
	p.t.Helper()
	defer func() {
		if p.t.Failed() {
			p.t.Logf("standard error: %s", p.stderr.String())
		}
	}()
	effort.Await(p.t, what, happened)
}

// runs reports whether one of the programs under test runs.
func (p *process) runs() bool {
	list := must.Get(exec.Command("ps", "-A", "-o", "args=").Output())(p.t)
	for line := range strings.Lines(string(list)) {
		if strings.Contains(line, p.marker) && !strings.Contains(line, "touchstone") {
			return true
		}
	}
	return false
}

// ends expects an end soon, with a status and a text on standard error, and that
// nothing is left.
func (p *process) ends(status int, stderr string) {
	p.t.Helper()
	p.wait()
	p.ended(status, stderr)
}

// wait expects an end soon.
func (p *process) wait() {
	p.t.Helper()
	done := make(chan struct{})
	go func() {
		p.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(effort.Patience):
		p.Process.Kill()
		<-done
		p.t.Errorf("it does not end")
	}
}

// ended expects that it has ended like this.
func (p *process) ended(status int, stderr string) {
	p.t.Helper()
	if got := p.ProcessState.ExitCode(); got != status || p.stderr.String() != stderr {
		p.t.Errorf("%v, standard error %q; want status %d and %q", p.ProcessState, p.stderr.String(), status, stderr)
	}
	p.leavesNoProgram()
}

// leavesNoProgram expects no file in the temporary directory, and no program under test.
func (p *process) leavesNoProgram() {
	p.t.Helper()
	if left := p.left(); len(left) > 0 {
		p.t.Errorf("left behind: %v", left)
	}
	if p.runs() {
		p.t.Error("a program still runs")
	}
}

// busy is a program that has more to do than there is time.
const busy = "sleep 0.02; : MARK; exec player reversi"

// A closed pipe ends a check at once, without a message. The status is the one of a program that SIGPIPE ended,
// and no process or file is left. The script full has the commands that print at their end.
func TestClosedPipe(t *testing.T) {
	for _, format := range []string{"--by=case", "--format=jsonl", "--format=json"} {
		for _, mode := range []string{"none", "auto"} {
			t.Run(format+" "+mode, func(t *testing.T) {
				t.Parallel()
				p := prepare(t, "check", "reversi", "--profile", "graded", "--sandbox", mode, "--jobs", "1", format, "--", "sh", "-c", busy)
				out := must.Get(p.StdoutPipe())(t)
				p.start()
				must.Get(bufio.NewReader(out).ReadString('\n'))(t)
				out.Close()
				p.ends(128+int(syscall.SIGPIPE), "")
			})
		}
	}
}

// signals maps the signals that end a program to the status that a shell shows.
var signals = map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129}

// A signal ends a check in good order while a program runs, and while a submission is compiled. The report
// leaves out canceled cases.
func TestSignals(t *testing.T) {
	for signal, status := range signals {
		for _, mode := range []string{"none", "auto"} {
			t.Run(signal.String()+" "+mode, func(t *testing.T) {
				t.Parallel()
				p := prepare(t, "check", "reversi", "--sandbox", mode, "--jobs", "2", "--", "sh", "-c", "sleep 600; : MARK")
				p.interrupt(signal, status, `^reversi: interrupted, 0 of 56 cases judged\n$`)
			})
		}
		t.Run(signal.String()+" compiler", func(t *testing.T) {
			t.Parallel()
			p := prepare(t, "check", "mancala", "mancala.cpp", "--tool", "cxx=./compiler")
			must.WriteFile(t, filepath.Join(p.Dir, "mancala.cpp"), "")
			must.WriteFile(t, filepath.Join(p.Dir, "compiler"), "#!/bin/sh\nsh -c 'sleep 600; : "+p.marker+"'\n")
			p.interrupt(signal, status, "")
		})
	}
}

// It ends a search for failures, too, which sums up what it has seen.
func TestSignalsWhileSearching(t *testing.T) {
	for flag, want := range map[string]string{
		"--for=60s":      `reversi: interrupted after 0 inputs of seed 1: no failure\n`,
		"--format=jsonl": `"ended":"interrupted"`,
	} {
		p := prepare(t, "fuzz", "reversi", flag, "--jobs", "2", "--", "sh", "-c", "sleep 600; : MARK")
		p.interrupt(syscall.SIGINT, 130, want)
	}
}

// interrupt starts the process, sends it a signal when a program runs, and expects its end with a status and an output
// that matches a pattern.
func (p *process) interrupt(signal syscall.Signal, status int, want string) {
	p.t.Helper()
	var out bytes.Buffer
	p.Stdout = &out
	p.start()
	p.until("a program runs", p.runs)
	p.Process.Signal(signal)
	p.ends(status, "touchstone: interrupted\n")
	if text := out.String(); !regexp.MustCompile(want).MatchString(text) {
		p.t.Errorf("printed %q, want a match of %s", text, want)
	}
}

// A command that ignores hangups, as under nohup, is not ended by one.
func TestIgnoredHangup(t *testing.T) {
	p := prepare(t)
	p.Path, p.Args = "/bin/sh", []string{"sh", "-c", `trap "" HUP; exec touchstone check reversi --sandbox none --case handout-start -- sh -c "sleep 1; : ` + p.marker + `; exec player reversi"`}
	p.start()
	p.until("a program runs", p.runs)
	p.Process.Signal(syscall.SIGHUP)
	p.ends(0, "")
}

// A program under test sees SIGPIPE as every program does, whether our caller ignores
// it or not.
func TestProgramSeesSIGPIPE(t *testing.T) {
	for _, before := range []string{"", `trap "" PIPE; `} {
		p := prepare(t)
		p.Path, p.Args = "/bin/sh", []string{"sh", "-c", before + `exec touchstone check reversi --sandbox none --case handout-start -- \
			sh -c '(yes; echo $? >status) | head -n 1 >first; read status <status; test $status = 141 && exec player reversi'`}
		p.start()
		p.ends(0, "")
	}
}

// A check that ends by a signal reports the causes of the failures so far, and the number of cases that were not
// run. Package report tests the other formats of such a report.
func TestInterruptedHasCauses(t *testing.T) {
	const judged = 12
	for _, c := range []struct {
		flag string
		want []string // regular expressions, in this order; a case or two may be cut short while they are compared
	}{
		{"--format=json", []string{`"summary":\{`, `"ok":false,`, `"interrupted":true,"notRun":[78]\d,`, `"key":"moves-reversed"`}},
		{"--by=cause", []string{`1\. moves-reversed: `, "moves are tried", " more cases first fail in this way: ", `mancala: interrupted, 1\d of 91 cases judged: `}},
	} {
		t.Run(c.flag, func(t *testing.T) {
			t.Parallel()
			p := prepare(t, "check", "mancala", "--sandbox", "none", "--jobs", "1", c.flag, "--", "sh", "-c",
				"echo >>COUNT; test $(wc -l <COUNT) -le 12 || sleep 600; : MARK; exec player -faults moves-reversed mancala -i input.txt")
			count := filepath.Join(p.Dir, "count")
			last := len(p.Args) - 1
			p.Args[last] = strings.ReplaceAll(p.Args[last], "COUNT", count)
			var out bytes.Buffer
			p.Stdout = &out
			p.start()
			p.until("a case takes long", func() bool {
				lines, _ := os.ReadFile(count)
				return bytes.Count(lines, []byte("\n")) > judged
			})
			p.Process.Signal(syscall.SIGINT)
			p.ends(130, "touchstone: interrupted\n")
			rest := out.String()
			for _, want := range c.want {
				at := regexp.MustCompile(want).FindStringIndex(rest)
				if at == nil {
					t.Fatalf("want %s behind what was found of %q, found\n%s", want, c.want, out.String())
				}
				rest = rest[at[1]:]
			}
			expect.True(t, c.flag != "--format=json" || json.Valid(out.Bytes()), out.String())
		})
	}
}
