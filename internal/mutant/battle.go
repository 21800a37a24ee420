package mutant

// squirrelBattle lets two players alternate until the board is full and returns the rows of the
// board after each move (docs/rules/squirrel.md rules 8 and 9).
func squirrelBattle(g *squirrel, first, second squirrelPlayer) []string {
	first, second = confusePlayers(g.flaw, first, second)
	var boards [][]string
	if g.flaw.is("battle-shows-initial-board") {
		boards = append(boards, boardLines(g.board))
	}
	player, waiting := first, second
	for {
		turn := *g
		turn.mover, turn.root = player.piece, player.piece
		if g.flaw.is("battle-evaluates-for-first-player") {
			turn.side = first.piece
		}
		_, line := player.choose(&turn)
		if len(line) == 0 { // the board is full
			return battleTrace(g.flaw, boards)
		}
		if len(boards) > mostBoards { // a fault may free squares again, for ever
			panic(ErrGaveUp)
		}
		g.board = after(&turn, line[0]).base().board
		boards = append(boards, boardLines(g.board))
		player, waiting = waiting, player
	}
}

// confusePlayers mixes up who moves first, and how. By docs/rules/squirrel.md rule 8 the player
// named first moves first, and each has its own algorithm and cut-off.
func confusePlayers(f flaw, first, second squirrelPlayer) (squirrelPlayer, squirrelPlayer) {
	switch {
	case f.is("battle-x-moves-first") && second.piece == 'X',
		f.is("battle-second-player-moves-first"):
		return second, first
	case f.is("battle-one-algorithm"):
		second.algorithm = first.algorithm
		second.cutOff = max(second.cutOff, 1)
	case f.is("battle-one-cut-off"):
		second.cutOff = max(first.cutOff, 1)
	case f.is("battle-settings-swapped"):
		first.piece, second.piece = second.piece, first.piece
		return second, first
	}
	return first, second
}

// battleTrace joins the boards, one directly below the other (docs/rules/squirrel.md rule 9).
func battleTrace(f flaw, boards [][]string) []string {
	switch {
	case f.is("battle-last-board-missing") && len(boards) > 0:
		boards = boards[:len(boards)-1]
	case f.is("battle-last-board-only") && len(boards) > 0:
		boards = boards[len(boards)-1:]
	}
	var trace []string
	for i, board := range boards {
		if i > 0 && f.is("battle-blank-lines") {
			trace = append(trace, "")
		}
		trace = append(trace, board...)
	}
	return trace
}
