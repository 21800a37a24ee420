package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
)

// prepareSetUID also requires a folder above that of the run to be closed to others.
func prepareSetUID(h *harness) (attack, error) {
	a := h.ownWords("setuid", nil)
	a.seen = func(r testscript.Result) string {
		if saw := words(r); saw != "" {
			return saw
		}
		for dir := r.Folder; dir != "/" && dir != "."; dir = filepath.Dir(dir) {
			if info, err := os.Stat(dir); err == nil && info.Mode()&0o011 == 0 {
				return ""
			}
		}
		return "other users can reach its folder: " + r.Folder
	}
	return a, nil
}

// prepareOpenFiles opens a file and a socket that programs inherit.
func prepareOpenFiles(h *harness) (attack, error) {
	a := h.ownWords("descriptors", nil)
	return a, h.leaveOpen(&a)
}

// leaveOpen opens a file and a socket so that they are inherited, for the duration of an
// attack, and watches the file.
func (h *harness) leaveOpen(a *attack) error {
	path := filepath.Join(h.outside, "open.txt")
	file, err := unix.Open(path, unix.O_RDWR|unix.O_CREAT, 0o600)
	if err != nil {
		return err
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		unix.Close(file)
		return err
	}
	before := a.seen
	a.seen = func(r testscript.Result) string {
		if text, _ := os.ReadFile(path); len(text) > 0 {
			return "it wrote into a file of its caller's"
		}
		return before(r)
	}
	a.done = func() {
		for _, fd := range append(pair[:], file) {
			unix.Close(fd)
		}
	}
	return nil
}

// prepareOpenInBuild does the same to a program's compiler.
func prepareOpenInBuild(h *harness) (attack, error) {
	dir := filepath.Join(h.scripts, "submission")
	makefile := "agent:\n" +
		"\tls -l /proc/self/fd >agent\n" +
		"\tfor n in 3 4 5 6 7 8 9; do (echo written >&$$n) 2>/dev/null; done; true\n" +
		"run:\n" +
		"\t@grep -e open.txt -e socket: -e cgroup agent | sed 's/.*-> /GOT /'; echo DONE\n"
	if err := writeFile(filepath.Join(dir, "Makefile"), makefile, 0o644); err != nil {
		return attack{}, err
	}
	a := attack{seen: words, tried: says("DONE")}
	a.open = func(o testscript.Options) (*testscript.Player, error) {
		squirrel, err := oracle.Lookup("squirrel")
		if err != nil {
			return nil, err
		}
		return testscript.FindPlayer(h.ctx, squirrel, dir, nil, o)
	}
	return a, h.leaveOpen(&a)
}

// prepareReach puts a file that holds answers into a readable folder: a copy or another
// name of this program, or a case.
func prepareReach(what string) func(*harness) (attack, error) {
	return func(h *harness) (attack, error) {
		folder := filepath.Join(h.outside, "shared")
		path := filepath.Join(folder, "deep", what)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return attack{}, err
		}
		self, err := os.Executable()
		if err != nil {
			return attack{}, err
		}
		switch what {
		case "link":
			if err := os.Link(self, path); err != nil {
				return attack{}, skip("needs leave to link to touchstone: " + err.Error())
			}
		case "copy":
			var program []byte
			if program, err = os.ReadFile(self); err == nil {
				err = writeFile(path, string(program), 0o755)
			}
		default:
			path += ".txtar"
			err = writeFile(path, string(h.tried.Script())+"-- golden/next_state.txt --\nsecret\n", 0o644)
		}
		if err != nil {
			return attack{}, err
		}
		a := h.ownWords("reach", map[string]any{"paths": []string{path}, "what": what})
		a.allowRead = []string{folder}
		return a, nil
	}
}

// prepareCaseName looks for the case's name in what a program sees of itself.
func prepareCaseName(h *harness) (attack, error) {
	return attack{
		script: `pwd; env; tr '\0' ' ' </proc/self/cmdline; cat /proc/$PPID/cmdline /proc/$PPID/cwd/../*/case* 2>/dev/null; cat /proc/self/mountinfo /proc/self/cgroup; echo; echo DONE`,
		tried:  says("DONE"),
		seen: func(r testscript.Result) string {
			for line := range strings.Lines(string(r.Outcome.Output)) {
				if strings.Contains(line, h.tried.Name) {
					return "it saw " + printable(line)
				}
			}
			return ""
		},
	}, nil
}

// prepareDisk writes more than is allowed where it is not seen.
func prepareDisk(way string) func(*harness) (attack, error) {
	return func(h *harness) (attack, error) {
		a := h.ownWords("disk", map[string]any{"way": way})
		a.cpu, a.wall = 2*cpuLimit, 4*wallLimit
		a.seen = func(r testscript.Result) string {
			if stopped(sandbox.StoppedDisk, sandbox.StoppedMemory, sandbox.StoppedOutput)(r) == "" || r.Verdict == testscript.Output {
				return ""
			}
			return words(r)
		}
		return a, nil
	}
}

// prepareClutter requires a verdict on the program, whatever it leaves, and complete
// removal.
func prepareClutter(way string) func(*harness) (attack, error) {
	return func(h *harness) (attack, error) {
		a := h.ownWords("clutter", map[string]any{"way": way})
		a.cpu, a.wall = 20*time.Second, 40*time.Second
		a.seen = func(r testscript.Result) string {
			for _, f := range r.Files {
				if strings.ContainsAny(f.Reason+fmt.Sprint(f.Left), "\x1b") {
					return "the report holds a name as it is"
				}
			}
			return ""
		}
		return a, nil
	}
}
