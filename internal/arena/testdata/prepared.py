# Prepares the answer of the next move. The opponent plays a known move: what is written now is right then.
text = answer()
if os.path.exists("next.txt"):
    open("next.txt").read() == text or sys.exit("a bad guess")
    os.rename("next.txt", "output.txt")
else:
    write(text)
    open("seen.txt", "w").write(text)
    foe = "XO"[me == "X"]
    for y in range(n):
        for x in range(n):
            if rows[y][x] == ".":
                rows[y][x] = foe
                open("next.txt", "w").write(answer())
                sys.exit()
