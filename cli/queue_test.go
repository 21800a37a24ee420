//go:build queue && unix

package cli

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// begin starts a command, and returns what it writes on standard error from a line on that matches.
func begin(t *testing.T, cmd *exec.Cmd, line string) []string {
	t.Helper()
	r, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	lines := bufio.NewReader(r)
	want := regexp.MustCompile(line)
	for {
		text, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("%v: no line like %s", err, line)
		}
		if found := want.FindStringSubmatch(text); found != nil {
			go io.Copy(io.Discard, lines)
			return found
		}
	}
}

// A class that is graded by real processes on a queue, of which one is killed and another joins, has
// the books of one that is graded by one process.
func TestQueueWithProcesses(t *testing.T) {
	roster := makeClass(t)
	alone, led := t.TempDir(), t.TempDir()
	if text, err := gradeCommand(t, t.TempDir(), roster, alone).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	lead := gradeCommand(t, t.TempDir(), roster, led)
	lead.Args = append(lead.Args, "--queue", "127.0.0.1:0", "--jobs", "0", "--token", "secret")
	url := begin(t, lead, `--queue (nats://\S+)`)[1]
	worker := func() *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), "touchstone", "worker", "--queue", url, "--jobs", "1", "--token", "secret")
		cmd.Env = append(cmd.Environ(), "TMPDIR="+t.TempDir())
		begin(t, cmd, `working for mancala, 8 students`)
		return cmd
	}
	first := worker()
	time.Sleep(time.Second)
	first.Process.Kill()
	second := worker()
	if err := lead.Wait(); err != nil {
		t.Fatal(err)
	}
	if err := second.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	second.Wait() //nolint:errcheck // it was ended
	if status := second.ProcessState.ExitCode(); status != 143 {
		t.Errorf("a worker that is ended has the exit status %d, want 143", status)
	}
	temp := strings.TrimPrefix(second.Env[len(second.Env)-1], "TMPDIR=")
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("a worker that is ended leaves behind: %v, %v", left, err)
	}
	compareBooks(t, readBooks(t, led), readBooks(t, alone)) // and the submissions are in no queue any more
}

// The queue refuses what is open to all, and a worker one that wants a token.
func TestQueueRefuses(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"grade reversi . --out " + filepath.Join(t.TempDir(), "x") + " --queue 0.0.0.0:0", "want a token for a queue"},
		{"worker --queue :4222", `want --queue nats://HOST:PORT, found ":4222"`},
		{"worker --queue nats://127.0.0.1:1", "the queue at nats://127.0.0.1:1"},
	} {
		cmd := exec.CommandContext(t.Context(), "touchstone", strings.Fields(c.args)...)
		text, err := cmd.CombinedOutput()
		if err == nil || cmd.ProcessState.ExitCode() != exitUsage || !bytes.Contains(text, []byte(c.want)) {
			t.Errorf("%s: %v, %s; want %q", c.args, err, text, c.want)
		}
	}
}
