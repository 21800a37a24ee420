# An output validator that does what the output says, with its feedback and its files.
import shutil
how, message = sys.stdin.read().strip(), sys.argv[3] + "teammessage.txt"
if how == "right": sys.exit(42)
if how == "link": os.symlink(K["directory"] + "/file", message)
if how == "way to a link": os.symlink("../answer", message)
if how == "pipe": os.mkfifo(message)
if how == "directory": os.mkdir(message)
if how == "gone": os.rmdir("feedback")
if how == "linked directory":
    os.rmdir("feedback")
    os.symlink(K["directory"], "feedback")
if how == "input and answer":
    for name in ("input", "answer"):
        os.unlink(name)
        os.symlink(K["directory"] + "/file", name)
if how == "standard output":
    os.unlink(".stdout")
    os.symlink(K["directory"] + "/file", ".stdout")
if how == "much":
    with open(message, "w") as f: f.write("\x1b[2J" * 100000)
if how == "too much":
    with open(message, "wb") as f:
        while True: f.write(bytes(1 << 20))
if how == "hole":
    with open(message, "wb") as f: f.truncate(1 << 40)
sys.exit(43)
