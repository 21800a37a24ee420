package doctor

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// alive writes to the file beat forever. Its first word identifies it among all processes.
const alive = `: @HERE@; n=0; while :; do n=$((n+1)); echo $n >beat; sleep 0.02; done`

// simple are the probes written in shell.
var simple = []probe{
	{"spinner", "computes for ever", sandbox.Time, nil,
		lasting("while :; do :; done", sandbox.StoppedCPU, sandbox.StoppedWall)},
	{"sleeper", "waits for ever and ignores SIGTERM", sandbox.Time, nil,
		lasting("trap '' TERM HUP INT; sleep 1000 & "+alive, sandbox.StoppedWall)},
	{"flooder", "prints 10 GB", sandbox.Output, nil,
		patiently(lasting("head -c 10737418240 /dev/zero", sandbox.StoppedOutput))},
	{"closed descriptors", "closes its standard files and goes on", sandbox.Time, nil,
		lasting("exec 0<&- 1>&- 2>&-; "+alive, sandbox.StoppedWall)},
	{"big file", "writes 10 GB into a file", sandbox.Disk, nil,
		patiently(plain("head -c 10737418240 /dev/zero >big; echo written", func(r testscript.Result) string {
			if r.Outcome.Stopped == sandbox.StoppedDisk || r.Verdict == testscript.Output {
				return ""
			}
			return "verdict " + string(r.Verdict)
		}))},
	{"disk filler", "fills the disk with files of 8 MB", sandbox.Disk, nil,
		patiently(lasting("i=0; while [ $i -lt 1000 ]; do i=$((i+1)); head -c 8388608 /dev/zero >f$i; done", sandbox.StoppedDisk))},
	{"memory hog", "keeps 4 GB in memory", sandbox.Memory, []string{"tail"},
		patiently(lasting("head -c 4294967296 /dev/zero | tail", sandbox.StoppedMemory))},
	{"fork bomb", "starts 1000 processes", sandbox.Processes, nil,
		plain("i=0; while [ $i -lt 1000 ]; do i=$((i+1)); sleep 2 & done; echo all of them", refused)},
	{"grandchild", "leaves a process in a session of its own", sandbox.Remains, []string{"setsid"},
		plain("setsid sh -c '"+alive+"' >/dev/null 2>&1 </dev/null & while ! [ -s beat ]; do sleep 0.01; done",
			func(testscript.Result) string { return "" })}, // its beat is observed
	{"signals", "kills a process that is not its own", sandbox.Signals, nil, prepareVictim},
	{"network", "connects to a listener on loopback", sandbox.Network, []string{"bash"}, prepareListener},
	{"namespaces", "makes namespaces of its own", sandbox.Kernel, []string{"unshare"},
		plain("unshare --user echo made 2>/dev/null", refused)},
	{"other runs", "reads the folders of other runs", sandbox.Files, nil,
		plain("ls -d ../../[wd][0-9]* ../r[0-9]* 2>/dev/null; cat ../*/*.txtar ../../*/*.txtar 2>/dev/null", refused)},
	{"goldens", "reads a hidden case beside what it may read", sandbox.Files, nil, prepareGolden},
	{"home folder", "lists the home folder", sandbox.Files, nil, prepareHome},
	{"touchstone", "reads the program that runs it, which holds all answers", sandbox.Files, nil, prepareSelf},
	{"outside", "writes, creates and changes files outside of its folder", sandbox.Files, nil, prepareOutside},
	{"link", "leaves a link in place of an output", sandbox.Output, nil,
		plain("ln -s /etc/passwd next_state.txt; ln -s input.txt traverse_log.txt; ln -s input.txt trace_state.txt", missing)},
	{"fifo", "leaves a named pipe in place of an output", sandbox.Output, []string{"mkfifo"},
		plain("mkfifo next_state.txt traverse_log.txt trace_state.txt", missing)},
	{"device", "leaves a device in place of an output", sandbox.Output, []string{"mknod"},
		plain("for f in next_state.txt traverse_log.txt trace_state.txt; do mknod $f c 1 5; done", missing)},
	{"folder", "leaves a folder in place of an output", sandbox.Output, nil,
		plain("mkdir next_state.txt traverse_log.txt trace_state.txt", missing)},
	{"strange name", "leaves files whose names hold line ends and escapes", sandbox.Output, nil,
		plain(`touch "$(printf 'a\nb\033[2J')" -- -rf; mkdir -p closed/x; chmod 0 closed`, func(r testscript.Result) string {
			var report strings.Builder
			r.Explain(&report, compare.Style{})
			if strings.Contains(report.String(), "\x1b") || strings.Contains(report.String(), "a\nb") {
				return "the report holds the name as it is"
			}
			return missing(r)
		})},
}

// startVictim starts a process outside the sandbox. end ends it; ended is closed when it has ended.
func (h *harness) startVictim() (pid int, ended chan struct{}, end func(), err error) {
	victim := exec.Command(h.shell, "-c", "read forever")
	hold, err := victim.StdinPipe() // it waits for a line that never comes
	if err != nil {
		return 0, nil, nil, err
	}
	if err := victim.Start(); err != nil {
		return 0, nil, nil, err
	}
	ended = make(chan struct{})
	go func() {
		victim.Wait()
		close(ended)
	}()
	return victim.Process.Pid, ended, func() { hold.Close(); victim.Process.Kill(); <-ended }, nil
}

// prepareVictim starts a process outside the sandbox, to be killed.
func prepareVictim(h *harness) (attack, error) {
	pid, ended, end, err := h.startVictim()
	return attack{
		script: fmt.Sprintf("kill -9 %d; true", pid),
		seen: func(testscript.Result) string {
			select {
			case <-ended:
				return "the process is dead"
			case <-time.After(pulse):
				return ""
			}
		},
		done: end,
	}, err
}

// prepareListener listens on loopback, and counts connections.
func prepareListener(h *harness) (attack, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return attack{}, err
	}
	var calls atomic.Int32
	go countCalls(l, &calls)
	port := l.Addr().(*net.TCPAddr).Port
	return attack{
		script: fmt.Sprintf("bash -c 'echo hello >/dev/tcp/127.0.0.1/%d'", port),
		seen: func(testscript.Result) string {
			time.Sleep(pulse)
			if calls.Load() > 0 {
				return "it got through"
			}
			return ""
		},
		done: func() { l.Close() },
	}, nil
}

// countCalls counts the connections to a listener until that is closed.
func countCalls(l net.Listener, calls *atomic.Int32) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		calls.Add(1)
		c.Close()
	}
}

// prepareGolden puts a hidden file beside a readable one. The latter must be readable, or
// the probe shows nothing.
func prepareGolden(h *harness) (attack, error) {
	open, hidden := filepath.Join(h.outside, "open.txt"), filepath.Join(h.outside, "cases", "golden.txtar")
	if err := os.MkdirAll(filepath.Dir(hidden), 0o755); err != nil {
		return attack{}, err
	}
	for path, text := range map[string]string{open: "may be read\n", hidden: "secret\n"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return attack{}, err
		}
	}
	return attack{
		script:    fmt.Sprintf("cat '%s' '%s' 2>/dev/null", open, hidden),
		allowRead: []string{h.outside},
		hide:      []string{filepath.Dir(hidden)},
		seen: func(r testscript.Result) string {
			switch text := string(r.Outcome.Output); {
			case strings.Contains(text, "secret"):
				return "it got the golden"
			case !strings.Contains(text, "may be read"):
				return "what it may read is closed to it, too"
			}
			return ""
		},
	}, nil
}

func prepareHome(*harness) (attack, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return attack{script: "true", seen: refused}, nil // there is none to read
	}
	return attack{script: fmt.Sprintf("ls -A '%s' 2>/dev/null", home), seen: refused}, nil
}

// prepareSelf tries to read the harness, by its name and by its processes.
func prepareSelf(*harness) (attack, error) {
	self, err := os.Executable()
	if err != nil {
		return attack{}, err
	}
	script := fmt.Sprintf("for f in '%s' /proc/%d/exe /proc/$PPID/exe /proc/1/exe; do head -c 2 $f 2>/dev/null | od -An -c; done", self, os.Getpid())
	return attack{script: script, seen: refused}, nil
}

// prepareOutside creates files that must not change.
func prepareOutside(h *harness) (attack, error) {
	kept, made := filepath.Join(h.outside, "kept.txt"), filepath.Join(h.outside, "made.txt")
	if err := os.WriteFile(kept, []byte("kept\n"), 0o644); err != nil {
		return attack{}, err
	}
	return attack{
		script: fmt.Sprintf("echo x >>'%s'; chmod 777 '%s'; echo x >'%s'; mv '%s' ./; echo x >../made.txt", kept, kept, made, kept),
		seen: func(testscript.Result) string {
			text, _ := os.ReadFile(kept)
			info, err := os.Stat(kept)
			switch {
			case err != nil:
				return "it moved a file away"
			case string(text) != "kept\n":
				return "it wrote into a file"
			case info.Mode().Perm() != 0o644:
				return "it changed a file's mode"
			}
			if _, err := os.Stat(made); err == nil {
				return "it made a file"
			}
			return ""
		},
	}, nil
}
