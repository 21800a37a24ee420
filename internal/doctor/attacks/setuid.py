# Makes files that run as their owner, in all ways that there are.
S = 0o4755


def plain(name):
    with open(name, "w") as f:
        f.write("#!/bin/sh\n")
    return name


def look(name):
    mode = os.lstat(name).st_mode
    if mode & 0o6000 and not name.startswith("folder"):
        got("made", name, oct(mode))


def chmod(name):
    os.chmod(plain(name), S)


def fchmod(name):
    os.fchmod(os.open(plain(name), os.O_RDONLY), S)


def fchmodat(name):
    call("fchmodat", AT_FDCWD, ctypes.c_char_p(plain(name).encode()), S)


def fchmodat2(name):
    call("fchmodat2", AT_FDCWD, ctypes.c_char_p(plain(name).encode()), S, 0)


def through_proc(name):
    os.chmod(f"/proc/self/fd/{os.open(plain(name), os.O_RDONLY)}", S)


def setgid(name):
    os.chmod(plain(name), 0o2755)


def opened(name):
    os.open(name, os.O_CREAT | os.O_WRONLY, S)


def created(name):
    libc.creat(name.encode(), S)


def temporary(name):
    fd = os.open(".", os.O_TMPFILE | os.O_RDWR, S)
    os.link(f"/proc/self/fd/{fd}", name, follow_symlinks=True)


def node(name):
    os.mknod(name, stat.S_IFREG | S)


def node_at(name):
    call("mknodat", AT_FDCWD, ctypes.c_char_p(name.encode()), stat.S_IFREG | S, 0)


def folder(name):
    os.mkdir("folder", 0o2755)
    os.chmod("folder", 0o2777)
    os.close(os.open("folder/" + name, os.O_CREAT | os.O_WRONLY, 0o2755))
    os.rename("folder/" + name, name)


os.umask(0)
for act in (chmod, fchmod, fchmodat, fchmodat2, through_proc, setgid, opened, created, temporary, node, node_at, folder):
    name = act.__name__
    attempt(act, name)
    attempt(look, name)
done()
