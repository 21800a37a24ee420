# CSCI 561 homework 1: squirrel war
import copy
import sys

INF = float("inf")
COLS = "ABCDE"


class Game:
    def __init__(self, lines):
        self.task = int(lines[0])
        if self.task == 4:
            self.first = (lines[1], int(lines[2]), int(lines[3]))
            self.second = (lines[4], int(lines[5]), int(lines[6]))
            rest = lines[7:]
        else:
            self.player = lines[1]
            self.cutoff = int(lines[2])
            rest = lines[3:]
        self.values = [[int(x) for x in rest[i].split()] for i in range(5)]
        self.board = [list(rest[5 + i]) for i in range(5)]


def other(player):
    return "O" if player == "X" else "X"


def empty_squares(board):
    return [(r, c) for r in range(5) for c in range(5) if board[r][c] == "*"]


def neighbours(r, c):
    result = []
    for dr, dc in [(-1, 0), (1, 0), (0, -1), (0, 1)]:
        if 0 <= r + dr < 5 and 0 <= c + dc < 5:
            result.append((r + dr, c + dc))
    return result


def make_move(board, square, player):
    """returns the new board, it is a raid if we have a piece next to it"""
    r, c = square
    new = copy.deepcopy(board)
    new[r][c] = player
    if any(board[nr][nc] == player for nr, nc in neighbours(r, c)):
        for nr, nc in neighbours(r, c):
            if board[nr][nc] == other(player):
                new[nr][nc] = player
    return new


def evaluate(game, board, player):
    score = 0
    for r in range(5):
        for c in range(5):
            if board[r][c] == player:
                score += game.values[r][c]
            elif board[r][c] == other(player):
                score -= game.values[r][c]
    return score


def name(square):
    return "root" if square is None else COLS[square[1]] + str(square[0] + 1)


def show(value):
    if value == INF:
        return "Infinity"
    if value == -INF:
        return "-Infinity"
    return str(value)


class Search:
    def __init__(self, game, player, cutoff, pruning):
        self.game = game
        self.player = player
        self.cutoff = cutoff
        self.pruning = pruning
        self.log = ["Node,Depth,Value,Alpha,Beta" if pruning else "Node,Depth,Value"]
        self.best_move = None

    def write(self, square, depth, value, alpha, beta):
        line = "%s,%d,%s" % (name(square), depth, show(value))
        if self.pruning:
            line += ",%s,%s" % (show(alpha), show(beta))
        self.log.append(line)

    def max_value(self, board, square, depth, alpha, beta):
        if depth == self.cutoff:
            v = evaluate(self.game, board, self.player)
            self.write(square, depth, v, alpha, beta)
            return v
        v = -INF
        self.write(square, depth, v, alpha, beta)
        for s in empty_squares(board):
            child = self.min_value(make_move(board, s, self.player), s, depth + 1, alpha, beta)
            if child > v:
                v = child
                self.best_move = s
            if self.pruning and v >= beta:
                self.write(square, depth, v, alpha, beta)
                return v
            alpha = max(alpha, v)
            self.write(square, depth, v, alpha, beta)
        return v

    def min_value(self, board, square, depth, alpha, beta):
        if depth == self.cutoff:
            v = evaluate(self.game, board, self.player)
            self.write(square, depth, v, alpha, beta)
            return v
        v = INF
        self.write(square, depth, v, alpha, beta)
        for s in empty_squares(board):
            child = self.max_value(make_move(board, s, other(self.player)), s, depth + 1, alpha, beta)
            if child < v:
                v = child
            if self.pruning and v <= alpha:
                self.write(square, depth, v, alpha, beta)
                return v
            beta = min(beta, v)
            self.write(square, depth, v, alpha, beta)
        return v

    def run(self, board):
        self.max_value(board, None, 0, -INF, INF)
        return self.best_move


def greedy(game, board, player):
    best, best_score = None, -INF
    for s in empty_squares(board):
        score = evaluate(game, make_move(board, s, player), player)
        if score > best_score:
            best, best_score = s, score
    return best


def write_board(f, board):
    for row in board:
        f.write("".join(row) + "\n")


def battle(game):
    board = game.board
    players = [game.first, game.second]
    turn = 0
    with open("trace_state.txt", "w") as f:
        while empty_squares(board):
            player, algorithm, cutoff = players[turn % 2]
            if algorithm == 1:
                square = greedy(game, board, player)
            else:
                square = Search(game, player, cutoff, algorithm == 3).run(board)
            board = make_move(board, square, player)
            write_board(f, board)
            turn += 1


def main():
    with open(sys.argv[2]) as f:
        game = Game([line.strip() for line in f])
    if game.task == 4:
        battle(game)
        return
    if game.task == 1:
        square = greedy(game, game.board, game.player)
    else:
        search = Search(game, game.player, game.cutoff, game.task == 3)
        square = search.run(game.board)
        with open("traverse_log.txt", "w") as f:
            f.write("\n".join(search.log) + "\n")
    with open("next_state.txt", "w") as f:
        write_board(f, make_move(game.board, square, game.player))


main()
