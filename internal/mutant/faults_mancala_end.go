package mutant

// mancalaEndFaults are mistakes at the end of the game and in the evaluation.
var mancalaEndFaults = []Fault{
	{
		ID:    "end-only-when-next-player-is-stuck",
		Kind:  "game",
		About: "the game ends only when the player who is to move has no stones",
		Explains: "Your program ends the game when the player whose turn comes has nothing in the pits, as " +
			"the handout says. In the graded files both sides are looked at after each move, so a " +
			"player who empties the own side ends the game as well. Look at which side you test.",
		Rule: "docs/rules/mancala.md rule 6",
	},
	{
		ID:    "end-tests-movers-side-only",
		Kind:  "game",
		About: "only the side of the player who moved is tested for the end",
		Explains: "After a move your program looks at the side of the player who moved, and not at the " +
			"other. The game ends at once when either side is empty, for instance by a capture. Look " +
			"at the test for the end of the game.",
		Rule: "docs/rules/mancala.md rule 6",
	},
	{
		ID:    "end-tests-opponents-side-only",
		Kind:  "game",
		About: "only the side of the player who did not move is tested for the end",
		Explains: "After a move your program looks at the opponent's side only. The game ends at once when " +
			"either side is empty, the mover's as well. Look at the test for the end of the game.",
		Rule: "docs/rules/mancala.md rule 6",
	},
	{
		ID:    "end-needs-both-sides-empty",
		Kind:  "game",
		About: "the game ends only when both sides are empty",
		Explains: "Your program goes on until both sides are empty, and a player without stones just has no " +
			"moves. The game ends as soon as either side has nothing left, and what remains is swept. " +
			"Look for an \"and\" in the test for the end of the game that should be an \"or\".",
		Rule: "docs/rules/mancala.md rule 6",
	},
	{
		ID:    "end-tested-before-capture",
		Kind:  "game",
		About: "the end of the game is tested before the capture",
		Explains: "Your program tests for the end after sowing and captures only then. A capture can empty " +
			"a side, so the test comes after it. Look at the order of the two steps.",
		Rule: "docs/rules/mancala.md rule 6",
	},
	{
		ID:    "end-not-tested-after-extra-turn",
		Kind:  "game",
		About: "after a move that earns an extra turn the end of the game is not tested",
		Explains: "When a move earns an extra turn your program does not look whether it has ended the " +
			"game, and the mover is left with a turn but no move. If either side is empty the game is " +
			"over: the extra turn is void and what remains is swept. Look at the order of the two " +
			"tests: the end of the game comes first.",
		Rule: "docs/rules/mancala.md rule 6",
	},
	{
		ID:    "void-turn-worth-infinity",
		Kind:  "evaluation",
		About: "a void extra turn with no move left is worth minus or plus infinity",
		Explains: "When a move earns an extra turn but ends the game, your program opens the node of that " +
			"turn, finds no move and returns the value that it started from. The extra turn is void " +
			"and the position is a leaf, worth its evaluation after the sweep. Look at what a node " +
			"without moves returns.",
		Rule: "docs/rules/mancala.md rule 6",
	},
	{
		ID:    "stuck-player-skipped",
		Kind:  "game",
		About: "a player without stones is skipped, and the other moves on",
		Explains: "When the player to move has no stones, your program gives the turn back to the other " +
			"one. The game is over at once and what remains is swept. Look at what happens after a " +
			"move that leaves a side empty.",
		Rule: "docs/rules/mancala.md rule 6",
	},
	{
		ID:    "stuck-player-passes",
		Kind:  "game",
		About: "a player without stones passes",
		Explains: "When the player to move has no stones, your program plays a pass and goes on with the " +
			"other one. There are no passes in mancala: the game is over at once and what remains is " +
			"swept. Look at what you return as moves when there are none.",
		Rule: "docs/rules/mancala.md rule 6",
	},
	{
		ID:    "no-sweep",
		Kind:  "game",
		About: "what remains at the end of the game is not swept",
		Explains: "At the end of the game your program leaves the remaining stones in their pits, and they " +
			"count for nobody. They go to the mancala of the player who owns the pits, before the " +
			"evaluation. Look at what you do when a side is empty.",
		Rule: "docs/rules/mancala.md rule 6",
	},
	{
		ID:    "sweep-to-the-other-player",
		Kind:  "game",
		About: "what remains goes to the player whose side is empty",
		Explains: "Your sweep gives the remaining stones to the player who has none left. They go to the " +
			"mancala of the player in whose pits they are. Look at whose mancala your sweep adds to.",
		Rule: "docs/rules/mancala.md rule 6",
	},
	{
		ID:    "sweep-to-the-last-mover",
		Kind:  "game",
		About: "what remains goes to the player who ended the game",
		Explains: "Your sweep gives the remaining stones to the player who made the last move. They go to " +
			"the mancala of the player in whose pits they are, whoever moved. Look at whose mancala " +
			"your sweep adds to.",
		Rule: "docs/rules/mancala.md rule 6",
	},
	{
		ID:    "sweep-to-the-last-movers-opponent",
		Kind:  "game",
		About: "what remains goes to the opponent of the player who ended the game",
		Explains: "Your sweep gives the remaining stones to the opponent of the player who made the last " +
			"move, even where they lie in the mover's own pits. They go to the mancala of the player " +
			"who owns the pits. Look at whose mancala your sweep adds to.",
		Rule: "docs/rules/mancala.md rule 6",
	},
	{
		ID:    "sweep-of-movers-pits-only",
		Kind:  "game",
		About: "only the pits of the player who moved are swept",
		Explains: "At the end of the game your program sweeps the pits of the player who moved last, but " +
			"not those of the opponent. Both rows are swept, each into its owner's mancala. Look at " +
			"the loop of your sweep.",
		Rule: "docs/rules/mancala.md rule 6",
	},
	{
		ID:    "sweep-of-opponents-pits-only",
		Kind:  "game",
		About: "only the pits of the player who did not move are swept",
		Explains: "At the end of the game your program sweeps the pits of the player who did not move last, " +
			"but not those of the mover. Both rows are swept, each into its owner's mancala. Look at " +
			"the loop of your sweep.",
		Rule: "docs/rules/mancala.md rule 6",
	},
	{
		ID:    "swept-stones-stay",
		Kind:  "game",
		About: "swept stones are counted, but stay in their pits",
		Explains: "Your sweep adds the remaining stones to the mancala but leaves them in the pits as well, " +
			"where the next state shows them. A sweep empties all pits. Look at what your sweep sets " +
			"to 0; the number of stones must not change.",
		Rule: "docs/rules/mancala.md rule 6",
	},
	{
		ID:    "evaluation-before-sweep",
		Kind:  "evaluation",
		About: "the evaluation of a finished game leaves the sweep out",
		Explains: "Your program compares the mancalas as they are before the sweep. They are counted after " +
			"it, if there was one. Look at the order in which you sweep and evaluate.",
		Rule: "docs/rules/mancala.md rule 7",
	},
	{
		ID:    "evaluation-for-player-1",
		Kind:  "evaluation",
		About: "the score is always player 1's mancala minus player 2's",
		Explains: "Your program evaluates from player 1's side even if the input names player 2. The score " +
			"is the mancala of the root player, whom line 2 of the input names, minus the opponent's. " +
			"Look at your evaluation function.",
		Rule: "docs/rules/mancala.md rule 7",
	},
	{
		ID:    "evaluation-counts-pits",
		Kind:  "evaluation",
		About: "the evaluation counts the stones in the pits, too",
		Explains: "Your evaluation adds the stones that lie in the pits. Only the two mancalas count; " +
			"stones in pits count nothing until they are swept. Look at your evaluation function.",
		Rule: "docs/rules/mancala.md rule 7",
	},
	{
		ID:    "evaluation-of-own-mancala-only",
		Kind:  "evaluation",
		About: "the score is the root player's mancala alone",
		Explains: "Your evaluation forgets the opponent's mancala. The score is the root player's mancala " +
			"minus the opponent's. Look at your evaluation function.",
		Rule: "docs/rules/mancala.md rule 7",
	},
	{
		ID:    "evaluation-counts-gains-only",
		Kind:  "evaluation",
		About: "the score leaves out the stones in the mancalas of the input",
		Explains: "Your evaluation counts only what has been won since the root. The stones that lie in the " +
			"mancalas at the start, lines 6 and 7 of the input, count as well. Look at whether you " +
			"read them, and where your evaluation starts from.",
		Rule: "docs/rules/mancala.md rule 7",
	},
}
