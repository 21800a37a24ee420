# Leaves a directory that is hard to look at and to clear away.
def closed():
    os.mkdir("d")
    open("d/f", "w").close()
    os.chmod("d", 0)
    os.chmod(".", 0)


def deep():
    for _ in range(1200):
        os.mkdir("d")
        os.chdir("d")
    open("f", "w").close()


def long():
    for _ in range(40):
        os.mkdir("x" * 250)
        os.chdir("x" * 250)
    os.mkdir("y")
    os.chmod("y", 0)
    os.chmod(".", 0)


def many():
    for i in range(200000):
        os.mknod(f"{i}")


def names():
    for i in range(1, 256):
        if i != 47:
            open(b"a" + bytes([i]) + b"\nb", "w").close()
    for i in range(50):
        os.symlink("/" + "x" * i, b"\xff\xfe\n" + bytes([65 + i]))
        os.mkfifo(f"\n{i}")


def locked():
    """locked leaves files under other attributes: not to be changed, or to be added to."""
    open("f", "w").close()
    fd = os.open("f", os.O_RDONLY)
    for flags in (0x10, 0x20):  # FS_IMMUTABLE_FL, FS_APPEND_FL
        try:
            fcntl.ioctl(fd, 0x40086602, struct.pack("l", flags))
        except OSError:
            pass


try:
    globals()[P["way"]]()
except PermissionError as e:  # it was refused
    print("NOTE", e, file=sys.stderr)
os.chdir("/")
done()
