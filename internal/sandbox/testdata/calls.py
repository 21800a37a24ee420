import ctypes, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
def call(function, *args):
    if function(*args) < 0: raise OSError(ctypes.get_errno(), "")
for attempt in (
    lambda: socket.socket(socket.AF_INET),
    lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 1),
    lambda: os.mkdir("x"),
    lambda: os.chmod("x", 0o4755),
    lambda: os.setpriority(os.PRIO_PROCESS, 0, min(19, os.getpriority(os.PRIO_PROCESS, 0) + 1)),
    lambda: call(libc.setpriority, os.PRIO_USER, 0, 2),
    lambda: call(libc.syscall, 251, 3, 0, 2 << 13 | 5), # ioprio_set
    lambda: call(libc.inotify_add_watch, libc.inotify_init1(0), sys.argv[1].encode(), 0xfff),
):
    try:
        attempt()
        print("done")
    except OSError as e:
        print(e.errno if e.errno != 2 else 1) # without a private view the directory is refused, with one it is gone
