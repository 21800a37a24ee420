import java.util.ArrayList;
import java.util.List;

/** A position: values and pieces, square by square in row-major order. */
final class Board {
    static final int SIDE = 5;
    static final char FREE = '*';

    private final int[] values;
    private final char[] pieces;

    private Board(int[] values, char[] pieces) {
        this.values = values;
        this.pieces = pieces;
    }

    static Board parse(List<String> values, List<String> rows) {
        int[] numbers = new int[SIDE * SIDE];
        StringBuilder pieces = new StringBuilder();
        for (int row = 0; row < SIDE; row++) {
            String[] words = values.get(row).trim().split("\\s+");
            for (int column = 0; column < SIDE; column++) {
                numbers[row * SIDE + column] = Integer.parseInt(words[column]);
            }
            pieces.append(rows.get(row).trim());
        }
        return new Board(numbers, pieces.toString().toCharArray());
    }

    static String name(int square) {
        return "" + (char) ('A' + square % SIDE) + (square / SIDE + 1);
    }

    /** The free squares in the order of expansion (rule 2). */
    List<Integer> moves() {
        List<Integer> free = new ArrayList<>();
        for (int square = 0; square < pieces.length; square++) {
            if (pieces[square] == FREE) {
                free.add(square);
            }
        }
        return free;
    }

    boolean full() {
        return moves().isEmpty();
    }

    /** The board after a move: a raid beside an own piece, else a sneak (rule 3). */
    Board play(int square, char player) {
        char[] after = pieces.clone();
        after[square] = player;
        List<Integer> around = neighbours(square);
        if (around.stream().anyMatch(n -> pieces[n] == player)) {
            for (int n : around) {
                if (pieces[n] != FREE) {
                    after[n] = player;
                }
            }
        }
        return new Board(values, after);
    }

    private static List<Integer> neighbours(int square) {
        List<Integer> list = new ArrayList<>();
        int row = square / SIDE, column = square % SIDE;
        if (row > 0) list.add(square - SIDE);
        if (column > 0) list.add(square - 1);
        if (column < SIDE - 1) list.add(square + 1);
        if (row < SIDE - 1) list.add(square + SIDE);
        return list;
    }

    /** Own values minus the opponent's (rule 4). */
    int score(char player) {
        int sum = 0;
        for (int square = 0; square < pieces.length; square++) {
            if (pieces[square] == player) {
                sum += values[square];
            } else if (pieces[square] != FREE) {
                sum -= values[square];
            }
        }
        return sum;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < SIDE; row++) {
            text.append(pieces, row * SIDE, SIDE).append('\n');
        }
        return text.toString();
    }
}
