package doctor

import (
	"fmt"
	"os/exec"

	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript"
)

// python is what most of these probes need.
var python = []string{"python3"}

// systemProbes are the probes specific to Linux.
var systemProbes = []probe{
	// what runs the program
	{"supervisor memory", "reads memory, environment and open files of every process in sight", sandbox.Signals, python, inPython("memory", nil)},
	{"sight", "lists processes that are not its own", sandbox.Sight, python, inPython("sight", nil)},
	{"stopped supervisor", "stops what runs it, forges its outcome and computes on", sandbox.Signals, python,
		held("stop", nil, sandbox.StoppedCPU, sandbox.StoppedWall)},
	{"killed supervisor", "kills what runs it and leaves a process behind", sandbox.Signals, python,
		inPython("kill", map[string]any{"outputs": []string{}, "signals": []int{9}})},
	{"crashed supervisor", "sends all signals that end a process to what runs it", sandbox.Signals, python,
		inPython("kill", map[string]any{"outputs": []string{}, "signals": []int{1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 24, 25, 26, 27, 29, 30, 31, 34, 64}})},
	{"limited supervisor", "sets limits and priorities of what runs it and computes on", sandbox.Signals, python,
		held("limits", nil, sandbox.StoppedCPU, sandbox.StoppedWall)},
	{"limited stranger", "sets limits and priorities of a process that is not its own", sandbox.Signals, python, prepareLimited},
	// the kernel
	{"rights", "uses what is left of the administrator's rights", sandbox.Kernel, python, inPython("rights", nil)},
	{"set-uid", "makes files that run as their owner", sandbox.Kernel, python, prepareSetUID},
	{"switches", "opens the kernel's switches and control groups for writing, and its own files", sandbox.Files, python, inPython("switches", nil)},
	{"mounts", "mounts and changes its root, by old calls and new ones", sandbox.Kernel, python, inPython("mounts", nil)},
	{"tracing", "traces what runs it and takes its memory and open files", sandbox.Kernel, python, inPython("trace", nil)},
	{"keys", "joins and fills keyrings", sandbox.Kernel, python, prepareCorners("keyring", "key")},
	{"personality", "takes another personality", sandbox.Kernel, python, prepareCorners("personality")},
	{"new calls", "uses system calls that are newer than most lists of them", sandbox.Kernel, python, prepareCorners("attribute", "flags", "tree")},
	// what is open or within reach
	{"open files", "writes into files and sockets that were open before it", sandbox.Files, python, prepareOpenFiles},
	{"open files in builds", "writes into files that were open before it, when it is built", sandbox.Files, []string{"make"}, prepareOpenInBuild},
	{"unix sockets", "reaches sockets by their paths and by abstract names", sandbox.Network, python, prepareSockets},
	{"copy", "reads a copy of touchstone where it may read", sandbox.Files, python, prepareReach("copy")},
	{"hard link", "reads another name of touchstone where it may read", sandbox.Files, python, prepareReach("link")},
	{"case", "reads a case where it may read", sandbox.Files, python, prepareReach("case")},
	{"name of the case", "tells the case by the name of its folder", sandbox.Files, nil, prepareCaseName},
	{"state", "leaves signs for its next run", sandbox.State, python, prepareState},
	// limits
	{"unseen children", "computes in children that nobody waits for", sandbox.Time, python, prepareUnseen},
	{"fork at once", "starts a process before it has limits", sandbox.Time, []string{"cc"}, prepareFork},
	{"nameless files", "writes 256 MB into files without a name", sandbox.Disk, python, prepareDisk("unlinked")},
	{"closed folder", "writes 256 MB into a folder of mode 0", sandbox.Disk, python, prepareDisk("closed")},
	{"deep files", "writes 256 MB below the longest path", sandbox.Disk, python, prepareDisk("deep")},
	{"files in memory", "writes 256 MB into files in memory", sandbox.Memory, python, prepareDisk("memory")},
	{"reserved blocks", "reserves 256 MB for empty files", sandbox.Disk, python, prepareDisk("hole")},
	// what is hard to clear away
	{"mode 0", "leaves its folder under mode 0", sandbox.Output, python, prepareClutter("closed")},
	{"deep folders", "leaves 5000 folders, each in the one before", sandbox.Output, python, prepareClutter("deep")},
	{"long paths", "leaves paths longer than a path may be", sandbox.Output, python, prepareClutter("long")},
	{"many files", "leaves 200,000 empty files", sandbox.Output, python, prepareClutter("many")},
	{"odd names", "leaves files by names of all bytes", sandbox.Output, python, prepareClutter("names")},
	{"locked file", "leaves files that cannot be removed", sandbox.Output, python, prepareClutter("locked")},
	// what must work
	right("multiprocessing pool", "a pool of processes", "pool", sandbox.OwnFolder),
	right("multiprocessing queue", "processes and a queue", "queue", sandbox.OwnFolder),
	right("process executor", "concurrent.futures with processes", "executor", sandbox.OwnFolder),
	right("shared memory", "memory shared by processes", "shared", sandbox.OwnFolder),
	right("threads", "threads", "threads"),
	right("temporary files", "temporary files and folders", "temporary", sandbox.OwnFolder),
	right("socket pair", "a pair of sockets between processes", "pair"),
	right("commands", "commands and pipes between them", "command"),
	right("modes and times", "modes and times of its own files", "times", sandbox.OwnFolder),
	{"granted namespaces", "gets all namespaces that unshare(1) gets for this user", RightPrograms, []string{"unshare"}, prepareNamespaces},
}

// right returns the probe of a right program, which works wherever one of the mechanisms is active.
func right(name, about, way string, needs ...string) probe {
	return probe{name, "right program: " + about, RightPrograms, python, func(h *harness) (attack, error) {
		return attack{
			script: h.python("works", map[string]any{"way": way}), python: true, seen: works,
			cpu: 5 * cpuLimit, wall: 5 * wallLimit, needs: needs,
		}, nil
	}}
}

// prepareNamespaces asks a program that has nothing to do with touchstone which namespaces this user
// may have: a fault of ours must not pass for a refusal of the system.
func prepareNamespaces(h *harness) (attack, error) {
	return attack{script: "true", seen: func(testscript.Result) string {
		w, err := sandbox.NewWorker(sandbox.Policy{Mode: h.mode})
		if err != nil {
			return err.Error()
		}
		defer w.Close()
		for _, want := range []struct{ flag, mechanism string }{{"--fork", sandbox.OwnFolder}, {"--mount-proc", sandbox.OwnProc}} {
			cmd := exec.CommandContext(h.ctx, "unshare", "--map-root-user", "--mount", "--pid", "--ipc", "--net", "--fork", want.flag, "true")
			if m := w.Mechanisms(); h.mode != sandbox.None && cmd.Run() == nil && !m.HasAny(want.mechanism) {
				return fmt.Sprintf("%s grants more: no %s (%s)", cmd, want.mechanism, m.Reason(want.mechanism))
			}
		}
		return ""
	}}, nil
}
