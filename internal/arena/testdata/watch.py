# Answers wrongly if another agent runs.
write(answer())
busy = [p for p in os.listdir("/proc") if p.isdigit() and int(p) != os.getpid()]
mine = 0
for p in busy:
    try:
        if b"agent.py" in open("/proc/%s/cmdline" % p, "rb").read(): mine += 1
    except OSError: pass
open("seen.txt", "a").write("%d\n" % mine)
if mine > 2: write("another agent is running")
