package doctor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A report is the result of the runs of an attack.
type report struct {
	last     testscript.Result
	enforced sandbox.Mechanisms
	saw      string // what it achieved
}

// run runs an attack as a submission, and reports what it achieved, including what it left
// behind.
func (h *harness) run(a attack) (r report, err error) {
	o := testscript.Options{
		CPU: cpuLimit, Wall: wallLimit, Memory: memoryLimit,
		Sandbox: h.mode, AllowRead: a.allowRead, Hide: a.hide, Keep: true,
	}
	if a.cpu > 0 {
		o.CPU, o.Wall = a.cpu, a.wall
	}
	path := filepath.Join(h.scripts, "probe")
	player, err := h.player(a, o, path)
	if err != nil {
		return r, err
	}
	defer player.Close()
	runner, err := testscript.NewRunner(player, o)
	if err != nil {
		return r, err
	}
	r.enforced = runner.Enforced()
	scripts := append([]string{a.script}, a.then...)
	for range a.again {
		scripts = append(scripts, a.script)
	}
	for i, script := range scripts {
		script = strings.ReplaceAll(script, "@HERE@", h.scripts)
		if err = os.WriteFile(path, []byte(script), 0o644); err != nil {
			break
		}
		if r.saw, err = h.once(runner, &r.last); err != nil || r.saw != "" {
			break
		}
		if i < len(a.then) && a.again == 0 {
			continue // its effect shows in the next run
		}
		if r.saw = a.seen(r.last); r.saw != "" {
			break
		}
	}
	stays := h.clear(runner, r.last.Folder)
	if r.saw == "" {
		r.saw = stays
	}
	return r, err
}

// player returns what is run.
func (h *harness) player(a attack, o testscript.Options, path string) (*testscript.Player, error) {
	if a.open != nil {
		return a.open(o)
	}
	if err := os.WriteFile(path, nil, 0o644); err != nil { // otherwise it is not known to be a file
		return nil, err
	}
	shell := h.shell
	if a.python {
		shell = "python3"
	}
	return testscript.NewPlayer(h.ctx, shell, path)
}

// once runs an attack once, and reports what touchstone itself reveals of it.
func (h *harness) once(runner *testscript.Runner, result *testscript.Result) (saw string, err error) {
	ctx, cancel := context.WithTimeout(h.ctx, 2*sandbox.Limits{Wall: runner.Wall}.Longest()+patience)
	defer cancel()
	h.errors.news()
	begin := time.Now()
	*result = runner.Run(ctx, h.tried)
	if h.ctx.Err() != nil {
		return "", h.ctx.Err()
	}
	remains := h.remains(result.Folder)
	switch news := h.errors.news(); {
	case ctx.Err() != nil:
		return fmt.Sprintf("the check did not end: it was given up after %.0f s", time.Since(begin).Seconds()), nil
	case remains != "":
		return remains, nil
	case result.Verdict == testscript.Internal:
		return "touchstone itself failed: " + printable(fmt.Sprint(result.Err)), nil
	case result.Verdict == testscript.Pass:
		return "it passes", nil
	case news != "":
		return "touchstone printed this on standard error: " + printable(news), nil
	}
	return "", nil
}

// remains reports which processes survive, and ends them. They are identified by the folder
// of the attack's scripts in their command lines, wherever they are.
func (h *harness) remains(folder string) (saw string) {
	beat := filepath.Join(folder, "beat")
	if before, err := os.ReadFile(beat); folder != "" && err == nil { // a surviving probe writes to this file
		time.Sleep(5 * pulse)
		if after, _ := os.ReadFile(beat); string(after) != string(before) {
			saw = "a process lives on"
		}
	}
	for try := 0; ; try++ {
		left := survivors(h.scripts, folder)
		if len(left) == 0 {
			return saw
		}
		if try == 6 {
			end(left)
			return "a process lives on"
		}
		time.Sleep(pulse)
	}
}

// clear closes a runner, reports what cannot be removed, and then removes it itself.
func (h *harness) clear(runner *testscript.Runner, folder string) (saw string) {
	runner.Keep = false
	err := runner.Close()
	root := folder
	for root != "" && filepath.Dir(root) != root && !strings.HasPrefix(filepath.Base(root), "touchstone-") {
		root = filepath.Dir(root)
	}
	if _, there := os.Lstat(root); folder == "" || filepath.Dir(root) == root || there != nil {
		if err != nil {
			return "it cannot be cleared away: " + printable(err.Error())
		}
		return ""
	}
	unlock(folder)
	_ = exec.Command("chmod", "-R", "u+rwx", root).Run() // they can handle deep folders
	err = errors.Join(err, exec.Command("rm", "-rf", root).Run())
	return "its folder was not removed: " + printable(fmt.Sprint(err))
}

// pulse is how often a process shows that it is alive.
const pulse = 50 * time.Millisecond

func lastLine(text []byte) string {
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	return string(lines[len(lines)-1])
}

// An errorLog holds what appears on standard error while probes run: the harness prints
// nothing there.
type errorLog struct {
	file, before *os.File
	read         int64
}

func logErrors(dir string) (*errorLog, error) {
	f, err := os.OpenFile(filepath.Join(dir, "errors"), os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	l := &errorLog{file: f, before: os.Stderr}
	os.Stderr = f
	return l, nil
}

// news returns what was printed since the last call.
func (l *errorLog) news() string {
	if l == nil {
		return ""
	}
	text := make([]byte, 4<<10)
	n, _ := l.file.ReadAt(text, l.read)
	if info, err := l.file.Stat(); err == nil {
		l.read = info.Size()
	}
	return string(text[:n])
}

func (l *errorLog) close() {
	os.Stderr = l.before
	l.file.Close()
}
