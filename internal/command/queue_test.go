//go:build queue && unix

package command

import (
	"bufio"
	"bytes"
	"io"
	"net"
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

// makeKeys makes the keys of a queue, and returns their folder and the key of workers.
func makeKeys(t *testing.T) (dir, worker string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "keys")
	if text, err := exec.CommandContext(t.Context(), "touchstone", "queue", "keys", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return dir, filepath.Join(dir, "worker.key")
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
	lead.Args = append(lead.Args, "--queue", "127.0.0.1:0", "--jobs", "0")
	said := begin(t, lead, `join with: touchstone (worker --queue nats://\S+ --key \S+ --sandbox none)\n`)[1]
	worker := func() *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), "touchstone", append(strings.Fields(said), "--jobs", "1")...)
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

// The queue refuses what lacks a key, or does not go together.
func TestQueueRefuses(t *testing.T) {
	list := filepath.Join(t.TempDir(), "list")
	if err := os.WriteFile(list, []byte("ann: sh list\nben: greedy\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	keys, key := makeKeys(t)
	for _, c := range []struct{ args, want string }{
		{"grade reversi . --out " + filepath.Join(t.TempDir(), "x") + " --queue nats://127.0.0.1:1", "want --keys DIR with a queue of another process"},
		{"grade reversi . --out " + filepath.Join(t.TempDir(), "y") + " --queue :0 --recheck 101%", "want a part from 0% to 100%"},
		{"worker --queue :4222", `want --queue nats://HOST:PORT, found ":4222"`},
		{"worker --queue nats://127.0.0.1:1", "want --key FILE"},
		{"worker --queue nats://127.0.0.1:1 --key " + list, "want a key that only its owner can read"},
		{"worker --queue nats://127.0.0.1:1 --key " + filepath.Join(keys, "leader.key"), "want the key of a worker, found that of a leader"},
		{"worker --queue nats://127.0.0.1:1 --idle 10ms --key " + key, "the queue at nats://127.0.0.1:1"},
		{"worker --queue nats://127.0.0.1:99999 --key " + key, "invalid port"},
		{"worker --queue nats://127.0.0.1:1 --sandbox some --key " + key, "want --sandbox auto, none, require"},
		{"queue keys " + keys + " ../x", "want the name of a worker"},
		{"fuzz mancala . --queue :0", "want --runs with --queue"},
		{"fuzz mancala . --queue :0 --runs 5 --for 1s", "want --runs with --queue, and no --for"},
		{"fuzz mancala . --queue :0 --runs 5 --shard 1/2", "want --shard or --queue"},
		{"fuzz mancala --queue :0 --runs 5 -- player mancala", "want a path with --queue"},
		{"tournament gangwars " + list + " --queue :0", "want a path or a built-in agent of ann with a queue, found a command, sh list"},
		{"tournament gangwars " + list + " --queue :0 --shard 1/2", "want --shard or --queue"},
		{"tournament gangwars " + list + " --jobs 0", "want --jobs of at least 1"},
		{"audit mancala --queue :0 --shard 1/2 --out x", "want --shard or --queue"},
		{"audit --queue :0 --merge x", "want --merge or --queue"},
	} {
		cmd := exec.CommandContext(t.Context(), "touchstone", strings.Fields(c.args)...)
		text, err := cmd.CombinedOutput()
		if err == nil || cmd.ProcessState.ExitCode() != exitUsage || !bytes.Contains(text, []byte(c.want)) {
			t.Errorf("%s: %v, %s; want %q", c.args, err, text, c.want)
		}
	}
}

// freePort returns a port that nobody listens at.
func freePort(t *testing.T) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer free.Close()
	_, port, _ := net.SplitHostPort(free.Addr().String())
	return port
}

// What fuzz and audit say and write by a queue, one after the other on one worker that was there first, is what
// one process says and writes.
func TestQueueOfFuzzAndAudit(t *testing.T) {
	ben := filepath.Join(makeClass(t), "ben")
	own, at := t.TempDir(), "127.0.0.1:"+freePort(t)
	keys, key := makeKeys(t)
	for _, name := range []string{"both-sides-pass-at-root", "wiped-out-at-root"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "cases", "reversi", name+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		write(t, own, name+".txtar", string(text))
	}
	run := func(dir string, args ...string) (out string, status int) {
		cmd := exec.CommandContext(t.Context(), "touchstone", args...)
		cmd.Dir = dir
		var failed bytes.Buffer
		cmd.Stderr = &failed
		text, err := cmd.Output()
		if err != nil && cmd.ProcessState.ExitCode() != exitFail {
			t.Fatalf("%v: %v\n%s", args, err, failed.Bytes())
		}
		return string(text), cmd.ProcessState.ExitCode()
	}
	worker := exec.CommandContext(t.Context(), "touchstone", "worker", "--queue", "nats://"+at, "--jobs", "2", "--key", key, "--sandbox", "none")
	begin(t, worker, `waiting for the queue at nats://`)
	for _, args := range [][]string{
		{"audit", "reversi", "--cases", own, "--tries", "1", "--matrix", "kills.csv"},
		{"fuzz", "mancala", "--runs", "20", "--sandbox", "none", "--save", "found", ben},
		{"fuzz", "mancala", "--runs", "20", "--sandbox", "none", "--save", "found", "--all", ben},
	} {
		alone, led := t.TempDir(), t.TempDir()
		want, wanted := run(alone, args...)
		got, status := run(led, append(args, "--queue", at, "--jobs", "0", "--keys", keys)...)
		if got != want || status != wanted {
			t.Errorf("%v: by a queue status %d, want %d: %s", args, status, wanted, firstDifference(got, want))
		}
		compareBooks(t, readBooks(t, led), readBooks(t, alone))
	}
	if err := worker.Process.Signal(os.Interrupt); err != nil {
		t.Error(err)
	}
	worker.Wait() //nolint:errcheck // it was ended
	if status := worker.ProcessState.ExitCode(); status != 130 {
		t.Errorf("a worker that is ended has the exit status %d, want 130", status)
	}
}

// A tournament that is played by workers of which one is killed, and whose leader is killed and begins again,
// has the standings of one process, and leaves nothing.
func TestQueueOfTournament(t *testing.T) {
	list := filepath.Join(t.TempDir(), "list")
	text := "ann: random\nben: greedy\ncy: minimax:1\ndan: minimax:2\neve: alphabeta:2\nflo: oracle\ngus: random\n"
	if err := os.WriteFile(list, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	keys, key := makeKeys(t)
	for _, mode := range []string{"--all", "--knockout"} {
		alone, led, at, temp := t.TempDir(), t.TempDir(), "127.0.0.1:"+freePort(t), t.TempDir()
		if text, err := cupCommand(t, t.TempDir(), list, alone, mode).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		lead := func() *exec.Cmd {
			return cupCommand(t, temp, list, led, mode, "--queue", at, "--jobs", "0", "--keys", keys, "--allow-read", temp)
		}
		worker := func(line string) *exec.Cmd {
			cmd := exec.CommandContext(t.Context(), "touchstone", "worker", "--queue", "nats://"+at, "--jobs", "1", "--key", key)
			begin(t, cmd, line)
			return cmd
		}
		first := worker("waiting for the queue at")
		killed := lead()
		begin(t, killed, "workers join with: .* --allow-read "+regexp.QuoteMeta(temp))
		journal := filepath.Join(led, "games.jsonl")
		for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
			if text, err := os.ReadFile(journal); err == nil && bytes.Count(text, []byte(`"kind":"game"`)) >= 3 {
				break
			}
		}
		for _, cmd := range []*exec.Cmd{killed, first} {
			if err := cmd.Process.Kill(); err != nil {
				t.Error(err)
			}
			cmd.Wait()
		}
		second := worker("waiting for the queue at")
		if text, err := lead().CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		second.Process.Kill()
		second.Wait()
		keys := map[string]bool{}
		text, err := os.ReadFile(journal)
		for _, line := range regexp.MustCompile(`"kind":"game","key":"\w+"`).FindAllString(string(text), -1) {
			if keys[line] {
				t.Errorf("a game stands in the journal twice: %s", line)
			}
			keys[line] = true
		}
		if err != nil || len(keys) == 0 {
			t.Errorf("no games, %v", err)
		}
		compareBooks(t, readCup(t, led), readCup(t, alone))
	}
}

// A worker that waits is ended at once by Ctrl-C, and a wrong key is an error at once.
func TestQueueIsAwaited(t *testing.T) {
	_, key := makeKeys(t)
	worker := exec.CommandContext(t.Context(), "touchstone", "worker", "--queue", "nats://127.0.0.1:"+freePort(t), "--key", key)
	begin(t, worker, `waiting for the queue at nats://`)
	if err := worker.Process.Signal(os.Interrupt); err != nil {
		t.Error(err)
	}
	worker.Wait() //nolint:errcheck // it was ended
	if status := worker.ProcessState.ExitCode(); status != 130 {
		t.Errorf("a worker that is ended has the exit status %d, want 130", status)
	}
	lead := exec.CommandContext(t.Context(), "touchstone", "audit", "reversi", "--queue", "127.0.0.1:0", "--jobs", "0")
	lead.Env = append(os.Environ(), "TMPDIR="+t.TempDir()) // it is killed
	url := begin(t, lead, `--queue (nats://\S+)`)[1]
	guess := exec.CommandContext(t.Context(), "touchstone", "worker", "--queue", url, "--key", key)
	if text, err := guess.CombinedOutput(); err == nil || guess.ProcessState.ExitCode() != exitUsage || !bytes.Contains(text, []byte("Authorization")) {
		t.Errorf("a worker with the key of another queue: %v, %s", err, text)
	}
}
