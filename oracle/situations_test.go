package oracle_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A showing is a handmade input, with the situations of its assignment's catalogue that it
// shows and those that it just fails to show.
type showing struct{ name, input, has, lacks string }

// The situations of each assignment, each bound tested from both sides.
func TestSituations(t *testing.T) {
	for assignment, showings := range map[string][]showing{
		"squirrel": squirrelShowings(), "gangwars": gangwarsShowings, "reversi": reversiShowings(),
		"mancala": mancalaShowings, "mapcolor": mapcolorShowings(),
	} {
		a, err := oracle.Lookup(assignment)
		if err != nil {
			t.Fatal(err)
		}
		held := map[string]int{} // 1: had, 2: lacked
		for _, s := range showings {
			seen, err := parse(t, assignment, s.input).Situations(t.Context())
			if err != nil {
				t.Fatalf("%s: %v", s.name, err)
			}
			shown := seen.Names(a.Situations)
			for _, name := range strings.Fields(s.has + " " + s.lacks) {
				if !slices.ContainsFunc(a.Situations, func(of homework.Situation) bool { return of.Name == name }) {
					t.Fatalf("%s has no situation %q", assignment, name)
				}
				want := slices.Contains(strings.Fields(s.has), name)
				if slices.Contains(shown, name) != want {
					t.Errorf("%s, %s: %s shown %v, want %v", assignment, s.name, name, !want, want)
				}
				if want {
					held[name] |= 1
				} else {
					held[name] |= 2
				}
			}
		}
		for _, s := range a.Situations[10:] { // the game's own; those of the search are tested with the search
			if held[s.Name] != 3 {
				t.Errorf("%s: no input shows %s, or none lacks it", assignment, s.Name)
			}
		}
	}
}

// board returns a board of 8x8 that is empty except for the given rows, starting at row at.
func board(at int, rows ...string) string {
	lines := slices.Repeat([]string{"********"}, 8)
	copy(lines[at:], rows)
	return strings.Join(lines, "\n") + "\n"
}

func reversiShowings() []showing {
	return []showing{
		{"the start", "X\n1\n" + board(3, "***OX***", "***XO***"), "flip-east flip-west flip-south flip-north tie-at-root",
			"pass pass-at-root white-to-move many-lines long-line wiped-out full-board wrap-tempts flip-south-east flip-south-west flip-north-east flip-north-west"},
		{"O moves", "O\n1\n" + board(3, "***OX***", "***XO***"), "white-to-move", "pass"},
		{"a line of four", "X\n1\n" + board(0, "XOOOO***"), "flip-west one-move-at-root", "long-line many-lines flip-east flip-south flip-north"},
		{"a line of five", "X\n1\n" + board(0, "XOOOOO**"), "flip-west long-line", "many-lines"},
		{"two lines", "X\n1\n" + board(0, "XO******", "**O*****", "**X*****"), "flip-west flip-south", "flip-north many-lines"},
		{"three lines", "X\n1\n" + board(0, "XO*OX***", "**O*****", "**X*****"), "flip-west flip-east flip-south many-lines", "long-line"},
		{"diagonals", "X\n1\n" + board(2, "*X***X**", "**O*O***", "********", "**O*O***", "*X***X**"),
			"flip-south-east flip-south-west flip-north-east flip-north-west many-lines", "flip-east flip-north"},
		{"a pass at the root", "X\n1\n" + board(0, "OX******"), "pass-at-root", "pass double-pass pass-after-reply"},
		{"two passes", "X\n2\n" + board(0, "X*O*****"), "pass-at-root pass double-pass", "pass-after-reply wiped-out game-over-before-cut-off"},
		{"the game is over below two passes", "X\n3\n" + board(0, "X*O*****"), "double-pass game-over-before-cut-off", "wiped-out"},
		{"passes that are not neighbours", "X\n3\n" + board(0, "O*******", "X*******"), "pass-at-root pass pass-after-reply", "double-pass"},
		{"a side without a piece", "X\n2\n" + board(0, "X*******"), "wiped-out double-pass", "full-board"},
		{"wiped out by the last move", "X\n1\n" + board(0, "XO******"), "", "wiped-out pass"},
		{"a full board", "X\n2\n" + strings.Repeat("XXXXOOOO\n", 8), "full-board double-pass", "wiped-out"},
		{"a line round the edge", "X\n1\n" + board(0, "******XO"), "wrap-tempts pass-at-root", "flip-west"},
	}
}

// flat returns a squirrel or gangwars input in which all squares are worth 1.
func flat(n int, head, board string) string {
	return head + strings.Repeat(strings.TrimSpace(strings.Repeat("1 ", n))+"\n", n) + board
}

func squirrelShowings() []showing {
	full := func(rows string) string { return flat(5, "", rows) }
	return []showing{
		{"greedy with another cut-off line", "1\nX\n2\n" + full("XXXXX\nXXXXX\nXX*XX\nOOOOO\nOOOOO\n"), "greedy-cut-off last-square raid raid-could-chain one-move-at-root",
			"raid-of-none raid-of-two value-100 o-moves-first sneak-by-enemy"},
		{"two free squares", "1\nX\n1\n" + full("XXXXX\nXXXXX\nXX*XX\nOOOOO\nOOOO*\n"), "raid sneak-by-enemy", "greedy-cut-off last-square only-diagonal"},
		{"a raid of two could go on", "2\nX\n1\n" + full("XXXXX\nXX*OO\nXXOXX\nOOOOO\nOOOOO\n"), "raid-of-two raid-could-chain", "raid-of-none"},
		{"a raid of one that could not go on", "2\nX\n1\n" + full("XXXXX\nXX*OX\nXXXXX\nXXXXX\nXXXXX\n"), "raid", "raid-of-two raid-could-chain"},
		{"no enemy near by", "2\nX\n1\n" + full("XXXXX\nXX*XX\nXXXXX\nOOOOO\nOOOOO\n"), "raid-of-none", "raid raid-of-two"},
		{"only diagonal pieces", "2\nX\n1\n" + full("OOOOO\nOXOXO\nOO*OO\nOXOXO\nOOOOO\n"), "sneak-by-enemy only-diagonal", "raid raid-of-none"},
		{"a value of 100", "2\nX\n1\n" + strings.Replace(full("XXXXX\nXX*XX\nXXXXX\nOOOOO\nOOOOO\n"), "1", "100", 1), "value-100", "only-diagonal"},
		{"a value of 101", "2\nX\n1\n" + strings.Replace(full("XXXXX\nXX*XX\nXXXXX\nOOOOO\nOOOOO\n"), "1", "101", 1), "", "value-100"},
		{"a battle that O begins", "4\nO\n2\n2\nX\n3\n3\n" + full("XXXXX\nXX*XX\nXXXXX\nOOOOO\nOOOOO\n"), "o-moves-first different-algorithms different-cut-offs", "greedy-cut-off"},
		{"a battle of equals", "4\nX\n2\n2\nO\n2\n2\n" + full("XXXXX\nXX*XX\nXXXXX\nOOOOO\nOOOOO\n"), "", "o-moves-first different-algorithms different-cut-offs greedy-cut-off"},
		{"a battle against greed", "4\nX\n2\n3\nO\n1\n2\n" + full("XXXXX\nXX*XX\nXXXXX\nOOOOO\nOOOOO\n"), "different-algorithms greedy-cut-off", "different-cut-offs"},
	}
}

// large returns a gangwars board with a free square at the given row and column, from 0.
func large(n, row, column int) string {
	lines := slices.Repeat([]string{strings.Repeat("O", n)}, n)
	lines[row] = lines[row][:column] + "." + lines[row][column+1:]
	return flat(n, "", strings.Join(lines, "\n")+"\n")
}

var gangwarsShowings = []showing{
	{"row ten", "10\nMINIMAX\nX\n1\n" + large(10, 9, 3), "two-digit-row stake-chosen stake-by-enemy one-move-at-root", "largest-board one-square raid raid-chosen only-diagonal"},
	{"row nine", "10\nMINIMAX\nX\n1\n" + large(10, 8, 3), "", "two-digit-row"},
	{"26 columns", "26\nMINIMAX\nX\n1\n" + large(26, 0, 0), "largest-board", "two-digit-row"},
	{"25 columns", "25\nMINIMAX\nX\n1\n" + large(25, 0, 0), "", "largest-board"},
	{"one square", "1\nMINIMAX\nX\n1\n7\n.\n", "one-square stake-chosen", "two-digit-row largest-board"},
	{"a raid of one", "3\nMINIMAX\nX\n1\n" + flat(3, "", "X.O\nXXX\nXXX\n"), "raid raid-chosen two-sources stake-by-enemy", "raid-of-two raid-of-none raid-could-chain stake-chosen one-square"},
	{"a raid of two with one source", "3\nMINIMAX\nX\n1\n" + flat(3, "", "X.O\nXOX\nXXX\n"), "raid-of-two", "two-sources raid-could-chain"},
	{"a raid that could go on", "3\nMINIMAX\nX\n1\n" + flat(3, "", "X.O\nXXO\nXXX\n"), "raid-could-chain", "raid-of-two"},
	{"a raid of the last piece at the depth", "3\nMINIMAX\nX\n1\n" + flat(3, "", "X.O\n...\n...\n"), "raid", "wiped-out greedy-errs"},
	{"a raid of the last piece above it", "3\nMINIMAX\nX\n2\n" + flat(3, "", "X.O\n...\n...\n"), "raid wiped-out", ""},
	{"a raid of one of two pieces", "3\nMINIMAX\nX\n2\n" + flat(3, "", "X.O\nXXX\nXXO\n"), "raid", "wiped-out"},
	{"the dearest square is lost again", "3\nMINIMAX\nX\n2\n1 9 10\n1 1 1\n1 1 1\nO..\nOOO\nOOO\n", "greedy-errs stake-chosen", "wiped-out"},
	{"a raid of none ties with its stake", "2\nMINIMAX\nX\n1\n" + flat(2, "", "X.\nXX\n"), "raid-of-none stake-ties-raid-of-square", "raid later-stake-ties-raid stake-by-enemy"},
	{"a later stake is as good as a raid", "3\nMINIMAX\nX\n1\n1 1 1\n1 1 1\n1 1 3\nX.O\nXXO\nXO.\n", "later-stake-ties-raid stake-chosen", "raid-chosen stake-ties-raid-of-square"},
	{"an earlier stake is as good as a raid", "3\nMINIMAX\nX\n1\n3 1 1\n1 1 1\n1 1 1\n.OX\nOXO\nXX.\n", "", "later-stake-ties-raid"},
	{"only diagonal pieces", "3\nMINIMAX\nX\n1\n" + flat(3, "", "XOX\nO.O\nXOX\n"), "only-diagonal stake-by-enemy", "raid raid-of-none"},
}

// Lines are the task, the player, the cut-off, the pits of player 2 and of player 1, and
// their mancalas. One lap around three pits a side takes seven stones.
var mancalaShowings = []showing{
	{"one extra turn", "2\n1\n1\n3 3 3\n5 0 1\n0\n0\n", "extra-turn chain-at-cut-off", "own-pit-filled extra-turn-of-opponent chain-of-two player-2 ten-pits thousand-stones lap"},
	{"one before the cut-off", "2\n1\n2\n0 0 1\n5 0 1\n0\n0\n", "extra-turn", "extra-turn-of-opponent chain-at-cut-off"},
	{"two extra turns in a row", "2\n1\n1\n3 3 3\n3 2 4\n0\n0\n", "chain-of-two", "chain-of-three long-chain"},
	{"three", "2\n1\n1\n2 5 1\n3 1 0\n0\n0\n", "chain-of-three chain-ends-game", "long-chain"},
	{"four", "2\n1\n1\n5 1 4\n3 2 6\n0\n0\n", "long-chain", "greedy-cut-off"},
	{"two equally good moves in a chain", "2\n1\n1\n3 3 3\n3 3 1\n0\n0\n", "tie-in-chain", "cut-in-chain"},
	{"two unequal ones", "2\n1\n1\n3 3 3\n3 0 4\n0\n0\n", "extra-turn own-pit-filled", "tie-in-chain"},
	{"the opponent's chain is cut", "3\n1\n2\n1 0 4\n6 4 5\n0\n0\n", "cut-in-chain extra-turn-of-opponent", "extra-turn"},
	{"no extra turn", "2\n1\n1\n3 3 3\n1 0 0\n0\n0\n", "capture", "extra-turn chain-at-cut-off chain-ends-game capture-of-opponent capture-nothing own-pit-filled"},
	{"a capture of nothing", "2\n1\n1\n3 0 3\n1 0 0\n0\n0\n", "capture-nothing mover-empties-own-side sweep", "capture opponents-side-emptied"},
	{"a capture that empties the other side", "2\n1\n1\n0 3 0\n1 0 2\n0\n0\n", "capture opponents-side-emptied", "mover-empties-own-side capture-nothing"},
	{"the last stone beside nothing", "1\n1\n1\n1 1 1\n0 0 1\n0\n0\n", "chain-ends-game mover-empties-own-side sweep", "extra-turn"},
	{"nothing is left", "1\n1\n1\n0 3 0\n1 0 0\n0\n0\n", "mover-empties-own-side opponents-side-emptied", "sweep"},
	{"the opponent captures", "2\n1\n2\n0 1 9\n2 1 0\n0\n0\n", "capture-of-opponent", "player-2"},
	{"into an empty pit of the other side", "2\n1\n1\n1 1 0\n1 1 2\n0\n0\n", "opponents-empty-pit", "capture-of-opponent"},
	{"into one that is not empty", "2\n1\n1\n1 1 1\n1 1 2\n0\n0\n", "", "opponents-empty-pit"},
	{"just a lap", "1\n1\n2\n1 1 1\n7 0 0\n0\n0\n", "lap-home capture greedy-cut-off", "lap two-laps-home lap-over-mancala"},
	{"a stone more than a lap", "1\n1\n1\n1 1 1\n8 0 0\n0\n0\n", "lap", "lap-home two-laps-home lap-over-mancala greedy-cut-off"},
	{"a lap over the mancala", "1\n1\n1\n1 1 1\n0 0 8\n0\n0\n", "lap lap-over-mancala extra-turn", "lap-home"},
	{"two laps", "1\n1\n1\n1 1 1\n14 0 0\n0\n0\n", "lap two-laps-home lap-over-mancala", "lap-home"},
	{"player 2, and a thousand stones", "1\n2\n1\n1000 1 1\n1 1 1\n0\n0\n", "player-2 thousand-stones", "ten-pits"},
	{"nearly a thousand", "1\n2\n1\n999 1 1\n1 1 1\n1000\n1000\n", "", "thousand-stones"},
	{"ten pits", "1\n1\n1\n1 1 1 1 1 1 1 1 1 1\n1 1 1 1 1 1 1 1 1 1\n0\n0\n", "ten-pits", "player-2"},
	{"nine pits", "1\n1\n1\n1 1 1 1 1 1 1 1 1\n1 1 1 1 1 1 1 1 1\n0\n0\n", "", "ten-pits"},
}

// chart returns a map-colouring input from its colours, initial assignments and lines. Both
// players weigh the colours 1, 2, 3 and so on.
func chart(colours, initial string, lines ...string) string {
	var weights []string
	for i, c := range strings.Split(colours, ", ") {
		weights = append(weights, fmt.Sprintf("%s: %d", c, i+1))
	}
	w := strings.Join(weights, ", ")
	return strings.Join(append([]string{colours, initial, "1", w, w}, lines...), "\n") + "\n"
}

// ring returns the lines of n states in a circle.
func ring(n int) (lines []string) {
	name := func(i int) string { return fmt.Sprintf("S%02d", (i+n)%n) }
	for i := range n {
		lines = append(lines, name(i)+": "+name(i-1)+", "+name(i+1))
	}
	return lines
}

func mapcolorShowings() []showing {
	path := []string{"A: B", "B: A, C", "C: B"}
	return []showing{
		{"a path", chart("B, G, R", "A: B-1", path...), "one-initial last-by-player-1",
			"wiped-out-state editions-part move-leaves-none out-of-reach equal-weights negative-weights colours-unsorted case-order number-order " +
				"lines-unsorted one-sided-edge no-line isolated many-initial outside-map thirty-states six-colours"},
		{"a longer path, player 2", chart("B, G, R", "A: B-2", "A: B", "B: A, C", "C: B, D", "D: C"), "out-of-reach one-initial", "last-by-player-1"},
		{"two initial assignments", chart("B, G, R", "A: B-1, C: B-2", path...), "", "one-initial many-initial last-by-player-1"},
		{"three", chart("B, G, R", "A: B-1, C: B-2, S00: R-1", append(path, ring(9)...)...), "last-by-player-1", "one-initial many-initial"},
		{"four", chart("B, G, R", "A: B-1, C: B-2, S00: R-1, S05: R-1", append(path, ring(9)...)...), "many-initial", "one-initial thirty-states"},
		{"a state without a colour", chart("B, G", "A: B-1, C: G-2", "A: X, Y", "C: X", "X: A, C", "Y: A"), "wiped-out-state editions-part", "move-leaves-none"},
		{"a move takes the last colour", chart("B, G", "A: B-1", "A: X, Y", "X: A, Y", "Y: A, X"), "move-leaves-none wiped-out-state", "editions-part"},
		{"equal weights", strings.Replace(chart("B, G, R", "A: B-1", path...), "G: 2", "G: 1", 1), "equal-weights", "negative-weights"},
		{"negative weights", strings.Replace(chart("B, G, R", "A: B-1", path...), "G: 2", "G: -1", 1), "negative-weights", "equal-weights"},
		{"a weight of 0", strings.Replace(chart("B, G, R", "A: B-1", path...), "G: 2", "G: 0", 1), "", "negative-weights equal-weights"},
		{"colours in another order", chart("G, B, R", "A: B-1", path...), "colours-unsorted", "lines-unsorted"},
		{"names of two cases", chart("B, G, R", "B: B-1", "B: a", "a: B"), "case-order", "number-order lines-unsorted"},
		{"names with numbers", chart("B, G, R", "S10: B-1", "S10: S9", "S9: S10"), "number-order", "case-order lines-unsorted"},
		{"lines in another order", chart("B, G, R", "A: B-1", "B: A", "A: B"), "lines-unsorted", "one-sided-edge"},
		{"an edge on one line", chart("B, G, R", "A: B-1", "A: B", "B: "), "one-sided-edge", "no-line isolated"},
		{"a state without a line", chart("B, G, R", "A: B-1", "A: B"), "no-line one-sided-edge", "isolated outside-map"},
		{"a state without neighbours", chart("B, G, R", "A: B-1", "A: B", "B: A", "C: "), "isolated", "no-line outside-map one-sided-edge"},
		{"an initial state that is not on the map", chart("B, G, R", "A: B-1, D: B-2", "A: B", "B: A"), "outside-map", "isolated no-line"},
		{"thirty states, six colours", chart("B, G, O, R, W, Y", "S00: B-1", ring(30)...), "thirty-states six-colours out-of-reach", "number-order"},
		{"29 states, five colours", chart("B, G, O, R, W", "S00: B-1", ring(29)...), "out-of-reach", "thirty-states six-colours"},
	}
}
