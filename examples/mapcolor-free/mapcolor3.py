"""The map-colouring game: alpha-beta in the textbook's two functions, with the
domains of the uncoloured states kept up to date as colours are given.
"""

import re
import sys
from math import inf

lines = open(sys.argv[2]).read().split("\n")
COLOURS = sorted(lines[0].strip().split(", "))
LIMIT = int(lines[2])
WEIGHTS = [{c: int(w) for c, w in re.findall(r"(\w+): (\d+)", line)} for line in lines[3:5]]

MAP = {}  # every state has a line that names its neighbours
for line in lines[5:]:
    if line.strip():
        state, others = line.split(":")
        MAP[state] = re.findall(r"\w+", others)
for state in MAP:
    assert MAP[state], "no way leads to " + state
    assert all(state in MAP[other] for other in MAP[state]), "one-way border of " + state
STATES = sorted(MAP)

colour_of = {}
domains = {state: list(COLOURS) for state in STATES}
out = open("output.txt", "w", newline="\r\n")


def assign(state, colour):
    """Colours a state; returns the neighbours that lose the colour from their domains."""
    colour_of[state] = colour
    losers = [n for n in MAP[state] if colour in domains[n]]
    for n in losers:
        domains[n].remove(colour)
    return losers


def unassign(state, losers):
    colour = colour_of.pop(state)
    for n in losers:
        domains[n] = sorted(domains[n] + [colour])


def moves():
    return [
        (state, colour)
        for state in STATES
        if state not in colour_of and any(n in colour_of for n in MAP[state])
        for colour in domains[state]
    ]


def log(move, depth, value, alpha, beta):
    # Python prints infinities as they are wanted.
    print(*move, depth, value, alpha, beta, sep=", ", file=out)


def max_value(move, depth, score, alpha, beta):
    actions = moves() if depth < LIMIT else []
    if not actions:
        log(move, depth, score, alpha, beta)
        return score, None
    value, best = -inf, None
    log(move, depth, value, alpha, beta)
    for state, colour in actions:
        losers = assign(state, colour)
        below = min_value((state, colour), depth + 1, score + WEIGHTS[0][colour], alpha, beta)
        unassign(state, losers)
        if below > value:
            value, best = below, (state, colour)
        if value >= beta:
            log(move, depth, value, alpha, beta)
            break
        alpha = max(alpha, value)
        log(move, depth, value, alpha, beta)
    return value, best


def min_value(move, depth, score, alpha, beta):
    actions = moves() if depth < LIMIT else []
    if not actions:
        log(move, depth, score, alpha, beta)
        return score
    value = inf
    log(move, depth, value, alpha, beta)
    for state, colour in actions:
        losers = assign(state, colour)
        value = min(value, max_value((state, colour), depth + 1, score - WEIGHTS[1][colour], alpha, beta)[0])
        unassign(state, losers)
        if value <= alpha:
            log(move, depth, value, alpha, beta)
            break
        beta = min(beta, value)
        log(move, depth, value, alpha, beta)
    return value


score = 0
for state, colour, player in re.findall(r"(\w+): (\w+)-([12])", lines[1]):
    assert not colour_of or any(n in colour_of for n in MAP[state]), state + " is nobody's neighbour"
    assign(state, colour)
    score += WEIGHTS[0][colour] if player == "1" else -WEIGHTS[1][colour]
root = (state, colour)
value, best = max_value(root, 0, score, -inf, inf)
print(*best, value, sep=", ", file=out)
out.close()
print("player 1 should colour %s in %s" % best)
