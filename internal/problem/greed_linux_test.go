package problem

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// judge is an output validator that does what the output says, with its feedback and its files.
const judge = `
import shutil
how, message = sys.stdin.read().strip(), sys.argv[3] + "teammessage.txt"
if how == "right": sys.exit(42)
if how == "link": os.symlink(K["folder"] + "/file", message)
if how == "way to a link": os.symlink("../answer", message)
if how == "pipe": os.mkfifo(message)
if how == "folder": os.mkdir(message)
if how == "gone": os.rmdir("feedback")
if how == "linked folder":
    os.rmdir("feedback")
    os.symlink(K["folder"], "feedback")
if how == "input and answer":
    for name in ("input", "answer"):
        os.unlink(name)
        os.symlink(K["folder"] + "/file", name)
if how == "standard output":
    os.unlink(".stdout")
    os.symlink(K["folder"] + "/file", ".stdout")
if how == "much":
    with open(message, "w") as f: f.write("\x1b[2J" * 100000)
if how == "too much":
    with open(message, "wb") as f:
        while True: f.write(bytes(1 << 20))
if how == "hole":
    with open(message, "wb") as f: f.truncate(1 << 40)
sys.exit(43)
`

// What a validator leaves in place of its feedback leads nowhere, and what it does to its files is gone with them.
func TestFeedback(t *testing.T) {
	s := stage(t)
	put(t, s.dir, "output_validator/o.py", s.helped()+judge)
	manifest := sum(nil)[manifestFile] + "  validation_output: 8\n"
	put(t, s.dir, manifestFile, manifest)
	put(t, s.folder, "teammessage.txt", "secret\n")
	p := open(t, s.dir)
	of, err := (&input{p: p, ctx: t.Context()}).Case("secret/1")
	if err != nil {
		t.Fatal(err)
	}
	ask := func(how string) (compare.Report, error) {
		return p.validate(t.Context(), of.(*input), Stdout, []byte("9\n"), []byte(how))
	}
	for _, how := range []string{"link", "way to a link", "pipe", "folder", "gone", "linked folder", "input and answer", "standard output"} {
		if report, err := ask(how); err != nil || report.First == nil || !strings.HasSuffix(report.First.Says, "says no more") {
			t.Errorf("%s: %+v, %v", how, report.First, err)
		}
	}
	if report, err := ask("much"); err != nil || report.First == nil || len(report.First.Says) > 2000 {
		t.Errorf("%v of a large message", err)
	}
	for _, how := range []string{"too much", "hole"} {
		if _, err := ask(how); !errors.As(err, new(*judgeError)) {
			t.Errorf("%s: %v", how, err)
		}
	}
	if report, err := ask("right"); err != nil || report.First != nil {
		t.Errorf("right: %+v, %v", report.First, err)
	}
	if err := os.Remove(filepath.Join(s.folder, "teammessage.txt")); err != nil {
		t.Error(err)
	}
	s.untouched(t)
}

// greedy is an input validator that does what the input says.
const greedy = `
how = sys.stdin.read().strip()
if how == "memory": held = b"x" * (400 << 20) # far more than it may, in a moment
if how == "memory": time.sleep(30)
if how == "disk":
    for n in range(1000):
        with open("big%d" % n, "wb") as f: f.write(bytes(1 << 20))
if how == "processes":
    for n in range(200):
        try:
            if os.fork() == 0:
                libc.prctl(15, K["left"].encode(), 0, 0, 0)
                time.sleep(30)
                os._exit(0)
        except OSError: break
if how == "time" and os.fork() == 0:
    os.setsid()
    while True: pass
if how == "time": time.sleep(30)
sys.exit(42)
`

// A validator that takes too much is stopped, with all that it has started, and the next run has everything again.
func TestGreed(t *testing.T) {
	s := stage(t)
	put(t, s.dir, "input_validators/v.py", s.helped()+greedy)
	put(t, s.dir, manifestFile, sum(nil)[manifestFile]+"  validation_time: 1\n  validation_memory: 128\n  validation_output: 8\n")
	p := open(t, s.dir)
	for _, c := range []struct{ how, want string }{
		{"memory", "memory"}, {"disk", ""}, {"time", "stopped after"}, {"processes", ""}, {"4 5", "-"},
	} {
		_, fault, err := p.valid(t.Context(), p.other(t.Context(), []byte(c.how)).testCase)
		if c.how != "processes" && (fault == "") != (c.want == "-") || c.want != "-" && !strings.Contains(fault, c.want) || err != nil {
			t.Errorf("%s: %q, %v", c.how, fault, err)
		}
	}
	if n := survivors(); n > 0 {
		t.Errorf("%d processes are left behind", n)
	}
}

// helped is the beginning of the attacks' text, without the attacks.
func (s scene) helped() string {
	text, _, _ := strings.Cut(s.text, "def trace")
	return text
}
