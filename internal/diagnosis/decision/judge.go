package decision

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// judge says which turn a program's file shows, and what is wrong with it.
func (x *explainer) judge(e *Explanation, text []byte, right replay.Turn) {
	first := x.turns.First
	if first == 0 {
		if first = e.At; e.Ended == "got" {
			e.Says = []string{"the program's file ends before its last line, which names the chosen move"}
			e.decide(&turnMissing)
			return
		}
	}
	lines := span(strings.Split(strings.TrimRight(string(text), "\n"), "\n"), first, len(right.Lines))
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\r")
	}
	move, texts := x.turns.Read(lines)
	if x.turns.First == 0 {
		lines = []string{move}
	}
	if alike := x.seek(right, func(t replay.Turn) bool { return slices.Equal(t.Lines, lines) }); alike != nil {
		x.played(e, *alike, right)
		return
	}
	named := x.seek(right, func(t replay.Turn) bool { return move != "" && len(t.Moves) == 1 && t.Moves[0] == move })
	switch {
	case named != nil:
		e.Turn.Written = named.Moves
		x.misdrawn(e, named, texts, slices.Equal(named.Moves, right.Moves))
	case texts != nil:
		x.strange(e, texts, move, right)
	case x.turns.First == 0:
		e.Says = []string{fmt.Sprintf("the program's last line names no move here: want %s and its value", moves(right.Moves))}
		e.decide(&noSuchMove)
	case move != "":
		e.Says = []string{fmt.Sprintf("the program writes %q, which is no move here: want %s", move, moves(right.Moves))}
		e.decide(&noSuchMove)
	default:
		e.decide(&noBoard)
		e.Says = []string{fmt.Sprintf("the program's lines are no board of this game: want %d lines such as %q", len(right.Lines), right.Lines[0])}
	}
}

// seek returns the right turn if it is one that is sought, or the first that is, or nil.
func (x *explainer) seek(right replay.Turn, sought func(replay.Turn) bool) *replay.Turn {
	if sought(right) {
		return &right
	}
	if i := slices.IndexFunc(x.turns.All, sought); i >= 0 {
		return &x.turns.All[i]
	}
	return nil
}

// played tells of a turn that is drawn as it is.
func (x *explainer) played(e *Explanation, turn, right replay.Turn) {
	e.Turn.Written = turn.Moves
	switch {
	case slices.Equal(turn.Moves, right.Moves):
		e.Says = []string{"the move is right, the rest of the line or file is not"}
		e.decide(&restOfTurn)
	case turn.Unfinished:
		e.decide(&turnStops)
		e.Says = []string{fmt.Sprintf("the program plays %s and stops, but the turn goes on: want %s", moves(turn.Moves), moves(right.Moves))}
	case len(turn.Moves) == 0:
		e.decide(&noMove)
		e.Says = []string{"the program makes no move"}
	default:
		e.decide(e.Turn.choice(turn.Moves))
		e.Says = []string{fmt.Sprintf("the program plays %s%s, want %s", moves(turn.Moves), x.worth(e.Turn, turn.Moves), moves(right.Moves))}
	}
}

// misdrawn tells of a move that is named and not drawn as it is.
func (x *explainer) misdrawn(e *Explanation, named *replay.Turn, texts []string, right bool) {
	says := "the move is right"
	if !right {
		says = fmt.Sprintf("the program plays %s%s, want %s", moves(named.Moves), x.worth(e.Turn, named.Moves), moves(e.Turn.Right))
	}
	if texts == nil {
		e.Says = []string{says + ", and below it there is no board of this game"}
		e.decide(&noBoard)
		return
	}
	e.Theirs = x.written(texts, named.Board)
	e.Turn.Wrong = e.Theirs.wrong()
	if right {
		e.Says = []string{"the move is right, the board is not: " + places(e.Turn.Wrong)}
		e.decide(e.change(named.Board))
		return
	}
	e.decide(e.Turn.choice(named.Moves))
	e.Says = []string{says, "nor is its board the one after that move: " + places(e.Turn.Wrong)}
}

// strange tells of a board that no turn leads to.
func (x *explainer) strange(e *Explanation, texts []string, move string, right replay.Turn) {
	nearest, fewest := right, len(texts)+1
	for _, turn := range append([]replay.Turn{right}, x.turns.All...) {
		n := 0
		for i, text := range texts {
			if text != turn.Board.Pieces[i].Text {
				n++
			}
		}
		if n < fewest {
			nearest, fewest = turn, n
		}
	}
	e.Theirs = x.written(texts, nearest.Board)
	e.Turn.Wrong = e.Theirs.wrong()
	before := true
	for i, text := range texts {
		before = before && text == e.Board.Squares[i].Text
	}
	switch {
	case move != "":
		e.Says = []string{fmt.Sprintf("the program writes %q, which is no move here: want %s", move, moves(right.Moves))}
		e.decide(&noSuchMove)
		if fewest == 0 {
			e.Says, e.Theirs = append(e.Says, "its board is the one after "+moves(nearest.Moves)), nil
		}
	case before:
		e.decide(&boardBefore)
		e.Says, e.Theirs, e.Turn.Wrong = []string{"the program's board is the one before the move"}, nil, nil
	case slices.Equal(nearest.Moves, right.Moves):
		e.Says = []string{"the move is right, the board is not: " + places(e.Turn.Wrong)}
		e.Turn.Written = right.Moves
		e.decide(e.change(nearest.Board))
	default:
		e.decide(e.change(nearest.Board))
		e.Says = []string{
			fmt.Sprintf("no move leads to the program's board: want %s", moves(right.Moves)),
			fmt.Sprintf("the nearest is the board after %s, but for %s", moves(nearest.Moves), places(e.Turn.Wrong)),
		}
	}
}

// choice returns the kind of a choice of another move than the right one.
func (t *Turn) choice(turn []string) *kind {
	value, right := int32(0), int32(0)
	for _, c := range t.Moves {
		switch {
		case c.Best:
			right = c.Value
		case c.Move == turn[0]:
			value = c.Value
		}
	}
	if value == right {
		return &tieTaken
	}
	return &worseMove
}

// change returns the kind of a board that is not the one after a move: whether the program changes
// too little, or too much.
func (e *Explanation) change(after replay.Board) *kind {
	missing, added := true, true
	for i, theirs := range e.Theirs.Squares {
		if theirs.Wrong {
			missing = missing && theirs.Text == e.Board.Squares[i].Text
			added = added && after.Pieces[i].Text == e.Board.Squares[i].Text
		}
	}
	switch {
	case missing:
		return &changeMissing
	case added:
		return &changeAdded
	}
	return &changeOther
}

// wrong returns the names of the squares that are wrong.
func (b *Board) wrong() (names []string) {
	for _, s := range b.Squares {
		if s.Wrong {
			names = append(names, s.Name)
		}
	}
	return names
}

// places names squares.
func places(names []string) string {
	if len(names) == 1 {
		return "square " + names[0]
	}
	return "squares " + list(names)
}

// worth tells the value of a turn's first move.
func (x *explainer) worth(t *Turn, turn []string) string {
	for _, c := range t.Moves {
		if len(turn) == 1 && c.Move == turn[0] {
			return ", worth " + c.value()
		}
	}
	return ""
}

// value returns the value in words.
func (c Choice) value() string {
	if c.AtMost {
		return fmt.Sprintf("at most %d", c.Value)
	}
	return fmt.Sprint(c.Value)
}

// moves names a turn.
func moves(turn []string) string {
	if len(turn) == 0 {
		return "no move"
	}
	return strings.Join(turn, ", then ")
}
