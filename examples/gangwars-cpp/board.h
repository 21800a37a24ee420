// The board of gangwars and its moves (rules 2 to 5).

#ifndef BOARD_H
#define BOARD_H

#include <string>
#include <vector>

inline char other(char player) { return player == 'X' ? 'O' : 'X'; }

struct Move {
    int square;
    bool raid;
};

struct Board {
    int size;
    std::vector<int> values;
    std::string squares;  // row by row

    explicit Board(int n) : size(n), values(n * n), squares(n * n, '.') {}

    bool full() const { return squares.find('.') == std::string::npos; }

    std::vector<int> neighbours(int square) const {
        std::vector<int> list;
        const int column = square % size;
        if (square >= size) list.push_back(square - size);
        if (column > 0) list.push_back(square - 1);
        if (column < size - 1) list.push_back(square + 1);
        if (square < size * (size - 1)) list.push_back(square + size);
        return list;
    }

    bool touches(int square, char player) const {
        for (int n : neighbours(square)) {
            if (squares[n] == player) return true;
        }
        return false;
    }

    // All stakes come first, then all raids (rule 4).
    std::vector<Move> moves(char player) const {
        std::vector<Move> list;
        for (int square = 0; square < size * size; square++) {
            if (squares[square] == '.') list.push_back(Move{square, false});
        }
        const std::size_t stakes = list.size();
        for (std::size_t i = 0; i < stakes; i++) {
            if (touches(list[i].square, player)) list.push_back(Move{list[i].square, true});
        }
        return list;
    }

    Board after(const Move& move, char player) const {
        Board next = *this;
        next.squares[move.square] = player;
        if (move.raid) {
            for (int n : neighbours(move.square)) {
                if (squares[n] == other(player)) next.squares[n] = player;
            }
        }
        return next;
    }

    int score(char player) const {
        int sum = 0;
        for (int square = 0; square < size * size; square++) {
            if (squares[square] == player) sum += values[square];
            else if (squares[square] != '.') sum -= values[square];
        }
        return sum;
    }
};

#endif
