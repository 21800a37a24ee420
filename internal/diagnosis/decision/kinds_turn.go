package decision

import "github.com/touchstone-suite/touchstone/oracle/replay"

// The turn.
var (
	worseMove       = kind{"worse-move", "chooses a move of less value", "the move with the greatest value is chosen", areas{choiceRule, replay.Choice, replay.Answer}}
	tieTaken        = kind{"tie", "chooses a later move that is no better", "a move replaces the best so far only if its value is strictly greater: of equal ones the first is chosen", areas{choiceRule, replay.Choice, replay.Answer}}
	tieBlind        = kind{"tie-blind", "chooses a move that is no better than an earlier one", "a move replaces the best so far only if its value is strictly greater, and the moves are tried in the order of the rules", areas{replay.Order, choiceRule, replay.Choice, replay.Moves}}
	worseBlind      = kind{"worse-blind", "chooses a move of less value", "the move with the greatest value is chosen", areas{replay.Choice, replay.Change, replay.Evaluation, sidesRule}}
	firstMove       = kind{"first-move", "chooses the first move, which is of less value", "the move with the greatest value is chosen", areas{choiceRule, replay.Answer}}
	firstBlind      = kind{"first-blind", "chooses the first move, which is of less value", "the move with the greatest value is chosen", areas{replay.Choice, choiceRule, sidesRule, replay.Change}}
	leastMove       = kind{"least-move", "chooses the move of the least value", "the move with the greatest value is chosen, which is the root player's", areas{sidesRule, replay.Choice, replay.Change, replay.Evaluation}}
	greedyMove      = kind{"greedy-move", "chooses the move that is best at once", "the moves are worth what the search down to the depth limit finds", areas{choiceRule, replay.Choice, replay.Change, replay.Leaves}}
	moveIllegal     = kind{"move-illegal", "names a move that the rules do not allow", "the chosen move is one that the rules allow", areas{replay.Moves, replay.Answer, choiceRule}}
	moveTheirs      = kind{"move-theirs", "names a move that the other side alone has", "the chosen move is one that the rules allow the side to move", areas{replay.Moves, replay.Input, replay.Answer}}
	moveInner       = kind{"move-inner", "names a move that the root does not have, but a node below", "the chosen move is one of the root's", areas{choiceRule, replay.Moves, replay.Answer}}
	moveMisspelt    = kind{"move-misspelt", "writes the name of its move otherwise", "the move is named as the rules say", areas{replay.Answer}}
	moveLineMissing = kind{"move-line-missing", "writes no line with the move above the board", "the move is named above the board", areas{replay.Answer}}
	noMove          = kind{"no-move", "makes no move", "the best move is played", areas{choiceRule, replay.Answer}}
	turnStops       = kind{"turn-stops", "ends the turn before it is over", "where a move gives another turn, the best next move is played too", areas{replay.Answer, replay.Choice, choiceRule}}
	noSuchMove      = kind{"no-such-move", "names a move that there is not", "the chosen move is one that the rules allow", areas{replay.Answer, replay.Moves}}
	boardBefore     = kind{"board-before", "writes the board before the move", "the next state has the chosen move played", areas{replay.Answer, replay.Choice, choiceRule}}
	boardEmpty      = kind{"board-empty", "writes an empty board", "the next state has the chosen move played", areas{replay.Answer, choiceRule}}
	boardInner      = kind{"board-inner", "writes a board that a position further down in the search has", "the next state is the board after the chosen turn", areas{replay.Answer, choiceRule, replay.Change}}
	boardIllegal    = kind{"board-illegal", "takes a place on which the root has no move", "the chosen move is one that the rules allow", areas{choiceRule, replay.Moves, replay.Answer}}
	boardPermuted   = kind{"board-permuted", "writes the right numbers in other places", "the places of a board are written in the order of the rules", areas{replay.Answer, replay.Names}}
	boardOccupied   = kind{"board-occupied", "changes a piece and takes no empty place", "a move takes an empty place", areas{choiceRule, replay.Choice, replay.Moves}}
	boardOtherSide  = kind{"board-other-side", "makes a move with the other side's piece", "whoever is to move puts a piece of its own", areas{replay.Choice, replay.Input, replay.Answer}}
	changeNothing   = kind{"change-nothing", "puts the piece and turns nothing", "the next state has all that the chosen move changes", areas{replay.Answer, replay.Change}}
	changeOneLine   = kind{"change-one-line", "turns one line alone", "a move turns what it captures in all directions", areas{replay.Change}}
	changeNearest   = kind{"change-nearest", "turns the nearest piece of each line alone", "a move turns all that it captures", areas{replay.Change}}
	changeReplaced  = kind{"change-replaced", "puts stones in the place of those that lay there", "what comes to a place is added to what lies there", areas{replay.Change, replay.End}}
	turnCut         = kind{"turn-cut", "ends its file within the chosen turn", "the chosen turn is written to its end", areas{replay.Answer}}
	answerEmpty     = kind{"answer-empty", "writes nothing where the chosen turn is due", "the best move is played, also where its value is very small", areas{replay.Answer, replay.Choice, choiceRule}}
	boardMissing    = kind{"board-missing", "writes the move and not the board behind it", "the whole turn is written: the move, and the board after it", areas{replay.Answer}}
	carriageReturn  = kind{"carriage-return", "writes carriage returns inside its lines", "lines end in LF, and carry nothing of the line ends of the input", areas{replay.Answer}}
	inputEchoed     = kind{"input-echoed", "writes the input", "the answer is written as the rules of the game say", areas{replay.Answer}}
	changeMissing   = kind{"change-missing", "does not change a place that the move changes", "the next state has all that the chosen move changes", areas{replay.Answer, replay.End, replay.Change}}
	changeAdded     = kind{"change-added", "changes a place that the move leaves alone", "the next state has what the chosen move changes and nothing else", areas{replay.Answer, replay.Change}}
	changeOther     = kind{"change-other", "leaves something else on a place that the chosen move changes", "the next state is the board after the chosen move", areas{replay.Answer, replay.Change, choiceRule}}
	noBoard         = kind{"no-board", "writes something else where the board is due", "the next state is written as the board in the input", areas{replay.Answer}}
	restOfTurn      = kind{"rest-of-turn", "writes the right move, and something else wrong beside it", "the answer is written as the rules of the game say", areas{replay.Answer}}
	turnMissing     = kind{"turn-missing", "ends its file before the chosen move", "the chosen move is written after the log", areas{replay.Answer}}
)
