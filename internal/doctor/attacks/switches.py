# Opens the kernel's own switches for writing, and reads what it tells only the administrator.
def readable(path):
    with open(path, "rb") as f:
        f.read(1)  # nothing is there that may not be known: that it is given counts
        got("may read", path)


for name in ("kpagecgroup", "kpagecount", "kpageflags", "pagetypeinfo", "slabinfo", "timer_list", "vmallocinfo", "kcore", "kmsg"):
    attempt(readable, "/proc/" + name)


def writable(path):
    os.close(os.open(path, os.O_WRONLY))
    got("may write", path)


for path in (
    "/proc/sys/kernel/hostname", "/proc/sys/kernel/core_pattern", "/proc/sys/vm/drop_caches", "/proc/sys/kernel/ns_last_pid",
    "/proc/sysrq-trigger", "/proc/self/oom_score_adj", "/proc/self/coredump_filter", "/proc/self/uid_map", "/proc/self/setgroups",
    "/sys/kernel/mm/transparent_hugepage/enabled", "/sys/power/state", "/sys/kernel/uevent_helper", "/sys/kernel/profiling", "/dev/kmsg",
):
    if not path.startswith("/proc/self/"):
        attempt(writable, path)
for base, _, files in os.walk("/sys/fs/cgroup"):
    for name in ("cgroup.procs", "tasks", "memory.limit_in_bytes", "memory.max", "pids.max"):
        if name in files:
            attempt(writable, os.path.join(base, name))
            break
    if base.count("/") > 6:
        break
for pid in SUPERVISORS:
    attempt(writable, f"/proc/{pid}/oom_score_adj")
    attempt(writable, f"/proc/{pid}/timerslack_ns")
done()
