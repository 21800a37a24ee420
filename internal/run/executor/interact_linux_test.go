package executor

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// marker is an argument that only the programs of these tests have. It finds processes that are left.
var marker = fmt.Sprint(1_000_000_000 + os.Getpid())

// exits42 reports whether a validator accepts.
func exits42(o sandbox.Outcome) bool { return o.Exit == 42 }

// interact runs two shell scripts that talk to each other.
func interact(t *testing.T, program, validator string) *Interaction {
	t.Helper()
	side := func(script string) Side {
		r := must.Get(Confined(outcome.Settings{}).Open(answers.Need{}, sandbox.Policy{Memory: 256 << 20}))(t)
		t.Cleanup(r.Close)
		return Side{r, Task{
			Path: "/bin/sh", Args: []string{"sh", "-c", strings.ReplaceAll(script, "MARKER", marker)},
			Env:    func(string) []string { return []string{"PATH=/usr/bin:/bin"} },
			Limits: sandbox.Limits{CPU: time.Second / 4, Wall: effort.Patience, Memory: 256 << 20, Output: 1 << 20},
		}}
	}
	i := must.Get(Interact(t.Context(), side(program), side(validator), exits42))(t)
	must.Do(t, i.Program.Remove())
	must.Do(t, i.Validator.Remove())
	return i
}

// TestInteractConfined runs programs with validators in the sandbox. No process is left, and no end of a program
// here depends on the speed of another one.
func TestInteractConfined(t *testing.T) {
	for name, c := range map[string]struct{ program, validator, want string }{
		"right":                        {"read x; echo $((x+1))", "echo 5; read y; exit $((36+y))", "exit status 0, exit status 42"},
		"43 while the program sleeps":  {"echo 1; sleep MARKER", "read y; exit 43", "any, exit status 43"},
		"43 because the program fails": {"kill -SEGV $$", "read y || exit 43", "SIGSEGV, exit status 43, told"},
		"the program loops":            {"while :; do :; done", "read y; exit 43", "cpu, exit status 43, told"},
		"the program floods":           {"yes", "cat > /dev/null; exit 42", "output, exit status 42, told"},
		"both fork": {"sleep MARKER & sleep MARKER & exit 0", "cat > /dev/null; sleep MARKER & setsid sleep MARKER & exit 42",
			"exit status 0, exit status 42"},
	} {
		i := interact(t, c.program, c.validator)
		expect.Equal(t, c.want, ends(i), name, string(i.Conversation[:min(len(i.Conversation), 200)]))
		expect.Equal(t, "", leftOver(t), name, "left over")
	}
}

// A fakeSide is a program that is a function. Its result is its exit status, or negative for a signal. When it is
// killed, its files are closed, and killed is.
type fakeSide func(in io.Reader, out io.Writer, killed <-chan struct{}) int

func (f fakeSide) Mechanisms() sandbox.Mechanisms { return sandbox.Mechanisms{} }
func (f fakeSide) Close()                         {}

// Run runs the function until it returns, until Interact stops it, or until its limit on elapsed time.
func (f fakeSide) Run(_ context.Context, t Task) (*Run, error) {
	p := t.Pipes()
	ended, killed := make(chan int, 1), make(chan struct{})
	var once sync.Once
	kill := func() {
		once.Do(func() {
			close(killed)
			p.Stdin.Close()
			p.Stdout.Close()
		})
	}
	if t.Limits.Wall > 0 {
		defer time.AfterFunc(t.Limits.Wall, kill).Stop()
	}
	go func() {
		if _, err := p.Stop.Read(make([]byte, 1)); err == io.EOF {
			kill()
		}
	}()
	go func() { ended <- f(p.Stdin, p.Stdout, killed) }()
	r := &Run{Outcome: sandbox.Outcome{Exit: -1, Stopped: sandbox.StoppedWall}}
	select {
	case <-killed:
		<-ended
	case exit := <-ended:
		r.Outcome = sandbox.Outcome{Exit: max(exit, -1)}
		if exit < 0 {
			r.Signal = "SIGSEGV"
		}
	}
	return r, nil
}

// The steps of programs that are functions.
type step func(in *bufio.Reader, out io.Writer, killed <-chan struct{})

func readLine(in *bufio.Reader, _ io.Writer, _ <-chan struct{}) { _, _ = in.ReadString('\n') }
func readAll(in *bufio.Reader, _ io.Writer, _ <-chan struct{})  { _, _ = io.Copy(io.Discard, in) }
func echo(in *bufio.Reader, out io.Writer, _ <-chan struct{})   { _, _ = io.Copy(out, in) }

// sleep ends by itself long after the shorter limit, but before the longer one.
func sleep(_ *bufio.Reader, _ io.Writer, killed <-chan struct{}) {
	select {
	case <-killed:
	case <-time.After(effort.Patience / 4):
	}
}

func closeOutput(_ *bufio.Reader, out io.Writer, _ <-chan struct{}) { out.(io.Closer).Close() }

func flood(_ *bufio.Reader, out io.Writer, _ <-chan struct{}) {
	for err := error(nil); err == nil; {
		_, err = out.Write(bytes.Repeat([]byte("y\n"), 1000))
	}
}

func write(text string) step {
	return func(_ *bufio.Reader, out io.Writer, _ <-chan struct{}) { _, _ = io.WriteString(out, text) }
}

// fake returns a program that takes some steps and then exits.
func fake(exit int, steps ...step) fakeSide {
	return func(in io.Reader, out io.Writer, killed <-chan struct{}) int {
		reader := bufio.NewReader(in)
		for _, s := range steps {
			s(reader, out, killed)
		}
		return exit
	}
}

// TestInteract has programs and validators, most of them hostile. Each pair ends in one way every time.
func TestInteract(t *testing.T) {
	line, lines := write("1\n"), write(strings.Repeat("1\n", 999))
	const short = time.Second / 2 // the limit on elapsed time of programs that exceed it
	for name, c := range map[string]struct {
		program, validator fakeSide
		wall               time.Duration
		// the ends of both, and "told" if the program failed and the validator saw the end of its output
		want string
	}{
		"43 while the program runs":    {fake(0, line, sleep), fake(43, readLine), 0, "any, exit status 43"},
		"43 before the program fails":  {fake(1, line), fake(43, readLine), 0, "any, exit status 43"},
		"43 because the program fails": {fake(3), fake(43, readLine), 0, "exit status 3, exit status 43, told"},
		"crash":                        {fake(-1), fake(43, readLine), 0, "SIGSEGV, exit status 43, told"},
		"42, and more is printed":      {fake(0, lines), fake(42, readLine), 0, "exit status 0, exit status 42"},
		"42, and then a failure":       {fake(5, readLine, readLine), fake(42, line), 0, "exit status 5, exit status 42"},
		"the program sleeps":           {fake(0, sleep), fake(43, readLine), short, "wall, exit status 43, told"},
		"both wait":                    {fake(0, readLine), fake(43, readLine), short, "wall, exit status 43, told"},
		"the program floods":           {fake(0, flood), fake(42, readAll), 0, "output, exit status 42, told"},
		"the program fills its limit":  {fake(0, write(strings.Repeat("y", 1<<20))), fake(42, readAll), 0, "exit status 0, exit status 42"},
		"a byte more than the limit":   {fake(0, write(strings.Repeat("y", 1<<20+1)), sleep), fake(42, readAll), 0, "output, exit status 42, told"},
		"the program floods a sleeper": {fake(0, flood), fake(42, sleep), short, "wall, wall"},
		"the validator floods":         {fake(0, sleep), fake(42, flood), short, "wall, output"},
		"both flood":                   {fake(0, flood), fake(42, flood), short, "wall, output"},
		"the program closes":           {fake(0, closeOutput, sleep), fake(43, readLine), 0, "stopped, exit status 43"},
		"the validator closes":         {fake(0, readLine, line), fake(42, closeOutput, readLine), 0, "exit status 0, exit status 42"},
		"both close":                   {fake(0, closeOutput, sleep), fake(42, closeOutput, sleep), short, "wall, wall"},
		"the validator sleeps":         {fake(0), fake(42, sleep), 0, "exit status 0, wall"},
		"the validator ends":           {fake(0, echo), fake(0), 0, "stopped, exit status 0"},
		"the validator crashes":        {fake(0, echo), fake(-1), 0, "stopped, SIGSEGV"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			side := func(r Runner, wall time.Duration) Side {
				return Side{r, Task{Limits: sandbox.Limits{Wall: wall, Output: 1 << 20}}}
			}
			// The limit of a validator begins with the end of the program.
			program, validator := side(c.program, cmp.Or(c.wall, effort.Patience)), side(c.validator, short)
			i := must.Get(Interact(t.Context(), program, validator, exits42))(t)
			expect.Equal(t, c.want, ends(i), string(i.Conversation[:min(len(i.Conversation), 200)]))
			expect.Equal(t, false, len(i.Conversation) > 4*maxKept, "many bytes are kept:", len(i.Conversation))
		})
	}
}

// ends describes how both sides ended. A program that the validator stopped has no end of its own.
func ends(i *Interaction) string {
	end := func(o outcome.Outcome) string {
		switch {
		case o.Stopped != sandbox.NotStopped:
			return string(o.Stopped)
		case o.Signal != "":
			return o.Signal
		}
		return o.DescribeEnd()
	}
	text := end(i.Program.Outcome)
	switch {
	case !i.EndSeen && i.Validator.Exit == 43: // it does not matter
		text = "any"
	case i.Stopped, i.Program.Stopped == sandbox.StoppedWall && i.Validator.Stopped == sandbox.StoppedCPU:
		text = "stopped"
	}
	if text += ", " + end(i.Validator.Outcome); i.EndSeen && !i.Stopped && (i.Program.Failed() || i.Program.Stopped != "") &&
		i.Validator.Stopped == "" {
		text += ", told"
	}
	return text
}

// The other side sees the end of an output when its reason is known. A validator that has ended does not see that the
// program failed. A program that will be stopped does not see the end of the validator.
func TestCopyOutput(t *testing.T) {
	ended := make(chan struct{})
	close(ended)
	for _, c := range []struct {
		prefix       string
		from         sandbox.Outcome
		err          error
		later, toEnd bool // to ends later, or has ended
		seen         bool
	}{
		{prefix: "> ", seen: true},
		{prefix: "> ", from: sandbox.Outcome{Exit: 3}, toEnd: true},
		{prefix: "> ", from: sandbox.Outcome{Stopped: sandbox.StoppedCPU}, toEnd: true},
		{prefix: "> ", err: io.EOF, toEnd: true},
		{prefix: "< ", from: sandbox.Outcome{Exit: 42}},
		{prefix: "< ", from: sandbox.Outcome{Exit: 43}, later: true},
		{prefix: "< ", err: io.EOF, later: true},
	} {
		for range 20 { // some goroutines may be fast
			from := &endpoint{prefix: c.prefix, done: ended, ended: &Run{Outcome: c.from}, err: c.err}
			to := &endpoint{done: make(chan struct{})}
			if c.toEnd {
				to.done = ended
			}
			var late atomic.Bool
			if c.later {
				go func() {
					late.Store(true)
					close(to.done)
				}()
			}
			out, in, err := os.Pipe()
			must.Do(t, err)
			_, _ = in.WriteString("x")
			in.Close()
			from.out = out
			r := relay{continues: exits42}
			r.copyOutput(from, to)
			out.Close()
			expect.Equal(t, c.seen, r.endSeen.Load(), c, "the end is seen")
			expect.Equal(t, c.later, late.Load(), c, "the other side has ended")
			expect.True(t, from.closed.Load() && from.stopped == sandbox.NotStopped, c, "no limit on the output")
		}
	}
}

// Other users may open the pipes. Closing a side closes both ends of them.
func TestConnect(t *testing.T) {
	var s endpoint
	must.Do(t, s.connect())
	for _, f := range []*os.File{s.Task.pipes.Stdin, s.Task.pipes.Stdout} {
		expect.Equal(t, fs.FileMode(0o666), must.Get(f.Stat())(t).Mode().Perm())
	}
	s.close()
	for _, f := range []*os.File{s.Task.pipes.Stdin, s.Task.pipes.Stdout, s.Task.pipes.Stop, s.in, s.out, s.stopPipe} {
		expect.True(t, f.Close() != nil, "the end of a pipe is closed")
	}
}

// leftOver names the processes with the marker.
func leftOver(t *testing.T) string {
	t.Helper()
	lists := must.Get(filepath.Glob("/proc/[0-9]*/cmdline"))(t)
	for _, file := range lists {
		if text, err := os.ReadFile(file); err == nil && bytes.HasSuffix(text, []byte("\x00"+marker+"\x00")) {
			return file + ": " + strings.ReplaceAll(string(text), "\x00", " ")
		}
	}
	return ""
}

// TestConversation records the output of both sides. An unfinished line ends before output of the other side.
func TestConversation(t *testing.T) {
	i := interact(t, "read x; printf '%s' \"$x\"; echo; read z; printf z", "echo a b; read y; printf 'c\\nd\\n'; cat > /dev/null; exit 42")
	expect.Equal(t, "< a b\n> a b\n< c\n< d\n> z", string(i.Conversation))
	r := recorder{line: true}
	for n := range 100_000 {
		r.record([]string{"< ", "> "}[n%2], fmt.Appendf(nil, "%d", n))
	}
	text, few := string(r.text()), recorder{line: true}
	few.record("", bytes.Repeat([]byte("x"), maxKept+900))
	few.record("", bytes.Repeat([]byte("x"), 100))
	got := string(few.text())
	expect.True(t, len(got) <= maxKept+100 && strings.HasPrefix(got, "... (1000 bytes left out)\n"), got)
	expect.True(t, len(text) <= maxKept+100 && strings.Contains(text, " bytes left out)\n"), len(text))
	expect.True(t, strings.HasPrefix(text, "... (") && strings.HasSuffix(text, "\n> 99999"), len(text))
}
