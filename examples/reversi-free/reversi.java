import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/**
 * Reversi with positional weights: alpha-beta as in the textbook, with a method for
 * the max player and one for the min player. Written on Windows, with its line ends.
 */
public class reversi {
    static final int[] WEIGHTS = {
        99, -8, 8, 6, 6, 8, -8, 99,
        -8, -24, -4, -3, -3, -4, -24, -8,
        8, -4, 7, 4, 4, 7, -4, 8,
        6, -3, 4, 0, 0, 4, -3, 6,
        6, -3, 4, 0, 0, 4, -3, 6,
        8, -4, 7, 4, 4, 7, -4, 8,
        -8, -24, -4, -3, -3, -4, -24, -8,
        99, -8, 8, 6, 6, 8, -8, 99,
    };
    static final long INFINITY = Long.MAX_VALUE;

    static char me, rival;
    static int limit;
    static StringBuilder log = new StringBuilder("Node,Depth,Value,Alpha,Beta\r\n");

    /** A board, the move that led to it, and how many passes in a row did. */
    static class Node {
        String move = "root";
        char[] board;
        int depth, passes;
        Node best; // the child of the best move

        List<Node> children(char mover) {
            List<Node> list = new ArrayList<>();
            for (int square = 0; square < 64; square++) {
                char[] after = play(board, square, mover);
                if (after != null) list.add(child("" + (char) ('a' + square % 8) + (square / 8 + 1), after, 0));
            }
            if (list.isEmpty()) list.add(child("pass", board, passes + 1));
            return list;
        }

        Node child(String move, char[] board, int passes) {
            Node node = new Node();
            node.move = move;
            node.board = board;
            node.depth = depth + 1;
            node.passes = passes;
            return node;
        }

        /** The game ends with two passes, or when a side has no piece left. */
        boolean leaf() {
            String pieces = new String(board);
            return depth == limit || passes == 2 || pieces.indexOf('X') < 0 || pieces.indexOf('O') < 0;
        }

        long evaluate() {
            long sum = 0;
            for (int square = 0; square < 64; square++) {
                if (board[square] == me) sum += WEIGHTS[square];
                if (board[square] == rival) sum -= WEIGHTS[square];
            }
            return sum;
        }

        long log(long value, long alpha, long beta) {
            log.append(move + "," + depth + "," + text(value) + "," + text(alpha) + "," + text(beta) + "\r\n");
            return value;
        }
    }

    /** The board after a move, or null if it is not legal. */
    static char[] play(char[] board, int square, char mover) {
        if (board[square] != '*') return null;
        char[] after = board.clone();
        boolean legal = false;
        for (int down = -1; down <= 1; down++) {
            for (int right = -1; right <= 1; right++) {
                int steps = 1;
                while (at(board, square, down * steps, right * steps) == (mover == 'X' ? 'O' : 'X')) steps++;
                if (steps == 1 || at(board, square, down * steps, right * steps) != mover) continue;
                legal = true;
                while (--steps >= 0) after[square + 8 * down * steps + right * steps] = mover;
            }
        }
        return legal ? after : null;
    }

    static char at(char[] board, int square, int down, int right) {
        int row = square / 8 + down, column = square % 8 + right;
        return row < 0 || row > 7 || column < 0 || column > 7 ? ' ' : board[8 * row + column];
    }

    static String text(long value) {
        return value == INFINITY ? "Infinity" : value == -INFINITY ? "-Infinity" : "" + value;
    }

    static long maxValue(Node node, long alpha, long beta) {
        if (node.leaf()) return node.log(node.evaluate(), alpha, beta);
        long value = node.log(-INFINITY, alpha, beta);
        for (Node child : node.children(me)) {
            long below = minValue(child, alpha, beta);
            if (below > value) {
                value = below;
                node.best = child;
            }
            if (value >= beta) return node.log(value, alpha, beta);
            alpha = Math.max(alpha, value);
            node.log(value, alpha, beta);
        }
        return value;
    }

    static long minValue(Node node, long alpha, long beta) {
        if (node.leaf()) return node.log(node.evaluate(), alpha, beta);
        long value = node.log(INFINITY, alpha, beta);
        for (Node child : node.children(rival)) {
            value = Math.min(value, maxValue(child, alpha, beta));
            if (value <= alpha) return node.log(value, alpha, beta);
            beta = Math.min(beta, value);
            node.log(value, alpha, beta);
        }
        return value;
    }

    public static void main(String[] args) throws IOException {
        Scanner in = new Scanner(Path.of("input.txt"));
        me = in.next().charAt(0);
        rival = me == 'X' ? 'O' : 'X';
        limit = in.nextInt();
        Node root = new Node();
        String squares = "";
        while (in.hasNext()) squares += in.next();
        root.board = squares.toCharArray();
        System.out.println("value: " + maxValue(root, -INFINITY, INFINITY));

        StringBuilder out = new StringBuilder();
        for (int row = 0; row < 8; row++) out.append(root.best.board, 8 * row, 8).append("\r\n");
        Files.writeString(Path.of("output.txt"), out.append(log));
    }
}
