/** Minimax or alpha-beta for one player, with its log (docs/rules/README.md). */
final class Search {
    private static final int INFINITY = Integer.MAX_VALUE;

    private final char player;
    private final boolean alphaBeta;
    private final StringBuilder log = new StringBuilder();
    private int cutOff;
    private Board chosen; // after the root's first best move

    Search(char player, boolean alphaBeta) {
        this.player = player;
        this.alphaBeta = alphaBeta;
        log.append(alphaBeta ? "Node,Depth,Value,Alpha,Beta\n" : "Node,Depth,Value\n");
    }

    String log() {
        return log.toString();
    }

    /** The board after the best move, or as it is where there is none. */
    Board choose(Board board, int cutOff) {
        this.cutOff = cutOff;
        chosen = board;
        visit(board, "root", 0, -INFINITY, INFINITY);
        return chosen;
    }

    private int visit(Board board, String name, int depth, int alpha, int beta) {
        if (depth == cutOff || board.full()) {
            int value = board.score(player);
            row(name, depth, value, alpha, beta);
            return value;
        }
        boolean max = depth % 2 == 0;
        int value = max ? -INFINITY : INFINITY;
        row(name, depth, value, alpha, beta);
        for (int square : board.moves()) {
            Board after = board.play(square, max ? player : opponent());
            int below = visit(after, Board.name(square), depth + 1, alpha, beta);
            if (max ? below > value : below < value) {
                value = below;
                if (depth == 0) {
                    chosen = after;
                }
            }
            // The line of a cut shows the window as it was (log rule 3).
            if (alphaBeta && (max ? value >= beta : value <= alpha)) {
                row(name, depth, value, alpha, beta);
                return value;
            }
            if (max) {
                alpha = Math.max(alpha, value);
            } else {
                beta = Math.min(beta, value);
            }
            row(name, depth, value, alpha, beta);
        }
        return value;
    }

    private char opponent() {
        return player == 'X' ? 'O' : 'X';
    }

    private void row(String name, int depth, int value, int alpha, int beta) {
        log.append(name).append(',').append(depth).append(',').append(number(value));
        if (alphaBeta) {
            log.append(',').append(number(alpha)).append(',').append(number(beta));
        }
        log.append('\n');
    }

    private static String number(int value) {
        return value == INFINITY ? "Infinity" : value == -INFINITY ? "-Infinity" : String.valueOf(value);
    }
}
