// Gangwars: stake and raid on an NxN board, in C++11. It reads input.txt and
// writes output.txt. The numbers of rules are those of docs/rules/gangwars.md.

#include <algorithm>
#include <fstream>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "board.h"

namespace {

const int infinity = std::numeric_limits<int>::max();

// Both modes of the assignment choose the same move (rule 6), so minimax is
// searched by alpha-beta, too.
int search(const Board& board, char mover, char root, int depth, int alpha, int beta) {
    if (depth == 0 || board.full()) return board.score(root);
    const bool is_max = mover == root;
    int value = is_max ? -infinity : infinity;
    for (const Move& move : board.moves(mover)) {
        const int below = search(board.after(move, mover), other(mover), root, depth - 1, alpha, beta);
        if (is_max) {
            value = std::max(value, below);
            alpha = std::max(alpha, value);
        } else {
            value = std::min(value, below);
            beta = std::min(beta, value);
        }
        if (alpha >= beta) break;
    }
    return value;
}

// The first of the best moves.
Move choose(const Board& board, char player, int depth) {
    const std::vector<Move> moves = board.moves(player);
    Move best = moves[0];
    int value = -infinity;
    for (const Move& move : moves) {
        const int below = search(board.after(move, player), other(player), player, depth - 1, value, infinity);
        if (below > value) {
            value = below;
            best = move;
        }
    }
    return best;
}

}  // namespace

int main() {
    std::ifstream in("input.txt");
    int size = 0, depth = 0;
    std::string mode;
    char player = 0;
    in >> size >> mode >> player >> depth;
    Board board(size);
    for (int& value : board.values) in >> value;
    for (char& square : board.squares) in >> square;
    if (!in || mode == "COMPETITION") {
        std::cerr << "want an input for MINIMAX or ALPHABETA\n";
        return 1;
    }

    const Move move = choose(board, player, depth);
    const Board after = board.after(move, player);
    std::ofstream out("output.txt");
    out << static_cast<char>('A' + move.square % size) << move.square / size + 1
        << (move.raid ? " Raid" : " Stake") << '\n';
    for (int row = 0; row < size; row++) out << after.squares.substr(row * size, size) << '\n';
}
