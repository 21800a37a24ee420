# Sets limits and priorities of what runs it, and computes past its own limit.
def limit(pid, which, name, value):
    resource.prlimit(pid, which, (value, value))
    if resource.prlimit(pid, which)[0] == value:
        got("set", name, "of the process that runs it")


def affinity(pid):
    before = os.sched_getaffinity(pid)
    one = {min(before)}
    os.sched_setaffinity(pid, one)
    if len(before) > 1 and os.sched_getaffinity(pid) == one:
        got("bound the process that runs it to one processor")


def idle(pid):
    os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0))
    if os.sched_getscheduler(pid) == os.SCHED_IDLE:
        got("made the process that runs it run when idle")


def nice(pid):
    before = os.getpriority(os.PRIO_PROCESS, pid)
    os.setpriority(os.PRIO_PROCESS, pid, 19)
    if before < 19 and os.getpriority(os.PRIO_PROCESS, pid) == 19:
        got("lowered the priority of the process that runs it")


def input_output(pid):
    if call("ioprio_set", 1, pid, 3 << 13) == 0 and call("ioprio_get", 1, pid) == 3 << 13:
        got("made the process that runs it read and write when idle")


for pid in SUPERVISORS:
    for t in threads(pid):
        for act in (affinity, idle, nice, input_output):
            attempt(act, t)
    attempt(limit, pid, resource.RLIMIT_NOFILE, "RLIMIT_NOFILE", 0)
    attempt(limit, pid, resource.RLIMIT_AS, "RLIMIT_AS", 1 << 20)
    attempt(limit, pid, resource.RLIMIT_NPROC, "RLIMIT_NPROC", 0)
    attempt(limit, pid, resource.RLIMIT_CPU, "RLIMIT_CPU", 1)
daemon()
burn(60)
