# Lists processes that are neither its own nor run it.
for name in os.listdir("/proc"):
    if name.isdigit() and int(name) != own() and int(name) not in SUPERVISORS:
        try:
            got("saw a process:", name, open(f"/proc/{name}/comm").read().strip())
        except OSError:
            pass
done()
