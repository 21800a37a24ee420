package desk_test

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/site/desk"
)

// unpackRunner unpacks the bundle of a game with one case, and returns its folder.
func unpackRunner(t *testing.T) string {
	t.Helper()
	a, err := oracle.Lookup("squirrel")
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	var stock desk.Stock
	stock.Add(a, all[:1])
	d, err := desk.Open(stock)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := d.Ask(t.Context(), desk.Request{Do: "bundle", Assignment: a.Name})
	if err != nil {
		t.Fatal(err)
	}
	text, dir := reply.Files["squirrel-cases.zip"], t.TempDir()
	z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, z); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "squirrel-cases")
}

// Of a wrapper script run.py leaves no process behind: neither when the time is over, nor when the script ends before what it
// started, nor when somebody interrupts run.py itself.
func TestRunnerLeavesNothing(t *testing.T) {
	for _, needed := range []string{"python3", "sh"} {
		if _, err := exec.LookPath(needed); err != nil {
			t.Skip("SKIPPED: needs ", needed, ": ", err)
		}
	}
	const beats = "(while :; do echo x >>\"$0.beats\"; sleep 0.1; done) &\n"
	for name, c := range map[string]struct {
		script, ended       string
		interrupt, starting bool
	}{
		"too slow":                    {beats + "wait\n", "time ", false, false},
		"ended":                       {beats + "sleep 0.3; exit 3\n", "exit 3\n", false, false},
		"interrupted":                 {beats + "wait\n", "", true, false},
		"interrupted while it starts": {beats + "wait\n", "", true, true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := unpackRunner(t)
			script := filepath.Join(dir, "wrapper.sh")
			if err := os.WriteFile(script, []byte(c.script), 0o700); err != nil {
				t.Fatal(err)
			}
			limit := "0.5"
			if c.interrupt {
				limit = "60"
			}
			run := exec.CommandContext(t.Context(), "python3", "run.py", "--time", limit, "sh", script)
			run.Dir = dir
			if c.starting { // Python reads this file first
				if err := os.WriteFile(filepath.Join(dir, "sitecustomize.py"), []byte(interrupting), 0o600); err != nil {
					t.Fatal(err)
				}
				run.Env = append(os.Environ(), "PYTHONPATH="+dir)
			}
			if err := run.Start(); err != nil {
				t.Fatal(err)
			}
			if c.interrupt && !c.starting {
				for size(script+".beats") == 0 {
					time.Sleep(20 * time.Millisecond)
				}
				if err := run.Process.Signal(os.Interrupt); err != nil {
					t.Fatal(err)
				}
			}
			if err := run.Wait(); (err == nil) == c.interrupt {
				t.Errorf("run.py ends with %v", err)
			}
			before := size(script + ".beats")
			time.Sleep(400 * time.Millisecond)
			if after := size(script + ".beats"); before == 0 || after > before {
				t.Errorf("what the script started writes on: %d bytes, then %d", before, after)
			}
			if c.ended != "" && !bytes.HasPrefix(endedOf(t, filepath.Join(dir, "answers.zip")), []byte(c.ended)) {
				t.Errorf("the program ended as %q, want %q", endedOf(t, filepath.Join(dir, "answers.zip")), c.ended)
			}
		})
	}
}

// interrupting interrupts a program of Python when a process that it starts has written, and it has not yet heard of that process.
const interrupting = `
import os, signal, subprocess, time
class Popen(subprocess.Popen):
    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        while not os.path.exists("wrapper.sh.beats"):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.1)
subprocess.Popen = Popen
`

// size returns how long a file is; one that is not there is empty.
func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// endedOf returns how a program ended on the only case of an answers.zip.
func endedOf(t *testing.T, path string) []byte {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, f := range z.File {
		if filepath.Base(f.Name) != "touchstone-ended.txt" {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	t.Fatal("nobody says how the program ended")
	return nil
}
