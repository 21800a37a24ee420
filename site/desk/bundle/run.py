"""Runs a program on every case, and writes what it wrote into answers.zip, for the page.

    python3 run.py [--time SECONDS] COMMAND [ARG ...]

such as: python3 run.py python3 my_solver.py
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile

ARGS = "{ARGS}".split()
MOST = 64 << 20  # bytes of a file that are kept


def ended(process, seconds, stopped):
    """Says how the program ended, for the page."""
    if stopped:
        return "time %.2f" % seconds
    if process.returncode < 0:
        try:
            return "signal " + signal.Signals(-process.returncode).name
        except ValueError:
            return "signal %d" % -process.returncode
    return "exit %d" % process.returncode


def end(process):
    """Ends the program, and what it has started: a wrapper script may leave the program itself behind."""
    try:
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        elif process.poll() is None:
            subprocess.call(["taskkill", "/T", "/F", "/PID", str(process.pid)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        pass  # nothing is left of it
    process.kill()
    process.wait()


def run(command, folder, limit):
    """Runs the program in a folder, and returns how it ended, and the end of its standard error."""
    begin, stopped, interrupts = time.time(), False, []
    with tempfile.TemporaryFile() as errors:
        # An exception for an interrupt would leave a process behind that has just started, or the lock that
        # subprocess has while it waits.
        usual = signal.signal(signal.SIGINT, lambda *_: interrupts.append(True))
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True
        )
        while process.returncode is None and not interrupts and not stopped:
            try:
                process.wait(max(0, min(0.1, begin + limit - time.time())))
            except subprocess.TimeoutExpired:
                stopped = time.time() >= begin + limit
        seconds = time.time() - begin
        end(process)
        signal.signal(signal.SIGINT, usual)
        if interrupts:
            raise KeyboardInterrupt
        errors.seek(max(0, errors.tell() - (16 << 10)))
        return ended(process, seconds, stopped), errors.read()


def absolute(word):
    """Returns a word of the command so that it means the same in another folder."""
    return os.path.abspath(word) if os.path.exists(word) else word


def main(args):
    limit = {SECONDS}
    if args[:1] == ["--time"] and len(args) > 1:
        limit, args = float(args[1]), args[2:]
    if not args:
        sys.exit(__doc__)
    here = os.path.dirname(os.path.abspath(__file__))
    program = shutil.which(args[0]) or args[0]
    command = [os.path.abspath(program)] + [absolute(word) for word in args[1:]] + ARGS
    names = sorted(os.listdir(os.path.join(here, "cases")))
    with zipfile.ZipFile("answers.zip", "w", zipfile.ZIP_DEFLATED) as answers:
        answers.writestr("touchstone-assignment.txt", "{ASSIGNMENT}\n")
        for number, name in enumerate(names, 1):
            if sys.stdout.isatty():
                print("\r%d of %d  %-60s" % (number, len(names), name), end="", flush=True)
            with tempfile.TemporaryDirectory() as folder:
                given = os.listdir(os.path.join(here, "cases", name))
                for file in given:
                    shutil.copy(os.path.join(here, "cases", name, file), folder)
                try:
                    how, errors = run(command, folder, limit)
                except OSError as error:
                    sys.exit("\n%s: %s" % (command[0], error.strerror))
                answers.writestr(name + "/touchstone-ended.txt", how + "\n")
                answers.writestr(name + "/touchstone-stderr.txt", errors)
                for file in sorted(os.listdir(folder)):
                    path = os.path.join(folder, file)
                    if file not in given and os.path.isfile(path) and not os.path.islink(path) and os.path.getsize(path) <= MOST:
                        answers.write(path, name + "/" + file)
    if sys.stdout.isatty():
        print("\r%79s\r" % "", end="")
    print("answers.zip has what your program wrote for %d cases: drop it on the page" % len(names))


if __name__ == "__main__":
    main(sys.argv[1:])
