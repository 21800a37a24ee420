package mutant

import "slices"

// mancalaFaults are the faults of mancala alone.
var mancalaFaults = slices.Concat(mancalaBoardFaults, mancalaEndFaults, mancalaTurnFaults, mancalaFileFaults)

// mancalaBoardFaults are mistakes in sowing and in captures.
var mancalaBoardFaults = []Fault{
	{
		ID:    "sowing-clockwise",
		Kind:  "game",
		About: "stones are sown clockwise",
		Explains: "Your program sows clockwise, in the order of falling numbers for player 1. Stones go " +
			"round counterclockwise: B2 up to B(N+1), player 1's mancala, A(N+1) down to A2, player " +
			"2's mancala, and B2 again. Look at the step from one pit to the next.",
		Rule: "docs/rules/mancala.md rule 3",
	},
	{
		ID:    "first-stone-into-start-pit",
		Kind:  "game",
		About: "the first stone goes back into the pit that is being sown",
		Explains: "Your program drops the first stone into the pit from which it has just taken the stones. " +
			"The first stone belongs into the next place of the round. Look at where your sowing loop " +
			"moves on: before it drops a stone, not after.",
		Rule: "docs/rules/mancala.md rule 3",
	},
	{
		ID:    "start-pit-skipped",
		Kind:  "game",
		About: "later laps pass over the pit that is being sown",
		Explains: "When the stones come round to the pit from which they were taken, your program passes it " +
			"over. That pit gets its stone like any other, so one lap takes 2N + 1 stones. It shows " +
			"with pits of 2N + 1 stones or more; look at the conditions in your sowing loop.",
		Rule: "docs/rules/mancala.md rule 3",
	},
	{
		ID:    "opponents-mancala-filled",
		Kind:  "game",
		About: "the opponent's mancala gets stones, too",
		Explains: "Your program drops a stone into the opponent's mancala as it passes. A player fills the " +
			"own mancala only, and the opponent's is passed over. Look at the list of places, or the " +
			"condition, in your sowing loop.",
		Rule: "docs/rules/mancala.md rule 3",
	},
	{
		ID:    "opponents-mancala-skipped-once",
		Kind:  "game",
		About: "the opponent's mancala is passed over on the first lap only",
		Explains: "Your program passes over the opponent's mancala the first time and fills it on later " +
			"laps. It is passed over every time, however many stones there are. It shows with pits " +
			"that go round twice; look for a correction that is made once, outside the loop.",
		Rule: "docs/rules/mancala.md rule 3",
	},
	{
		ID:    "own-mancala-skipped",
		Kind:  "game",
		About: "the mover's own mancala gets no stone in sowing",
		Explains: "Your program sows into pits only and passes over the mover's own mancala. That mancala " +
			"is a place in the round like any pit, and a last stone there gives an extra turn. Look " +
			"at the list of places in your sowing loop.",
		Rule: "docs/rules/mancala.md rule 3",
	},
	{
		ID:    "lap-of-2n-plus-2",
		Kind:  "game",
		About: "full laps are counted as 2N + 2 stones",
		Explains: "Your program works out full laps by arithmetic and takes a lap to be 2N + 2 stones. The " +
			"opponent's mancala is passed over, so a lap is 2N + 1. Look for a division or a modulo " +
			"by the number of all places.",
		Rule: "docs/rules/mancala.md rule 3",
	},
	{
		ID:    "full-laps-forgotten",
		Kind:  "game",
		About: "of a pit with more than a lap only the rest is sown",
		Explains: "From a pit with 2N + 1 stones or more your program sows only what is left after full " +
			"laps, and the stones of the laps vanish. Each full lap adds one stone to each place of " +
			"the round. Look at a modulo on the number of stones.",
		Rule: "docs/rules/mancala.md rule 3",
	},
	{
		ID:    "empty-pits-are-moves",
		Kind:  "game",
		About: "pits without stones are moves",
		Explains: "Your program lists pits without stones as moves, which do nothing and hand over the " +
			"turn. A pit without stones is no move, so it has no node and no line. Look at where you " +
			"list the moves.",
		Rule: "docs/rules/mancala.md rule 2",
	},
	{
		ID:    "board-shared-by-moves",
		Kind:  "game",
		About: "all moves are played on one board that is never put back",
		Explains: "Your program plays every move on the same board and does not put it back, so each move " +
			"starts from what its sister left behind. Each child starts from its parent's position. " +
			"Look for a list that is copied by reference, not by value.",
		Rule: "docs/rules/mancala.md rule 4",
	},
	{
		ID:    "no-capture",
		Kind:  "game",
		About: "nothing is ever captured",
		Explains: "Your program leaves a last stone that falls into an empty own pit where it is. That " +
			"stone and all stones in the pit across go to the mover's mancala. Look at what you do " +
			"after the last stone has fallen.",
		Rule: "docs/rules/mancala.md rule 5",
	},
	{
		ID:    "capture-needs-stones-across",
		Kind:  "game",
		About: "a last stone opposite an empty pit is not captured",
		Explains: "Your program captures only if there are stones in the pit across. The capture holds even " +
			"when that pit is empty: then the one stone goes to the mancala alone. Look at the " +
			"condition of your capture.",
		Rule: "docs/rules/mancala.md rule 5",
	},
	{
		ID:    "capture-leaves-own-stone",
		Kind:  "game",
		About: "a capture takes the stones across and leaves the capturing stone",
		Explains: "Your captures take the stones across but leave the last stone in its pit. The last stone " +
			"goes to the mancala together with them. Look at what your capture sets to 0.",
		Rule: "docs/rules/mancala.md rule 5",
	},
	{
		ID:    "capture-loses-own-stone",
		Kind:  "game",
		About: "the capturing stone vanishes",
		Explains: "Your captures put the stones across into the mancala and empty both pits, so that the " +
			"last stone is gone from the board. It counts, too: the mancala gets the stones across " +
			"and one more. Look at the sum in your capture; the number of stones must not change.",
		Rule: "docs/rules/mancala.md rule 5",
	},
	{
		ID:    "captured-stones-stay",
		Kind:  "game",
		About: "captured stones are counted, but stay in the pit across",
		Explains: "Your captures add the stones across to the mancala but leave them in their pit as well. " +
			"A capture empties both pits. Look at what your capture sets to 0; the number of stones " +
			"must not change.",
		Rule: "docs/rules/mancala.md rule 5",
	},
	{
		ID:    "capture-gives-extra-turn",
		Kind:  "game",
		About: "a capture gives an extra turn",
		Explains: "Your program lets a player move again after a capture, perhaps because stones have come " +
			"into the mancala. Only a last stone that is sown into the own mancala gives an extra " +
			"turn. Look at how you decide that the mover moves again.",
		Rule: "docs/rules/mancala.md rule 4",
	},
	{
		ID:    "capture-for-root-player-only",
		Kind:  "game",
		About: "only the root player captures",
		Explains: "Your program lets the player of the input capture, but not the opponent. Both players " +
			"capture by the same rule. Look for a comparison with the root player's side where the " +
			"side of the mover is meant.",
		Rule: "docs/rules/mancala.md rule 5",
	},
	{
		ID:    "capture-judged-before-sowing",
		Kind:  "game",
		About: "whether a pit is empty is judged by the board before the move",
		Explains: "Your program asks whether the pit of the last stone was empty before the move. What " +
			"counts is that it holds exactly one stone after it. The two differ when a move goes " +
			"round: one lap home captures, and a pit that was passed on an earlier lap does not.",
		Rule: "docs/rules/mancala.md rule 5",
	},
	{
		ID:    "lap-home-never-captures",
		Kind:  "game",
		About: "one full lap, back into the pit that was sown, does not capture",
		Explains: "A move of exactly 2N + 1 stones ends in the pit that it came from, and your program does " +
			"not capture there. The pit was emptied when it was sown, so the last stone is alone in " +
			"it and captures. Look at whether you test the pit after sowing, and whether you left the " +
			"start pit out.",
		Rule: "docs/rules/mancala.md rule 5",
	},
	{
		ID:    "laps-home-always-capture",
		Kind:  "game",
		About: "two or more full laps home capture, too",
		Explains: "Your program captures whenever a move ends in the pit that it came from. After two or " +
			"more laps there are stones of the earlier laps in it, and then there is no capture. Look " +
			"at the condition of your capture: the pit must hold exactly one stone.",
		Rule: "docs/rules/mancala.md rule 5",
	},
	{
		ID:    "capture-onto-stones",
		Kind:  "game",
		About: "a last stone onto other stones of an own pit captures",
		Explains: "Your program captures also where the last stone falls onto other stones in an own pit. " +
			"There is a capture only if the pit then holds exactly one stone. Look at the condition " +
			"of your capture.",
		Rule: "docs/rules/mancala.md rule 5",
	},
	{
		ID:    "capture-in-opponents-empty-pit",
		Kind:  "game",
		About: "a last stone in an empty pit of the opponent captures",
		Explains: "Your program captures also where the last stone falls into an empty pit of the " +
			"opponent's. Only the mover's own pits capture. Look at whether your condition asks whose " +
			"pit it is.",
		Rule: "docs/rules/mancala.md rule 5",
	},
	{
		ID:    "capture-from-mirrored-pit",
		Kind:  "game",
		About: "a capture takes from the mirrored pit, not from the one across",
		Explains: "Your captures take from the pit as far from the other end: in a row of three, that of A4 " +
			"for B2. The pit across is the one with the same number, above or below. Look at the " +
			"index: it is mirrored only if you keep the upper row in the order of sowing.",
		Rule: "docs/rules/mancala.md rule 5",
	},
	{
		ID:    "capture-one-pit-off",
		Kind:  "game",
		About: "a capture takes from the pit next to the one across",
		Explains: "Your captures take from the pit to the right of the one across. The pit across is the " +
			"one with the same number and the other letter. Look for an index that is off by one, " +
			"perhaps because the mancala was counted.",
		Rule: "docs/rules/mancala.md rule 5",
	},
	{
		ID:    "capture-into-opponents-mancala",
		Kind:  "game",
		About: "captured stones go to the opponent's mancala",
		Explains: "Your captures put the stones into the opponent's mancala. They go to the mover's. Look " +
			"at whose mancala your capture adds to, for both players.",
		Rule: "docs/rules/mancala.md rule 5",
	},
}
