# Prints a raid that turns a square as a stake, if there is one.
def near(y, x): return [(y+b, x+a) for a, b in ((0,1),(1,0),(0,-1),(-1,0)) if 0 <= y+b < n and 0 <= x+a < n]
foe = "XO"[me == "X"]
for y in range(n):
    for x in range(n):
        if rows[y][x] == "." and any(rows[b][a] == me for b, a in near(y, x)) and any(rows[b][a] == foe for b, a in near(y, x)):
            rows[y][x] = me
            for b, a in near(y, x):
                if rows[b][a] == foe: rows[b][a] = me
            write("%s%d Stake\n" % (chr(65 + x), y + 1) + board())
            sys.exit(3)
write(answer())
