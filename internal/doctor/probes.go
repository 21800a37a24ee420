package doctor

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/compare"
)

// alive writes to the file beat forever. Its first word identifies it among all processes.
const alive = `: @HERE@; n=0; while :; do n=$((n+1)); echo $n >beat; sleep 0.02; done`

// simple are the probes written in shell.
var simple = []probe{
	{"spinner", "computes for ever", sandbox.Time, nil,
		endlessAttack("while :; do :; done", sandbox.StoppedCPU, sandbox.StoppedWall)},
	{"sleeper", "waits for ever and ignores SIGTERM", sandbox.Time, nil,
		endlessAttack("trap '' TERM HUP INT; sleep 1000 & "+alive, sandbox.StoppedWall)},
	{"flooder", "prints 10 GB", sandbox.Output, nil,
		withLongerLimit(endlessAttack("head -c 10737418240 /dev/zero", sandbox.StoppedOutput))},
	{"closed descriptors", "closes its standard files and goes on", sandbox.Time, nil,
		endlessAttack("exec 0<&- 1>&- 2>&-; "+alive, sandbox.StoppedWall)},
	{"big file", "writes 10 GB into a file", sandbox.Disk, nil,
		withLongerLimit(outcomeAttack("head -c 10737418240 /dev/zero >big; echo written", func(r testscript.Result) string {
			if r.Outcome.Stopped == sandbox.StoppedDisk || r.Verdict == testscript.Output {
				return ""
			}
			return "verdict " + string(r.Verdict)
		}))},
	{"disk filler", "fills the disk with files of 8 MB", sandbox.Disk, nil,
		withLongerLimit(endlessAttack("i=0; while [ $i -lt 1000 ]; do i=$((i+1)); head -c 8388608 /dev/zero >f$i; done",
			sandbox.StoppedDisk))},
	{"memory hog", "keeps 4 GB in memory", sandbox.Memory, []string{"tail"},
		withLongerLimit(endlessAttack("head -c 4294967296 /dev/zero | tail", sandbox.StoppedMemory))},
	{"fork bomb", "starts 1000 processes", sandbox.Processes, nil,
		outcomeAttack("i=0; while [ $i -lt 1000 ]; do i=$((i+1)); sleep 2 & done; echo all of them", refusedResult)},
	{"grandchild", "leaves a process in a session of its own", sandbox.Remains, []string{"setsid"},
		outcomeAttack("setsid sh -c '"+alive+"' >/dev/null 2>&1 </dev/null & while ! [ -s beat ]; do sleep 0.01; done",
			func(testscript.Result) string { return "" })}, // its beat is observed
	{"signals", "kills a process that is not its own", sandbox.Signals, nil, prepareVictim},
	{"network", "connects to a listener on loopback", sandbox.Network, []string{"bash"}, prepareListener},
	{"namespaces", "makes namespaces of its own", sandbox.Kernel, []string{"unshare"},
		outcomeAttack("unshare --user echo made 2>/dev/null", refusedResult)},
	{"other runs", "reads the directories of other runs", sandbox.Files, nil,
		outcomeAttack("ls -d ../../[wd][0-9]* ../r[0-9]* 2>/dev/null; cat ../*/*.txtar ../../*/*.txtar 2>/dev/null",
			refusedResult)},
	{"goldens", "reads a hidden case next to its own files", sandbox.Files, nil, prepareGolden},
	{"home directory", "lists the home directory", sandbox.Files, nil, prepareHome},
	{"touchstone", "reads the program that runs it, which holds all answers", sandbox.Files, nil, prepareSelf},
	{"outside", "writes, creates and changes files outside of its directory", sandbox.Files, nil, prepareOutside},
	{"link", "leaves a link in place of an output", sandbox.Output, nil,
		outcomeAttack("ln -s /etc/passwd next_state.txt; ln -s input.txt traverse_log.txt; ln -s input.txt trace_state.txt",
			missingResult)},
	{"fifo", "leaves a named pipe in place of an output", sandbox.Output, []string{"mkfifo"},
		outcomeAttack("mkfifo next_state.txt traverse_log.txt trace_state.txt", missingResult)},
	{"device", "leaves a device in place of an output", sandbox.Output, []string{"mknod"},
		outcomeAttack("for f in next_state.txt traverse_log.txt trace_state.txt; do mknod $f c 1 5; done", missingResult)},
	{"directory", "leaves a directory in place of an output", sandbox.Output, nil,
		outcomeAttack("mkdir next_state.txt traverse_log.txt trace_state.txt", missingResult)},
	{"strange name", "leaves files whose names hold line ends and escapes", sandbox.Output, nil,
		outcomeAttack(`touch "$(printf 'a\nb\033[2J')" -- -rf; mkdir -p closed/x; chmod 0 closed`,
			func(r testscript.Result) string {
				var report strings.Builder
				r.Explain(&report, compare.Style{})
				if strings.Contains(report.String(), "\x1b") || strings.Contains(report.String(), "a\nb") {
					return "the report holds the name as it is"
				}
				return missingResult(r)
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
		result: func(testscript.Result) string {
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
		result: func(testscript.Result) string {
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

// prepareGolden creates a hidden file next to a readable one. The latter must be readable, or the probe
// proves nothing.
func prepareGolden(h *harness) (attack, error) {
	open, hidden := filepath.Join(h.outside, "open.txt"), filepath.Join(h.outside, "cases", "golden.txtar")
	err := errors.Join(writeFile(open, "may be read\n", 0o644), writeFile(hidden, "secret\n", 0o644))
	if err != nil {
		return attack{}, err
	}
	return attack{
		script:    fmt.Sprintf("cat '%s' '%s' 2>/dev/null", open, hidden),
		allowRead: []string{h.outside},
		hide:      []string{filepath.Dir(hidden)},
		result: func(r testscript.Result) string {
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

// prepareHome lists the home directory. If the temporary directory is inside it, the names on the way to this
// probe are no secret, and prepareHome lists the directories on that way as well.
func prepareHome(h *harness) (attack, error) {
	home, err := os.UserHomeDir()
	if err != nil || filepath.Dir(home) == home {
		return attack{script: "true", result: refusedResult}, nil // no file to read
	}
	listed, path := "'"+home+"'", answers.RealPaths([]string{home})[0]
	var known []string
	if way, _ := filepath.Rel(path, filepath.Dir(h.base)); regular.Beneath(h.base, path) {
		known = strings.Split(way, string(filepath.Separator))
	}
	for _, name := range known {
		path = filepath.Join(path, name)
		listed += " '" + path + "'"
	}
	return attack{
		script: fmt.Sprintf("for d in %s; do ls -A \"$d\"; done 2>/dev/null", listed),
		result: func(r testscript.Result) string {
			for name := range strings.Lines(string(r.Outcome.Output)) {
				name = strings.TrimSuffix(name, "\n")
				if !slices.Contains(known, name) && !scratch.IsName(name) {
					return fmt.Sprintf("it got %.60q", name)
				}
			}
			return ""
		},
	}, nil
}

// prepareSelf tries to read the harness, by its name and by its processes.
func prepareSelf(*harness) (attack, error) {
	self, err := os.Executable()
	if err != nil {
		return attack{}, err
	}
	script := fmt.Sprintf("for f in '%s' /proc/%d/exe /proc/$PPID/exe /proc/1/exe; do head -c 2 $f "+
		"2>/dev/null | od -An -c; done", self, os.Getpid())
	return attack{script: script, result: refusedResult}, nil
}

// prepareOutside creates files that must not change.
func prepareOutside(h *harness) (attack, error) {
	kept, made := filepath.Join(h.outside, "kept.txt"), filepath.Join(h.outside, "made.txt")
	if err := os.WriteFile(kept, []byte("kept\n"), 0o644); err != nil {
		return attack{}, err
	}
	return attack{
		script: fmt.Sprintf("echo x >>'%s'; chmod 777 '%s'; echo x >'%s'; mv '%s' ./; echo x >../made.txt", kept,
			kept, made, kept),
		result: func(testscript.Result) string {
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

// A probe is a program that tries one thing.
type probe struct {
	name, title string
	guards      string   // target of the attack or, for a right program, the mechanism that may break it
	needs       []string // required programs, except sh
	prepare     func(h *harness) (attack, error)
}

// An attack is a probe prepared to run.
type attack struct {
	script          string
	python          bool     // the script is for python3 rather than sh
	scripts         []string // further scripts to run in the same place
	repeats         int      // how many times more to run it
	allowRead, hide []string
	cpu, wall       time.Duration      // where they differ from the usual ones
	source          *testscript.Source // the program to run instead of the script, or nil
	assignment      *oracle.Assignment // of the source, if that is a submission
	// result returns the probe's achievement in the last run, or "".
	result func(testscript.Result) string
	// tried reports whether the last run tried anything at all; nil means that it did.
	tried func(testscript.Result) bool
	done  func() // cleans up
	// needs lists mechanisms. If any is missing, a right program need not work.
	needs []string
}

// A skipError is the reason why a probe cannot be tried.
type skipError string

func (s skipError) Error() string { return string(s) }

//go:embed attacks
var attacks embed.FS

// python returns the source of an attack in Python with its parameters.
func (h *harness) python(name string, parameters map[string]any) string {
	prelude, err := attacks.ReadFile("attacks/prelude.py")
	body, err2 := attacks.ReadFile("attacks/" + name + ".py")
	all := map[string]any{"spare": protectedProcesses(), "outputs": h.tried.Problem.Files()}
	maps.Copy(all, parameters)
	text, err3 := json.Marshal(all)
	if err := errors.Join(err, err2, err3); err != nil {
		panic(err) // they are embedded in the program
	}
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(string(text))
	return strings.Replace(string(prelude), "@PARAMETERS@", quoted, 1) + "\n" + string(body)
}

// protectedProcesses returns the processes that no attack may touch, this one and the first, by number
// and start time: in a PID namespace other processes have these numbers.
func protectedProcesses() [][2]uint64 {
	all := [][2]uint64{}
	for _, pid := range []int{os.Getpid(), 1} {
		all = append(all, [2]uint64{uint64(pid), startTime(pid)})
	}
	return all
}

// inPython prepares an attack in Python, with parameters, that prints its result. The changes are applied to
// the attack.
func inPython(file string, parameters map[string]any,
	changes ...func(*attack)) func(*harness) (attack, error) {
	return func(h *harness) (attack, error) {
		a := h.ownReport(file, parameters)
		for _, change := range changes {
			change(&a)
		}
		return a, nil
	}
}

// ownReport returns an attack that prints its result and, at its end, that it was tried.
func (h *harness) ownReport(file string, parameters map[string]any) attack {
	return attack{script: h.python(file, parameters), python: true, result: attackWords,
		tried: printsWord("DONE")}
}

// prepareEndless prepares an endless attack that must be stopped for one of the given reasons and
// achieve nothing, if it begins at all.
func prepareEndless(file string, parameters map[string]any,
	stops ...sandbox.Stop) func(*harness) (attack, error) {
	return inPython(file, parameters, func(a *attack) {
		tried := printsWord("BEGUN")
		a.tried = tried
		a.result = func(r testscript.Result) string {
			if saw := attackWords(r); saw != "" || !tried(r) {
				return saw
			}
			return stoppedResult(stops...)(r)
		}
	})
}

// printsWord reports that the attack was tried if the output has a word on a line by itself, or shows that a
// process escaped.
func printsWord(word string) func(testscript.Result) bool {
	return func(r testscript.Result) bool {
		return strings.Contains("\n"+string(r.Outcome.Output), "\n"+word+"\n") || attackWords(r) != "" ||
			r.Outcome.Stopped != sandbox.NotStopped
	}
}

// attackWords returns the attack's description of its achievement.
func attackWords(r testscript.Result) string {
	var all []string
	for line := range strings.Lines(string(r.Outcome.Output)) {
		if secret, ok := strings.CutPrefix(line, "GOT "); ok {
			all = append(all, printable(secret))
		}
	}
	switch len(all) {
	case 0:
		return ""
	case 1, 2, 3:
		return "it got this: " + strings.Join(all, "; ")
	}
	return fmt.Sprintf("it got this: %s; and %d things more", strings.Join(all[:3], "; "), len(all)-3)
}

// printable turns a program's output into one short line.
func printable(text string) string {
	text = strings.TrimSpace(text)
	quoted := fmt.Sprintf("%.100q", text)
	return quoted[1 : len(quoted)-1]
}

// writeFile writes a file for an attack.
func writeFile(path, text string, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return errors.Join(os.WriteFile(path, []byte(text), mode), os.Chmod(path, mode))
}

// outcomeAttack prepares an attack whose success is visible from how its run ended.
func outcomeAttack(script string, seen func(testscript.Result) string) func(*harness) (attack, error) {
	return func(*harness) (attack, error) { return attack{script: script, result: seen}, nil }
}

// stoppedResult checks that a run was stopped for one of the given reasons.
func stoppedResult(stops ...sandbox.Stop) func(testscript.Result) string {
	return func(r testscript.Result) string {
		switch {
		case slices.Contains(stops, r.Outcome.Stopped):
			return ""
		case r.Outcome.Stopped != sandbox.NotStopped:
			return fmt.Sprintf("it was stopped by the limit on %s", r.Outcome.Stopped)
		}
		return fmt.Sprintf("it ran to its end (verdict %s)", r.Verdict)
	}
}

// endlessAttack prepares an endless attack that must be stopped for one of the given reasons. If its shell gives
// up, for instance since others use up the processes that this user may have, it was not tried.
func endlessAttack(script string, stops ...sandbox.Stop) func(*harness) (attack, error) {
	goesOn := func(r testscript.Result) bool {
		return r.Outcome.Stopped != sandbox.NotStopped || r.Outcome.Exit <= 0
	}
	seen := func(r testscript.Result) string {
		if !goesOn(r) {
			return ""
		}
		return stoppedResult(stops...)(r)
	}
	return func(*harness) (attack, error) { return attack{script: script, result: seen, tried: goesOn}, nil }
}

// withLongerLimit gives an attack more time to fill its target: on a busy machine, the limit on elapsed time, which
// is not the limit under test, would stop it first.
func withLongerLimit(prepare func(*harness) (attack, error)) func(*harness) (attack, error) {
	return func(h *harness) (attack, error) {
		a, err := prepare(h)
		a.cpu, a.wall = 8*cpuLimit, 8*wallLimit
		return a, err
	}
}

// refusedResult checks that a probe printed nothing: any output is data that it has obtained.
func refusedResult(r testscript.Result) string {
	text, _, _ := strings.Cut(strings.TrimSpace(string(r.Outcome.Output)), "\n")
	if text == "" {
		return ""
	}
	return fmt.Sprintf("it got %.60q", text)
}

// missingResult checks that the output counts as missing, or that the probe did not get that far.
func missingResult(r testscript.Result) string {
	if r.Verdict == testscript.Missing || r.Verdict == testscript.Crash {
		return ""
	}
	return "verdict " + string(r.Verdict)
}
