# Writes 256 MB where they are not seen: into files that have no name any more, into a
# closed directory, below the longest path, or into memory.
MB = bytes(1 << 20)
held = []


def fill(fd):
    for _ in range(8):
        os.write(fd, MB)
    held.append(fd)


def unlinked(i):
    fd = os.open("f", os.O_CREAT | os.O_RDWR, 0o600)
    os.unlink("f")
    return fd


def closed(i):
    if i == 0:
        os.mkdir("d")
        for k in range(32):
            held.append(os.open(f"d/{k}", os.O_CREAT | os.O_RDWR, 0o600))
        os.chmod("d", 0)
    return held[i]


def deep(i):
    if i == 0:
        for _ in range(24):
            os.mkdir("x" * 200)
            os.chdir("x" * 200)
    return os.open(str(i), os.O_CREAT | os.O_RDWR, 0o600)


def memory(i):
    return os.memfd_create("f")


def hole(i):
    """hole keeps files small by their size and large by their blocks."""
    fd = os.open(str(i), os.O_CREAT | os.O_RDWR, 0o600)
    libc.fallocate(fd, 1, ctypes.c_long(0), ctypes.c_long(8 << 20))  # FALLOC_FL_KEEP_SIZE
    if os.fstat(fd).st_blocks < 8 << 11:
        raise OSError(errno.ENOSPC, "not reserved")
    return fd


way = globals()[P["way"]]
try:
    for i in range(32):
        fd = way(i)
        if P["way"] == "hole":
            held.append(fd)
        else:
            fill(fd)
    time.sleep(0.5)
    got("256 MB, where 64 MB are allowed")
except OSError as e:
    if e.errno not in (errno.EPERM, errno.ENOSYS, errno.EACCES, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.ENOMEM):
        raise
done()
