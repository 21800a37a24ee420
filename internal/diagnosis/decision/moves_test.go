package decision_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// Wrong moves are recognised wherever they show: a child that the rules do not allow, also after the last one;
// a child that is left out, also the last one; a child that is tried twice.
func TestMoves(t *testing.T) {
	const chains = "alpha-beta-chains-at-the-cut-off"
	for name, test := range map[string]lineEdit{
		"a child behind the last one": {
			"squirrel", "handout-minimax", "root,0,-13\n", "C1,2,40\nroot,0,-13\n", "illegal-move", "the program is at C1, which is no move of A1: "},
		"of a child whose name the parent has, too": {
			"squirrel", "handout-minimax", "root,0,-13\n", "B1,2,40\nroot,0,-13\n", "another-order", "the program is at B1 again: the moves of A1 are, "},
		"behind the root's last one": {
			"squirrel", "handout-minimax", "E5,1,-23\nroot,0,-2\n", "E5,1,-23\nroot,0,-2\nC1,1,Infinity\n", "illegal-move", "the program is at C1, which is no move of root: "},
		"the root's first one again": {
			"squirrel", "handout-minimax", "E5,1,-23\nroot,0,-2\n", "E5,1,-23\nroot,0,-2\nA1,1,Infinity\n", "another-order", "the program is at A1 again: the moves of root are, "},
		"a colour behind the last one, before the chosen move": {
			"mapcolor", "handout-australia", "NSW, B, 10", "V, G, 1, 3, -inf, inf\nNSW, B, 10", "illegal-move", "which is no move of "},
		"without a node's last move": {
			"squirrel", "handout-minimax", "E5,2,25\nA1,1,-13\n", "", "left-early", "the program is at root, want the line of E5"},
		"without a node's last two": {
			"squirrel", "handout-minimax", "D5,2,14\nA1,1,-13\nE5,2,25\nA1,1,-13\n", "", "left-early", "the program is at root, want the line of D5"},
		"without the root's last move": {
			"squirrel", "handout-minimax", "E5,1,Infinity...", "", "ends-early", "the program's log ends before or within this line"},
		"without the root's last two": {
			"squirrel", "handout-minimax", "D5,1,Infinity...", "", "ends-early", "the program's log ends before or within this line"},
		"ended within a child of the root": {
			"squirrel", "handout-minimax", "E5,1,Infinity...", "E5,1,Infinity\n", "ends-early", "the program's log ends before or within this line"},
		"a child of a chain with its parent's name": {
			"mancala", chains, "A4,1,Infinity,-2,Infinity\n", "A3,1,Infinity,-2,Infinity\nA4,1,Infinity,-2,Infinity\n", "illegal-move", "the program is at A3, which is no move of A3: "},
		"its first child": {
			"mancala", chains, "A2,1,Infinity,-8,Infinity\n", "A3,1,Infinity,-8,Infinity\nA2,1,Infinity,-8,Infinity\n", "illegal-move", "the program is at A3, which is no move of A3: "},
		"its last child": {
			"mancala", chains, "root,0,-2,-2,Infinity\n", "A3,1,Infinity,-2,Infinity\nroot,0,-2,-2,Infinity\n", "illegal-move", "the program is at A3, which is no move of A3: "},
		"a leaf of a min node": {
			"mancala", chains, "B3,2,-1,-Infinity,-6\n", "B6,2,-1,-Infinity,-6\nB3,2,-1,-Infinity,-6\n", "illegal-move", "the program is at B6, which is no move of B6: "},
		"above a chain, with a value that its node cannot have": {
			"mancala", chains, "B2,2,-2,-Infinity,-6\n", "A2,1,-Infinity,-Infinity,-6\n", "left-early", "the program is at A2, want the line of B2"},
		"back in a chain": {
			"mancala", chains, "A2,1,Infinity,-8,Infinity...A3,1,-2,-2,Infinity", "", "child-not-logged", "the program is at A3, want the line of A2"},
		"a pass beside other moves": {
			"reversi", "opening-at-depth-1", "e2,1,8,-Infinity,Infinity\n", "pass,1,8,-Infinity,Infinity\n", "illegal-move", "the program is at pass, which is no move of root: "},
		"a state whose name ends that of another": {
			"mapcolor", "one-state-coloured-by-player-1", "bA, G, 2, 8, -inf, 7\n", "A, G, 2, 8, -inf, 7\n", "another-order", "the program is at A, "},
	} {
		t.Run(name, func(t *testing.T) {
			e := test.check(t)
			of, ok := boardsOf[name]
			expect.True(t, !ok || e.BoardNode == of, "the board is that of", e.BoardNode, "want", of)
			last := slices.IndexFunc(e.Board.Squares, func(s replay.Square) bool { return s.Last })
			marked := last >= 0 && replay.MadeAt(e.BoardNode, e.Board.Squares[last].Name)
			expect.True(t, marked || e.BoardNode == "" || e.BoardNode == "root", e.BoardNode, "has its last move")
		})
	}
}

// boardsOf are the nodes whose boards are shown: those that have the moves.
var boardsOf = map[string]string{
	"a child behind the last one": "A1", "behind the root's last one": "", "without a node's last move": "A1",
	"a child of a chain with its parent's name": "A3", "its last child": "A3", "back in a chain": "", "a pass beside other moves": "root",
}

// A board that no turn leads to is classified only if the class is certain.
func TestBoards(t *testing.T) {
	for name, test := range map[string]struct{ board, key, says string }{
		"of a node further down":   {"O*XX*\n**XOX\n**XX*\n**XO*\n*****\n", "change-added", "no turn leads to the program's board"},
		"the other side's piece":   {"O*XX*\n**XOX\n***O*\n**OO*\n*****\n", "board-other-side", "A1 has a piece of O on the program's board, though X moves"},
		"no empty place":           {"**XX*\n**XXX\n***O*\n**OO*\n*****\n", "change-other", "no turn leads to the program's board"},
		"nothing":                  {"*****\n*****\n*****\n*****\n*****\n", "change-other", "no turn leads to the program's board"},
		"the board before":         {"**XX*\n**XOX\n***O*\n**OO*\n*****\n", "board-before", "the one before the move"},
		"nothing turned":           {"**XX*\n**XOX\n**XO*\n**OO*\n*****\n", "change-missing", "the move is right, the board is not"},
		"one of two turned":        {"**XX*\n**XOX\n**XX*\n**OO*\n*****\n", "change-missing", "the move is right, the board is not: C4"},
		"two pieces":               {"X*XX*\n**XOX\n**XX*\n**XO*\n*****\n", "change-added", "no turn leads to the program's board"},
		"another move, not turned": {"**XX*\n**XOX\n***OX\n**OO*\n*****\n", "change-missing", "the program plays E3, worth "},
		"an empty file":            {"", "turn-cut", "nothing stands in the program's file where the turn is due"},
		"carriage returns":         {"**XX*\r*\n**XOX\n**XX*\n**XO*\n*****\n", "rest-of-turn", "no board stands where the turn is due"},
		"a file that is cut":       {"**XX*\n**X", "turn-cut", "ends within the turn, after 2 lines"},
		"other characters":         {"..XX.\n..XOX\n..XX.\n..XO.\n.....\n", "rest-of-turn", "of which the first is \"..XX.\""},
	} {
		t.Run(name, func(t *testing.T) {
			c := find(t, "squirrel", "handout-minimax")
			got := answered(t, c)
			got["next_state.txt"] = test.board
			check(t, c, got, test.key, test.says)
		})
	}
}

// The same for a captured line of pieces, for pits with numbers, and for a board above the log.
func TestOtherBoards(t *testing.T) {
	c := find(t, "reversi", "handout-start")
	for board, want := range map[string][2]string{
		"********\n********\n********\n**XOX***\n***XO***\n": {"change-missing", "the program plays c4"}, // which turns d4
		"********\n********\n***X****\n***OX***\n***XO***\n": {"change-missing", "the move is right, the board is not"},
		"********\n********\n**X*****\n***OX***\n***XO***\n": {"change-other", "no turn leads to the program's board"},
	} {
		got := answered(t, c)
		_, log, _ := strings.Cut(got["output.txt"], "\nNode")
		got["output.txt"] = board + strings.Repeat("********\n", 3) + "Node" + log
		t.Run(want[1], func(t *testing.T) { check(t, c, got, want[0], want[1]) })
	}
	got := answered(t, c)
	_, got["output.txt"], _ = strings.Cut(got["output.txt"], "*****\nNode")
	got["output.txt"] = "Node" + got["output.txt"]
	check(t, c, got, "rest-of-turn", "no board stands where the turn is due, but 8 lines, of which the first is \"Node")

	c = find(t, "mancala", "handout-sample")
	got = answered(t, c)
	got["next_state.txt"] = "0 0 5\n3 4 4\n0\n2\n"
	check(t, c, got, "change-other", "no turn leads to the program's board")
}

// If a turn of several moves goes wrong after a right first move, the explanation is about the choice there.
func TestLaterMoves(t *testing.T) {
	for _, test := range []struct{ name, turn, after, key, says, why string }{
		{"minimax-ties-in-chains", "A3 A5", "A3", "tie", "want A3, then A2, then A5", "A2, A5 are worth 4 each: the first of them in order is chosen, A2"},
		{"greedy-chain-of-three", "A2 A5", "A2", "worse-move", "want A2, then A3, then A2, then A4", "A3 is worth 2, more than every other move"},
		{"greedy-chain-of-three", "A2 A3", "A2, then A3", "turn-stops", "the program plays A2, then A3 and stops", "A2 is worth 2, more than every other move"},
	} {
		c := find(t, "mancala", test.name)
		got, turns := answered(t, c), c.Problem.(homework.Replayer).Turns(homework.Options{})
		i := slices.IndexFunc(turns.All, func(turn replay.Turn) bool { return strings.Join(turn.Moves, " ") == test.turn })
		if i < 0 {
			t.Fatalf("%s has no turn %s: %v", test.name, test.turn, turns.All)
		}
		got[turns.File] = strings.Join(turns.All[i].Lines, "\n") + "\n"
		e := check(t, c, got, test.key, test.says)
		expect.Equal(t, []string{test.why}, e.Reasons, test.name, test.turn)
		var text strings.Builder
		must.Do(t, e.Print(&text, false))
		head := "  after " + test.after + ", player 2 to move\n"
		expect.True(t, strings.Contains(text.String(), head) && !strings.Contains(text.String(), "and the program's"), test.name, test.turn, "want", head)
	}
}

// A chosen move that only the other side has is reported as such, also before a blank.
func TestTheirMove(t *testing.T) {
	c, theirs := find(t, "gangwars", "handout-example-2"), ""
	err := c.Problem.(homework.Replayer).Replay(t.Context(), homework.Options{}, func(s replay.Step) error {
		if s.Ply == 0 && s.Kind == replay.Enter {
			for _, move := range s.OpponentMoves() {
				if !slices.Contains(s.Moves, move) {
					theirs = move
				}
			}
		}
		return nil
	})
	if err != nil || theirs == "" {
		t.Fatalf("%q, %v", theirs, err)
	}
	got := answered(t, c)
	_, board, _ := strings.Cut(got["output.txt"], "\n")
	got["output.txt"] = theirs + " \n" + strings.Replace(board, ".", "X", 1)
	e := check(t, c, got, "move-theirs", "it would be one of the other side's")
	if want := "docs/rules/gangwars.md rule 3"; !slices.Contains(e.Decision.Rules, want) { // on raids
		t.Errorf("%s, want %s among them", e.Decision.Rules, want)
	}
}

// A file that ends after the line of the move, right or wrong, or within the board, is reported as such.
func TestBoardMissing(t *testing.T) {
	c := find(t, "gangwars", "handout-example-2")
	lines := strings.SplitAfter(answered(t, c)["output.txt"], "\n")
	for text, want := range map[string][2]string{
		lines[0]:                    {"turn-cut", "nothing stands in the program's file where the turn is due: want "},
		lines[0] + "\n\n":           {"turn-cut", "the move is right"},
		strings.TrimSpace(lines[0]): {"turn-cut", "the move is right"},
		strings.Join(lines[:3], ""): {"turn-cut", "ends within the turn, after 2 lines"},
		"\n":                        {"turn-cut", "nothing stands in the program's file where the turn is due"},
	} {
		t.Run(fmt.Sprintf("%d bytes", len(text)), func(t *testing.T) {
			e := check(t, c, map[string]string{"output.txt": text}, want[0], want[1])
			named := slices.Contains(e.Decision.Rules, "docs/rules/gangwars.md rule 7")
			expect.True(t, want[0] != "turn-cut" || named, text, e.Decision.Rules, "has the rule on the output")
		})
	}
}
