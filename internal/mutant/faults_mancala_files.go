package mutant

// mancalaFileFaults are mistakes in the names and the order of the pits, in what is read and
// written, and in greedy.
var mancalaFileFaults = []Fault{
	{
		ID:    "player-1-from-right-to-left",
		Kind:  "order",
		About: "player 1's moves are expanded from right to left",
		Explains: "Your program expands player 1's pits from right to left. Both players expand theirs from " +
			"left to right, B2 first. Look at the loop that lists the moves.",
		Rule: "docs/rules/mancala.md rule 2",
	},
	{
		ID:    "player-2-from-right-to-left",
		Kind:  "order",
		About: "player 2's moves are expanded from right to left",
		Explains: "Your program expands player 2's pits from right to left, which is the order of sowing. " +
			"Both players expand theirs from left to right, A2 first. Look at the loop that lists the " +
			"moves, for player 2 alone.",
		Rule: "docs/rules/mancala.md rule 2",
	},
	{
		ID:    "names-in-text-order",
		Kind:  "order",
		About: "moves are sorted as text, B10 before B2",
		Explains: "Your program sorts the moves by their names as text, which puts B10 and B11 before B2. " +
			"They are expanded from left to right, that is, by number. It shows with nine pits or " +
			"more; look at the sort.",
		Rule: "docs/rules/mancala.md rule 2",
	},
	{
		ID:    "pits-numbered-from-1",
		Kind:  "log",
		About: "the leftmost pits are called A1 and B1",
		Explains: "Your log numbers the pits from 1. The leftmost pits are A2 and B2. Look at where you " +
			"make the names: the number is the index, from 0, plus 2.",
		Rule: "docs/rules/mancala.md rule 2",
	},
	{
		ID:    "player-2-numbered-from-right",
		Kind:  "log",
		About: "player 2's pits are numbered from right to left",
		Explains: "Your log numbers player 2's pits from the right, in the order of sowing. Both rows are " +
			"numbered from left to right, so A2 is above B2. Look at where you make the names of the " +
			"upper row.",
		Rule: "docs/rules/mancala.md rule 2",
	},
	{
		ID:    "letters-swapped",
		Kind:  "log",
		About: "player 1's pits are called A, player 2's B",
		Explains: "Your log calls player 1's pits A and player 2's B. Player 1 has the lower row, B, and " +
			"player 2 the upper row, A. Look at where you make the names.",
		Rule: "docs/rules/mancala.md rule 2",
	},
	{
		ID:    "all-pits-named-b",
		Kind:  "log",
		About: "player 2's pits are called B, too",
		Explains: "Your log gives the letter B to the pits of both players. Player 2's are A2 to A(N+1). " +
			"Look at where you make the names.",
		Rule: "docs/rules/mancala.md rule 2",
	},
	{
		ID:    "rows-swapped-on-input",
		Kind:  "game",
		About: "line 4 of the input is read as player 1's pits",
		Explains: "Your program takes line 4 of the input for player 1's pits and line 5 for player 2's. " +
			"Line 4 is the upper row, player 2's. Look at the order in which you read the rows.",
		Rule: "docs/rules/mancala.md rule 1",
	},
	{
		ID:    "upper-row-reversed-on-input",
		Kind:  "game",
		About: "player 2's pits are read from right to left",
		Explains: "Your program reads player 2's pits in the order of sowing. Line 4 of the input has them " +
			"from left to right, so its first number is A2. Look at where you put the numbers of the " +
			"upper row.",
		Rule: "docs/rules/mancala.md rule 1",
	},
	{
		ID:    "mancalas-swapped-on-input",
		Kind:  "game",
		About: "line 6 of the input is read as player 1's mancala",
		Explains: "Your program takes line 6 of the input for player 1's mancala and line 7 for player 2's. " +
			"It is the other way round. Look at the order in which you read the two lines.",
		Rule: "docs/rules/mancala.md rule 1",
	},
	{
		ID:    "mancalas-start-empty",
		Kind:  "game",
		About: "the mancalas of the input are not read",
		Explains: "Your program starts with both mancalas empty. Lines 6 and 7 of the input say how many " +
			"stones lie in player 2's and in player 1's. Look at the last two lines that you read.",
		Rule: "docs/rules/mancala.md rule 1",
	},
	{
		ID:    "always-player-1",
		Kind:  "game",
		About: "player 1 moves, whatever line 2 of the input says",
		Explains: "Your program always plays for player 1. Line 2 of the input says who moves at the root. " +
			"Look at whether you use that line.",
		Rule: "docs/rules/mancala.md rule 1",
	},
	{
		ID:    "rows-swapped-on-output",
		Kind:  "output",
		About: "the next state has player 1's pits in its first line",
		Explains: "Your next state shows player 1's pits first. Its first line has player 2's pits, its " +
			"second player 1's, as in the input. Look at the order in which you write the lines.",
		Rule: "docs/rules/mancala.md rule 13",
	},
	{
		ID:    "upper-row-reversed-on-output",
		Kind:  "output",
		About: "the next state has player 2's pits from right to left",
		Explains: "Your next state shows player 2's pits in the order of sowing. They stand from left to " +
			"right, A2 first, as in the input. Look at the loop that writes the first line.",
		Rule: "docs/rules/mancala.md rule 13",
	},
	{
		ID:    "mancalas-swapped-on-output",
		Kind:  "output",
		About: "the next state has player 1's mancala in its third line",
		Explains: "Your next state shows player 1's mancala before player 2's. The third line is player 2's " +
			"mancala, the fourth player 1's, as in the input. Look at the order in which you write " +
			"the lines.",
		Rule: "docs/rules/mancala.md rule 13",
	},
	{
		ID:    "next-state-after-first-move",
		Kind:  "output",
		About: "the next state stops after the first move of a chain",
		Explains: "Your next state is the board after the first move, even if that gave an extra turn. It " +
			"is the board when the root player's turn is over, after the whole chain of own moves. " +
			"Look at how you carry the best line back to the root.",
		Rule: "docs/rules/mancala.md rule 13",
	},
	{
		ID:    "next-state-chain-takes-first-pits",
		Kind:  "output",
		About: "after the first move, the next state goes on with the first pit each time",
		Explains: "Your next state starts with the best move and then plays the first pit of each extra " +
			"turn. At every choice in the chain the first best move counts. Look at how you keep the " +
			"best move of a node that has an extra turn.",
		Rule: "docs/rules/mancala.md rule 13",
	},
	{
		ID:    "next-state-after-best-line",
		Kind:  "output",
		About: "the next state shows the opponent's answers, too",
		Explains: "Your next state is the board at the end of the best line, after the opponent's moves as " +
			"well. It is the board when the root player's turn is over. Look at which board you carry " +
			"back to the root: not that of the leaf.",
		Rule: "docs/rules/mancala.md rule 13",
	},
	{
		ID:    "next-state-after-last-move-searched",
		Kind:  "output",
		About: "the next state is that of the last move searched, not of the best",
		Explains: "Your next state is the board of the last move that the search has tried. It is that of " +
			"the best move, the first of those with the greatest value. Look for a board that is " +
			"overwritten by each move, whether that is better or not.",
		Rule: "docs/rules/mancala.md rule 13",
	},
	{
		ID:    "next-state-not-swept",
		Kind:  "output",
		About: "the next state shows a finished game before its sweep",
		Explains: "If the chosen turn ends the game, your next state shows the board before the sweep. It " +
			"shows the swept board, with all pits empty. Look at where you sweep: in the evaluation " +
			"only, or in the move itself.",
		Rule: "docs/rules/mancala.md rule 13",
	},
	{
		ID:    "greedy-takes-one-move-only",
		Kind:  "output",
		About: "greedy plays one move and ignores extra turns",
		Explains: "Your greedy takes the pit whose own move scores best and stops, even if that earns an " +
			"extra turn. Greedy is minimax with cut-off 1, chains of extra turns included, and plays " +
			"the whole chain. Let greedy use your minimax.",
		Rule: "docs/rules/mancala.md rule 14",
	},
	{
		ID:    "greedy-move-by-move",
		Kind:  "output",
		About: "greedy chooses each move of a chain by its own score",
		Explains: "Your greedy takes the pit whose own move scores best and, after an extra turn, does the " +
			"same again. Greedy is minimax with cut-off 1, chains included: a first move is worth " +
			"what the best chain after it brings. Let greedy use your minimax.",
		Rule: "docs/rules/mancala.md rule 14",
	},
	{
		ID:    "greedy-honours-cut-off",
		Kind:  "depth",
		About: "greedy searches as deep as the cut-off line says",
		Explains: "Your greedy uses the cut-off of the input. Greedy always looks one ply ahead and ignores " +
			"that line. Look at the depth that you hand to the search in task 1.",
		Rule: "docs/rules/mancala.md rule 14",
	},
	{
		ID:    "greedy-takes-last-of-equals",
		Kind:  "order",
		About: "greedy takes the last of equally good moves",
		Explains: "Of equally good moves your greedy takes the last. It takes the first: a later one has to " +
			"be strictly better. Look for a >= in your greedy; minimax and alpha-beta are right.",
		Rule: "docs/rules/mancala.md rule 14",
	},
}
