# Leaves signs for the next run in all places that two runs share.
K = P["key"]


def attribute(path):
    os.setxattr(path, "user.touchstone-probe", b"1")


def mode(path):
    os.chmod(path, 0o755)


def modified(path):
    os.utime(path, (1, 1))


def file(path):
    with open(path, "w") as f:
        f.write("1")


def shared_memory():
    call("shmget", K, 4096, 0o1666)


def semaphore():
    call("semget", K, 1, 0o1666)


def queue():
    call("msgget", K, 0o1666)


def nonblocking(fd):
    fcntl.fcntl(fd, fcntl.F_SETFL, fcntl.fcntl(fd, fcntl.F_GETFL) | os.O_NONBLOCK | os.O_APPEND)


def lock(fd):
    fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


def owner(fd):
    fcntl.fcntl(fd, fcntl.F_SETOWN, os.getpid())


def null():
    os.chmod("/dev/null", 0o666)
    nonblocking(os.open("/dev/null", os.O_RDWR))


def posix_semaphore():
    import _multiprocessing
    _multiprocessing.SemLock(1, 1, 1, P["name"], False)


for path in ("..", "."):
    for act in (attribute, mode, modified):
        attempt(act, path)
for path in P["files"]:
    attempt(file, path)
for act in (shared_memory, semaphore, queue, null, posix_semaphore):
    attempt(act)
for fd in (0, 1, 2):
    attempt(nonblocking, fd)
attempt(owner, 0)
lock(0)
done()
