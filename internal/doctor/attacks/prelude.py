# What all attacks in Python begin with. What is printed by got() is what the attack
# got away with; without the word DONE an attack that ends by itself was not tried.
import ctypes, errno, fcntl, json, os, platform, resource, signal, socket, stat, struct, sys, time

P = json.loads("""@PARAMETERS@""")
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long

# Numbers of system calls that have no name in Python: on amd64, and on the others.
AMD = platform.machine() in ("x86_64", "AMD64")
NR = {name: numbers[0 if AMD else 1] for name, numbers in {
    "ptrace": (101, 117), "personality": (135, 92), "chroot": (161, 51), "mount": (165, 40), "umount2": (166, 39),
    "tgkill": (234, 131), "keyctl": (250, 219), "ioprio_set": (251, 30), "ioprio_get": (252, 31), "add_key": (248, 217),
    "mknodat": (259, 33), "clock_settime": (227, 112), "kcmp": (312, 272), "process_vm_readv": (310, 270),
    "memfd_create": (319, 279), "pidfd_send_signal": (424, 424), "fsopen": (430, 430), "open_tree": (428, 428),
    "pidfd_open": (434, 434), "pidfd_getfd": (438, 438), "mount_setattr": (442, 442), "fchmodat2": (452, 452), "shmget": (29, 194),
    "shmat": (30, 196), "msgget": (68, 186), "semget": (64, 190), "setxattrat": (463, 463), "open_tree_attr": (467, 467),
    "file_setattr": (469, 469), "fchmodat": (268, 53), "sched_setscheduler": (144, 119),
}.items()}
AT_FDCWD = -100


def call(name, *args):
    """call makes a system call; what is below 0 is the error."""
    full = [ctypes.c_long(a) if isinstance(a, int) else a for a in args]
    answer = libc.syscall(ctypes.c_long(NR[name]), *full)
    return answer if answer >= 0 else -ctypes.get_errno()


def got(*words):
    print("GOT", *words, flush=True)


def attempt(act, *args):
    """attempt tries one thing in a process of its own, which it may not survive."""
    pid = os.fork()
    if pid == 0:
        try:
            act(*args)
        except BaseException as e:  # it was refused
            print("NOTE", act.__name__, e, file=sys.stderr)
        os._exit(0)
    while True:
        try:
            os.waitpid(pid, 0)
            return
        except InterruptedError:
            pass
        except ChildProcessError:
            return


def born(pid):
    """born gives the parent of a process and when it was started, or None."""
    try:
        fields = open(f"/proc/{pid}/stat", "rb").read().rsplit(b")", 1)[1].split()
        return int(fields[1]), int(fields[19])
    except OSError:
        return None


def own():
    """own is the number by which /proc knows this process."""
    try:
        return int(os.readlink("/proc/self"))
    except OSError:
        return os.getpid()


def find_supervisors():
    """What runs this program: its ancestors up to those that it must leave alone."""
    found, pid = [], os.getppid()
    if own() != os.getpid():  # /proc is that of another PID namespace
        return [n for n in sorted({1, pid}) if n > 0]
    while pid > 0:
        known = born(pid)
        if any(pid == spared and (known is None or known[1] == start) for spared, start in P["spare"]):
            break
        found.append(pid)
        pid = known[0] if known else 0
    return found


SUPERVISORS = find_supervisors()


def threads(pid):
    try:
        return [int(t) for t in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return [pid]


def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def daemon():
    """daemon leaves a process behind that is nobody's child and shows that it lives."""
    if os.fork():
        while not os.path.exists("beat"):
            time.sleep(0.01)
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    libc.prctl(1, 0, 0, 0, 0)  # PR_SET_PDEATHSIG
    n, end = 0, time.monotonic() + 60
    while time.monotonic() < end:  # not for ever, if it gets away
        n += 1
        with open("beat", "w") as f:
            f.write(str(n))
        time.sleep(0.02)
    os._exit(0)


def done():
    print("DONE", flush=True)


for name in P["outputs"]:  # of a program that leaves none the sandbox takes a second look
    with open(name, "w") as f:
        f.write("x")
print("BEGUN", flush=True)
