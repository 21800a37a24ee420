package mutant

// mapScoreFaults are mistakes in the score and in the order of moves.
var mapScoreFaults = []Fault{
	{
		ID:    "dead-end-loses",
		Kind:  "evaluation",
		About: "a player without a move has lost: minus or plus infinity",
		Explains: "Your program gives a node without moves the worst value for the player to move, an " +
			"infinity. Such a node is a leaf and has its score like any other. Look at what your " +
			"functions return when the loop over the moves has nothing to do.",
		Rule: "docs/rules/mapcolor.md rule 6",
	},
	{
		ID:    "dead-end-scores-0",
		Kind:  "evaluation",
		About: "a node without moves is worth 0",
		Explains: "Your program returns 0 where there is no move left before the depth limit. Such a node " +
			"is a leaf and has its score like any other. Look at what your functions return when the " +
			"list of moves is empty.",
		Rule: "docs/rules/mapcolor.md rule 6",
	},
	{
		ID:    "initial-assignments-not-scored",
		Kind:  "evaluation",
		About: "the initial assignments do not count",
		Explains: "Your score counts only what is coloured during the search. The initial assignments count " +
			"for the players named with them. Look at the score with which your search starts: in the " +
			"example map it is 8.",
		Rule: "docs/rules/mapcolor.md rule 5",
	},
	{
		ID:    "initial-assignments-all-player-1s",
		Kind:  "evaluation",
		About: "all initial assignments count for player 1",
		Explains: "Your score counts all initial assignments for player 1. Each counts for the player named " +
			"with it, the number after the hyphen. Look at how you read line 2.",
		Rule: "docs/rules/mapcolor.md rule 5",
	},
	{
		ID:    "initial-players-alternate",
		Kind:  "evaluation",
		About: "initial assignments count for players 1 and 2 in turn",
		Explains: "Your score gives the first initial assignment to player 1, the second to player 2, and " +
			"so on. Each counts for the player named with it, the number after the hyphen, who may be " +
			"the same for all. Look at how you read line 2.",
		Rule: "docs/rules/mapcolor.md rule 5",
	},
	{
		ID:    "initial-outside-map-not-scored",
		Kind:  "evaluation",
		About: "an initial state without a line and neighbours does not count",
		Explains: "Your score leaves out a state that is named in line 2 only. It exists, has no " +
			"neighbours, and its colour counts. Look at which list of states your evaluation goes " +
			"through.",
		Rule:   "docs/rules/mapcolor.md rule 5",
		Beyond: "Inside the envelope every initial state has a line and neighbours (sentence 2 of the envelope).",
	},
	{
		ID:    "opponents-weights-added",
		Kind:  "evaluation",
		About: "what player 2 has coloured is added, not subtracted",
		Explains: "Your score adds the weights of the states that player 2 coloured. They are subtracted " +
			"from those of player 1. Look at the sign in your evaluation.",
		Rule: "docs/rules/mapcolor.md rule 5",
	},
	{
		ID:    "player-1s-weights-only",
		Kind:  "evaluation",
		About: "what player 2 has coloured does not count",
		Explains: "Your score is the weights of player 1's states alone. The weights of player 2's states, " +
			"by player 2's table, are subtracted. Look at your evaluation function.",
		Rule: "docs/rules/mapcolor.md rule 5",
	},
	{
		ID:    "weights-swapped",
		Kind:  "evaluation",
		About: "each player's states count by the other one's weights",
		Explains: "Your score looks up the weights in the wrong table: player 1's states in line 5 and " +
			"player 2's in line 4. Line 4 is player 1's table and line 5 is player 2's. Look at the " +
			"order in which you read them.",
		Rule: "docs/rules/mapcolor.md rule 5",
	},
	{
		ID:    "weights-of-player-1-for-both",
		Kind:  "evaluation",
		About: "both players' states count by player 1's weights",
		Explains: "Your score uses player 1's weights for player 2's states as well. What player 2 coloured " +
			"counts by player 2's table, line 5. Look at the table in the second half of your " +
			"evaluation.",
		Rule: "docs/rules/mapcolor.md rule 5",
	},
	{
		ID:    "weights-by-place",
		Kind:  "evaluation",
		About: "weights are read in the order of line 1, whatever their colours",
		Explains: "Your program takes the first weight of lines 4 and 5 for the first colour of line 1, the " +
			"second for the second, and so on. Each weight stands with the name of its colour, in any " +
			"order. Look at how you read these lines.",
		Rule: "docs/rules/mapcolor.md rule 1",
	},
	{
		ID:    "weights-without-sign",
		Kind:  "evaluation",
		About: "negative weights are read as positive",
		Explains: "Your program loses the minus sign of weights. Weights are integers of either sign. Look " +
			"at how you read lines 4 and 5: a split at hyphens, or a pattern that takes digits only, " +
			"drops the sign.",
		Rule:   "docs/rules/mapcolor.md rule 1",
		Beyond: "Inside the envelope no weight is negative (sentence 3 of the envelope).",
	},
	{
		ID:    "colours-in-order-of-line-1",
		Kind:  "order",
		About: "colours are tried in the order of line 1",
		Explains: "For each state your program tries the colours in the order in which line 1 lists them. " +
			"They are tried by name, in ASCII order, and line 1 has no influence. Sort the colours " +
			"after reading them.",
		Rule: "docs/rules/mapcolor.md rule 3",
	},
	{
		ID:    "colours-by-weight",
		Kind:  "order",
		About: "each player tries the colours of greatest weight first",
		Explains: "For each state your program tries the mover's best colours first. Colours are tried by " +
			"name, in ASCII order, whatever they weigh. Look at the sort of your moves.",
		Rule: "docs/rules/mapcolor.md rule 3",
	},
	{
		ID:    "states-in-order-of-lines",
		Kind:  "order",
		About: "states are tried in the order of their lines",
		Explains: "Your program tries the states in the order of their lines in the input. They are tried " +
			"by name, in ASCII order. Sort the states after reading them.",
		Rule: "docs/rules/mapcolor.md rule 3",
	},
	{
		ID:    "states-in-order-of-mention",
		Kind:  "order",
		About: "states are tried in the order in which the input mentions them",
		Explains: "Your program tries the states in the order in which the input first mentions them, as a " +
			"state or as a neighbour. They are tried by name, in ASCII order. Sort the states after " +
			"reading them.",
		Rule: "docs/rules/mapcolor.md rule 3",
	},
	{
		ID:    "states-found-from-coloured-ones",
		Kind:  "order",
		About: "states are tried beside the first coloured state, then beside the second",
		Explains: "Your program goes through the coloured states, in the order in which they were coloured, " +
			"and tries the neighbours of each. All states that offer moves are tried by name, in " +
			"ASCII order. Collect the moves of a node first, and sort them.",
		Rule: "docs/rules/mapcolor.md rule 3",
	},
	{
		ID:    "colour-before-state-in-order",
		Kind:  "order",
		About: "moves are ordered by colour first, then by state",
		Explains: "Your program tries the first colour for all states, then the second, and so on. Moves " +
			"are ordered by state, and for each state by colour. Look at which loop is the outer one, " +
			"or at the keys of your sort.",
		Rule: "docs/rules/mapcolor.md rule 3",
	},
	{
		ID:    "order-ignores-case",
		Kind:  "order",
		About: "names are sorted without regard to case",
		Explains: "Your program sorts names as if upper and lower case were the same. ASCII order puts all " +
			"of upper case before lower case. Look at the comparison in your sort: it may follow a " +
			"language, or turn names to lower case.",
		Rule: "docs/rules/mapcolor.md rule 3",
	},
	{
		ID:    "numbers-ordered-by-value",
		Kind:  "order",
		About: "numbers in names are sorted by value, S9 before S10",
		Explains: "Your program sorts the numbers in names by their value. Names are compared character by " +
			"character, so S10 comes before S9. Look at the comparison in your sort.",
		Rule: "docs/rules/mapcolor.md rule 3",
	},
	{
		ID:    "short-names-first",
		Kind:  "order",
		About: "short names are sorted before long ones",
		Explains: "Your program sorts names by their length first. They are compared character by character " +
			"in ASCII order, so NSW comes before NT. Look at the comparison in your sort.",
		Rule: "docs/rules/mapcolor.md rule 3",
	},
}
