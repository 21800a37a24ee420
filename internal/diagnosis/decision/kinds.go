package decision

import "github.com/touchstone-suite/touchstone/oracle/replay"

// A kind is a sort of decision, in words that hold for any case.
type kind struct {
	key, does, right string
	areas            areas // that it may break, the most likely first
}

// Which line comes next.
var (
	cutMissed        = kind{"cut-missed", "goes on with the children of a node that is cut", "where v reaches the bound, the remaining children are not searched", areas{updateRule, silenceRule, replay.Cuts}}
	cutEarly         = kind{"cut-early", "cuts a node whose value has not reached the bound", "a max node is cut where v >= beta, a min node where v <= alpha, and nowhere else", areas{updateRule, silenceRule, replay.Cuts}}
	cutLate          = kind{"cut-late", "cuts a node one child too late", "the child's value is taken before the test for a cut", areas{updateRule}}
	cutStrict        = kind{"cut-strict", "does not cut a node whose value equals the bound", "a max node is cut where v >= beta, a min node where v <= alpha", areas{updateRule, silenceRule, replay.Cuts}}
	noLineAfterChild = kind{"no-line-after-child", "writes no line of a node after a child has returned", "a node writes a line each time a child returns, even if nothing changes", areas{updateRule}}
	noLineAtCut      = kind{"no-line-at-cut", "writes no line of a node that is cut", "the child that cuts a node is followed by a line of the node, with the new value and the old window", areas{updateRule, replay.Cuts}}
	noEntryLine      = kind{"no-entry-line", "writes no line when it enters a node", "an interior node writes a line before its first child", areas{entryRule, replay.Names, replay.Levels}}
	childNotLogged   = kind{"child-not-logged", "writes a node's line where the line of its next child is due", "each child that is visited writes its own line first, leaves too", areas{leafRule, replay.Names}}
	leftEarly        = kind{"left-early", "leaves a node while it has children to search", "only a cut leaves out children: v >= beta at a max node, v <= alpha at a min node", areas{updateRule, replay.Input, replay.Moves}}
	lastMissing      = kind{"last-missing", "leaves out the last move of a node", "every move that the rules allow is a child, the last one too", areas{replay.Moves, replay.Input, updateRule}}
	rootLeft         = kind{"root-left", "ends its log while the root has children to search", "the log ends with the root's line after its last child", areas{updateRule, replay.Input, replay.Moves}}
	rootsLast        = kind{"roots-last-missing", "leaves out the last move of the root", "every move that the rules allow is a child, the last one too", areas{replay.Moves, replay.Input, updateRule}}
	passedFreely     = kind{"passed-freely", "passes where it has a move", "a side passes only where the rules give it no other move", areas{replay.Moves, replay.Change}}
	otherMoves       = kind{"other-moves", "has other moves than the rules: it leaves some out, or tries some that are not allowed", "the moves that the rules allow are the children, and no others", areas{replay.Moves, replay.Change, replay.Input}}
	remembered       = kind{"remembered", "does not search a position again that it has met before", "each node is searched, also one whose position has been met elsewhere: what is remembered shows in the log", areas{silenceRule, entryRule, replay.Leaves}}
	extraLine        = kind{"extra-line", "writes a line of a node that has returned already", "a node writes nothing when it returns: the next line is its parent's", areas{silenceRule}}
	anotherOrder     = kind{"another-order", "tries the moves in another order", "the moves of a node are tried in the order of the rules", areas{replay.Order}}
	moveMissing      = kind{"move-missing", "leaves out a move", "every move that the rules allow is a child", areas{replay.Moves, replay.Change}}
	moveAgain        = kind{"move-again", "tries a move again", "each move of a node is tried once", areas{replay.Moves}}
	illegalMove      = kind{"illegal-move", "tries a move that the rules do not allow here", "the moves that the rules allow are the children, and no others", areas{replay.Moves, replay.Change, replay.Input}}
	illegalTheirs    = kind{"illegal-theirs", "tries a move that the other side alone has", "the moves that the rules allow the side to move are the children, and no others", areas{replay.Moves, replay.Input, replay.Change}}
	illegalOccupied  = kind{"illegal-occupied", "tries a move on a place that is taken, or has nothing to move", "the moves that the rules allow are the children, and no others", areas{replay.Moves, replay.Change}}
	noSuchPlace      = kind{"no-such-place", "names a place that the board does not have", "a node is named by the move that leads to it, spelled as in the rules", areas{replay.Names, replay.Log, replay.Input}}
	leafTwice        = kind{"leaf-twice", "writes the line of a leaf twice", "a leaf has one line alone", areas{leafRule}}
	headerBlank      = kind{"header-blank", "writes a blank line above the log", "the log follows without a blank line", areas{replay.Answer, replay.Log}}
	lineTwice        = kind{"line-twice", "writes a line twice", "each event of the search has one line", areas{silenceRule}}
	otherName        = kind{"name", "names a node otherwise", "a node is named by the move that leads to it, spelled as in the rules", areas{replay.Names, replay.Log}}
	nameOfChild      = kind{"name-of-child", "names the child in the line after it", "the line after a child's return is the node's own", areas{updateRule}}
	rootName         = kind{"root-name", "names the root otherwise", "the root has the name that the rules of the log give it", areas{replay.Log, replay.Input}}
	columnsOrder     = kind{"columns-order", "has the columns in another order", "the columns stand in the order of the header", areas{replay.Log}}
	anotherNode      = kind{"another-node", "writes a line of another node", "the nodes follow in the order of a depth-first search", areas{replay.Order, updateRule}}
	endsEarly        = kind{"ends-early", "ends its log too soon", "the log ends with the root's line after its last child", areas{updateRule}}
	goesOn           = kind{"goes-on", "goes on behind the last line", "the log ends with the root's line after its last child", areas{silenceRule, leafRule, replay.Moves}}
	otherHeader      = kind{"header", "writes another header, or none", "the first line of the log names its columns", areas{replay.Log, replay.Input}}
	otherColumns     = kind{"columns", "writes another number of columns", "each line has the columns of the header: a window is there in alpha-beta alone", areas{replay.Log}}
	strayLine        = kind{"stray-line", "writes a line that is none of a log", "the log has its header and the lines of the search, and nothing else: what a program prints to find its mistakes belongs elsewhere", areas{replay.Log}}
	otherBlanks      = kind{"blanks", "sets blanks or commas otherwise", "the columns are set apart as in the examples of the rules", areas{replay.Log}}
	otherDepth       = kind{"depth", "writes another depth", "the depth of a node is its number of moves from the root, as the rules of the game count them", areas{replay.Log, replay.Depth}}
	withDecimals     = kind{"decimals", "writes a value with decimals", "values are whole numbers", areas{factsRule}}
	numberSpelling   = kind{"number-spelling", "spells a number otherwise", "numbers are written in digits, with a minus sign below zero and no sign else", areas{factsRule}}
	infinitySpelling = kind{"infinity-spelling", "spells infinity otherwise", "infinity is spelled as in the rules of the log", areas{replay.Log}}
)
