package decision_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// Wrong moves are recognised wherever they show: a child that the rules do not allow, also after the last one;
// a child that is left out, also the last one; a child that is tried twice.
func TestMoves(t *testing.T) {
	for name, test := range map[string]struct {
		assignment, input string
		edit              func(log []string) []string
		key, says         string
	}{
		"a child behind the last one": {"squirrel", "handout-minimax", func(log []string) []string {
			return slices.Insert(log, slices.Index(log, "root,0,-13"), "C1,2,40")
		}, "illegal-move", "the program is at C1, which is no move of A1: "},
		"of a child whose name the parent has, too": {"squirrel", "handout-minimax", func(log []string) []string {
			return slices.Insert(log, slices.Index(log, "root,0,-13"), "B1,2,40")
		}, "another-order", "the program is at B1 again: the moves of A1 are, "},
		"behind the root's last one": {"squirrel", "handout-minimax", func(log []string) []string {
			return append(log, "C1,1,Infinity")
		}, "illegal-move", "the program is at C1, which is no move of root: "},
		"the root's first one again": {"squirrel", "handout-minimax", func(log []string) []string {
			return append(log, "A1,1,Infinity")
		}, "another-order", "the program is at A1 again: the moves of root are, "},
		"a colour behind the last one, before the chosen move": {"mapcolor", "handout-australia", func(log []string) []string {
			return slices.Insert(log, len(log)-1, "V, G, 1, 3, -inf, inf")
		}, "illegal-move", "which is no move of "},
		"without a node's last move": {"squirrel", "handout-minimax", func(log []string) []string {
			i := slices.Index(log, "root,0,-13")
			return slices.Delete(log, i-2, i)
		}, "left-early", "the program is at root, want the line of E5"},
		"without a node's last two": {"squirrel", "handout-minimax", func(log []string) []string {
			i := slices.Index(log, "root,0,-13")
			return slices.Delete(log, i-4, i)
		}, "left-early", "the program is at root, want the line of D5"},
		"without the root's last move": {"squirrel", "handout-minimax", func(log []string) []string {
			return log[:lastOf(log, "E5,1,")]
		}, "ends-early", "the program's log ends before or within this line"},
		"without the root's last two": {"squirrel", "handout-minimax", func(log []string) []string {
			return log[:lastOf(log, "D5,1,")]
		}, "ends-early", "the program's log ends before or within this line"},
		"ended within a child of the root": {"squirrel", "handout-minimax", func(log []string) []string {
			return log[:lastOf(log, "E5,1,")+1]
		}, "ends-early", "the program's log ends before or within this line"},
		"a child of a chain with its parent's name": {"mancala", "alpha-beta-chains-at-the-cut-off", func(log []string) []string {
			return slices.Insert(log, slices.Index(log, "A4,1,Infinity,-2,Infinity"), "A3,1,Infinity,-2,Infinity")
		}, "illegal-move", "the program is at A3, which is no move of A3: "},
		"its first child": {"mancala", "alpha-beta-chains-at-the-cut-off", func(log []string) []string {
			return slices.Insert(log, slices.Index(log, "A2,1,Infinity,-8,Infinity"), "A3,1,Infinity,-8,Infinity")
		}, "illegal-move", "the program is at A3, which is no move of A3: "},
		"its last child": {"mancala", "alpha-beta-chains-at-the-cut-off", func(log []string) []string {
			return slices.Insert(log, slices.Index(log, "A4,1,Infinity,-2,Infinity")+24, "A3,1,Infinity,-2,Infinity")
		}, "illegal-move", "the program is at A3, which is no move of A3: "},
		"a leaf of a min node": {"mancala", "alpha-beta-chains-at-the-cut-off", func(log []string) []string {
			return slices.Insert(log, slices.Index(log, "B3,2,-1,-Infinity,-6"), "B6,2,-1,-Infinity,-6")
		}, "illegal-move", "the program is at B6, which is no move of B6: "},
		"back in a chain": {"mancala", "alpha-beta-chains-at-the-cut-off", func(log []string) []string {
			return slices.Delete(log, slices.Index(log, "A2,1,Infinity,-8,Infinity"), slices.Index(log, "A3,1,-2,-2,Infinity"))
		}, "child-not-logged", "the program is at A3, want the line of A2"},
		"a pass beside other moves": {"reversi", "opening-at-depth-1", func(log []string) []string {
			i := slices.IndexFunc(log, func(line string) bool { return strings.HasPrefix(line, "e2,1,") })
			log[i] = "pass" + log[i][2:]
			return log
		}, "illegal-move", "the program is at pass, which is no move of root: "},
		"a state whose name ends that of another": {"mapcolor", "one-state-coloured-by-player-1", func(log []string) []string {
			i := slices.IndexFunc(log, func(line string) bool { return strings.HasPrefix(line, "bA, ") })
			log[i] = log[i][1:]
			return log
		}, "another-order", "the program is at A, "},
	} {
		t.Run(name, func(t *testing.T) {
			c := find(t, test.assignment, test.input)
			got := answered(t, c)
			log := c.Problem.(homework.Replayer).Stage().File
			text, ends := strings.CutSuffix(got[log], "\n")
			got[log] = strings.Join(test.edit(strings.Split(text, "\n")), "\n")
			if ends {
				got[log] += "\n"
			}
			e := check(t, c, got, test.key, test.says)
			if of, ok := boardsOf[name]; ok && e.Of != of {
				t.Errorf("the board is that of %q, want %q", e.Of, of)
			}
			last := slices.IndexFunc(e.Board.Squares, func(s replay.Square) bool { return s.Last })
			if of := e.Of; of != "" && of != "root" && (last < 0 || !replay.MadeAt(of, e.Board.Squares[last].Name)) {
				t.Errorf("the board at %s has another last move", of)
			}
		})
	}
}

// boardsOf are the nodes whose boards are shown: those that have the moves.
var boardsOf = map[string]string{
	"a child behind the last one": "A1", "behind the root's last one": "", "without a node's last move": "A1",
	"a child of a chain with its parent's name": "A3", "its last child": "A3", "back in a chain": "", "a pass beside other moves": "root",
}

// lastOf returns the index of the first line in the last group of lines of a node, which have the same
// beginning.
func lastOf(log []string, begins string) int {
	return slices.IndexFunc(log, func(line string) bool { return strings.HasPrefix(line, begins+"Infinity") })
}
