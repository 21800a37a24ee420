//go:build unix

package command

import (
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/effort"
)

// furnish fills a folder with files of all kinds, by the names in the tests below.
func furnish(t *testing.T, dir string) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"folder", "one", "pipes", "links", "outputs", "zeros"} {
		must(os.Mkdir(at(name), 0o777))
	}
	must(os.WriteFile(at("input"), []byte("1\n1\n1\n3 3 3\n3 3 3\n0\n0\n"), 0o666))
	must(os.WriteFile(at("one/a.txtar"), []byte("# mancala: one\nsubmit input.txt\ngolden next_state.txt\n-- input.txt --\n1\n1\n1\n3 3 3\n3 3 3\n0\n0\n"), 0o666))
	for _, name := range []string{"pipe", "second-pipe", "pipes/a.txtar", "outputs/next_state.txt"} {
		must(syscall.Mkfifo(at(name), 0o666))
	}
	must(os.Symlink(at("pipe"), at("links/a.txtar")))
	must(os.Symlink("/dev/zero", at("zeros/a.txtar")))
	must(os.Symlink("/dev/zero", at("zeros/next_state.txt")))
	socket, err := net.Listen("unix", at("socket"))
	must(err)
	t.Cleanup(func() { socket.Close() })
	large, err := os.Create(at("large"))
	must(err)
	must(large.Truncate(64<<20 + 1)) // it takes no room
	must(large.Close())
}

// inDir makes a command in a furnished folder with a short name, as sockets want it.
func inDir(t *testing.T, args ...string) *process {
	t.Helper()
	p := prepare(t, args...)
	dir, err := os.MkdirTemp("", "t")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	furnish(t, dir)
	p.Dir = dir
	return p
}

// What is no regular file, or too large, is refused at once: it might never end.
func TestOddInputs(t *testing.T) {
	effort.NeedsAll(t, "runs every command on odd files")
	hint := `; "-" reads standard input`
	pipe, device, large := "want a regular file, found a named pipe", "want a regular file, found a device", "want at most 64 MiB, found more"
	for line, message := range map[string]string{
		"solve mancala pipe":                                 "pipe: " + pipe + hint,
		"solve mancala /dev/zero":                            "/dev/zero: " + device,
		"solve mancala socket":                               "socket: want a regular file, found a socket",
		"solve mancala folder":                               "folder: want a regular file, found a folder",
		"solve mancala links/a.txtar":                        "links/a.txtar: " + pipe + hint,
		"solve mancala large":                                "large: " + large,
		"diff mancala pipe --output folder":                  "pipe: " + pipe + hint,
		"diff mancala /dev/zero --output folder":             "/dev/zero: " + device,
		"diff mancala input --output outputs":                "outputs/next_state.txt: " + pipe,
		"diff mancala input --output zeros":                  "zeros/next_state.txt: " + device,
		"diff /dev/zero /dev/zero":                           "/dev/zero: want a regular file or a pipe, found a device",
		"diff input /dev/null":                               "/dev/null: want a regular file or a pipe, found a device",
		"diff socket input":                                  "socket: want a regular file or a pipe, found a socket",
		"diff input folder":                                  "folder: want a regular file or a pipe, found a folder",
		"list mancala --cases pipe":                          "pipe: " + pipe,
		"list mancala --cases /dev/zero":                     "/dev/zero: " + device,
		"list mancala --cases large":                         "large: " + large,
		"list mancala --cases pipes":                         "pipes/a.txtar: " + pipe,
		"list mancala --cases links":                         "links/a.txtar: " + pipe,
		"list mancala --cases zeros":                         "zeros/a.txtar: " + device,
		"audit mancala --cases pipes":                        "pipes/a.txtar: " + pipe,
		"check mancala --cases pipes -- true":                "pipes/a.txtar: " + pipe,
		"check mancala --cases /dev/zero -- true":            "/dev/zero: " + device,
		"check mancala --expect pipe -- true":                "pipe: " + pipe,
		"check mancala --expect /dev/zero -- true":           "/dev/zero: " + device,
		"check mancala --expect large -- true":               "large: " + large,
		"cases update pipes":                                 "pipes/a.txtar: " + pipe,
		"cases update zeros":                                 "zeros/a.txtar: " + device,
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
	zeros, err := os.Open("/dev/zero")
	if err != nil {
		t.Fatal(err)
	}
	defer zeros.Close()
	p := inDir(t, "solve", "mancala", "-")
	p.Stdin = zeros
	p.start()
	p.ends(exitUsage, "touchstone: standard input: want at most 64 MiB, found more\n")
}

// Who waits for input that does not come can be ended.
func TestSignalsWhileWaiting(t *testing.T) {
	for signal, status := range signals {
		for line, opened := range map[string]bool{
			"solve mancala -":                false,
			"diff mancala - --output folder": false,
			"diff pipe second-pipe":          false,
			"diff input pipe":                false,
			"diff second-pipe pipe":          false,
			"diff pipe input":                true, // by somebody who writes nothing
		} {
			t.Run(signal.String()+" "+line, func(t *testing.T) {
				t.Parallel()
				// It waits after this time, or will be told before it does. Where a machine is so busy that nothing listens
				// yet, the signal itself ends it: then it has more time.
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
	in, err := p.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if opened {
		pipe, err := os.OpenFile(filepath.Join(p.Dir, "pipe"), os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
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
		out, err := p.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"pipe": "one\ntwo\n", "second-pipe": c.second} {
			go os.WriteFile(filepath.Join(p.Dir, name), []byte(text), 0)
		}
		p.start()
		text, err := io.ReadAll(out)
		if err != nil || !strings.HasPrefix(string(text), c.stdout) {
			t.Errorf("found %q, %v, want %q", text, err, c.stdout)
		}
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
