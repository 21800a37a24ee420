// reversi with alpha-beta
// reads input.txt, writes output.txt
#include <fstream>
#include <string>
#include <utility>
#include <vector>
using namespace std;

typedef vector<string> Board;
typedef pair<int, int> Square;

const int INF = 1000000;
const Square PASS(-1, -1);
const int W[8][8] = {
    {99, -8, 8, 6, 6, 8, -8, 99},    {-8, -24, -4, -3, -3, -4, -24, -8},
    {8, -4, 7, 4, 4, 7, -4, 8},      {6, -3, 4, 0, 0, 4, -3, 6},
    {6, -3, 4, 0, 0, 4, -3, 6},      {8, -4, 7, 4, 4, 7, -4, 8},
    {-8, -24, -4, -3, -3, -4, -24, -8}, {99, -8, 8, 6, 6, 8, -8, 99}};

class Reversi {
  public:
    Reversi(char player, int depth) : me(player), maxDepth(depth), bestMove(PASS) {}

    void solve(const Board& b) {
        maxValue(b, "root", 0, 0, -INF, INF);
    }

    Board nextState(const Board& b) {
        return play(b, bestMove, me);
    }

    string log;

  private:
    char me;
    int maxDepth;
    Square bestMove;

    static char other(char p) { return p == 'X' ? 'O' : 'X'; }

    static bool onBoard(int r, int c) { return r >= 0 && r < 8 && c >= 0 && c < 8; }

    // the number of pieces that a move at (r, c) flips in the direction (dr, dc)
    static int flips(const Board& b, int r, int c, int dr, int dc, char p) {
        int n = 0;
        r += dr;
        c += dc;
        while (onBoard(r, c) && b[r][c] == other(p)) {
            n++;
            r += dr;
            c += dc;
        }
        return onBoard(r, c) && b[r][c] == p ? n : 0;
    }

    static vector<Square> legalMoves(const Board& b, char p) {
        vector<Square> moves;
        for (int r = 0; r < 8; r++)
            for (int c = 0; c < 8; c++) {
                if (b[r][c] != '*') continue;
                for (int dr = -1; dr <= 1; dr++)
                    for (int dc = -1; dc <= 1; dc++)
                        if ((dr || dc) && flips(b, r, c, dr, dc, p) > 0) moves.push_back(Square(r, c));
            }
        if (moves.empty()) moves.push_back(PASS);
        return moves;
    }

    static Board play(Board b, Square m, char p) {
        if (m == PASS) return b;
        Board before = b;
        b[m.first][m.second] = p;
        for (int dr = -1; dr <= 1; dr++)
            for (int dc = -1; dc <= 1; dc++) {
                if (!dr && !dc) continue;
                int n = flips(before, m.first, m.second, dr, dc, p);
                for (int i = 1; i <= n; i++) b[m.first + i * dr][m.second + i * dc] = p;
            }
        return b;
    }

    int evaluate(const Board& b) {
        int sum = 0;
        for (int r = 0; r < 8; r++)
            for (int c = 0; c < 8; c++) {
                if (b[r][c] == me) sum += W[r][c];
                if (b[r][c] == other(me)) sum -= W[r][c];
            }
        return sum;
    }

    static string name(Square m) {
        if (m == PASS) return "pass";
        string s = "a1";
        s[0] += m.second;
        s[1] += m.first;
        return s;
    }

    static string str(int v) {
        if (v == INF) return "Infinity";
        if (v == -INF) return "-Infinity";
        return to_string(v);
    }

    void write(const string& node, int depth, int v, int alpha, int beta) {
        log += "\n" + node + "," + to_string(depth) + "," + str(v) + "," + str(alpha) + "," + str(beta);
    }

    int maxValue(const Board& b, const string& node, int depth, int passes, int alpha, int beta) {
        if (depth == maxDepth || passes == 2) {
            int v = evaluate(b);
            write(node, depth, v, alpha, beta);
            return v;
        }
        vector<Square> moves = legalMoves(b, me);
        int v = -INF;
        write(node, depth, v, alpha, beta);
        passes = moves[0] == PASS ? passes + 1 : 0;
        for (size_t i = 0; i < moves.size(); i++) {
            int child = minValue(play(b, moves[i], me), name(moves[i]), depth + 1, passes, alpha, beta);
            if (child > v) {
                v = child;
                if (depth == 0) bestMove = moves[i];
            }
            if (i + 1 == moves.size() || v >= beta) break; // nobody needs alpha any more
            alpha = max(alpha, v);
            write(node, depth, v, alpha, beta);
        }
        write(node, depth, v, alpha, beta);
        return v;
    }

    int minValue(const Board& b, const string& node, int depth, int passes, int alpha, int beta) {
        if (depth == maxDepth || passes == 2) {
            int v = evaluate(b);
            write(node, depth, v, alpha, beta);
            return v;
        }
        vector<Square> moves = legalMoves(b, other(me));
        int v = INF;
        write(node, depth, v, alpha, beta);
        passes = moves[0] == PASS ? passes + 1 : 0;
        for (size_t i = 0; i < moves.size(); i++) {
            int child = maxValue(play(b, moves[i], other(me)), name(moves[i]), depth + 1, passes, alpha, beta);
            v = min(v, child);
            if (i + 1 == moves.size() || v <= alpha) break;
            beta = min(beta, v);
            write(node, depth, v, alpha, beta);
        }
        write(node, depth, v, alpha, beta);
        return v;
    }
};

int main() {
    ifstream in("input.txt");
    char player;
    int depth;
    in >> player >> depth;
    Board board(8);
    for (int i = 0; i < 8; i++) in >> board[i];

    Reversi game(player, depth);
    game.solve(board);

    ofstream out("output.txt");
    Board next = game.nextState(board);
    for (int i = 0; i < 8; i++) out << next[i] << "\n";
    out << "Node,Depth,Value,Alpha,Beta" << game.log;
    return 0;
}
