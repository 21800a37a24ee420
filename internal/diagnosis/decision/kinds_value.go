package decision

import "github.com/touchstone-suite/touchstone/oracle/replay"

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
