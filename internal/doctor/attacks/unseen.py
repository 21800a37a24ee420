# Computes in children that nobody waits for, whose time goes to nobody's account.
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
begin = time.monotonic()
for _ in range(60):
    pid = os.fork()
    if pid == 0:
        burn(0.05)
        os._exit(0)
    try:
        os.waitpid(pid, 0)
    except ChildProcessError:
        pass
got("computed for 3 s in children that end at once")
done()
