# Begins each program of a hostile package. It tries forbidden operations, reports those that succeed, and leaves a
# process running. K holds the paths.
import ctypes, json, os, socket, sys, time
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
    "reads a file": lambda: open(K["directory"] + "/file").read(),
    "reads an answer": lambda: open(K["package"] + "/data/secret/1.ans").read(),
    "reads a submission": lambda: open(K["package"] + "/submissions/wrong_answer/m.py").read(),
    "lists a directory": lambda: os.listdir(K["directory"]),
    "lists the answers that are kept": lambda: os.listdir(K["cache"]),
    "writes": lambda: open(K["directory"] + "/file", "a").write("x"),
    "creates": lambda: open(K["directory"] + "/new", "w"),
    "links": lambda: os.symlink("/etc", K["directory"] + "/link"),
    "links to a file": lambda: os.link(K["directory"] + "/file", "mine"),
    "changes a mode": lambda: os.chmod(K["directory"] + "/file", 0o700),
    "changes times": lambda: os.utime(K["directory"] + "/file", (1, 1)),
    "reads memory": lambda: open("/proc/%d/mem" % K["victim"], "rb"),
    "reads an environment": lambda: open("/proc/%d/environ" % K["victim"]).read(),
    "sees open files": lambda: os.readlink("/proc/%d/fd/0" % K["victim"]),
    "sees a directory": lambda: os.listdir("/proc/%d/cwd/" % K["victim"]),
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
