# Uses what is left of the administrator's rights.
def clock():
    now = struct.pack("ll", *divmod(time.time_ns(), 10**9))
    if call("clock_settime", 0, now) == 0:
        got("set the clock")


def realtime():
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    got("ran before all others, in real time")


def priority():
    os.setpriority(os.PRIO_PROCESS, 0, -10)
    got("raised its priority")


def limits():
    most = resource.getrlimit(resource.RLIMIT_CPU)[1]
    if most != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_CPU, (most + 100, most + 100))
        got("raised a hard limit")


def user():
    me = os.getuid()
    os.setuid(me + 1)
    got("became another user")


def capabilities():
    """In a user namespace with nobody else in it a program may have a capability: reading files."""
    alone = all(int(line.split()[2]) == 1 for line in open("/proc/self/uid_map"))
    for line in open("/proc/self/status"):
        name, _, value = line.partition(":")
        if name in ("CapInh", "CapEff", "CapPrm", "CapAmb") and int(value, 16) & ~(alone << 1 | alone << 2):
            got("has capabilities", name, value.strip())


for act in (clock, realtime, priority, limits, user, capabilities):
    attempt(act)
done()
