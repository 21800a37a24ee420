import java.io.*;
import java.util.*;

/** CS561 HW2: gang wars. The score is kept up to date while moves are made. */
public class homework {
    static int n, maxDepth;
    static int[][] value;
    static char me;
    static final int[] DR = {-1, 1, 0, 0};
    static final int[] DC = {0, 0, -1, 1};

    static class Move {
        int row, col;
        boolean raid;

        Move(int row, int col, boolean raid) {
            this.row = row;
            this.col = col;
            this.raid = raid;
        }
    }

    static class State {
        char[][] board;
        int score; // of me

        State(char[][] board, int score) {
            this.board = board;
            this.score = score;
        }
    }

    static char enemy(char p) {
        return p == 'X' ? 'O' : 'X';
    }

    static boolean on(int r, int c) {
        return r >= 0 && r < n && c >= 0 && c < n;
    }

    static boolean hasNeighbour(char[][] b, int r, int c, char p) {
        for (int k = 0; k < 4; k++) {
            if (on(r + DR[k], c + DC[k]) && b[r + DR[k]][c + DC[k]] == p) return true;
        }
        return false;
    }

    static List<Move> moves(char[][] b, char p) {
        List<Move> list = new ArrayList<>();
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++)
                if (b[r][c] == '.') list.add(new Move(r, c, false));
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++)
                if (b[r][c] == '.' && hasNeighbour(b, r, c, p)) list.add(new Move(r, c, true));
        return list;
    }

    static State apply(State s, Move m, char p) {
        char[][] b = new char[n][];
        for (int r = 0; r < n; r++) b[r] = s.board[r].clone();
        int gain = value[m.row][m.col];
        b[m.row][m.col] = p;
        if (m.raid) {
            for (int k = 0; k < 4; k++) {
                int r = m.row + DR[k], c = m.col + DC[k];
                if (on(r, c) && b[r][c] == enemy(p)) {
                    b[r][c] = p;
                    gain += value[r][c];
                }
            }
        }
        return new State(b, p == me ? s.score + gain : s.score - gain);
    }

    static int initialScore(char[][] b) {
        int score = 0;
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++) {
                if (b[r][c] == me) score += value[r][c];
                else if (b[r][c] == enemy(me)) score -= value[r][c];
            }
        return score;
    }

    static int minimax(State s, int depth, char player) {
        List<Move> list = moves(s.board, player);
        if (depth == maxDepth || list.isEmpty()) return s.score;
        if (player == 'X') {
            int best = Integer.MIN_VALUE;
            for (Move m : list) best = Math.max(best, minimax(apply(s, m, player), depth + 1, enemy(player)));
            return best;
        }
        int best = Integer.MAX_VALUE;
        for (Move m : list) best = Math.min(best, minimax(apply(s, m, player), depth + 1, enemy(player)));
        return best;
    }

    static int alphabeta(State s, int depth, char player, int alpha, int beta) {
        List<Move> list = moves(s.board, player);
        if (depth == maxDepth || list.isEmpty()) return s.score;
        if (player == 'X') {
            int best = Integer.MIN_VALUE;
            for (Move m : list) {
                best = Math.max(best, alphabeta(apply(s, m, player), depth + 1, enemy(player), alpha, beta));
                if (best >= beta) return best;
                alpha = Math.max(alpha, best);
            }
            return best;
        }
        int best = Integer.MAX_VALUE;
        for (Move m : list) {
            best = Math.min(best, alphabeta(apply(s, m, player), depth + 1, enemy(player), alpha, beta));
            if (best <= alpha) return best;
            beta = Math.min(beta, best);
        }
        return best;
    }

    public static void main(String[] args) throws IOException {
        Scanner in = new Scanner(new File("input.txt"));
        n = in.nextInt();
        String mode = in.next();
        me = in.next().charAt(0);
        maxDepth = in.nextInt();
        value = new int[n][n];
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++) value[r][c] = in.nextInt();
        char[][] board = new char[n][];
        for (int r = 0; r < n; r++) board[r] = in.next().toCharArray();

        State root = new State(board, initialScore(board));
        Move best = null;
        int bestValue = Integer.MIN_VALUE;
        for (Move m : moves(board, me)) {
            State next = apply(root, m, me);
            int v;
            if (mode.equals("MINIMAX")) v = minimax(next, 1, enemy(me));
            else v = alphabeta(next, 1, enemy(me), bestValue, Integer.MAX_VALUE);
            if (best == null || v > bestValue) {
                best = m;
                bestValue = v;
            }
        }

        PrintWriter out = new PrintWriter("output.txt");
        out.print((char) ('A' + best.col) + "" + (best.row + 1) + (best.raid ? " Raid" : " Stake") + "\n");
        for (char[] row : apply(root, best, me).board) out.print(new String(row) + "\n");
        out.close();
    }
}
