# Sets a limit, the processors and the priority of a process that is not its own.
def limit():
    resource.prlimit(P["victim"], resource.RLIMIT_NOFILE, (7, 7))


def affinity():
    os.sched_setaffinity(P["victim"], {min(os.sched_getaffinity(0))})


def nice():
    os.setpriority(os.PRIO_PROCESS, P["victim"], 19)


def idle():
    os.sched_setscheduler(P["victim"], os.SCHED_IDLE, os.sched_param(0))


for act in (limit, affinity, nice, idle):
    attempt(act)
done()
