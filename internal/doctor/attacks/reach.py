# Reads files that hold answers, in a directory that it may read.
for path in P["paths"]:
    try:
        text = open(path, "rb").read(4)
    except OSError as e:
        print("NOTE", e, file=sys.stderr)
        continue
    got(P["what"], text)
done()
