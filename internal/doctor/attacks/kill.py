# Leaves a process behind and sends signals to what runs it, by all ways there are.
def by_kill(pid, sig):
    os.kill(pid, sig)


def by_thread(pid, sig):
    for t in threads(pid):
        call("tgkill", pid, t, sig)


def by_descriptor(pid, sig):
    call("pidfd_send_signal", os.pidfd_open(pid), sig, None, 0)


def by_group(pid, sig):
    os.kill(-os.getpgid(pid), sig)


daemon()
for sig in P["signals"]:
    for pid in SUPERVISORS:
        for act in (by_kill, by_thread, by_descriptor):
            attempt(act, pid, sig)
        if pid > 1 and os.getpgid(pid) == pid:  # or it would be all, or the group of others
            attempt(by_group, pid, sig)
    time.sleep(0.02)
time.sleep(0.1)
done()
