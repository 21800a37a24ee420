"""judge.py INPUT ANSWER FEEDBACK/ < OUTPUT: 42 for a right output, 43 for a wrong one."""
import sys


def wrong(why):
    with open(sys.argv[3] + "teammessage.txt", "w", encoding="utf-8") as message:
        message.write(why + "\n")
    sys.exit(43)


n = int(open(sys.argv[1]).read())
words = sys.stdin.buffer.read().decode("utf-8", "replace").split()
if n in (2, 3):
    if words != ["impossible"]:
        wrong("there is no placement for %d: want impossible, found %s" % (n, " ".join(words)[:40] or "nothing"))
    sys.exit(42)
if len(words) != n or not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
    wrong("want %d numbers, found %s" % (n, " ".join(words)[:40] or "nothing"))
queens = [int(word) for word in words]
for row, column in enumerate(queens, 1):
    if not 1 <= column <= n:
        wrong("row %d: want a column from 1 to %d, found %d" % (row, n, column))
    for above, other in enumerate(queens[: row - 1], 1):
        if other == column or abs(other - column) == row - above:
            wrong("the queens of rows %d and %d attack each other" % (above, row))
sys.exit(42)
