// HW1 - Squirrel Fight. Compile: g++ -std=c++11 squirrel11.cpp
#include <climits>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

const int INF = INT_MAX;
const int SIZE = 5;

struct Board {
    char cell[SIZE][SIZE];
};

struct Player {
    char piece;
    int algorithm;
    int cutoff;
};

int value[SIZE][SIZE];
ofstream logFile;
bool logging, pruning;
int cutoff;
int bestRow, bestCol;

char opponent(char p) { return p == 'X' ? 'O' : 'X'; }

bool inside(int r, int c) { return r >= 0 && r < SIZE && c >= 0 && c < SIZE; }

const int dr[4] = {-1, 1, 0, 0};
const int dc[4] = {0, 0, -1, 1};

Board play(const Board& b, int r, int c, char p) {
    Board next = b;
    next.cell[r][c] = p;
    bool raid = false;
    for (int k = 0; k < 4; k++) {
        if (inside(r + dr[k], c + dc[k]) && b.cell[r + dr[k]][c + dc[k]] == p) raid = true;
    }
    if (!raid) return next;
    for (int k = 0; k < 4; k++) {
        int nr = r + dr[k], nc = c + dc[k];
        if (inside(nr, nc) && b.cell[nr][nc] == opponent(p)) next.cell[nr][nc] = p;
    }
    return next;
}

int score(const Board& b) {
    int x = 0, o = 0;
    for (int r = 0; r < SIZE; r++)
        for (int c = 0; c < SIZE; c++) {
            if (b.cell[r][c] == 'X') x += value[r][c];
            if (b.cell[r][c] == 'O') o += value[r][c];
        }
    return x - o;
}

bool full(const Board& b) {
    for (int r = 0; r < SIZE; r++)
        for (int c = 0; c < SIZE; c++)
            if (b.cell[r][c] == '*') return false;
    return true;
}

string num(int v) {
    if (v == INF) return "Infinity";
    if (v == -INF) return "-Infinity";
    return to_string(v);
}

void writeLog(const string& node, int depth, int v, int alpha, int beta) {
    if (!logging) return;
    logFile << node << "," << depth << "," << num(v);
    if (pruning) logFile << "," << num(alpha) << "," << num(beta);
    logFile << "\n";
}

string nodeName(int r, int c) {
    string s;
    s += char('A' + c);
    s += char('1' + r);
    return s;
}

int minValue(const Board& b, const string& node, int depth, int alpha, int beta);

// X is MAX, O is MIN
int maxValue(const Board& b, const string& node, int depth, int alpha, int beta) {
    if (depth == cutoff || full(b)) {
        int v = score(b);
        writeLog(node, depth, v, alpha, beta);
        return v;
    }
    int v = -INF;
    for (int r = 0; r < SIZE; r++) {
        for (int c = 0; c < SIZE; c++) {
            if (b.cell[r][c] != '*') continue;
            int child = minValue(play(b, r, c, 'X'), nodeName(r, c), depth + 1, alpha, beta);
            if (child > v) {
                v = child;
                if (depth == 0) { bestRow = r; bestCol = c; }
            }
            if (pruning && v >= beta) {
                writeLog(node, depth, v, alpha, beta);
                return v;
            }
            alpha = max(alpha, v);
            writeLog(node, depth, v, alpha, beta);
        }
    }
    return v;
}

int minValue(const Board& b, const string& node, int depth, int alpha, int beta) {
    if (depth == cutoff || full(b)) {
        int v = score(b);
        writeLog(node, depth, v, alpha, beta);
        return v;
    }
    int v = INF;
    writeLog(node, depth, v, alpha, beta);
    for (int r = 0; r < SIZE; r++) {
        for (int c = 0; c < SIZE; c++) {
            if (b.cell[r][c] != '*') continue;
            int child = maxValue(play(b, r, c, 'O'), nodeName(r, c), depth + 1, alpha, beta);
            if (child < v) {
                v = child;
                if (depth == 0) { bestRow = r; bestCol = c; }
            }
            if (pruning && v <= alpha) {
                writeLog(node, depth, v, alpha, beta);
                return v;
            }
            beta = min(beta, v);
            writeLog(node, depth, v, alpha, beta);
        }
    }
    return v;
}

void greedy(const Board& b, char me) {
    int best = -INF;
    for (int r = 0; r < SIZE; r++)
        for (int c = 0; c < SIZE; c++) {
            if (b.cell[r][c] != '*') continue;
            int s = score(play(b, r, c, me));
            if (me == 'O') s = -s;
            if (s > best) { best = s; bestRow = r; bestCol = c; }
        }
}

// leaves the move in bestRow, bestCol
void choose(const Board& b, const Player& p) {
    if (p.algorithm == 1) {
        greedy(b, p.piece);
        return;
    }
    pruning = p.algorithm == 3;
    cutoff = p.cutoff;
    if (p.piece == 'X') {
        // the root line
        writeLog("root", 0, -INF, -INF, INF);
        maxValue(b, "root", 0, -INF, INF);
    } else {
        minValue(b, "root", 0, -INF, INF);
    }
}

void printBoard(ofstream& out, const Board& b) {
    for (int r = 0; r < SIZE; r++) {
        for (int c = 0; c < SIZE; c++) out << b.cell[r][c];
        out << "\n";
    }
}

int main(int argc, char* argv[]) {
    ifstream in(argv[2]);
    int task;
    in >> task;
    Player p[2];
    if (task == 4) {
        for (int i = 0; i < 2; i++) in >> p[i].piece >> p[i].algorithm >> p[i].cutoff;
    } else {
        p[0].algorithm = task;
        in >> p[0].piece >> p[0].cutoff;
    }
    for (int r = 0; r < SIZE; r++)
        for (int c = 0; c < SIZE; c++) in >> value[r][c];
    Board b;
    for (int r = 0; r < SIZE; r++)
        for (int c = 0; c < SIZE; c++) in >> b.cell[r][c];

    if (task == 4) {
        ofstream trace("trace_state.txt");
        for (int turn = 0; !full(b); turn++) {
            choose(b, p[turn % 2]);
            b = play(b, bestRow, bestCol, p[turn % 2].piece);
            printBoard(trace, b);
        }
        return 0;
    }
    if (task != 1) {
        logging = true;
        logFile.open("traverse_log.txt");
        logFile << (task == 3 ? "Node,Depth,Value,Alpha,Beta\n" : "Node,Depth,Value\n");
    }
    choose(b, p[0]);
    b = play(b, bestRow, bestCol, p[0].piece);
    ofstream next("next_state.txt");
    printBoard(next, b);
    return 0;
}
