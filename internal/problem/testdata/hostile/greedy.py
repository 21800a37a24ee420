# An input validator that does what the input says.
how = sys.stdin.read().strip()
if how == "memory": held = b"x" * (400 << 20) # far more than it may, in a moment
if how == "memory": time.sleep(30)
if how == "disk":
    for n in range(1000):
        with open("big%d" % n, "wb") as f: f.write(bytes(1 << 20))
if how == "processes":
    for n in range(200):
        try:
            if os.fork() == 0:
                libc.prctl(15, K["left"].encode(), 0, 0, 0)
                time.sleep(30)
                os._exit(0)
        except OSError: break
if how == "time" and os.fork() == 0:
    os.setsid()
    while True: pass
if how == "time": time.sleep(30)
sys.exit(42)
