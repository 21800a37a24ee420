"""Runs programs in Python, each in a fork of this process, which saves the start of an interpreter.

Each line of file 3 is a run in JSON. The answers on file 4 are two lines: the process, and how it ended.
"""
import builtins, json, os, resource, shutil, signal, sys, traceback, types


def run(job, files):
    for to, file in enumerate(files):
        os.dup2(file, to)
    os.closerange(3, 64)
    os.chdir(job["dir"])
    os.environ.clear()
    os.environ.update(line.split("=", 1) for line in job["env"])
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    if job["output"]:
        resource.setrlimit(resource.RLIMIT_FSIZE, (job["output"],) * 2)
    if job["cpu"]:
        signal.setitimer(signal.ITIMER_PROF, job["cpu"])
    sys.stdin, sys.stdout = open(0), open(1, "w")
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace")
    main = types.ModuleType("__main__")
    main.__builtins__ = builtins
    sys.modules["__main__"] = main
    args = [a for a in job["args"] if a not in ("-S", "-B")]
    if args[0] == "-c":
        code, sys.argv = compile(args[1], "<string>", "exec"), ["-c"] + args[2:]
    else:
        with open(args[0], "rb") as f:
            code, sys.argv = compile(f.read(), args[0], "exec"), args
        main.__file__, sys.path[0] = args[0], os.path.dirname(args[0])
    exec(code, main.__dict__)


def status():
    e = sys.exc_info()[1]
    if e is None:
        return 0
    if isinstance(e, SystemExit):
        if e.code is None or isinstance(e.code, int):
            return (e.code or 0) & 255
        print(e.code, file=sys.stderr)
    else:
        sys.excepthook(*sys.exc_info())
    return 1


def child(job, files):
    code = 1
    try:
        try:
            run(job, files)
            code = 0
        except BaseException:
            code = status()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


sys.dont_write_bytecode = True
answers = os.fdopen(4, "w", buffering=1)
for line in os.fdopen(3):
    job = json.loads(line)
    files = [os.open(*file) for file in ((job["stdin"], os.O_RDONLY), (job["stdout"], os.O_WRONLY), (job["stderr"], os.O_WRONLY))]
    if job["removes"]:
        os.unlink(job["stdin"])
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        child(job, files)
    try:
        os.setpgid(pid, pid)  # here too: a kill of the group may come before the child runs
    except OSError:  # it has ended
        pass
    for file in files:
        os.close(file)
    print(pid, file=answers)
    pid, ended, usage = os.wait4(pid, 0)
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    print(json.dumps([os.waitstatus_to_exitcode(ended), int((usage.ru_utime + usage.ru_stime) * 1e9)]), file=answers)
