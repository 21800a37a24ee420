package decision

import "slices"

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
