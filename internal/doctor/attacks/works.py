# What right programs do. Each way ends with the word WORKS or with an error.
import concurrent.futures, multiprocessing, tempfile, threading


def double(n):
    return 2 * n


def pool():
    with multiprocessing.Pool(2) as p:
        return p.map(double, range(4))


def put(q):
    q.put([double(n) for n in range(4)])


def queue():
    q = multiprocessing.Queue()
    child = multiprocessing.Process(target=put, args=(q,))
    child.start()
    answer = q.get(timeout=5)
    child.join()
    return answer


def executor():
    with concurrent.futures.ProcessPoolExecutor(2) as e:
        return list(e.map(double, range(4)))


def write(name):
    from multiprocessing import shared_memory
    m = shared_memory.SharedMemory(name)
    for n in range(4):
        m.buf[n] = double(n)
    m.close()


def shared():
    from multiprocessing import shared_memory
    m = shared_memory.SharedMemory(create=True, size=64)
    try:
        child = multiprocessing.Process(target=write, args=(m.name,))
        child.start()
        child.join()
        return list(m.buf[:4])
    finally:
        m.close()
        m.unlink()


def threads():
    answer = [0] * 4

    def one(n):
        answer[n] = double(n)

    all = [threading.Thread(target=one, args=(n,)) for n in range(4)]
    for t in all:
        t.start()
    for t in all:
        t.join()
    return answer


def temporary():
    with tempfile.TemporaryDirectory() as d, tempfile.NamedTemporaryFile() as f:
        f.write(bytes(double(n) for n in range(4)))
        f.flush()
        os.chmod(f.name, 0o600)
        os.rename(f.name, os.path.join(d, "x"))
        os.link(os.path.join(d, "x"), f.name)
        return list(open(os.path.join(d, "x"), "rb").read())


def pair():
    a, b = socket.socketpair()
    if os.fork() == 0:
        a.sendall(bytes(double(n) for n in range(4)))
        os._exit(0)
    os.wait()
    return list(b.recv(4))


def command():
    import subprocess
    text = subprocess.run("cat | sort -n", shell=True, input="6\n4\n2\n0\n", capture_output=True, text=True).stdout
    return [int(word) for word in text.split()]


def times():
    """times sets modes and times of the program's own files, as tar and shutil do."""
    import shutil
    with open("a", "w") as f:
        f.write("0246")
    os.chmod("a", 0o640)
    os.utime("a", (1, 1))
    shutil.copy2("a", "b")
    shutil.copy("b", "c")
    return [int(c) for c in open("c").read()]


if __name__ == "__main__":
    answer = globals()[P["way"]]()
    print("WORKS" if answer == [0, 2, 4, 6] else f"answered {answer}", flush=True)
