import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Raid and sneak on a 5x5 board: greedy, minimax, alpha-beta and battle. Run as
 * "squirrel -i input.txt". The numbers of rules are those of
 * docs/rules/squirrel.md. The class is called like the file, in lower case.
 */
public class squirrel {
    static final int GREEDY = 1, ALPHA_BETA = 3, BATTLE = 4;

    public static void main(String[] args) throws IOException {
        List<String> lines = Files.readAllLines(Path.of(args[1]));
        int task = number(lines.get(0));
        if (task == BATTLE) {
            battle(lines);
            return;
        }
        char player = lines.get(1).charAt(0);
        Board board = Board.parse(lines.subList(3, 8), lines.subList(8, 13));
        Search search = new Search(player, task == ALPHA_BETA);
        Files.writeString(Path.of("next_state.txt"), search.choose(board, cutOff(task, lines.get(2))).toString());
        if (task != GREEDY) {
            Files.writeString(Path.of("traverse_log.txt"), search.log());
        }
    }

    /** Lets two players play to the end, each with its own search (rule 8). */
    static void battle(List<String> lines) throws IOException {
        Board board = Board.parse(lines.subList(7, 12), lines.subList(12, 17));
        StringBuilder trace = new StringBuilder();
        for (int turn = 0; !board.full(); turn++) {
            List<String> who = lines.subList(1 + turn % 2 * 3, 4 + turn % 2 * 3);
            int algorithm = number(who.get(1));
            Search search = new Search(who.get(0).charAt(0), algorithm == ALPHA_BETA);
            board = search.choose(board, cutOff(algorithm, who.get(2)));
            trace.append(board);
        }
        Files.writeString(Path.of("trace_state.txt"), trace);
    }

    /** Greedy looks one ply ahead, whatever the input says (rule 7). */
    static int cutOff(int algorithm, String line) {
        return algorithm == GREEDY ? 1 : number(line);
    }

    static int number(String line) {
        return Integer.parseInt(line.trim());
    }
}
