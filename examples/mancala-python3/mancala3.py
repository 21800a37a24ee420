"""Mancala with extra turns and captures: greedy, minimax and alpha-beta.

Run as "mancala3.py -i input.txt". The numbers of rules are those of
docs/rules/mancala.md.
"""

import sys

INFINITY = float("inf")


class Board:
    """The pits in the order in which stones go round, 0 to 2N+1: player 1's N
    pits from left to right, player 1's mancala, player 2's pits from right to
    left, player 2's mancala."""

    def __init__(self, upper, lower, mancala2, mancala1):
        self.n = len(lower)
        self.pits = lower + [mancala1] + upper[::-1] + [mancala2]

    def mancala(self, player):
        return self.n if player == 1 else 2 * self.n + 1

    def side(self, player):
        """The pits of a player, from left to right."""
        n = self.n
        return range(n) if player == 1 else range(2 * n, n, -1)

    def moves(self, player):
        return [(i, pit) for i, pit in enumerate(self.side(player)) if self.pits[pit]]

    def play(self, player, pit):
        """The board after a move, whether the mover moves again, and whether
        the game is over (rules 3 to 6)."""
        after = Board.__new__(Board)
        after.n, after.pits = self.n, self.pits[:]
        pits, size = after.pits, len(self.pits)
        own, others = self.mancala(player), self.mancala(3 - player)
        stones, pits[pit] = pits[pit], 0
        while stones:
            pit = (pit + 1) % size
            if pit != others:
                pits[pit] += 1
                stones -= 1
        if pit != own and pits[pit] == 1 and pit in self.side(player):
            across = 2 * self.n - pit
            pits[own] += 1 + pits[across]
            pits[pit] = pits[across] = 0
        over = any(not after.moves(p) for p in (1, 2))
        if over:
            after.sweep()
        return after, pit == own and not over, over

    def sweep(self):
        for player in (1, 2):
            for pit in self.side(player):
                self.pits[self.mancala(player)] += self.pits[pit]
                self.pits[pit] = 0

    def score(self, player):
        return self.pits[self.mancala(player)] - self.pits[self.mancala(3 - player)]

    def __str__(self):
        rows = [" ".join(str(self.pits[p]) for p in self.side(player)) for player in (2, 1)]
        return "\n".join(rows + [str(self.pits[self.mancala(player)]) for player in (2, 1)]) + "\n"


def number(value):
    return {INFINITY: "Infinity", -INFINITY: "-Infinity"}.get(value) or str(value)


class Search:
    def __init__(self, player, limit, alpha_beta):
        self.root_player, self.limit, self.alpha_beta = player, limit, alpha_beta
        self.log = []

    def row(self, name, depth, value, alpha, beta):
        columns = [name, str(depth), number(value)]
        if self.alpha_beta:
            columns += [number(alpha), number(beta)]
        self.log.append(",".join(columns))

    def visit(self, board, player, name, depth, again, over, alpha, beta):
        """The value of a node, and the board at the end of the root player's
        turn along the best line (rule 13). player moves next; again says that
        the move into the node gave an extra turn."""
        if over or depth == self.limit and not again:
            value = board.score(self.root_player)
            self.row(name, depth, value, alpha, beta)
            return value, board
        is_max = player == self.root_player
        value, best = -INFINITY if is_max else INFINITY, board
        self.row(name, depth, value, alpha, beta)
        # An extra turn stays at the depth of the move that earned it (rule 8).
        below = depth if again else depth + 1
        for i, pit in board.moves(player):
            after, extra, ended = board.play(player, pit)
            mover = player if extra else 3 - player
            label = "BA"[player - 1] + str(i + 2)
            result, end = self.visit(after, mover, label, below, extra, ended, alpha, beta)
            if result > value if is_max else result < value:
                value, best = result, end if extra else after
            if self.alpha_beta and (value >= beta if is_max else value <= alpha):
                self.row(name, depth, value, alpha, beta)
                break
            if is_max:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            self.row(name, depth, value, alpha, beta)
        return value, best


def main():
    with open(sys.argv[sys.argv.index("-i") + 1]) as f:
        lines = f.read().split("\n")
    task, player, limit = (int(line) for line in lines[:3])
    upper, lower = ([int(word) for word in line.split()] for line in lines[3:5])
    board = Board(upper, lower, int(lines[5]), int(lines[6]))

    sys.setrecursionlimit(100000)  # chains of extra turns are as long as they like
    search = Search(player, 1 if task == 1 else limit, task == 3)
    _, end = search.visit(board, player, "root", 0, False, False, -INFINITY, INFINITY)
    with open("next_state.txt", "w") as f:
        f.write(str(end))
    if task != 1:
        header = "Node,Depth,Value" + (",Alpha,Beta" if task == 3 else "")
        with open("traverse_log.txt", "w") as f:
            f.write("\n".join([header] + search.log) + "\n")


main()
