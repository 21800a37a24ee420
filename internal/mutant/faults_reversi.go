package mutant

// reversiFaults are mistakes in reversi alone.
var reversiFaults = []Fault{
	{
		ID:    "direction-up-left-overlooked",
		Kind:  "game",
		About: "lines that run up and to the left from the new piece turn nothing",
		Explains: "Your program overlooks the lines that run up and to the left from the square that is played. " +
			"A move turns pieces in all eight directions, and it is legal if any of them turns something. " +
			"Look at the list of directions, or at the bounds of the loop for this one.",
		Rule: "docs/rules/reversi.md rule 3",
	},
	{
		ID:    "direction-up-overlooked",
		Kind:  "game",
		About: "lines that run straight up from the new piece turn nothing",
		Explains: "Your program overlooks the lines that run straight up from the square that is played. A move " +
			"turns pieces in all eight directions, and it is legal if any of them turns something. Look " +
			"at the list of directions, or at the bounds of the loop for this one.",
		Rule: "docs/rules/reversi.md rule 3",
	},
	{
		ID:    "direction-up-right-overlooked",
		Kind:  "game",
		About: "lines that run up and to the right from the new piece turn nothing",
		Explains: "Your program overlooks the lines that run up and to the right from the square that is " +
			"played. A move turns pieces in all eight directions, and it is legal if any of them turns " +
			"something. Look at the list of directions, or at the bounds of the loop for this one.",
		Rule: "docs/rules/reversi.md rule 3",
	},
	{
		ID:    "direction-left-overlooked",
		Kind:  "game",
		About: "lines that run to the left from the new piece turn nothing",
		Explains: "Your program overlooks the lines that run to the left from the square that is played. A move " +
			"turns pieces in all eight directions, and it is legal if any of them turns something. Look " +
			"at the list of directions, or at the bounds of the loop for this one.",
		Rule: "docs/rules/reversi.md rule 3",
	},
	{
		ID:    "direction-right-overlooked",
		Kind:  "game",
		About: "lines that run to the right from the new piece turn nothing",
		Explains: "Your program overlooks the lines that run to the right from the square that is played. A " +
			"move turns pieces in all eight directions, and it is legal if any of them turns something. " +
			"Look at the list of directions, or at the bounds of the loop for this one.",
		Rule: "docs/rules/reversi.md rule 3",
	},
	{
		ID:    "direction-down-left-overlooked",
		Kind:  "game",
		About: "lines that run down and to the left from the new piece turn nothing",
		Explains: "Your program overlooks the lines that run down and to the left from the square that is " +
			"played. A move turns pieces in all eight directions, and it is legal if any of them turns " +
			"something. Look at the list of directions, or at the bounds of the loop for this one.",
		Rule: "docs/rules/reversi.md rule 3",
	},
	{
		ID:    "direction-down-overlooked",
		Kind:  "game",
		About: "lines that run straight down from the new piece turn nothing",
		Explains: "Your program overlooks the lines that run straight down from the square that is played. A " +
			"move turns pieces in all eight directions, and it is legal if any of them turns something. " +
			"Look at the list of directions, or at the bounds of the loop for this one.",
		Rule: "docs/rules/reversi.md rule 3",
	},
	{
		ID:    "direction-down-right-overlooked",
		Kind:  "game",
		About: "lines that run down and to the right from the new piece turn nothing",
		Explains: "Your program overlooks the lines that run down and to the right from the square that is " +
			"played. A move turns pieces in all eight directions, and it is legal if any of them turns " +
			"something. Look at the list of directions, or at the bounds of the loop for this one.",
		Rule: "docs/rules/reversi.md rule 3",
	},
	{
		ID:    "diagonals-overlooked",
		Kind:  "game",
		About: "diagonal lines turn nothing",
		Explains: "Your program turns pieces along rows and columns only. Diagonal lines count as well: there " +
			"are eight directions. Look at the list of directions.",
		Rule: "docs/rules/reversi.md rule 3",
	},
	{
		ID:    "flips-in-one-direction",
		Kind:  "game",
		About: "only the first line found turns",
		Explains: "Your moves turn the pieces of a single line. All lines that the new piece brackets turn at " +
			"once, in up to eight directions. Look for a return or a break inside the loop over the " +
			"directions.",
		Rule: "docs/rules/reversi.md rule 3",
	},
	{
		ID:    "flips-one-piece-a-line",
		Kind:  "game",
		About: "a line turns only the piece beside the new one",
		Explains: "Your moves turn only the nearest enemy piece of each line. All enemy pieces between the new " +
			"piece and the next own one turn. Look at the loop that walks along a line.",
		Rule: "docs/rules/reversi.md rule 3",
	},
	{
		ID:    "line-to-the-edge-counts",
		Kind:  "game",
		About: "a line that ends at the edge counts as bracketed",
		Explains: "Your program turns lines of enemy pieces that run to the edge of the board. A line has to " +
			"end at an own piece; at the edge it turns nothing. Look at what happens when the loop leaves " +
			"the board.",
		Rule: "docs/rules/reversi.md rule 3",
	},
	{
		ID:    "line-to-a-free-square-counts",
		Kind:  "game",
		About: "a line that ends at a free square counts as bracketed",
		Explains: "Your program turns lines of enemy pieces that end at a free square. A line has to end at an " +
			"own piece. Look at what the loop tests when it meets something that is not the enemy's.",
		Rule: "docs/rules/reversi.md rule 3",
	},
	{
		ID:    "legal-beside-any-enemy",
		Kind:  "game",
		About: "a move need not turn anything",
		Explains: "Your program allows a move on any free square that touches an enemy piece. A legal move has " +
			"to turn at least one piece. Look at the test for legal moves: it stops at the neighbour and " +
			"never looks for the piece at the end of the line.",
		Rule: "docs/rules/reversi.md rule 3",
	},
	{
		ID:    "no-pass",
		Kind:  "game",
		About: "a side that cannot move ends the game",
		Explains: "In your program a node without a legal move is a leaf. It has one child, pass: the board " +
			"stays, the other side is to move, and the depth grows by one. Add the pass to the moves when " +
			"the list is empty.",
		Rule: "docs/rules/reversi.md rule 3",
	},
	{
		ID:    "pass-not-logged",
		Kind:  "log",
		About: "passes are played, but not logged",
		Explains: "Your search passes, but your log does not show the nodes called pass. A pass is a node like " +
			"any other, with an entry line and a line after its child. Look at whether the pass calls the " +
			"same function as a move.",
		Rule: "docs/rules/reversi.md rule 3",
	},
	{
		ID:    "pass-costs-no-ply",
		Kind:  "depth",
		About: "a pass does not count as a ply",
		Explains: "In your program a pass leaves the depth as it is. A pass costs a ply like any move. Look at " +
			"the depth that the recursive call for a pass gets.",
		Rule: "docs/rules/reversi.md rule 3",
	},
	{
		ID:    "game-over-costs-no-pass",
		Kind:  "game",
		About: "where neither side can move, the node is a leaf at once",
		Explains: "Where neither side has a legal move, your search stops at once. The two passes are logged " +
			"like any others, as far as the depth reaches: pass at the next depth, an interior node, and " +
			"pass below it, the leaf. Drop the look at the other side's moves.",
		Rule: "docs/rules/reversi.md rule 4",
	},
	{
		ID:    "second-pass-not-expanded",
		Kind:  "game",
		About: "a pass that the other side cannot answer is a leaf",
		Explains: "Your search stops after one pass when the other side cannot move either. The second pass is " +
			"a node of its own, as far as the depth reaches, and only that one is a leaf. Look at your " +
			"test for the end of the game.",
		Rule: "docs/rules/reversi.md rule 4",
	},
	{
		ID:    "game-ends-on-one-pass",
		Kind:  "game",
		About: "a pass is a leaf",
		Explains: "In your program a node that was reached by a pass is a leaf. It takes two passes in a row to " +
			"end the game. Look at the count of passes in your test for the end.",
		Rule: "docs/rules/reversi.md rule 4",
	},
	{
		ID:    "game-ends-on-three-passes",
		Kind:  "game",
		About: "it takes three passes to end the game",
		Explains: "In your program the game goes on after two passes in a row, until a third. Two passes in a " +
			"row make a leaf. Look at the count of passes in your test for the end.",
		Rule: "docs/rules/reversi.md rule 4",
	},
	{
		ID:    "game-ends-on-full-board",
		Kind:  "game",
		About: "a full board is a leaf",
		Explains: "In your program a full board ends the game. It does not: the two passes follow, as far as " +
			"the depth reaches. Look at your test for the end of the game.",
		Rule: "docs/rules/reversi.md rule 4",
	},
	{
		ID:    "pass-count-not-reset",
		Kind:  "game",
		About: "a move between two passes does not reset their count",
		Explains: "Your program counts the passes on a path and ends the game at the second, also when moves " +
			"were made in between. Any real move sets the count back to nothing. Hand 0 down when a piece " +
			"is played.",
		Rule: "docs/rules/reversi.md rule 4",
	},
	{
		ID:    "passes-counted-globally",
		Kind:  "game",
		About: "passes are counted over the whole search",
		Explains: "Your program counts the passes of the whole search, so a pass in one part of the tree ends " +
			"lines in another. The number of passes belongs to the path. Hand it down as an argument.",
		Rule: "docs/rules/reversi.md rule 4",
	},
	{
		ID:    "x-always-maximises",
		Kind:  "game",
		About: "X is max, also when O is to move at the root",
		Explains: "In your program X is always the max player. The max player is the one whom the input names. " +
			"Look for an 'X' in the code that tells max nodes from min nodes.",
		Rule: evaluationRule,
	},
	{
		ID:    "x-moves-first-always",
		Kind:  "game",
		About: "X moves at the root, whatever the input says",
		Explains: "Your program lets X move at the root, also when the first line of the input says O. Look at " +
			"what becomes of that line.",
		Rule: "docs/rules/reversi.md rule 1",
	},
	{
		ID:    "weights-of-rows-not-mirrored",
		Kind:  "evaluation",
		About: "rows 5 to 8 repeat rows 1 to 4",
		Explains: "Your weights of rows 5 to 8 repeat those of rows 1 to 4. They mirror them: row 5 is like row " +
			"4, and row 8 like row 1. Look at the lower half of your table.",
		Rule: "docs/rules/reversi.md rule 2",
	},
	{
		ID:    "weights-of-columns-not-mirrored",
		Kind:  "evaluation",
		About: "columns e to h repeat a to d",
		Explains: "Your weights of columns e to h repeat those of columns a to d. They mirror them: column e is " +
			"like d, and column h like a. Look at the right half of your table.",
		Rule: "docs/rules/reversi.md rule 2",
	},
	{
		ID:    "weight-signs-lost",
		Kind:  "evaluation",
		About: "the weights are all positive",
		Explains: "Your weights have lost their minus signs. The squares beside a corner, for example, are " +
			"worth -8 and -24. Compare your table with the rule.",
		Rule: "docs/rules/reversi.md rule 2",
	},
	{
		ID:       "corner-weight-one-digit",
		Kind:     "evaluation",
		About:    "corners count 9",
		Explains: "Your corners are worth 9. They are worth 99. Compare your table with the rule.",
		Rule:     "docs/rules/reversi.md rule 2",
	},
	{
		ID:    "piece-difference-at-game-end",
		Kind:  "evaluation",
		About: "after two passes pieces are counted",
		Explains: "Where the game is over, your evaluation is the difference in pieces. It is the difference in " +
			"weights at every leaf; the number of pieces never counts. Remove the special case.",
		Rule: "docs/rules/reversi.md rule 2",
	},
	{
		ID:    "pass-in-capitals",
		Kind:  "output",
		About: "pass is written PASS",
		Explains: "Your log writes PASS. The name of that node is pass, in small letters. Look at the text that " +
			"you print.",
		Rule: "docs/rules/reversi.md rule 3",
	},
	{
		ID:    "board-missing",
		Kind:  "output",
		About: "the output lacks the board",
		Explains: "Your output consists of the log alone. The eight rows of the next state come first. Write " +
			"them in front of the header.",
		Rule: "docs/rules/reversi.md rule 6",
	},
	{
		ID:    "board-below-log",
		Kind:  "output",
		About: "the board stands below the log",
		Explains: "Your output has the board below the log. The eight rows of the next state come first. Keep " +
			"the log in memory until the move is known.",
		Rule: "docs/rules/reversi.md rule 6",
	},
	{
		ID:    "blank-line-below-board",
		Kind:  "output",
		About: "a blank line stands between board and log",
		Explains: "Your output has a blank line between the board and the log. The header follows the eighth " +
			"row directly. Look at what is written after the board.",
		Rule: "docs/rules/reversi.md rule 6",
	},
}
