"""A right program for the assignment "coins", as plain as RULES.md."""

INF = float("inf")
LUCKY = 5

task, cut_off, row = (line.strip() for line in open("input.txt").read().splitlines()[:3])
cut_off, row = int(cut_off), [int(word) for word in row.split()]
prune = task == "ALPHABETA"
log = open("log.txt", "w")
log.write("Node,Depth,Value" + (",Alpha,Beta" if prune else "") + "\n")


def text(value):
    return {INF: "Infinity", -INF: "-Infinity"}.get(value, value)


def write(name, depth, *numbers):
    log.write(",".join(str(text(n)) for n in (name, depth) + numbers[: 3 if prune else 1]) + "\n")


def search(name, coins, mine, score, depth, again, alpha, beta):
    """Returns the value, and the moves of this turn from here on."""
    if not coins or depth == cut_off and not again:
        write(name, depth, score, alpha, beta)
        return score, []
    best, turn = (-INF if mine else INF), []
    write(name, depth, best, alpha, beta)
    for move in "LR"[: len(coins)]:
        coin, rest = (coins[0], coins[1:]) if move == "L" else (coins[-1], coins[:-1])
        lucky = coin == LUCKY
        below = depth if again and depth > 0 else depth + 1
        value, further = search(move, rest, mine == lucky, score + (coin if mine else -coin), below, lucky, alpha, beta)
        if value > best if mine else value < best:
            best, turn = value, [move] + (further if lucky else [])
        if prune and (best >= beta if mine else best <= alpha):
            write(name, depth, best, alpha, beta)
            break
        if mine:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        write(name, depth, best, alpha, beta)
    return best, turn


_, turn = search("root", row, True, 0, 0, False, -INF, INF)
open("move.txt", "w").write(" ".join(turn) + "\n")
