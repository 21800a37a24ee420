# Looks for the signs that the run before left.
K = P["key"]


def attribute(path):
    if "user.touchstone-probe" in os.listxattr(path):
        got("an attribute of", path)


def modified(path):
    if os.stat(path).st_mtime == 1:
        got("the time of", path)


def file(path):
    if open(path).read() == "1":
        got("a file", path)


def system_v(name, *args):
    if call(name, K, *args) >= 0:
        got("what", name, "made")


def flags(fd):
    if fcntl.fcntl(fd, fcntl.F_GETFL) & (os.O_NONBLOCK | os.O_APPEND):
        got("flags of descriptor", fd)


def lock(fd):
    fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)


def owner(fd):
    if fcntl.fcntl(fd, fcntl.F_GETOWN):
        got("an owner of descriptor", fd)


for path in ("..", "."):
    attempt(attribute, path)
    attempt(modified, path)
for path in P["files"]:
    attempt(file, path)
attempt(system_v, "shmget", 0, 0)
attempt(system_v, "semget", 0, 0)
attempt(system_v, "msgget", 0)
for fd in (0, 1, 2):
    attempt(flags, fd)
attempt(owner, 0)
done()
