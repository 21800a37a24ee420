// Raid and sneak, homework 1, in C++11. All algorithms are one negamax: minimax
// does not cut, and greedy is minimax to the cut-off of its input, without a log.

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

enum { GREEDY = 1, MINIMAX, ALPHA_BETA, BATTLE };

const int SIDE = 5;
const int INFTY = 9999;  // 25 squares of at most 100 each are worth less

struct Game {
    int values[SIDE * SIDE];
    std::string squares;  // row by row

    int score(char player) const {
        int sum = 0;
        for (int i = 0; i < SIDE * SIDE; i++) {
            if (squares[i] != '*') sum += squares[i] == player ? values[i] : -values[i];
        }
        return sum;
    }

    void play(int square, char player) {
        std::vector<int> around;
        if (square >= SIDE) around.push_back(square - SIDE);
        if (square + SIDE < SIDE * SIDE) around.push_back(square + SIDE);
        if (square % SIDE > 0) around.push_back(square - 1);
        if (square % SIDE < SIDE - 1) around.push_back(square + 1);
        bool raid = false;
        for (int n : around) raid = raid || squares[n] == player;
        squares[square] = player;
        for (int n : around) {
            if (raid && squares[n] != '*') squares[n] = player;
        }
    }

    std::string rows() const {
        std::string text;
        for (int i = 0; i < SIDE; i++) text += squares.substr(i * SIDE, SIDE) + "\n";
        return text;
    }
};

struct Player {
    char piece;
    int algorithm, cutOff;
};

class Search {
public:
    Search(const Game& game, const Player& player) : game(game), player(player) {
        log << (player.algorithm == ALPHA_BETA ? "Node,Depth,Value,Alpha,Beta\n" : "Node,Depth,Value\n");
    }

    // The board after the best move.
    Game choose() {
        next = game;
        visit("root", 0, 1, -INFTY, INFTY);
        return next;
    }

    std::ostringstream log;

private:
    Game game, next;
    Player player;

    // The value for the side to move; sign is 1 if that is the root player.
    int visit(const std::string& name, int depth, int sign, int alpha, int beta) {
        if (depth == player.cutOff || game.squares.find('*') == std::string::npos) {
            const int value = sign * game.score(player.piece);
            row(name, depth, sign, value, alpha, beta);
            return value;
        }
        int best = -INFTY;
        row(name, depth, sign, best, alpha, beta);
        for (int square = 0; square < SIDE * SIDE; square++) {
            if (game.squares[square] != '*') continue;
            const std::string before = game.squares;
            game.play(square, sign == 1 ? player.piece : 'X' + 'O' - player.piece);
            const std::string label = std::string(1, 'A' + square % SIDE) + char('1' + square / SIDE);
            const int value = -visit(label, depth + 1, -sign, -beta, -alpha);
            if (value > best) {
                best = value;
                if (depth == 0) next = game;
            }
            game.squares = before;
            const bool cut = player.algorithm == ALPHA_BETA && best >= beta;
            if (!cut) alpha = std::max(alpha, best);
            row(name, depth, sign, best, alpha, beta);
            if (cut) break;
        }
        return best;
    }

    // The log is written from the root player's side.
    void row(const std::string& name, int depth, int sign, int value, int alpha, int beta) {
        log << name << ',' << depth << ',' << number(sign * value);
        if (player.algorithm == ALPHA_BETA) {
            log << ',' << number(sign == 1 ? alpha : -beta) << ',' << number(sign == 1 ? beta : -alpha);
        }
        log << '\n';
    }

    static std::string number(int value) {
        return value == INFTY ? "Infinity" : value == -INFTY ? "-Infinity" : std::to_string(value);
    }
};

// Files go out without their last newline, and to the terminal, too.
void write(const char* file, const std::string& text) {
    std::ofstream(file) << text.substr(0, text.size() - 1);
    std::cout << file << ":\n" << text << std::endl;
}

int main(int, char** argv) {
    std::ifstream in(argv[2]);
    int task;
    in >> task;
    std::vector<Player> players(task == BATTLE ? 2 : 1);
    for (Player& p : players) {
        p.algorithm = task;
        in >> p.piece;
        if (task == BATTLE) in >> p.algorithm;
        in >> p.cutOff;
    }
    Game game;
    for (int& value : game.values) in >> value;
    for (std::string row; in >> row;) game.squares += row;

    if (task == BATTLE) {
        std::string trace;
        for (int turn = 0; game.squares.find('*') != std::string::npos; turn++) {
            game = Search(game, players[turn % 2]).choose();
            trace += game.rows();
        }
        write("trace_state.txt", trace);
        return 0;
    }
    Search search(game, players[0]);
    write("next_state.txt", search.choose().rows());
    write("traverse_log.txt", search.log.str());  // greedy's was only for me
}
