package mutant

// searchFaults are mistakes in the order of moves, the depth, the values and the choice of the move.
var searchFaults = []sharedFault{
	{all, Fault{
		ID:    "last-tie-at-root",
		Kind:  "order",
		About: "of equal moves the last is chosen",
		Explains: "Of several root moves with the same value your program chooses the last; it has to be the " +
			"first in the order of expansion. A move replaces the best so far only if its value is " +
			"strictly greater. Look for >= where > should stand; in alpha-beta this even picks moves " +
			"whose search was cut short and that may be worse.",
		Rule: logRule5,
	}},
	{"mancala", Fault{
		ID:    "last-tie-everywhere",
		Kind:  "order",
		About: "of equal moves the last is chosen, at every node",
		Explains: "Of several moves with the same value your program keeps the last, at the root and everywhere " +
			"below it. It has to be the first in the order of expansion: a value replaces the best so far " +
			"only if it is strictly better. Look for >= or <= where > or < should stand.",
		Rule: logRule5,
	}},
	{boards, Fault{
		ID:    "ties-by-column",
		Kind:  "order",
		About: "of equal moves the one in the leftmost column is chosen",
		Explains: "Of several root moves with the same value your program chooses the one in the leftmost " +
			"column. Squares are compared row by row, so it has to be the one in the uppermost row, and " +
			"in it the leftmost. Look at how ties are broken; if the moves are expanded in the right " +
			"order, the first best is right.",
		Rule: logRule5,
	}},
	{inOrder, Fault{
		ID:    "moves-reversed",
		Kind:  "order",
		About: "moves are tried from the last to the first",
		Explains: "Your program tries the moves of every node in the reverse order. The rules fix the order, " +
			"because it decides between equal moves and, where there is a log, what the log shows. Look " +
			"for a stack, or a list to which each move is added at the front.",
	}},
	{inOrder, Fault{
		ID:    "moves-sorted-by-evaluation",
		Kind:  "order",
		About: "moves that look good are tried first",
		Explains: "Your program tries those moves first that look best after one ply. That is a good idea in " +
			"practice, but the rules fix the order, because it decides between equal moves and, where " +
			"there is a log, what the log shows. Remove the sorting.",
	}},
	{inDepth, Fault{
		ID:    "depth-one-too-deep",
		Kind:  "depth",
		About: "leaves are one ply deeper than the limit",
		Explains: "Your search goes one ply deeper than the limit. The root has depth 0, its children depth 1, " +
			"and a node is a leaf when its depth equals the limit. Look for > where >= or = should stand, " +
			"or for a count that starts one off.",
	}},
	{inDepth, Fault{
		ID:    "depth-one-too-shallow",
		Kind:  "depth",
		About: "leaves are one ply short of the limit",
		Explains: "Your search stops one ply short of the limit, except where the limit is 1. The root has " +
			"depth 0, its children depth 1, and a node is a leaf when its depth equals the limit. Look at " +
			"where the count starts: the root's moves may have been counted twice.",
	}},
	{all, Fault{
		ID:    "min-nodes-maximise",
		Kind:  "game",
		About: "the opponent's nodes maximise, too",
		Explains: "Your search takes the greatest value at every node, also where the opponent moves. The " +
			"opponent's nodes start at infinity and take the smallest value. Look at whether the " +
			"recursive call changes between max and min.",
		Rule: evaluationRule,
	}},
	{all, Fault{
		ID:    "root-minimises",
		Kind:  "game",
		About: "max and min are swapped",
		Explains: "Your search takes the smallest value at the root player's nodes and the greatest at the " +
			"opponent's. The root player is always the max player. Look at which of the two functions the " +
			"root calls, or at how a node finds out its type.",
		Rule: evaluationRule,
	}},
	{logged, Fault{
		ID:    "value-starts-at-zero",
		Kind:  "evaluation",
		About: "the best value starts at 0 instead of an infinity",
		Explains: "The best value so far starts at 0 in your nodes. So a max node whose moves are all below 0 " +
			"returns 0 and finds no move, and so does a min node whose moves are all above 0. Max nodes " +
			"start at minus infinity and min nodes at infinity.",
		Rule: logRule2,
	}},
	{"squirrel gangwars", Fault{
		ID:    "infinity-too-small",
		Kind:  "evaluation",
		About: "values beyond 999 are lost",
		Explains: "Your infinities are finite numbers such as 999, and some values lie beyond them. A max node " +
			"all of whose moves are worth less never finds a best one. Start from a number that no " +
			"evaluation can reach: squares may be worth up to 1,000,000.",
		Rule: logRule2,
	}},
	{all, Fault{
		ID:    "evaluation-from-opponents-side",
		Kind:  "evaluation",
		About: "the evaluation has the wrong sign",
		Explains: "Your evaluation counts for the opponent: what the opponent has minus what the root player " +
			"has. It has to be the other way round, whoever moves next. Look at the order of the " +
			"subtraction, and at which player the evaluation is called with.",
		Rule: evaluationRule,
	}},
	{all, Fault{
		ID:    "evaluation-for-side-to-move",
		Kind:  "evaluation",
		About: "the evaluation is taken from the side of whoever moves next",
		Explains: "Your evaluation takes the side of the player who moves next at the leaf, as in negamax, so " +
			"its sign is wrong wherever that is the opponent. A leaf is always scored from the root " +
			"player's side. Look at which player the evaluation is called with.",
		Rule: evaluationRule,
	}},
	{logged, Fault{
		ID:    "evaluation-less-depth",
		Kind:  "evaluation",
		About: "the evaluation loses a point for each ply",
		Explains: "Your evaluation subtracts the depth, so that early gains count more. The score of a position " +
			"does not depend on how deep in the tree it stands. Remove the term.",
		Rule: evaluationRule,
	}},
	{all, Fault{
		ID:    "game-end-counts-infinite",
		Kind:  "evaluation",
		About: "a game that is over counts as plus or minus infinity",
		Explains: "Where the game is over, your evaluation returns infinity for a win and minus infinity for a " +
			"loss. A position at the end of the game is scored like any other. Remove the special case.",
		Rule: evaluationRule,
	}},
	{all, Fault{
		ID:    "first-move-chosen",
		Kind:  "output",
		About: "the first move is played, whatever the values",
		Explains: "Your search is right, but the move that is played is always the first of the root's moves. " +
			"It has to be the one with the greatest value. Look at where the chosen move is remembered: " +
			"it may be set once and never replaced.",
		Rule: logRule5,
	}},
	{all, Fault{
		ID:    "last-move-chosen",
		Kind:  "output",
		About: "the last move is played, whatever the values",
		Explains: "Your search is right, but the move that is played is always the last of the root's moves. It " +
			"has to be the one with the greatest value. Look at where the chosen move is remembered: it " +
			"may be set after each child, better or not.",
		Rule: logRule5,
	}},
	{all, Fault{
		ID:    "greedy-move-chosen",
		Kind:  "output",
		About: "the move that looks best after one ply is played",
		Explains: "Your search is right, but the move that is played is the one that looks best after a single " +
			"ply. It has to be the one whose search brought the greatest value. Look at whether the " +
			"output is made from the search's result or from a greedy move.",
		Rule: logRule5,
	}},
}
