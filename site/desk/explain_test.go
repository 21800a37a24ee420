package desk_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/site/desk"
)

// An explanation is sent in parts, the first difference first. One part reports a log that is too long.
func TestExplainInParts(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	d := stocked(t, nil, a)
	for _, c := range []struct{ depth, wrong, known string }{
		{"3", "Node,Depth,Value", ""},
		{"7", "root,0,-Infinity", "Known mistakes are looked for in files of at most 4 MB: traverse_log.txt has more."},
	} {
		input := fmt.Sprintf("3\n1\n%s\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n", c.depth)
		p := gametest.Parse(t, a, input)
		right := gametest.Answer(t, p, homework.Options{})
		right["traverse_log.txt"] = bytes.Replace(right["traverse_log.txt"], []byte(c.wrong), []byte("x,0,0"), 1)
		parts := askParts(t, d, desk.Request{Do: "explain", Assignment: a.Name, Input: input}, right)
		if len(parts) != 3 || !strings.Contains(parts[0].Text, "traverse_log.txt:") || parts[0].Walk || !parts[1].Walk || parts[1].Text != "" {
			t.Fatalf("depth %s: found %+v", c.depth, parts)
		}
		known := strings.Join(parts[2].Known, "\n")
		expect.True(t, strings.HasPrefix(known, c.known) && (c.known != "" || known == ""), "depth", c.depth)
	}
}

// The end of the output of a crashed program is shown, for any length of the output before it.
func TestExplainCrash(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	const name, words = "handout-sample", "ValueError: no move is left"
	printed := strings.Repeat("looking at a move\n", 2000) + words + "\n"
	parts := askParts(t, stocked(t, nil, a), desk.Request{Do: "explain", Assignment: a.Name, Case: name}, map[string][]byte{
		name + "/touchstone-ended.txt": []byte("exit 1\n"), name + "/touchstone-stderr.txt": []byte(printed),
	})
	expect.Equal(t, "crash", parts[0].Verdict)
	expect.Contains(t, parts[0].Text, words)
}

// A part is one of an explanation.
type part struct {
	Verdict, Text, Unjudged string
	Known                   []string
	Walk, More              bool
}

// askParts returns the values of all parts of an answer.
func askParts(t *testing.T, d *desk.Desk, r desk.Request, files map[string][]byte) (parts []part) {
	t.Helper()
	request := must.Get(json.Marshal(r))(t)
	tell := func(value []byte, made map[string][]byte) {
		var one part
		must.Do(t, json.Unmarshal(value, &one))
		expect.Equal(t, len(made["walk.html"]) > 0, one.Walk, value)
		parts = append(parts, one)
	}
	value, made, err := d.AskJSON(t.Context(), request, files, func(int, int) {}, tell)
	must.Do(t, err)
	tell(value, made)
	return parts
}

// For a user's own input, only the given files are judged. The explanation names the other files.
func TestExplainGiven(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	d, input := stocked(t, nil, a), "3\n1\n3\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n"
	p := gametest.Parse(t, a, input)
	right := gametest.Answer(t, p, homework.Options{})
	const state, log = "next_state.txt", "traverse_log.txt"
	wrong := func(name string) []byte { return append([]byte("1"), right[name]...) }
	for name, c := range map[string]struct {
		files             map[string][]byte
		verdict, unjudged string
	}{
		"a right log":      {map[string][]byte{log: right[log]}, "pass", "next_state.txt was not looked at."},
		"a wrong log":      {map[string][]byte{log: wrong(log)}, "wrong", "next_state.txt was not looked at."},
		"a wrong state":    {map[string][]byte{"mine/" + state: wrong(state)}, "wrong", "traverse_log.txt was not looked at."},
		"both":             {map[string][]byte{state: right[state], log: right[log]}, "pass", ""},
		"one of no input":  {map[string][]byte{state: right[state], log: right[log], "notes.txt": nil}, "pass", "notes.txt was not looked at: this input asks for no such file."},
		"two of no input":  {map[string][]byte{log: right[log], state: right[state], "a": nil, "b": nil}, "pass", "a and b were not looked at: this input asks for no such file."},
		"all that is left": {map[string][]byte{"touchstone-ended.txt": []byte("exit 1")}, "crash", ""},
	} {
		first := askParts(t, d, desk.Request{Do: "explain", Assignment: a.Name, Input: input}, c.files)[0]
		expect.Equal(t, c.verdict, first.Verdict, name)
		expect.Equal(t, c.unjudged, first.Unjudged, name)
		expect.Equal(t, false, strings.Contains(first.Text, "log is right"), name, "shows no log:", first.Text)
	}
	_, err := d.Ask(t.Context(), desk.Request{Do: "explain", Assignment: a.Name, Input: input, Files: map[string][]byte{"notes.txt": nil, "log.txt": nil}})
	expect.Error(t, err, "traverse_log.txt, which this input asks for, found log.txt and notes.txt")
}

// The rules of a game precede the shared ones.
func TestRules(t *testing.T) {
	d, headings := stocked(t, nil, gametest.Lookup(t, "mancala")), map[bool]string{}
	for _, rule := range ask[[]struct {
		Heading string
		Shared  bool
	}](t, d, desk.Request{Do: "rules", Assignment: "mancala"}, nil) {
		expect.True(t, rule.Shared || headings[true] == "", rule.Heading, "precedes the shared rules")
		headings[rule.Shared] += rule.Heading + ", "
	}
	expect.Contains(t, headings[false], "Rule 1, Rule 2, ", ", Grading, ")
	expect.Contains(t, headings[true], "Bytes, Input, ", ", Two facts worth checking first, ")
}

// The page offers a field for each file that some case of a game requires.
func TestPasteFields(t *testing.T) {
	for _, g := range ask[struct {
		Games []struct {
			Name  string
			Files []string
		}
	}](t, stocked(t, nil, oracle.Assignments()...), desk.Request{Do: "games"}, nil).Games {
		want := map[string]string{
			"squirrel": "next_state.txt trace_state.txt traverse_log.txt", "mancala": "next_state.txt traverse_log.txt",
			"reversi": "output.txt", "gangwars": "output.txt", "mapcolor": "output.txt",
		}[g.Name]
		expect.Equal(t, want, strings.Join(g.Files, " "), g.Name)
	}
}

// unpackRunner unpacks the bundle of a game with one case, and returns its directory.
func unpackRunner(t *testing.T) string {
	t.Helper()
	a := gametest.Lookup(t, "squirrel")
	d := openFew(t, nil, a, gametest.Corpus(t, a)[:1])
	reply := must.Get(d.Ask(t.Context(), desk.Request{Do: "bundle", Assignment: a.Name}))(t)
	text, dir := reply.Files["squirrel-cases.zip"], t.TempDir()
	z := must.Get(zip.NewReader(bytes.NewReader(text), int64(len(text))))(t)
	must.Do(t, os.CopyFS(dir, z))
	for name, crlf := range map[string]bool{"run.bat": true, "run.sh": false} {
		script := string(must.Get(os.ReadFile(filepath.Join(dir, "squirrel-cases", name)))(t))
		lines := map[bool]int{true: strings.Count(script, "\n")}[crlf]
		expect.Equal(t, lines, strings.Count(script, "\r\n"), name, "lines of Windows")
	}
	return filepath.Join(dir, "squirrel-cases")
}

// When run.py runs a wrapper script, no process remains: neither after a timeout, nor when the script ends
// before its children, nor when run.py itself is interrupted.
func TestRunnerLeavesNothing(t *testing.T) {
	effort.NeedsTools(t, "python3", "sh")
	const beats = "(while :; do echo x >>\"$0.beats\"; sleep 0.1; done) &\n"
	for name, c := range map[string]struct {
		script, ended string
		interrupt     bool
		python        string // code that Python runs first
	}{
		"too slow":                    {beats + "wait\n", "time ", false, ""},
		"ended":                       {beats + "sleep 0.3; exit 3\n", "exit 3\n", false, ""},
		"interrupted":                 {beats + "wait\n", "", true, ""},
		"interrupted while it starts": {beats + "wait\n", "", true, interruptedStart},
		"interrupted while it waits":  {beats + "wait\n", "", true, interruptedWait},
	} {
		t.Run(name, func(t *testing.T) {
			dir := unpackRunner(t)
			script := filepath.Join(dir, "wrapper.sh")
			must.Do(t, os.WriteFile(script, []byte(c.script), 0o700))
			limit := "0.5"
			if c.interrupt {
				limit = "60"
			}
			ctx, stop := context.WithTimeout(t.Context(), effort.Patience)
			defer stop()
			run := exec.CommandContext(ctx, "python3", "run.py", "--time", limit, "sh", script)
			run.Dir = dir
			if c.python != "" {
				must.Do(t, os.WriteFile(filepath.Join(dir, "sitecustomize.py"), []byte(c.python), 0o600))
				run.Env = append(os.Environ(), "PYTHONPATH="+dir)
			}
			must.Do(t, run.Start())
			if c.interrupt && c.python == "" {
				for size(script+".beats") == 0 {
					time.Sleep(20 * time.Millisecond)
				}
				must.Do(t, run.Process.Signal(os.Interrupt))
			}
			expect.Equal(t, c.interrupt, run.Wait() != nil, "run.py fails")
			must.Do(t, ctx.Err())
			before := size(script + ".beats")
			time.Sleep(400 * time.Millisecond)
			after := size(script + ".beats")
			expect.True(t, before != 0 && after <= before, "what the script started writes on", before)
			zip := filepath.Join(dir, "answers.zip")
			expect.True(t, c.ended == "" || bytes.HasPrefix(endedOf(t, zip), []byte(c.ended)), "end, want", c.ended)
		})
	}
}

// interruptedStart interrupts a program of Python after a process that it starts has written, unknown to it.
const interruptedStart = `
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

// interruptedWait interrupts a program of Python that has just locked the state of a process to wait for it.
const interruptedWait = `
import os, signal, subprocess, threading
class Lock:
    def __init__(self):
        self.lock, self.done = threading.Lock(), False
        self.release = self.lock.release
    def acquire(self, *args):
        locked = self.lock.acquire(*args)
        if locked and not self.done and os.path.exists("wrapper.sh.beats"):
            self.done = True
            os.kill(os.getpid(), signal.SIGINT)
        return locked
    def __enter__(self): self.acquire()
    def __exit__(self, *_): self.release()
class Popen(subprocess.Popen):
    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self._waitpid_lock = Lock()
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
	z := must.Get(zip.OpenReader(path))(t)
	defer z.Close()
	names := must.Get(fs.Glob(z, "*/touchstone-ended.txt"))(t)
	if len(names) != 1 {
		t.Fatalf("found %q, want one file with how the program ended", names)
	}
	return must.Get(fs.ReadFile(z, names[0]))(t)
}
