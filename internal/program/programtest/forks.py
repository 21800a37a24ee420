"""Runs programs without a sandbox. A program in Python is a fork of this process, which saves the start of an
interpreter.

Each line of file 3 is a run in JSON. The answers on file 4 are two lines: the process, and how it ended.
"""
import builtins, json, os, resource, signal, sys, types


def python(args):
    sys.stdin, sys.stdout = open(0), open(1, "w")
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace")
    main = types.ModuleType("__main__")
    main.__builtins__ = builtins
    sys.modules["__main__"] = main
    args = [a for a in args if a not in ("-S", "-B", "-u")]
    if args[0] == "-c":
        code, sys.argv = compile(args[1], "<string>", "exec"), ["-c"] + args[2:]
    else:
        with open(args[0], "rb") as f:
            code, sys.argv = compile(f.read(), args[0], "exec"), args
        main.__file__, sys.path[0] = args[0], os.path.dirname(args[0])
    exec(code, main.__dict__)


def run(job, files, failure):
    for to, file in enumerate(files):
        os.dup2(file, to)
    os.dup2(failure, 3)
    os.set_inheritable(3, False)
    os.closerange(4, 64)
    os.chdir(job["dir"])
    os.environ.clear()
    os.environ.update(line.split("=", 1) for line in job["env"])
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    if job["output"]:
        resource.setrlimit(resource.RLIMIT_FSIZE, (job["output"],) * 2)
    if job["cpu"]:
        signal.setitimer(signal.ITIMER_PROF, job["cpu"])
        most = int(job["cpu"]) + 60  # of a child of a test that was killed
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    if job["python"]:
        os.close(3)
        python(job["args"][1:])
        return
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        os.execve(job["path"], job["args"], os.environ)
    except OSError as e:
        os.write(3, e.strerror.lower().encode())


def status():
    e = sys.exc_info()[1]
    if isinstance(e, SystemExit):
        if e.code is None or isinstance(e.code, int):
            return (e.code or 0) & 255
        print(e.code, file=sys.stderr)
    else:
        _, _, frames = sys.exc_info()
        while frames.tb_next and frames.tb_frame.f_globals is globals():
            frames = frames.tb_next
        sys.excepthook(type(e), e, frames)
    return 1


def child(job, files, failure):
    code = 1
    try:
        try:
            run(job, files, failure)
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
    names = (job["stdin"], os.O_RDONLY), (job["stdout"], os.O_WRONLY), (job["stderr"], os.O_WRONLY)
    files = [os.open(*name) for name in names]
    if job["removes"]:
        os.unlink(job["stdin"])
    failed, failure = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        child(job, files, failure)
    try:
        os.setpgid(pid, pid)  # here too: a kill of the group may come before the child runs
    except OSError:  # it has started another program, or ended
        pass
    for file in files + [failure]:
        os.close(file)
    print(pid, file=answers)
    with os.fdopen(failed) as f:
        message = f.read()
    pid, ended, usage = os.wait4(pid, 0)
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    answer = {"exit": os.waitstatus_to_exitcode(ended), "cpu": int((usage.ru_utime + usage.ru_stime) * 1e9)}
    print(json.dumps(answer | {"failure": message}), file=answers)
