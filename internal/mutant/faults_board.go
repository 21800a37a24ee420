package mutant

// boardFaults are mistakes that squirrel, gangwars and reversi share.
var boardFaults = []sharedFault{
	{inBoardOrder, Fault{
		ID:    "column-by-column",
		Kind:  "order",
		About: "moves are taken column by column",
		Explains: "Your program takes the squares column by column. They have to be taken row by row, row 1 " +
			"first, and each row from left to right. Look at the nesting of the two loops, and at which " +
			"index is the row.",
	}},
	{inBoardOrder, Fault{
		ID:    "rows-from-right-to-left",
		Kind:  "order",
		About: "each row is taken from right to left",
		Explains: "Your program takes the rows in the right order, but goes through each of them from right to " +
			"left. It has to go from left to right. Look at the inner loop.",
	}},
	{inValueOrder, Fault{
		ID:    "moves-sorted-by-square-value",
		Kind:  "order",
		About: "squares of great value come first",
		Explains: "Your program tries the squares of great value first. The rules fix the order, row by row, " +
			"because it decides between equal moves and, where there is a log, what the log shows. Remove " +
			"the sorting.",
	}},
	{inBoardEval, Fault{
		ID:    "evaluation-for-x-always",
		Kind:  "evaluation",
		About: "the evaluation always takes the side of X",
		Explains: "Your evaluation is what X has minus what O has, also when the input names O as the player. " +
			"It has to take the side of the player to move at the root. Look for an 'X' in your " +
			"evaluation.",
	}},
	{inBoardEval, Fault{
		ID:    "evaluation-own-squares-only",
		Kind:  "evaluation",
		About: "the opponent's squares are not subtracted",
		Explains: "Your evaluation adds up what the root player has and forgets the opponent. What the opponent " +
			"has is subtracted. Look at the loop of your evaluation.",
	}},
	{inBoardEval, Fault{
		ID:    "evaluation-counts-pieces",
		Kind:  "evaluation",
		About: "every square counts 1",
		Explains: "Your evaluation counts pieces: every square is worth 1. It has to add up the values of the " +
			"squares. Look at what the loop of your evaluation adds.",
	}},
	{"squirrel:5 gangwars:5", wipedOutEnds},
	{"reversi:4", wipedOutEnds.beyond("The course's first release did this. Where it shows, the editions differ, and the envelope " +
		"ends (its sentence 2).")},
	{inBoardPlay, Fault{
		ID:    "edges-wrap-round",
		Kind:  "game",
		About: "beyond an edge the board goes on in the next row",
		Explains: "In your program the square to the right of a row's last one is the first square of the next " +
			"row, as happens when a board is a flat array. Nothing lies beyond an edge. Compute row and " +
			"column apart, and test both.",
	}},
	{inBoardPlay, Fault{
		ID:    "board-shared-by-moves",
		Kind:  "game",
		About: "moves are made on one board and never undone",
		Explains: "Your search makes all its moves on one board and never undoes them, so each move starts from " +
			"what its elder siblings left behind. Every move starts from its parent's board. Copy the " +
			"board before you change it.",
	}},
	{inBoardPlay, Fault{
		ID:    "captures-not-taken-back",
		Kind:  "game",
		About: "a move is undone without what it captured",
		Explains: "When your search takes a move back, it clears the square that was taken, but the pieces that " +
			"the move turned stay turned. All of them have to turn back. Copy the board before each move, " +
			"or keep a list of what a move turned.",
	}},
	{inBoardState, Fault{
		ID:    "board-not-updated",
		Kind:  "output",
		About: "the board is written as it was",
		Explains: "Your program writes the board of the input. It has to write the board after the chosen move. " +
			"Look at whether the move is made on a copy that is thrown away.",
	}},
	{inBoardState, Fault{
		ID:    "board-without-captures",
		Kind:  "output",
		About: "the board is written without what the move captured",
		Explains: "The board that you write has the new piece, but not the pieces that it captured. Make the " +
			"whole move before you write the board. Look at whether the output uses the same function as " +
			"the search.",
	}},
	{inBoardState, Fault{
		ID:    "board-of-last-leaf",
		Kind:  "output",
		About: "the board looked at last is written",
		Explains: "Your program writes the board that its search looked at last. It has to write the input's " +
			"board with the chosen move on it. Look for a board that the search changes and the output " +
			"reuses.",
	}},
	{inBoardState, Fault{
		ID:    "board-of-best-leaf",
		Kind:  "output",
		About: "the board at the end of the best line is written",
		Explains: "Your program writes the board at the end of the best line of play. It has to write the board " +
			"after the first move of that line. Look at what the search returns: the board of the best " +
			"leaf in place of the best child's.",
	}},
	{inBoardNames, Fault{
		ID:    "column-and-row-swapped",
		Kind:  "output",
		About: "A2 is called B1",
		Explains: "Your program swaps the coordinates of a square when it prints a name. The letter is the " +
			"column and the number the row. Look at the function that names a square.",
	}},
	{inBoardNames, Fault{
		ID:    "digits-before-letters",
		Kind:  "output",
		About: "names have the digits first",
		Explains: "Your names of squares have the number first, like 3C for C3. The letter comes first. Look at " +
			"the function that names a square.",
	}},
	{inBoardNames, Fault{
		ID:    "letters-in-other-case",
		Kind:  "output",
		About: "the letters of squares have the wrong case",
		Explains: "The column letters of your squares have the wrong case. Reversi has small letters, squirrel " +
			"and gangwars have capitals. Look at the function that names a square.",
	}},
	{inBoardNames, Fault{
		ID:    "rows-numbered-from-zero",
		Kind:  "output",
		About: "row 1 is printed as 0",
		Explains: "The row numbers in your names are one too small. Rows are numbered from 1. Look at the " +
			"function that names a square: an index from 0 is printed as it is.",
	}},
	{inBoardNames, Fault{
		ID:    "rows-numbered-from-below",
		Kind:  "output",
		About: "the lowest row is called 1",
		Explains: "Your program numbers the rows from below, as in chess. Row 1 is the uppermost row, the first " +
			"of the input. Look at the function that names a square.",
	}},
}

// wipedOutEnds is a fault that in reversi is the edition first.
var wipedOutEnds = Fault{
	ID:    "game-ends-when-wiped-out",
	Kind:  "game",
	About: "a position in which a side has no piece is a leaf",
	Explains: "Your search treats a position in which one side has no piece left as the end of the game. " +
		"That alone ends nothing: the search goes on below it. Look at your test for the end of the " +
		"game.",
}
