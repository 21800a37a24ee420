package mutant

import "slices"

// mapcolorFaults are the faults of mapcolor alone.
var mapcolorFaults = slices.Concat(mapGameFaults, mapScoreFaults, mapLogFaults)

// mapGameFaults are mistakes in the moves, in the map, and in who moves.
var mapGameFaults = []Fault{
	{
		ID:    "forward-checking",
		Kind:  "game",
		About: "moves that would leave a neighbour without colours are left out",
		Explains: "Your program leaves out a move that would leave an uncoloured neighbour of the state " +
			"without any colour. Such a move is legal: only the colours of coloured neighbours are " +
			"looked at. Look for a test that looks one step ahead, and drop it.",
		Rule: "docs/rules/mapcolor.md rule 2",
	},
	{
		ID:    "arc-consistency-propagated",
		Kind:  "game",
		About: "colours are propagated among uncoloured states",
		Explains: "Your program runs arc consistency over the whole map: an uncoloured state with one " +
			"colour left takes that colour from its uncoloured neighbours. The rule asks for less " +
			"than its name says: only coloured neighbours take colours away. Look for a loop or queue " +
			"that repeats until nothing changes.",
		Rule: "docs/rules/mapcolor.md rule 2",
	},
	{
		ID:    "domains-not-restored",
		Kind:  "game",
		About: "colours taken from a state never come back",
		Explains: "A move takes its colour from the neighbouring states, and your program does not give it " +
			"back when the search leaves the move. So later lines of play find too few moves. Give " +
			"each node lists of colours of its own, or undo what the move took.",
		Rule: "docs/rules/mapcolor.md rule 2",
	},
	{
		ID:    "colours-not-taken-back",
		Kind:  "game",
		About: "states stay coloured when the search goes back",
		Explains: "Your program plays every move on one map and does not take the colour back when the " +
			"search leaves the move. Each child starts from its parent's position. Look for a map or " +
			"list that is copied by reference, not by value.",
		Rule: "docs/rules/mapcolor.md rule 2",
	},
	{
		ID:    "dead-state-keeps-all-colours",
		Kind:  "game",
		About: "a state whose neighbours have used up all colours may take any",
		Explains: "When the neighbours of a state have used up all colours, your program offers all colours " +
			"for it. Such a state offers no move, and the game goes on around it. Look at what an " +
			"empty list of colours means in your code.",
		Rule: "docs/rules/mapcolor.md rule 2",
	},
	{
		ID:    "dead-state-keeps-last-colour",
		Kind:  "game",
		About: "the last colour left to a state is never taken away",
		Explains: "Your program never takes a state's last colour away, even when a neighbour gets it. A " +
			"state whose neighbours have used up all colours offers no move. The trace printed in the " +
			"handout has such moves; the course corrected that. Look for a test that a list has more " +
			"than one colour.",
		Rule: "docs/rules/mapcolor.md rule 2",
	},
	{
		ID:    "dead-state-ends-game",
		Kind:  "game",
		About: "a state without colours left makes the node a leaf",
		Explains: "Your program treats a position as a dead end as soon as some state has no colour left. " +
			"Only that state offers no move; the game goes on around it. Look for a failure of your " +
			"consistency check that is returned as no moves at all.",
		Rule: "docs/rules/mapcolor.md rule 2",
	},
	{
		ID:    "any-state-may-be-coloured",
		Kind:  "game",
		About: "states without a coloured neighbour may be coloured, too",
		Explains: "Your program lets a player colour any uncoloured state. The state must have at least one " +
			"coloured neighbour. Look at the condition under which a state becomes a move.",
		Rule: "docs/rules/mapcolor.md rule 2",
	},
	{
		ID:    "isolated-states-may-be-coloured",
		Kind:  "game",
		About: "a state without neighbours may be coloured",
		Explains: "Your program lets a player colour a state that has no neighbours. The state must have at " +
			"least one coloured neighbour, so such a state is never coloured. Look for a test that " +
			"all neighbours fulfil something: with no neighbours it always holds.",
		Rule:   "docs/rules/mapcolor.md rule 2",
		Beyond: "Inside the envelope every state has neighbours (sentence 2 of the envelope).",
	},
	{
		ID:    "only-beside-last-coloured",
		Kind:  "game",
		About: "only neighbours of the state coloured last may be coloured",
		Explains: "Your program looks for moves only beside the state that was coloured last. Any coloured " +
			"neighbour will do, whoever coloured it and whenever. Look at where your list of " +
			"candidates comes from: it has to grow along the line of play.",
		Rule: "docs/rules/mapcolor.md rule 2",
	},
	{
		ID:    "only-beside-initial-states",
		Kind:  "game",
		About: "only neighbours of the initial states may be coloured",
		Explains: "Your program looks for moves only beside the states that were coloured at the start. " +
			"States coloured during the search open their neighbours, too. Look at whether your list " +
			"of candidates is worked out only once.",
		Rule: "docs/rules/mapcolor.md rule 2",
	},
	{
		ID:    "colours-of-neighbours-unchecked",
		Kind:  "game",
		About: "a state may take the colour of its neighbour",
		Explains: "Your program offers every colour for a state. A colour that a coloured neighbour has is " +
			"no move. Look at whether your program removes the neighbours' colours at all.",
		Rule: "docs/rules/mapcolor.md rule 2",
	},
	{
		ID:    "only-own-colours-forbidden",
		Kind:  "game",
		About: "only colours that the mover gave to neighbours are taken away",
		Explains: "Your program takes away the colours of those neighbours that the player to move has " +
			"coloured. The colours of all coloured neighbours count, whoever gave them. Look for a " +
			"test of the player where you look for conflicts.",
		Rule: "docs/rules/mapcolor.md rule 2",
	},
	{
		ID:    "only-initial-colours-forbidden",
		Kind:  "game",
		About: "only the initial states take colours from their neighbours",
		Explains: "Your program takes away the colours of the states that were coloured at the start, but " +
			"not of those that are coloured during the search. All coloured neighbours count. Look at " +
			"whether your consistency check runs only once, before the search.",
		Rule: "docs/rules/mapcolor.md rule 2",
	},
	{
		ID:    "edges-of-own-line-only",
		Kind:  "game",
		About: "states are neighbours only as far as the state's own line says",
		Explains: "Your program takes the neighbours of a state from its own line only. Two states are " +
			"neighbours if either of them lists the other. Look at where you read the map, and store " +
			"each pair both ways.",
		Rule:   "docs/rules/mapcolor.md rule 1",
		Beyond: "Inside the envelope every edge stands on both lines (sentence 1 of the envelope).",
	},
	{
		ID:    "edges-of-other-lines-only",
		Kind:  "game",
		About: "states are neighbours only as far as the other state's line says",
		Explains: "Your program takes the neighbours of a state from the lines of the others, and not from " +
			"its own. Two states are neighbours if either of them lists the other. Look at where you " +
			"read the map, and store each pair both ways.",
		Rule:   "docs/rules/mapcolor.md rule 1",
		Beyond: "Inside the envelope every edge stands on both lines (sentence 1 of the envelope).",
	},
	{
		ID:    "states-without-line-ignored",
		Kind:  "game",
		About: "a state that is only named as a neighbour is never coloured",
		Explains: "Your program lists moves only for states that have a line of their own. A state that is " +
			"only ever named as a neighbour exists, too. Look at where your list of states comes " +
			"from.",
		Rule:   "docs/rules/mapcolor.md rule 1",
		Beyond: "Inside the envelope every state has a line (sentence 2 of the envelope).",
	},
	{
		ID:    "only-two-initial-assignments-read",
		Kind:  "game",
		About: "initial assignments after the second are not read",
		Explains: "Your program reads two initial assignments and no more. Line 2 may have one or many. " +
			"Look at how you split that line.",
		Rule: "docs/rules/mapcolor.md rule 1",
	},
	{
		ID:    "player-2-first",
		Kind:  "game",
		About: "player 2 moves at the root",
		Explains: "Your program lets player 2 move first. Player 1 moves at the root, which is a max node, " +
			"and at all even depths. Look at the player with whom your search starts.",
		Rule: "docs/rules/mapcolor.md rule 4",
	},
	{
		ID:    "turn-after-last-initial",
		Kind:  "game",
		About: "the player who did not make the last initial assignment moves first",
		Explains: "Your program gives the first move to the other player than the one who made the last " +
			"initial assignment. Player 1 moves at the root, whoever that was. It shows where the " +
			"last initial assignment is player 1's; look at how you find the first player.",
		Rule: "docs/rules/mapcolor.md rule 4",
	},
	{
		ID:    "turn-by-number-coloured",
		Kind:  "game",
		About: "the number of coloured states decides who moves",
		Explains: "Your program finds the player to move by counting the coloured states. Player 1 moves at " +
			"the root, however many initial assignments there are. It shows where their number is " +
			"odd; look at a modulo that counts them in.",
		Rule: "docs/rules/mapcolor.md rule 4",
	},
	{
		ID:    "dead-end-passes",
		Kind:  "game",
		About: "a player without a move passes until the depth limit",
		Explains: "Where there is no move left your program lets the players pass until the depth limit. A " +
			"node without moves is a leaf, and has one line with its score. Look at your test for a " +
			"leaf: the depth is only one half of it.",
		Rule: "docs/rules/mapcolor.md rule 6",
	},
}
