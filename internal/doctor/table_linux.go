package doctor

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript"
	"golang.org/x/sys/unix"
)

// python is the requirement of most of these probes.
var python = []string{"python3"}

// systemProbes are the probes specific to Linux.
var systemProbes = []probe{
	// the supervisor
	{"supervisor memory", "reads memory, environment and open files of every process in sight", sandbox.Signals,
		python, inPython("memory", nil)},
	{"sight", "lists processes that are not its own", sandbox.Sight, python, inPython("sight", nil)},
	{"stopped supervisor", "stops what runs it, forges its outcome and computes on", sandbox.Signals, python,
		prepareEndless("stop", nil, sandbox.StoppedCPU, sandbox.StoppedWall)},
	{"killed supervisor", "kills what runs it and leaves a process behind", sandbox.Signals, python,
		inPython("kill", map[string]any{"outputs": []string{}, "signals": []int{9}})},
	{"crashed supervisor", "sends all signals that end a process to what runs it", sandbox.Signals, python,
		inPython("kill", map[string]any{"outputs": []string{},
			"signals": []int{1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 24, 25, 26, 27, 29, 30, 31, 34,
				64}})},
	{"limited supervisor", "sets limits and priorities of its supervisor and computes on", sandbox.Signals, python,
		prepareEndless("limits", nil, sandbox.StoppedCPU, sandbox.StoppedWall)},
	{"limited stranger", "sets limits and priorities of a process that is not its own", sandbox.Signals, python,
		prepareLimited},
	// the kernel
	{"rights", "uses what is left of the administrator's rights", sandbox.Kernel, python,
		inPython("rights", nil)},
	{"set-uid", "makes files that run as their owner", sandbox.Kernel, python,
		inPython("setuid", nil, checkDirClosed)},
	{"switches", "opens the kernel's switches and control groups for writing, and its own files", sandbox.Files,
		python, inPython("switches", nil)},
	{"mounts", "mounts and changes its root, by old calls and new ones", sandbox.Kernel, python,
		inPython("mounts", nil)},
	{"tracing", "traces what runs it and takes its memory and open files", sandbox.Kernel, python,
		inPython("trace", nil)},
	{"keys", "joins and fills keyrings", sandbox.Kernel, python, prepareCorners("keyring", "key")},
	{"personality", "takes another personality", sandbox.Kernel, python, prepareCorners("personality")},
	{"new calls", "uses system calls that are newer than most lists of them", sandbox.Kernel, python,
		prepareCorners("attribute", "flags", "tree")},
	// open files and things within reach
	{"open files", "writes into files and sockets that were open before it", sandbox.Files, python,
		prepareOpenFiles},
	{"open files in builds", "writes into files that were open before it, when it is built", sandbox.Files,
		[]string{"make"}, prepareOpenInBuild},
	{"unix sockets", "reaches sockets by their paths and by abstract names", sandbox.Network, python,
		prepareSockets},
	{"copy", "reads a copy of touchstone where it may read", sandbox.Files, python, prepareReach("copy")},
	{"hard link", "reads another name of touchstone where it may read", sandbox.Files, python,
		prepareReach("link")},
	{"case", "reads a case where it may read", sandbox.Files, python, prepareReach("case")},
	{"name of the case", "tells the case by the name of its directory", sandbox.Files, nil, prepareCaseName},
	{"state", "leaves signs for its next run", sandbox.State, python, prepareState},
	// limits
	{"unseen children", "computes in children without a parent that waits", sandbox.Time, python,
		inPython("unseen", nil, measureCPU)},
	{"fork at once", "starts a process before it has limits", sandbox.Time, []string{"cc"}, prepareFork},
	{"nameless files", "writes 256 MB into files without a name", sandbox.Disk, python, prepareDisk("unlinked")},
	{"closed directory", "writes 256 MB into a directory of mode 0", sandbox.Disk, python, prepareDisk("closed")},
	{"deep files", "writes 256 MB below the longest path", sandbox.Disk, python, prepareDisk("deep")},
	{"files in memory", "writes 256 MB into files in memory", sandbox.Memory, python, prepareDisk("memory")},
	{"reserved blocks", "reserves 256 MB for empty files", sandbox.Disk, python, prepareDisk("hole")},
	// files that are hard to remove
	{"mode 0", "leaves its directory under mode 0", sandbox.Output, python, prepareClutter("closed")},
	{"deep directories", "leaves 1200 directories, each in the one before", sandbox.Output, python,
		prepareClutter("deep")},
	{"long paths", "leaves paths longer than a path may be", sandbox.Output, python, prepareClutter("long")},
	{"many files", "leaves 200,000 empty files", sandbox.Output, python, prepareClutter("many")},
	{"odd names", "leaves files by names of all bytes", sandbox.Output, python, prepareClutter("names")},
	{"locked file", "leaves files that cannot be removed", sandbox.Output, python, prepareClutter("locked")},
	// programs that must work
	rightProgram("multiprocessing pool", "a pool of processes", "pool", sandbox.OwnDir),
	rightProgram("multiprocessing queue", "processes and a queue", "queue", sandbox.OwnDir),
	rightProgram("process executor", "concurrent.futures with processes", "executor", sandbox.OwnDir),
	rightProgram("shared memory", "memory shared by processes", "shared", sandbox.OwnDir),
	rightProgram("threads", "threads", "threads"),
	rightProgram("temporary files", "temporary files and directories", "temporary", sandbox.OwnDir),
	rightProgram("socket pair", "a pair of sockets between processes", "pair"),
	rightProgram("commands", "commands and pipes between them", "command"),
	rightProgram("modes and times", "modes and times of its own files", "times", sandbox.OwnDir),
	{"granted namespaces", "gets all namespaces that unshare(1) gets for this user", rightPrograms,
		[]string{"unshare"}, prepareNamespaces},
}

// rightProgram returns the probe of a right program, which works wherever one of the mechanisms is active.
func rightProgram(name, title, way string, needs ...string) probe {
	return probe{name, "right program: " + title, rightPrograms, python, func(h *harness) (attack, error) {
		return attack{
			script: h.python("works", map[string]any{"way": way}), python: true, result: worksResult,
			cpu: 5 * cpuLimit, wall: 5 * wallLimit, needs: needs,
		}, nil
	}}
}

// prepareNamespaces runs a program unrelated to touchstone to find out which namespaces this user may have:
// an error in touchstone must not look like a refusal by the system.
func prepareNamespaces(h *harness) (attack, error) {
	return attack{script: "true", result: func(testscript.Result) string {
		w, err := sandbox.NewWorker(sandbox.Policy{Mode: h.mode})
		if err != nil {
			return err.Error()
		}
		defer w.Close()
		for _, want := range []struct{ flag, mechanism string }{{"--fork", sandbox.OwnDir},
			{"--mount-proc", sandbox.OwnProc}} {
			cmd := exec.CommandContext(h.ctx, "unshare", "--map-root-user", "--mount", "--pid", "--ipc", "--net",
				"--fork", want.flag, "true")
			if m := w.Mechanisms(); h.mode != sandbox.None && cmd.Run() == nil && !m.HasAny(want.mechanism) {
				return fmt.Sprintf("%s grants more: no %s (%s)", cmd, want.mechanism, m.Reason(want.mechanism))
			}
		}
		return ""
	}}, nil
}

// prepareLimited starts a process outside the sandbox, whose limits the attack tries to set.
func prepareLimited(h *harness) (attack, error) {
	pid, _, end, err := h.startVictim()
	if err != nil {
		return attack{}, err
	}
	before := readScheduling(pid)
	a := h.ownReport("victim", map[string]any{"victim": pid})
	a.result = func(testscript.Result) string {
		if after := readScheduling(pid); after != before {
			return fmt.Sprintf("it changed %v to %v", before, after)
		}
		return ""
	}
	a.done = end
	return a, nil
}

// A scheduling is the scheduling and limits of a process.
type scheduling struct {
	Files                        uint64
	Processors, Nice, Scheduling int
}

func readScheduling(pid int) (t scheduling) {
	var l unix.Rlimit
	var set unix.CPUSet
	_ = unix.Prlimit(pid, unix.RLIMIT_NOFILE, nil, &l)
	_ = unix.SchedGetaffinity(pid, &set)
	t.Files, t.Processors = l.Cur, set.Count()
	t.Nice, _ = unix.Getpriority(unix.PRIO_PROCESS, pid)
	policy, _, _ := unix.Syscall(unix.SYS_SCHED_GETSCHEDULER, uintptr(pid), 0, 0)
	t.Scheduling = int(policy)
	return t
}

// measureCPU gives an attack the usual CPU time and more wall time, and reports how much of it was counted.
func measureCPU(a *attack) {
	a.cpu, a.wall = cpuLimit, 4*wallLimit
	a.result = func(r testscript.Result) string {
		if saw := attackWords(r); saw != "" {
			return fmt.Sprintf("%s, of which %.1f s were counted", saw, r.Outcome.CPU.Seconds())
		}
		return ""
	}
}

// prepareFork compiles a program that starts another as its first act, for which a script
// is too slow. It is run often, since it is a race.
func prepareFork(h *harness) (attack, error) {
	source, err := attacks.ReadFile("attacks/atonce.c")
	if err != nil {
		return attack{}, err
	}
	file, program := h.scripts+"/atonce.c", h.scripts+"/atonce"
	if err := writeFile(file, string(source), 0o644); err != nil {
		return attack{}, err
	}
	if out, err := exec.CommandContext(h.ctx, "cc", "-O1", "-static", "-o", program,
		file).CombinedOutput(); err != nil {
		return attack{}, skipError("needs a C compiler that links statically: " + printable(string(out)))
	}
	from := testscript.Command(program)
	return attack{
		repeats: 30, source: &from,
		allowRead: []string{program},
		result:    attackWords, tried: printsWord("DONE"),
	}, nil
}

// worksResult checks that a right program has printed that it works.
func worksResult(r testscript.Result) string {
	if string(r.Outcome.Output) == "BEGUN\nWORKS\n" {
		return ""
	}
	lastError := cmp.Or(lastLine(r.Outcome.Errors), lastLine(r.Outcome.Output))
	if r.Outcome.Stopped != "" {
		return fmt.Sprintf("it was stopped by the limit on %s after %s: %s", r.Outcome.Stopped,
			r.Outcome.Wall.Round(time.Millisecond), printable(lastError))
	}
	return printable(lastError)
}

// survivors lists the processes that have text in their command line, and the processes whose working
// directory is, or was, in the directory own.
func survivors(text, own string) (pids []int) {
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range all {
		path, _ := os.Readlink(dir + "/cwd")
		command, _ := os.ReadFile(dir + "/cmdline")
		inside := own != "" && regular.Beneath(strings.TrimSuffix(path, " (deleted)"), own)
		pid, _ := strconv.Atoi(filepath.Base(dir))
		if pid != os.Getpid() && (inside || bytes.Contains(command, []byte(text))) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// end kills processes.
func end(pids []int) {
	for _, pid := range pids {
		unix.Kill(pid, unix.SIGKILL)
	}
}

// startTime returns when a process was started, in clock ticks since boot.
func startTime(pid int) uint64 {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 20 {
		return 0
	}
	n, _ := strconv.ParseUint(string(fields[19]), 10, 64)
	return n
}

// unlock removes, from the files of a directory, the attributes that keep them from being removed.
func unlock(dir string) {
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, path := range files {
		if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if f, err := os.Open(path); err == nil {
			_ = unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, 0)
			f.Close()
		}
	}
}
