# Reads memory, environment, open files and programs of every process in sight that is
# not its own.
OWN = {own()}


def who(base):
    """who names a process, and nothing else of what was read: it may be anybody's."""
    return base + " " + open(base + "/comm").read().strip()


def environ(base):
    if open(base + "/environ", "rb").read(1):
        got("the environment of", who(base))


def maps(base):
    if open(base + "/maps", "rb").read(1):
        got("the memory map of", who(base))


def memory(base):
    spots = [0x400000, 0x10000]
    try:
        spots += [int(line.split("-")[0], 16) for line in open(base + "/maps")][:4]
    except OSError:
        pass
    fd = os.open(base + "/mem", os.O_RDONLY)
    for spot in spots:
        try:
            if os.pread(fd, 4, spot):
                got("the memory of", who(base))
                return
        except OSError:
            pass


def files(base):
    supervisor = open(base + "/cmdline", "rb").read().startswith(b"touchstone-supervisor")
    if supervisor:
        os.listdir(base + "/fd")
        time.sleep(0.2)  # one that is just starting has yet to hide
    for fd in os.listdir(base + "/fd"):
        if not supervisor:  # of which not even the number may be seen
            os.readlink(f"{base}/fd/{fd}")
        got("open files of", who(base))
        return


def program(base):
    with open(base + "/exe", "rb") as f:
        if f.read(4) == b"\x7fELF":
            got("the program of", who(base))


def links(base):
    for name in ("cwd", "root"):
        os.readlink(f"{base}/{name}")
        got("where it is:", name, who(base))


def look(pid):
    for base in [f"/proc/{pid}"] + [f"/proc/{pid}/task/{t}" for t in threads(pid)[:4]]:
        for act in (environ, maps, memory, files, links):
            try:
                act(base)
            except OSError:
                pass
    if pid in SUPERVISORS or pid == 1:  # that others run is no secret, and what
        try:
            program(f"/proc/{pid}")
        except OSError:
            pass


try:
    pids = [int(name) for name in os.listdir("/proc") if name.isdigit()]
except OSError:
    pids = []


def others():
    mine = OWN | {own()}
    for pid in set(pids + SUPERVISORS + [1]) - mine:
        look(pid)


attempt(others)
done()
