import java.io.*;
import java.nio.file.*;
import java.util.*;

/** Map colouring game, homework 2. */
public class mapcolor {
    static final int INF = Integer.MAX_VALUE;

    static List<String> colors = new ArrayList<>();
    static Map<String, List<String>> neighbors = new TreeMap<>();
    static Map<String, Integer> weights1 = new HashMap<>();
    static Map<String, Integer> weights2 = new HashMap<>();
    static int maxDepth;

    static StringBuilder log = new StringBuilder();
    static String bestState, bestColor;

    // what is on the map
    static class Assignment {
        Map<String, String> color = new LinkedHashMap<>();
        Map<String, Integer> owner = new HashMap<>();

        Assignment with(String state, String c, int player) {
            Assignment a = new Assignment();
            a.color.putAll(color);
            a.owner.putAll(owner);
            a.color.put(state, c);
            a.owner.put(state, player);
            return a;
        }

        int score() {
            int total = 0;
            for (String s : color.keySet()) {
                if (owner.get(s) == 1) total += weights1.get(color.get(s));
                else total -= weights2.get(color.get(s));
            }
            return total;
        }

        boolean canColor(String state) {
            if (color.containsKey(state)) return false;
            for (String n : neighbors.get(state)) {
                if (color.containsKey(n)) return true;
            }
            return false;
        }

        boolean conflict(String state, String c) {
            for (String n : neighbors.get(state)) {
                if (color.get(n) == c) return true;
            }
            return false;
        }
    }

    static String show(int v) {
        if (v == INF) return "inf";
        if (v == -INF) return "-inf";
        return Integer.toString(v);
    }

    static void write(String state, String c, int depth, int v, int alpha, int beta) {
        log.append(state + ", " + c + ", " + depth + ", " + show(v) + ", " + show(alpha) + ", " + show(beta) + "\n");
    }

    static int maxValue(Assignment a, String state, String c, int depth, int alpha, int beta) {
        if (depth == maxDepth) {
            int score = a.score();
            write(state, c, depth, score, alpha, beta);
            return score;
        }
        int v = -INF;
        write(state, c, depth, v, alpha, beta);
        for (String s : neighbors.keySet()) {
            if (!a.canColor(s)) continue;
            for (String k : colors) {
                if (a.conflict(s, k)) continue;
                int child = minValue(a.with(s, k, 1), s, k, depth + 1, alpha, beta);
                if (child > v) {
                    v = child;
                    if (depth == 0) {
                        bestState = s;
                        bestColor = k;
                    }
                }
                if (v >= beta) {
                    write(state, c, depth, v, alpha, beta);
                    return v;
                }
                alpha = Math.max(alpha, v);
                write(state, c, depth, v, alpha, beta);
            }
        }
        return v;
    }

    static int minValue(Assignment a, String state, String c, int depth, int alpha, int beta) {
        if (depth == maxDepth) {
            int score = a.score();
            write(state, c, depth, score, alpha, beta);
            return score;
        }
        int v = INF;
        write(state, c, depth, v, alpha, beta);
        for (String s : neighbors.keySet()) {
            if (!a.canColor(s)) continue;
            for (String k : colors) {
                if (a.conflict(s, k)) continue;
                int child = maxValue(a.with(s, k, 2), s, k, depth + 1, alpha, beta);
                v = Math.min(v, child);
                if (v <= alpha) {
                    write(state, c, depth, v, alpha, beta);
                    return v;
                }
                beta = Math.min(beta, v);
                write(state, c, depth, v, alpha, beta);
            }
        }
        return v;
    }

    static void readWeights(String line, Map<String, Integer> weights) {
        for (String part : line.split(",")) {
            String[] pair = part.split(":");
            weights.put(pair[0].trim(), Integer.parseInt(pair[1].trim()));
        }
    }

    public static void main(String[] args) throws IOException {
        List<String> lines = Files.readAllLines(Paths.get(args[1]));
        for (String color : lines.get(0).split(",")) colors.add(color.trim());
        Collections.sort(colors);

        Assignment start = new Assignment();
        String lastState = null, lastColor = null;
        for (String part : lines.get(1).split(",")) {
            lastState = part.split(":")[0].trim();
            lastColor = part.split(":")[1].split("-")[0].trim();
            int player = Integer.parseInt(part.split("-")[1].trim());
            start = start.with(lastState, lastColor, player);
        }
        maxDepth = Integer.parseInt(lines.get(2).trim());
        readWeights(lines.get(3), weights1);
        readWeights(lines.get(4), weights2);
        for (String line : lines.subList(5, lines.size())) {
            if (line.trim().isEmpty()) continue;
            List<String> list = new ArrayList<>();
            for (String n : line.split(":")[1].split(",")) list.add(n.trim());
            neighbors.put(line.split(":")[0].trim(), list);
        }

        int v = maxValue(start, lastState, lastColor, 0, -INF, INF);

        PrintWriter out = new PrintWriter("output.txt");
        out.print(log + bestState + ", " + bestColor + ", " + show(v));
        out.close();
    }
}
