package mutant

// squirrelFaults are mistakes in squirrel alone.
var squirrelFaults = []Fault{
	{
		ID:    "sneak-conquers",
		Kind:  "game",
		About: "a sneak turns the enemy pieces beside it",
		Explains: "In your program every move turns the enemy pieces beside it. It does so only if a square " +
			"beside it already belonged to the mover; without such a neighbour the move is a sneak and " +
			"turns nothing. Look for the test that tells the two apart.",
		Rule: "docs/rules/squirrel.md rule 3",
	},
	{
		ID:    "raid-conquers-nothing",
		Kind:  "game",
		About: "no move turns anything",
		Explains: "In your program no move turns enemy pieces. If a square beside the new piece already " +
			"belonged to the mover, the move is a raid and every enemy piece beside it changes sides. " +
			"Look at where a move is made.",
		Rule: "docs/rules/squirrel.md rule 3",
	},
	{
		ID:    "greedy-searches-to-the-cut-off",
		Kind:  "depth",
		About: "greedy searches as deep as the cut-off says",
		Explains: "Your greedy player runs a minimax search down to the cut-off depth. Greedy looks one ply " +
			"ahead; the cut-off line is there, but has no effect. Use depth 1 for task 1 and for greedy " +
			"players in a battle.",
		Rule: "docs/rules/squirrel.md rule 7",
	},
	{
		ID:    "greedy-minimises",
		Kind:  "evaluation",
		About: "greedy takes the smallest evaluation",
		Explains: "Your greedy player takes the move with the smallest evaluation. It has to take the greatest. " +
			"Look at the comparison, and at whose side the evaluation takes after the move.",
		Rule: "docs/rules/squirrel.md rule 7",
	},
	{
		ID:    "greedy-starts-at-zero",
		Kind:  "evaluation",
		About: "greedy finds no move that is worth 0 or less",
		Explains: "Your greedy player starts from a best score of 0, so it finds no move where all scores are 0 " +
			"or negative. Start from a number below all scores, or from the first move.",
		Rule: "docs/rules/squirrel.md rule 7",
	},
	{
		ID:    "greedy-takes-last-tie",
		Kind:  "order",
		About: "of equal moves greedy takes the last",
		Explains: "Of several moves with the same evaluation your greedy player takes the last. It has to take " +
			"the first in order: a move replaces the best so far only if it is strictly better. Look for " +
			">= where > should stand.",
		Rule: "docs/rules/squirrel.md rule 7",
	},
	{
		ID:    "greedy-ignores-captures",
		Kind:  "evaluation",
		About: "greedy looks at the square's own value only",
		Explains: "Your greedy player takes the free square of greatest value and does not count what a raid " +
			"would turn. It has to evaluate the whole board after each move. Call the evaluation that the " +
			"searches use.",
		Rule: "docs/rules/squirrel.md rule 7",
	},
	{
		ID:    "battle-x-moves-first",
		Kind:  "game",
		About: "in a battle X always moves first",
		Explains: "In your battle X moves first, whatever the input says. The player named first moves first, " +
			"also when that is O. Look at how the loop begins.",
		Rule: "docs/rules/squirrel.md rule 8",
	},
	{
		ID:    "battle-second-player-moves-first",
		Kind:  "game",
		About: "in a battle the player named second begins",
		Explains: "In your battle the player named second moves first. The player named first begins. Look at " +
			"how the loop begins: the players may be swapped once too often.",
		Rule: "docs/rules/squirrel.md rule 8",
	},
	{
		ID:    "battle-one-algorithm",
		Kind:  "game",
		About: "in a battle both play by the first player's algorithm",
		Explains: "In your battle both players use the algorithm of the first. Each has its own, in the line " +
			"below its name. Look at what the second player's turn passes to the search.",
		Rule: "docs/rules/squirrel.md rule 8",
	},
	{
		ID:    "battle-one-cut-off",
		Kind:  "depth",
		About: "in a battle both use the first player's cut-off",
		Explains: "In your battle both players search to the first player's cut-off. Each has its own, in the " +
			"third line of its block. Look at what the second player's turn passes to the search.",
		Rule: "docs/rules/squirrel.md rule 8",
	},
	{
		ID:    "battle-settings-swapped",
		Kind:  "game",
		About: "in a battle each plays by the other's algorithm and cut-off",
		Explains: "In your battle each player uses the algorithm and the cut-off of the other. Lines 2 to 4 " +
			"belong to the player named first, lines 5 to 7 to the second. Look at how the input is read, " +
			"or at where the turns change.",
		Rule: "docs/rules/squirrel.md rule 8",
	},
	{
		ID:    "battle-evaluates-for-first-player",
		Kind:  "evaluation",
		About: "in a battle the second player maximises the first one's score",
		Explains: "In your battle both players maximise the evaluation of the first. Each maximises its own: on " +
			"its turn a player is the root player of a search of its own. Look at which player the " +
			"evaluation is called with.",
		Rule: "docs/rules/squirrel.md rule 8",
	},
	{
		ID:    "battle-shows-initial-board",
		Kind:  "output",
		About: "the trace of a battle begins with the input's board",
		Explains: "Your battle trace begins with the board of the input. The initial board is not part of it: " +
			"the first five rows show the board after the first move. Write the board after each move, " +
			"not before it.",
		Rule: "docs/rules/squirrel.md rule 9",
	},
	{
		ID:    "battle-last-board-missing",
		Kind:  "output",
		About: "the trace of a battle lacks the full board",
		Explains: "Your battle trace ends one board too early. It includes the board after the last move, which " +
			"is full. Look at the condition of the loop, or at whether each board is written before the " +
			"move.",
		Rule: "docs/rules/squirrel.md rule 9",
	},
	{
		ID:    "battle-last-board-only",
		Kind:  "output",
		About: "the trace of a battle has the last board only",
		Explains: "Your battle trace holds the last board only. It has to hold the board after every move, one " +
			"directly below the other. Look at whether the file is opened anew, and so emptied, at each " +
			"turn.",
		Rule: "docs/rules/squirrel.md rule 9",
	},
	{
		ID:    "battle-blank-lines",
		Kind:  "output",
		About: "blank lines stand between the boards of a battle",
		Explains: "Your battle trace has a blank line between boards. Each board stands directly below the one " +
			"before it, without a separator. Look at what is written after a board.",
		Rule: "docs/rules/squirrel.md rule 9",
	},
}
