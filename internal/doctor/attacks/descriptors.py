# Looks for files that were open before it began, and writes into them.
for name in sorted(os.listdir("/proc/self/fd"), key=int):
    fd = int(name)
    try:
        what = os.readlink(f"/proc/self/fd/{fd}")
    except OSError:  # the one that listed them
        continue
    if fd <= 2 or what == os.path.abspath(__file__):
        continue
    got("descriptor", fd, what)
    try:
        os.write(fd, b"written")
    except OSError:
        pass
for fd in (1, 2):  # control groups and pipes of others are no place for output
    what = os.readlink(f"/proc/self/fd/{fd}")
    if "cgroup" in what:
        got("output goes to", what)
done()
