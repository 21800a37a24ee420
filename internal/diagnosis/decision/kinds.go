package decision

import (
	"slices"

	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

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

// Values.
var (
	leafTooEarly       = kind{"leaf-too-early", "evaluates a node that is no leaf", "a node is a leaf only at the depth limit, or where the rules of the game end it", areas{replay.Leaves, replay.Again, replay.Change, replay.Moves}}
	entryValue         = kind{"entry-value", "enters a node with another value", "a node is entered with -Infinity at max nodes and Infinity at min nodes", areas{entryRule}}
	maxMinExchanged    = kind{"max-min-exchanged", "takes a max node for a min node, or the other way round", "the root player's nodes are max nodes, the opponent's are min nodes", areas{sidesRule, replay.Levels, entryRule}}
	limitPassed        = kind{"limit-passed", "searches below the depth limit", "a node at the depth limit is a leaf", areas{replay.Leaves, replay.Again, replay.Change}}
	limitPass          = kind{"limit-pass", "searches below the depth limit where a side has no move", "a node at the depth limit is a leaf, also where its side could only pass", areas{replay.Leaves, replay.Moves}}
	leafAgain          = kind{"leaf-again", "takes a node after another turn for a leaf", "where a move gives another turn the side that made it moves on, also at the depth limit if the rules say so", areas{replay.Leaves, replay.Again, replay.Change}}
	endMissed          = kind{"end-missed", "searches on where the game is over", "a node without moves is a leaf, with one line", areas{replay.End, replay.Leaves, replay.Moves}}
	leafPosition       = kind{"leaf-position", "has a value at a leaf as if a move had changed other places", "a move changes all that the rules say, and nothing else", areas{replay.Change, replay.Evaluation}}
	leafValueSum       = kind{"leaf-value-sum", "adds what the opponent has at a leaf", "the evaluation is what the root player has minus what the opponent has", areas{replay.Evaluation}}
	leafValueCount     = kind{"leaf-value-count", "counts pieces or stones at a leaf, whatever they are worth", "the evaluation is what the rules say that the root player has, minus what the opponent has", areas{replay.Evaluation}}
	leafValueDepth     = kind{"leaf-value-depth", "has a value at a leaf that differs from the right one by the depth", "the evaluation does not depend on the depth", areas{sidesRule, replay.Change, replay.Evaluation}}
	leafValueOver      = kind{"leaf-value-over", "has another value at a leaf where the game is over: the position there or its evaluation is another", "the evaluation is that of the position after all that the end of the game does", areas{replay.End, replay.Evaluation, replay.Change}}
	leafValue          = kind{"leaf-value", "has another value at a leaf: the position there or its evaluation is another", "the moves to the leaf change what the rules say, and the evaluation is what the root player has minus what the opponent has", areas{replay.Change, replay.Evaluation}}
	leafValueNegated   = kind{"leaf-value-negated", "evaluates a leaf from the other side", "the evaluation is the root player's at every leaf, whoever moves there", areas{sidesRule, replay.Evaluation}}
	leafValueOneSide   = kind{"leaf-value-one-side", "counts one side alone at a leaf", "the evaluation is what the root player has minus what the opponent has", areas{replay.Evaluation, replay.Change}}
	againMissed        = kind{"again-missed", "goes on with the other side where a move has given another turn", "where a move gives another turn the side that made it moves again: the node is of the same type as the one above; the program may not know that rule, or its move may end elsewhere", areas{replay.Again, replay.Levels, replay.Change}}
	typeExchanged      = kind{"type-exchanged", "takes a max node for a min node, or the other way round", "the root player's nodes are max nodes, the opponent's are min nodes", areas{sidesRule, replay.Levels, replay.Again}}
	entryOtherInfinity = kind{"entry-other-infinity", "writes the wrong infinity when it enters a node", "a node is entered with -Infinity at max nodes and Infinity at min nodes", areas{entryRule, replay.Levels}}
	entryEvaluated     = kind{"entry-evaluated", "writes the evaluation when it enters a node", "a node is entered with -Infinity at max nodes and Infinity at min nodes", areas{entryRule, replay.Leaves}}
	entryBound         = kind{"entry-bound", "starts a node at a bound of its window", "a node is entered with -Infinity at max nodes and Infinity at min nodes", areas{entryRule}}
	passesKept         = kind{"passes-kept", "takes a node for a leaf after passes that do not follow each other", "the rules of the game end a line of play after passes that follow each other", areas{replay.Leaves}}
	leafAfterPass      = kind{"leaf-after-pass", "takes a node after one pass for a leaf", "the rules of the game say how many passes end a line of play: those of this line alone, one directly after the other", areas{replay.Leaves, replay.Moves}}
	leafHasEntry       = kind{"leaf-has-entry", "writes a line of entry before the line of a leaf", "a leaf has one line alone", areas{leafRule}}
	overEntered        = kind{"over-has-entry", "writes a line of entry before the line of a leaf where the game is over", "a leaf has one line alone", areas{leafRule, replay.Log, replay.End}}
	endEntered         = kind{"end-entered", "enters a node where the game is over, as if it had moves", "a leaf is worth its evaluation, also where the game is over", areas{replay.Leaves, sidesRule, replay.End}}
	endInfinite        = kind{"end-infinite", "counts the end of the game as infinitely good or bad", "a leaf is worth its evaluation, also where the game is over", areas{sidesRule, replay.End}}
	leafInfinite       = kind{"leaf-infinite", "gives an infinite value to a leaf", "a leaf is worth its evaluation", areas{sidesRule, leafRule}}
	lastReturned       = kind{"last-returned", "returns the value of the last child instead of the best", "a node returns the best value of its children", areas{updateRule}}
	evaluationReturned = kind{"evaluation-returned", "returns the evaluation of an interior node instead of the best value of its children", "a node returns the best value of its children", areas{updateRule}}
	valueOfSibling     = kind{"value-of-sibling", "goes back to the value of another child", "the node's value is the best of its children so far", areas{updateRule}}
	valueStarts        = kind{"value-starts", "has a value better than those of all children so far", "a node's value starts at -Infinity at max nodes and Infinity at min nodes, and is then the best of its children so far", areas{entryRule, updateRule}}
	valueNoNumber      = kind{"value-no-number", "writes no number in the value column", "values are whole numbers", areas{factsRule, updateRule}}
	startKept          = kind{"start-kept", "keeps the value with which a node was entered, although the child's is better", "infinity is beyond all values, so that the first child's value is always taken", areas{updateRule, entryRule}}
	valueNotTaken      = kind{"value-not-taken", "keeps a node's value although the child's is better", "a better value of a child becomes the node's", areas{updateRule}}
	valueTaken         = kind{"value-taken", "takes a child's value that is no better", "a node's value changes only if the child's is strictly better", areas{updateRule}}
	valueOfChild       = kind{"value-of-child", "has another value of a node after a child has returned", "the node's value is the best of its children so far", areas{updateRule}}
	failHard           = kind{"fail-hard", "returns a bound of the window instead of the value", "a node returns v, even when v lies outside the window (fail-soft)", areas{updateRule}}
)

// Windows.
var (
	windowOpenAtLeaf  = kind{"window-open-at-leaf", "shows a leaf with an open window", "a leaf shows the window that it was handed", areas{leafRule, entryRule}}
	windowOpen        = kind{"window-open", "enters a node with an open window", "a child is handed its parent's window as it is at that moment", areas{entryRule, replay.Cuts}}
	windowOfEntry     = kind{"window-of-entry", "hands down the window with which the parent was entered", "a child is handed its parent's window as it is at that moment", areas{entryRule}}
	windowOfOther     = kind{"window-of-other", "hands down the window of another node", "a child is handed its parent's window as it is at that moment", areas{entryRule}}
	windowNegated     = kind{"window-negated", "negates or exchanges the bounds", "alpha and beta are the root player's everywhere, and change neither sign nor place", areas{replay.Log, entryRule}}
	windowOverflow    = kind{"window-overflow", "has a number in the window that no value has", "the bounds are infinite, or values of the search: adding to an infinite one, or negating the smallest number, makes another", areas{entryRule, updateRule}}
	windowHanded      = kind{"window-handed", "enters a node with another window", "a child is handed its parent's window as it is at that moment", areas{entryRule}}
	windowAtCut       = kind{"window-at-cut", "changes the window of a node that is cut", "the line of a cut shows the new value beside the old window", areas{updateRule}}
	windowNotNarrowed = kind{"window-not-narrowed", "leaves the window as it was although the value is better", "alpha of a max node becomes the greater of alpha and v, beta of a min node the smaller of beta and v", areas{updateRule}}
	windowWidened     = kind{"window-widened", "sets a bound to v even where that widens the window", "alpha of a max node becomes the greater of alpha and v, beta of a min node the smaller of beta and v", areas{updateRule}}
	windowOfChild     = kind{"window-of-child", "goes on with the window of the child that has returned", "each node keeps its own window: what its children do to theirs does not reach it", areas{updateRule}}
	windowOfLeaf      = kind{"window-of-leaf", "shows a leaf's window with its own value in it", "a leaf shows the window that it was handed", areas{leafRule}}
	windowNarrowed    = kind{"window-narrowed", "narrows the window otherwise", "alpha of a max node becomes the greater of alpha and v, beta of a min node the smaller of beta and v", areas{updateRule}}
)

// A Decision is what a program does at its first difference, in words that hold for any case:
// cases in which it decides alike have a cause in common, most likely.
type Decision struct {
	Key   string   `json:"key"`   // what tells it from others, such as "window-not-narrowed"
	Does  string   `json:"does"`  // what the program does
	Right string   `json:"right"` // what it should do
	Where []string `json:"where"` // what marks the place: "a max node", "the last child"
	Rules []string `json:"rules"` // that it may break, the most likely first: "docs/rules/reversi.md rule 3"

	// Of is the key of the decision of which this one is a kind, or "". What is of this kind in one
	// case may be so by chance: of several cases it is told only if all are.
	Of string `json:"of,omitempty"`

	// Or is what the same lines may also show; nil if they show one thing alone.
	Or *Decision `json:"-"`

	wide []string // of the decision of which this is a kind: its rules behind those of the kind
}

// decide sets the decision of an explanation.
func (x *explainer) decide(e *Explanation, k *kind, where ...string) {
	e.Decision = x.decision(k, where...)
}

func (x *explainer) decision(k *kind, where ...string) *Decision {
	d := k.decision(append([]string{}, where...), x.rulesOn(k.areas))
	if general := specials[k]; general != nil {
		d.Of = general.key
		d.wide = x.rulesOn(append(slices.Clone(k.areas), general.areas...))
	}
	return d
}

func (k *kind) decision(where, rules []string) *Decision {
	return &Decision{Key: k.key, Does: k.does, Right: k.right, Where: where, Rules: append([]string{}, rules...)}
}

// specials are the kinds that are special cases of others.
var specials = map[*kind]*kind{
	&leafValueNegated:   &leafValue,
	&leafValueOneSide:   &leafValue,
	&leafValueSum:       &leafValue,
	&leafValueCount:     &leafValue,
	&leafValueDepth:     &leafValue,
	&leafValueOver:      &leafValue,
	&leafPosition:       &leafValue,
	&againMissed:        &maxMinExchanged,
	&typeExchanged:      &maxMinExchanged,
	&entryOtherInfinity: &maxMinExchanged,
	&entryBound:         &entryValue,
	&passesKept:         &leafTooEarly,
	&leafAfterPass:      &leafTooEarly,
	&leafAgain:          &leafTooEarly,
	&limitPass:          &limitPassed,
	&leafHasEntry:       &limitPassed,
	&leafInfinite:       &limitPassed,
	&overEntered:        &endMissed,
	&endEntered:         &endMissed,
	&illegalMove:        &otherMoves,
	&moveMissing:        &otherMoves,
	&passedFreely:       &otherMoves,
	&leftEarly:          &otherMoves,
	&lastMissing:        &leftEarly,
	&rootsLast:          &lastMissing,
	&rootLeft:           &leftEarly,
	&illegalTheirs:      &illegalMove,
	&illegalOccupied:    &illegalMove,
	&noSuchPlace:        &illegalMove,
	&leafTwice:          &lineTwice,
	&headerBlank:        &otherHeader,
	&endInfinite:        &endMissed,
	&lastReturned:       &valueOfChild,
	&evaluationReturned: &valueOfChild,
	&valueOfSibling:     &valueOfChild,
	&valueStarts:        &valueOfChild,
	&cutLate:            &cutMissed,
	&startKept:          &valueNotTaken,
	&cutStrict:          &cutMissed,
	&windowOpenAtLeaf:   &windowHanded,
	&windowOpen:         &windowHanded,
	&windowOfEntry:      &windowHanded,
	&windowOfOther:      &windowHanded,
	&windowOfLeaf:       &windowHanded,
	&changeNothing:      &changeOther,
	&changeOneLine:      &changeOther,
	&changeNearest:      &changeOther,
	&changeReplaced:     &changeOther,
	&tieBlind:           &tieTaken,
	&worseBlind:         &worseMove,
	&firstBlind:         &worseMove,
	&firstMove:          &worseMove,
	&leastMove:          &worseMove,
	&greedyMove:         &worseMove,
	&moveIllegal:        &noSuchMove,
	&moveTheirs:         &noSuchMove,
	&moveInner:          &noSuchMove,
	&moveMisspelt:       &noSuchMove,
	&boardIllegal:       &noSuchMove,
	&boardPermuted:      &changeOther,
	&changeMissing:      &changeOther,
	&changeAdded:        &changeOther,
}

// General returns the decision of which this one is a special case, or the decision itself.
func (d Decision) General() Decision {
	for _, k := range specials {
		if k.key == d.Of {
			general := k.decision(d.Where, d.wide)
			if above := specials[k]; above != nil {
				general.Of, general.wide = above.key, d.wide
			}
			return *general
		}
	}
	return d
}

// Kinds returns the decision, and those of which it is a special case, the most general last.
func (d Decision) Kinds() []Decision {
	all := []Decision{d}
	for d.Of != "" {
		d = d.General()
		all = append(all, d)
	}
	return all
}

// widest is the key of the most general of a decision's kinds.
func (d Decision) widest() string {
	kinds := d.Kinds()
	return kinds[len(kinds)-1].Key
}

// OfMoves reports whether a decision is that a node has other moves.
func (d Decision) OfMoves() bool { return d.widest() == otherMoves.key }

// Silent reports whether a decision says less than how the program ended: there is none, or the
// program's file ends there.
func (d Decision) Silent() bool {
	return slices.Contains([]string{"", endsEarly.key, rootLeft.key, rootsLast.key, turnMissing.key, turnCut.key, boardMissing.key, answerEmpty.key}, d.Key)
}

var (
	// written are about what is written of a search, and change nothing in it.
	written = []*kind{
		&noLineAfterChild, &noLineAtCut, &noEntryLine, &childNotLogged, &extraLine, &leafTwice, &headerBlank, &lineTwice, &otherName,
		&nameOfChild, &rootName, &columnsOrder, &otherHeader, &otherColumns, &strayLine, &otherBlanks, &otherDepth, &withDecimals, &numberSpelling,
		&infinitySpelling, &leafHasEntry, &overEntered, &entryOtherInfinity, &windowOpenAtLeaf, &windowOfLeaf, &windowAtCut,
		&moveMisspelt, &moveLineMissing, &carriageReturn, &inputEchoed, &turnCut, &boardMissing, &restOfTurn, &noBoard, &boardPermuted,
	}
	// chosen are choices of a move, and blind those where no log shows the search.
	chosen = []*kind{&worseMove, &tieTaken, &firstMove, &worseBlind, &tieBlind, &firstBlind, &leastMove, &greedyMove}
	blind  = []*kind{&worseBlind, &tieBlind, &firstBlind, &leastMove, &greedyMove}
	// unsettled are about a line that is not the one due, and may be due to whatever is wrong with the lines before.
	unsettled = []*kind{&anotherNode, &goesOn, &endsEarly}
	// bounding are about windows and cuts: what they change shows where there are windows.
	bounding = []*kind{
		&cutMissed, &cutEarly, &cutLate, &cutStrict, &failHard, &windowOpen, &windowOfEntry, &windowOfOther, &windowNegated, &windowOverflow, &windowHanded,
		&windowNotNarrowed, &windowWidened, &windowOfChild, &windowNarrowed, &entryBound,
	}
	// played are about the moves that there are, and what they do to the board.
	played = []*kind{
		&moveMissing, &illegalMove, &illegalTheirs, &illegalOccupied, &passedFreely, &otherMoves, &moveIllegal, &moveTheirs, &noSuchMove,
		&boardIllegal, &boardOccupied, &boardOtherSide, &changeNothing, &changeOneLine, &changeNearest, &changeReplaced, &changeMissing,
		&changeAdded, &changeOther,
	}
)

// MayCause reports whether what goes wrong by the decision of one key may be due to that of another, elsewhere.
func MayCause(origin, key string) bool {
	is := func(of string, kinds []*kind) bool {
		return slices.ContainsFunc(kinds, func(k *kind) bool { return k.key == of })
	}
	switch {
	case is(origin, written):
		return is(key, written) || is(key, unsettled)
	case is(origin, chosen):
		return is(key, chosen)
	case is(origin, bounding):
		return !is(key, written) && !is(key, played) && !is(key, blind)
	}
	return !is(key, written) || is(origin, unsettled)
}

// Rules that all games share, on the page of the log.
const (
	leafRule    replay.Area = "log rule 1"
	entryRule   replay.Area = "log rule 2"
	updateRule  replay.Area = "log rule 3"
	silenceRule replay.Area = "log rule 4"
	choiceRule  replay.Area = "log rule 5"
	sidesRule   replay.Area = "Evaluation"
	factsRule   replay.Area = "Two facts worth checking first"
)

// areas are what rules are about, the most likely to be broken first.
type areas []replay.Area

var shared = areas{leafRule, entryRule, updateRule, silenceRule, choiceRule, sidesRule, factsRule}

// mostRules is how many rules are told of a decision.
const mostRules = 3

// rulesOn returns where the rules on some areas stand, without those that stand there already.
func (x *explainer) rulesOn(about areas) (found []string) {
	for _, area := range about {
		stand := []string{rules.SharedPath + " " + string(area)}
		if !slices.Contains(shared, area) {
			stand = x.stage.Rules.About(area)
		}
		for _, rule := range stand {
			if !slices.Contains(found, rule) && len(found) < mostRules {
				found = append(found, rule)
			}
		}
	}
	return found
}

// Rules returns the rules to read: those that the program may break or, without one, that of the right line.
func (e *Explanation) Rules() []string {
	switch {
	case e.Decision != nil && len(e.Decision.Rules) > 0:
		return e.Decision.Rules
	case e.Rule != "":
		return []string{e.Rule}
	}
	return nil
}
