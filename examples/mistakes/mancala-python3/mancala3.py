"""Mancala, CSCI 561 homework 2 (greedy, minimax, alpha-beta)"""
import sys

INF = float("inf")


class State:
    # pits[1] are B2, B3, ... and pits[2] are A2, A3, ... from left to right
    def __init__(self, pits, stores, turn):
        self.pits = pits
        self.stores = stores
        self.turn = turn
        self.over = False

    def copy(self):
        return State({p: list(self.pits[p]) for p in (1, 2)}, dict(self.stores), self.turn)

    def moves(self):
        return [i for i, stones in enumerate(self.pits[self.turn]) if stones > 0]

    def play(self, pit):
        """returns the next state and if the same player moves again"""
        s = self.copy()
        me, n = self.turn, len(self.pits[1])
        hand = s.pits[me][pit]
        s.pits[me][pit] = 0
        side, i = me, pit
        while hand > 0:
            # one step counterclockwise
            if side == 1:
                i += 1
                if i == n:
                    if me == 1:
                        s.stores[1] += 1
                        hand -= 1
                        if hand == 0:
                            return s.finish(True)
                    side, i = 2, n - 1
            else:
                i -= 1
                if i < 0:
                    if me == 2:
                        s.stores[2] += 1
                        hand -= 1
                        if hand == 0:
                            return s.finish(True)
                    side, i = 1, 0
            s.pits[side][i] += 1
            hand -= 1
        if side == me and s.pits[side][i] == 1:
            captured = s.pits[3 - side][i] + 1
            s.pits[1][i] = s.pits[2][i] = 0
            s.stores[me] = captured
        return s.finish(False)

    def finish(self, again):
        if sum(self.pits[1]) == 0 or sum(self.pits[2]) == 0:
            for p in (1, 2):
                self.stores[p] += sum(self.pits[p])
                self.pits[p] = [0] * len(self.pits[p])
            self.over = True
            again = False
        if not again:
            self.turn = 3 - self.turn
        return self, again


def pit_name(player, pit):
    return ("B" if player == 1 else "A") + str(pit + 2)


def show(v):
    if v == INF:
        return "Infinity"
    if v == -INF:
        return "-Infinity"
    return str(v)


class Player:
    def __init__(self, task, me, cutoff):
        self.me = me
        self.cutoff = 1 if task == 1 else cutoff
        self.pruning = task == 3
        self.log = ["Node,Depth,Value,Alpha,Beta" if self.pruning else "Node,Depth,Value"]

    def evaluate(self, state):
        return state.stores[self.me] - state.stores[3 - self.me]

    def write(self, name, depth, v, alpha, beta):
        line = name + "," + str(depth) + "," + show(v)
        if self.pruning:
            line += "," + show(alpha) + "," + show(beta)
        self.log.append(line)

    def search(self, state, name, depth, again, alpha, beta):
        """returns the value of the node and the state after our whole turn"""
        if depth == self.cutoff and not again:
            v = self.evaluate(state)
            self.write(name, depth, v, alpha, beta)
            return v, state
        maximize = state.turn == self.me
        v = -INF if maximize else INF
        best = None
        self.write(name, depth, v, alpha, beta)
        next_depth = depth if again else depth + 1
        for pit in state.moves():
            child, child_again = state.play(pit)
            child_name = pit_name(state.turn, pit)
            if child.over:
                result, after = self.evaluate(child), child
                self.write(child_name, next_depth, result, alpha, beta)
            else:
                result, after = self.search(child, child_name, next_depth, child_again, alpha, beta)
            if maximize and result > v or not maximize and result < v:
                v = result
                # after an extra turn the state of the whole chain counts
                best = after if child_again else child
            if self.pruning and (v >= beta if maximize else v <= alpha):
                self.write(name, depth, v, alpha, beta)
                break
            if maximize:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            self.write(name, depth, v, alpha, beta)
            if child.over:
                break
        return v, best


def main():
    with open(sys.argv[2]) as f:
        lines = [line.strip() for line in f]
    task, me, cutoff = int(lines[0]), int(lines[1]), int(lines[2])
    pits = {2: [int(x) for x in lines[3].split()], 1: [int(x) for x in lines[4].split()]}
    stores = {2: int(lines[5]), 1: int(lines[6])}

    player = Player(task, me, cutoff)
    _, state = player.search(State(pits, stores, me), "root", 0, False, -INF, INF)

    with open("next_state.txt", "w") as f:
        f.write(" ".join(map(str, state.pits[2])) + "\n")
        f.write(" ".join(map(str, state.pits[1])) + "\n")
        f.write(str(state.stores[2]) + "\n" + str(state.stores[1]) + "\n")
    if task != 1:
        with open("traverse_log.txt", "w") as f:
            f.write("\n".join(player.log) + "\n")


main()
