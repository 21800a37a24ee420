package decision

// A Decision is what a program does at its first difference, in words that hold for any case:
// cases in which it decides alike have a cause in common, most likely.
type Decision struct {
	Key   string   `json:"key"`   // what tells it from others, such as "window-not-narrowed"
	Does  string   `json:"does"`  // what the program does
	Right string   `json:"right"` // what it should do
	Where []string `json:"where"` // what marks the place: "a max node", "the last child"

	// Of is the key of the decision of which this one is a kind, or "". What is of this kind in one
	// case may be so by chance: of several cases it is told only if all are.
	Of string `json:"of,omitempty"`
}

// A kind is a sort of decision, in words that hold for any case.
type kind struct {
	key, does, right string
}

// Which line comes next.
var (
	cutMissed        = kind{"cut-missed", "goes on with the children of a node that is cut", "where v reaches the bound, the remaining children are not searched"}
	noLineAfterChild = kind{"no-line-after-child", "writes no line of a node after a child has returned", "a node writes a line each time a child returns, even if nothing changes"}
	noLineAtCut      = kind{"no-line-at-cut", "writes no line of a node that is cut", "the child that cuts a node is followed by a line of the node, with the new value and the old window"}
	noEntryLine      = kind{"no-entry-line", "writes no line when it enters a node", "an interior node writes a line before its first child"}
	childNotLogged   = kind{"child-not-logged", "writes a node's line where the line of its next child is due", "each child that is visited writes its own line first, leaves too"}
	leftEarly        = kind{"left-early", "leaves a node while it has children to search", "only a cut leaves out children: v >= beta at a max node, v <= alpha at a min node"}
	extraLine        = kind{"extra-line", "writes a line of a node that has returned already", "a node writes nothing when it returns: the next line is its parent's"}
	anotherOrder     = kind{"another-order", "tries the moves in another order", "the moves of a node are tried in the order of the rules"}
	moveMissing      = kind{"move-missing", "leaves out a move", "every move that the rules allow is a child"}
	moveAgain        = kind{"move-again", "tries a move again", "each move of a node is tried once"}
	illegalMove      = kind{"illegal-move", "tries a move that the rules do not allow here", "the moves that the rules allow are the children, and no others"}
	lineTwice        = kind{"line-twice", "writes a line twice", "each event of the search has one line"}
	otherName        = kind{"name", "names a node otherwise", "a node is named by the move that leads to it, spelled as in the rules"}
	nameOfChild      = kind{"name-of-child", "names the child in the line after it", "the line after a child's return is the node's own"}
	rootName         = kind{"root-name", "names the root otherwise", "the root has the name that the rules of the log give it"}
	columnsOrder     = kind{"columns-order", "has the columns in another order", "the columns stand in the order of the header"}
	anotherNode      = kind{"another-node", "writes a line of another node", "the nodes follow in the order of a depth-first search"}
	endsEarly        = kind{"ends-early", "ends its log too soon", "the log ends with the root's line after its last child"}
	goesOn           = kind{"goes-on", "goes on behind the last line", "the log ends with the root's line after its last child"}
	otherHeader      = kind{"header", "writes another header, or none", "the first line of the log names its columns"}
	otherColumns     = kind{"columns", "writes another number of columns", "each line has the columns of the header: a window is there in alpha-beta alone"}
	otherBlanks      = kind{"blanks", "sets blanks or commas otherwise", "the columns are set apart as in the examples of the rules"}
	otherDepth       = kind{"depth", "writes another depth", "the depth of a node is its number of moves from the root, as the rules of the game count them"}
	withDecimals     = kind{"decimals", "writes a value with decimals", "values are whole numbers"}
	numberSpelling   = kind{"number-spelling", "spells a number otherwise", "numbers are written in digits, with a minus sign below zero and no sign else"}
	infinitySpelling = kind{"infinity-spelling", "spells infinity otherwise", "infinity is spelled as in the rules of the log"}
)

// Values.
var (
	leafTooEarly     = kind{"leaf-too-early", "evaluates a node that is no leaf", "a node is a leaf only at the depth limit, or where the rules of the game end it"}
	entryValue       = kind{"entry-value", "enters a node with another value", "a node is entered with -Infinity at max nodes and Infinity at min nodes"}
	maxMinExchanged  = kind{"max-min-exchanged", "takes a max node for a min node, or the other way round", "the root player's nodes are max nodes, the opponent's are min nodes"}
	limitPassed      = kind{"limit-passed", "searches below the depth limit", "a node at the depth limit is a leaf"}
	endMissed        = kind{"end-missed", "searches on where the game is over", "a node without moves is a leaf, with one line"}
	leafValue        = kind{"leaf-value", "evaluates a leaf otherwise", "the evaluation is what the root player has minus what the opponent has"}
	leafValueNegated = kind{"leaf-value-negated", "evaluates a leaf from the other side", "the evaluation is the root player's at every leaf, whoever moves there"}
	leafValueOneSide = kind{"leaf-value-one-side", "counts one side alone at a leaf", "the evaluation is what the root player has minus what the opponent has"}
	valueNotTaken    = kind{"value-not-taken", "keeps a node's value although the child's is better", "a better value of a child becomes the node's"}
	valueTaken       = kind{"value-taken", "takes a child's value that is no better", "a node's value changes only if the child's is strictly better"}
	valueOfChild     = kind{"value-of-child", "has another value of a node after a child has returned", "the node's value is the best of its children so far"}
	failHard         = kind{"fail-hard", "returns a bound of the window instead of the value", "a node returns v, even when v lies outside the window (fail-soft)"}
)

// Windows.
var (
	windowOpen        = kind{"window-open", "enters a node with an open window", "a child is handed its parent's window as it is at that moment"}
	windowOfEntry     = kind{"window-of-entry", "hands down the window with which the parent was entered", "a child is handed its parent's window as it is at that moment"}
	windowOfOther     = kind{"window-of-other", "hands down the window of another node", "a child is handed its parent's window as it is at that moment"}
	windowNegated     = kind{"window-negated", "negates or exchanges the bounds", "alpha and beta are the root player's everywhere, and change neither sign nor place"}
	windowHanded      = kind{"window-handed", "enters a node with another window", "a child is handed its parent's window as it is at that moment"}
	windowAtCut       = kind{"window-at-cut", "changes the window of a node that is cut", "the line of a cut shows the new value beside the old window"}
	windowNotNarrowed = kind{"window-not-narrowed", "leaves the window as it was although the value is better", "alpha of a max node becomes the greater of alpha and v, beta of a min node the smaller of beta and v"}
	windowWidened     = kind{"window-widened", "sets a bound to v even where that widens the window", "alpha of a max node becomes the greater of alpha and v, beta of a min node the smaller of beta and v"}
	windowOfChild     = kind{"window-of-child", "goes on with the window of the child that has returned", "each node keeps its own window: what its children do to theirs does not reach it"}
	windowOfLeaf      = kind{"window-of-leaf", "shows a leaf's window with its own value in it", "a leaf shows the window that it was handed"}
	windowNarrowed    = kind{"window-narrowed", "narrows the window otherwise", "alpha of a max node becomes the greater of alpha and v, beta of a min node the smaller of beta and v"}
)

// The turn.
var (
	worseMove     = kind{"worse-move", "chooses a move of less value", "the move with the greatest value is chosen"}
	tieTaken      = kind{"tie", "chooses a later move that is no better", "a move replaces the best so far only if its value is strictly greater: of equal ones the first is chosen"}
	noMove        = kind{"no-move", "makes no move", "the best move is played"}
	turnStops     = kind{"turn-stops", "ends the turn before it is over", "where a move gives another turn, the best next move is played too"}
	noSuchMove    = kind{"no-such-move", "names a move that there is not", "the chosen move is one that the rules allow"}
	boardBefore   = kind{"board-before", "writes the board before the move", "the next state has the chosen move played"}
	changeMissing = kind{"change-missing", "does not change a place that the move changes", "the next state has all that the chosen move changes"}
	changeAdded   = kind{"change-added", "changes a place that the move leaves alone", "the next state has what the chosen move changes and nothing else"}
	changeOther   = kind{"change-other", "changes a place of the board otherwise", "the next state has what the chosen move changes"}
	noBoard       = kind{"no-board", "writes no board of this game", "the next state is written as the board in the input"}
	restOfTurn    = kind{"rest-of-turn", "writes the right move, and something else wrong beside it", "the answer is written as the rules of the game say"}
	turnMissing   = kind{"turn-missing", "ends its file before the chosen move", "the chosen move is written after the log"}
)

// decide sets the decision of an explanation.
func (e *Explanation) decide(k *kind, where ...string) {
	e.Decision = k.decision(append([]string{}, where...))
}

func (k *kind) decision(where []string) *Decision {
	d := &Decision{Key: k.key, Does: k.does, Right: k.right, Where: where}
	if general := specials[k]; general != nil {
		d.Of = general.key
	}
	return d
}

// specials are the kinds that are special cases of others.
var specials = map[*kind]*kind{
	&leafValueNegated: &leafValue,
	&leafValueOneSide: &leafValue,
	&windowOpen:       &windowHanded,
	&windowOfEntry:    &windowHanded,
	&windowOfOther:    &windowHanded,
	&windowOfLeaf:     &windowHanded,
	&changeMissing:    &changeOther,
	&changeAdded:      &changeOther,
}

// General returns the decision of which this one is a special case, or the decision itself.
func (d Decision) General() Decision {
	for _, k := range specials {
		if k.key == d.Of {
			return *k.decision(d.Where)
		}
	}
	return d
}

// Silent reports whether a decision says less than how the program ended: there is none, or the
// program's file ends there.
func (d Decision) Silent() bool {
	return d.Key == "" || d.Key == endsEarly.key || d.Key == turnMissing.key
}
