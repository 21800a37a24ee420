package problem

import (
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-suite/touchstone/internal/tier"
)

// attack is what each program of a hostile package begins with: it tries what it must not be able to do, tells what it got, and
// leaves a process behind. K says where everything is.
const attack = `import ctypes, json, os, socket, sys, time
K = json.loads(@K@)
libc = ctypes.CDLL(None)
for name in ("victim", "test"): # small numbers may be its own in a namespace
    if K[name] < 1000 and "ALONE" not in os.environ: K[name] = 1 << 22
def trace():
    if libc.ptrace(0x4206, K["victim"], None, None) != 0: raise OSError("refused")
def opened():
    found = [os.readlink("/proc/self/fd/%d" % n) for n in range(3, 64) if os.path.exists("/proc/self/fd/%d" % n)]
    if not found: raise OSError("none")
def local():
    s = socket.socket(socket.AF_UNIX)
    s.connect(K["socket"])
got = []
for name, act in {
    "reads a file": lambda: open(K["folder"] + "/file").read(),
    "reads an answer": lambda: open(K["package"] + "/data/secret/1.ans").read(),
    "reads a submission": lambda: open(K["package"] + "/submissions/wrong_answer/m.py").read(),
    "lists a folder": lambda: os.listdir(K["folder"]),
    "lists the answers that are kept": lambda: os.listdir(K["cache"]),
    "writes": lambda: open(K["folder"] + "/file", "a").write("x"),
    "creates": lambda: open(K["folder"] + "/new", "w"),
    "links": lambda: os.symlink("/etc", K["folder"] + "/link"),
    "links to a file": lambda: os.link(K["folder"] + "/file", "mine"),
    "changes a mode": lambda: os.chmod(K["folder"] + "/file", 0o700),
    "changes times": lambda: os.utime(K["folder"] + "/file", (1, 1)),
    "reads memory": lambda: open("/proc/%d/mem" % K["victim"], "rb"),
    "reads an environment": lambda: open("/proc/%d/environ" % K["victim"]).read(),
    "sees open files": lambda: os.readlink("/proc/%d/fd/0" % K["victim"]),
    "sees a folder": lambda: os.listdir("/proc/%d/cwd/" % K["victim"]),
    "traces": trace,
    "sends a signal": lambda: os.kill(K["victim"], 0),
    "sends the test a signal": lambda: os.kill(K["test"], 0),
    "connects": lambda: socket.create_connection(("127.0.0.1", K["port"]), 5),
    "connects to a file": local,
    "has open files of others": opened,
}.items():
    try:
        act()
        got.append(name)
    except OSError:
        pass
if "ALONE" not in os.environ and os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        libc.prctl(15, K["left"].encode(), 0, 0, 0)
        for n in range(300): time.sleep(0.1)
    os._exit(0)
if got:
    print("GOT:", ", ".join(got), file=sys.stderr, flush=True)
    os._exit(1)
`

// A scene is what attacks are after.
type scene struct{ folder, dir, text string }

// left is the name of the processes that attacks leave behind.
func left() string { return "left" + strconv.Itoa(os.Getpid()) }

// stage makes everything that attacks are after, open to all as far as modes go, and a hostile package.
func stage(t *testing.T) scene {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("needs python3")
	}
	s := scene{folder: filepath.Join(tier.TempDir(t), "open")}
	caches := filepath.Join(t.TempDir(), "caches")
	t.Setenv("XDG_CACHE_HOME", caches)
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(os.Mkdir(s.folder, 0o777))
	check(os.Chmod(s.folder, 0o777))
	check(os.WriteFile(filepath.Join(s.folder, "file"), []byte("secret\n"), 0o666))
	check(os.Chmod(filepath.Join(s.folder, "file"), 0o666))
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	t.Cleanup(func() { tcp.Close() })
	path := filepath.Join(s.folder, "socket")
	local, err := net.Listen("unix", path)
	check(err)
	t.Cleanup(func() { local.Close() })
	check(os.Chmod(path, 0o777))
	victim := exec.Command("sleep", "600")
	check(victim.Start())
	t.Cleanup(func() { _, _ = victim.Process.Kill(), victim.Wait() })
	s.dir = lay(t, sum(nil))
	k, err := json.Marshal(map[string]any{
		"folder": s.folder, "package": s.dir, "cache": filepath.Join(caches, "touchstone/answers"), "socket": path, "left": left(),
		"victim": victim.Process.Pid, "test": os.Getpid(), "port": tcp.Addr().(*net.TCPAddr).Port,
	})
	check(err)
	s.text = strings.Replace(attack, "@K@", "r'''"+string(k)+"'''", 1)
	return s
}

// survivors counts the processes that attacks have left behind. Those that are about to end get a moment.
func survivors() (n int) {
	for range 50 {
		n = 0
		names, _ := filepath.Glob("/proc/[0-9]*/comm")
		for _, path := range names {
			if text, err := os.ReadFile(path); err == nil && strings.TrimSpace(string(text)) == left() {
				n++
			}
		}
		if n == 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	return n
}

// No program of a package gets anything: not the validators, the generator, a solution, nor what builds one.
func TestAttacks(t *testing.T) {
	s := stage(t)
	for name, text := range map[string]string{
		"input_validators/v.py":           s.text + "sys.exit(42)\n",
		"output_validator/o.py":           s.text + "sys.exit(42 if open(sys.argv[2]).read() == sys.stdin.read() else 43)\n",
		"generators/g.py":                 s.text + "print(sys.argv[1], 1)\n",
		"touchstone.yaml":                 "assignment: {reference: submissions/accepted/ref, generator: generators/g.py}\n",
		"submissions/accepted/ref/build":  "#!/bin/sh\npython3 try.py && cp start run\n",
		"submissions/accepted/ref/start":  "#!/bin/sh\nexec python3 \"${0%/*}/solve.py\"\n",
		"submissions/accepted/ref/try.py": s.text, "submissions/accepted/ref/solve.py": s.text + "print(sum(map(int, input().split())))\n",
	} {
		put(t, s.dir, name, text)
	}
	if err := os.Remove(filepath.Join(s.dir, "submissions/accepted/ref.py")); err != nil {
		t.Fatal(err)
	}
	if wrong := verifiedIn(t, s.dir); wrong != "" {
		t.Error(wrong)
	}
	if n := survivors(); n > 0 {
		t.Errorf("%d processes are left behind", n)
	}
	s.untouched(t)
	s.expectAttacks(t)
}

// put writes a file of a package.
func put(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// untouched checks that nothing has changed in the folder that is open to all.
func (s scene) untouched(t *testing.T) {
	t.Helper()
	entries, err := os.ReadDir(s.folder)
	text, wrong := os.ReadFile(filepath.Join(s.folder, "file"))
	if err != nil || wrong != nil || len(entries) != 2 || string(text) != "secret\n" {
		t.Errorf("the folder has %v, the file %q (%v, %v)", entries, text, err, wrong)
	}
}

// expectAttacks checks that the attacks are some: they succeed where nothing confines them. Some systems let nobody trace.
func (s scene) expectAttacks(t *testing.T) {
	t.Helper()
	cmd := exec.Command("python3", "-c", s.text)
	cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), "ALONE=")
	text, _ := cmd.CombinedOutput()
	for _, name := range []string{
		"reads a file", "reads an answer", "reads a submission", "lists a folder", "lists the answers that are kept", "writes", "creates", "links",
		"links to a file", "changes a mode", "changes times", "reads an environment", "sees open files", "sees a folder",
		"sends a signal", "sends the test a signal", "connects", "connects to a file",
	} {
		if !strings.Contains(string(text), name+",") && !strings.HasSuffix(strings.TrimSpace(string(text)), name) {
			t.Errorf("nothing confines it, and yet nobody %s: %s", name, text)
		}
	}
}
