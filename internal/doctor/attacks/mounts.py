# Mounts, by the old calls and the new ones, and changes its root.
REFUSED = (-errno.EPERM, -errno.ENOSYS, -errno.EACCES)


def c(text):
    return ctypes.c_char_p(text.encode())


def mount():
    os.mkdir("m")
    if call("mount", c("none"), c("m"), c("tmpfs"), 0, None) == 0:
        got("mounted")
        call("umount2", c("m"), 2)


def bind():
    os.mkdir("b")
    if call("mount", c("/"), c("b"), None, 4096, None) == 0:
        got("mounted anew what is there")
        call("umount2", c("b"), 2)


def remount():
    if call("mount", None, c("/"), None, 1 << 5 | 1 << 12, None) == 0:
        got("changed a mount")


def change_root():
    if call("chroot", c(".")) == 0:
        got("changed its root")


def new_calls():
    for name, args in (("fsopen", (c("tmpfs"), 0)), ("open_tree", (AT_FDCWD, c("."), 1)), ("mount_setattr", (AT_FDCWD, c("."), 0, None, 0)),
                       ("open_tree_attr", (AT_FDCWD, c("."), 1, None, 0))):
        answer = call(name, *args)
        if answer not in REFUSED:
            got(name, "was answered by the kernel:", answer)


def namespaces():
    for name, flag in (("user", 0x10000000), ("mount", 0x20000), ("PID", 0x20000000), ("time", 0x80)):
        if libc.unshare(flag) == 0:
            got("made a namespace:", name)


for act in (mount, bind, remount, change_root, new_calls, namespaces):
    attempt(act)
done()
