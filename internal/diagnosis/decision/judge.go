package decision

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// judge finds the turn that a program's file shows, and explains the error in it.
func (x *explainer) judge(e *Explanation, text []byte, right replay.Turn) error {
	first := x.turns.First
	if first == 0 {
		if first = e.GotLine; e.Ended == "got" {
			e.Errors = []string{"the program's file ends before its last line, which names the chosen move"}
			x.decide(e, "turn-cut")
			return nil
		}
	}
	lines := span(strings.Split(strings.TrimRight(string(text), "\n"), "\n"), first, len(right.Lines))
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\r")
	}
	move, texts := x.turns.Read(lines)
	if x.turns.First == 0 {
		if x.ofLog(lines[0]) {
			e.Errors = []string{"the program's log goes on where the line of the chosen move is due"}
			x.decide(e, "another-node")
			return nil
		}
		lines = []string{move}
	}
	if alike := x.seek(right, func(t replay.Turn) bool { return slices.Equal(t.Lines, lines) }); alike != nil {
		return x.explainPlayed(e, *alike, right)
	}
	named := x.seek(right, func(t replay.Turn) bool {
		return move != "" && len(t.Moves) == 1 &&
			t.Moves[0] == move
	})
	switch {
	case named != nil && texts != nil:
		x.explainMisdrawn(e, named, texts, right)
	case named != nil:
		e.Turn.Written = named.Moves
		k, words := x.shape(lines[1:], right.Lines[1:])
		e.Errors = []string{x.plays(e, named.Moves), words}
		x.decide(e, k)
	case move != "" || x.turns.First == 0:
		x.explainMisnamed(e, move, lines, texts, right)
	case texts != nil:
		x.explainMisdrawn(e, x.findTurn(e, texts, right), texts, right)
	default:
		k, words := x.shape(lines, right.Lines)
		e.Errors = []string{words}
		x.decide(e, k)
	}
	return nil
}

// ofLog reports whether a line belongs to the log, by its number of columns.
func (x *explainer) ofLog(line string) bool {
	if x.stage.File == "" {
		return false
	}
	first, _ := x.right.Line(x.stage.File, x.stage.First)
	return strings.Count(line, ",") == strings.Count(first, ",")
}

// seek returns the right turn if it satisfies sought. Otherwise it returns the first turn that does, or nil.
func (x *explainer) seek(right replay.Turn, sought func(replay.Turn) bool) *replay.Turn {
	if sought(right) {
		return &right
	}
	if i := slices.IndexFunc(x.turns.All, sought); i >= 0 {
		return &x.turns.All[i]
	}
	return nil
}

// explainPlayed explains a turn that the program draws correctly.
func (x *explainer) explainPlayed(e *Explanation, turn, right replay.Turn) error {
	e.Turn.Written = turn.Moves
	if err := x.advanceToDeparture(e, right); err != nil {
		return err
	}
	switch {
	case slices.Equal(turn.Moves, right.Moves):
		e.Errors = []string{"the move is right, the rest of the line or file is not"}
		x.decide(e, "rest-of-turn")
	case turn.Unfinished:
		x.decide(e, "turn-stops")
		e.Errors = []string{fmt.Sprintf("the program plays %s and stops, but the turn goes on: want %s",
			moves(turn.Moves), moves(right.Moves))}
	case len(turn.Moves) == 0:
		x.decide(e, "board-before")
		e.Errors = []string{"the program makes no move"}
	default:
		x.decideChoice(e, turn.Moves)
		e.Errors = []string{x.plays(e, turn.Moves)}
	}
	return nil
}

// advanceToDeparture moves an explanation to the place where the program's turn departs from the right one, after the
// moves with which both begin.
func (x *explainer) advanceToDeparture(e *Explanation, right replay.Turn) error {
	same := 0
	for same < min(len(e.Turn.Written), len(right.Moves)) && e.Turn.Written[same] == right.Moves[same] {
		same++
	}
	if same == 0 || same == len(right.Moves) {
		return nil
	}
	t := *e.Turn
	t.PrecedingMoves, t.Moves = right.Moves[:same], nil
	board, err := x.choices(&t)
	if err != nil || board == nil {
		return err
	}
	*e.Turn, e.Board, e.Reasons = t, replay.Draw(x.stage, *board, ""), x.chosen(&t)
	return nil
}

// plays describes the turn that the program plays.
func (x *explainer) plays(e *Explanation, turn []string) string {
	if slices.Equal(turn, e.Turn.Right) {
		return "the move is right"
	}
	return fmt.Sprintf("the program plays %s%s, want %s", moves(turn), x.worth(e.Turn, turn),
		moves(e.Turn.Right))
}

// explainMisdrawn explains a board that no turn leads to. given is the turn that it certainly belongs to, or nil.
func (x *explainer) explainMisdrawn(e *Explanation, given *replay.Turn, texts []string, right replay.Turn) {
	k, text := x.reading(e, texts)
	if given == nil && k != "" {
		e.Errors = []string{text}
		if k != "board-before" {
			e.Written = x.drawWritten(texts, right.Board)
		}
		x.decide(e, k)
		return
	}
	nearest := given
	if given == nil {
		nearest = x.nearest(texts, right)
	}
	e.Written = x.drawWritten(texts, nearest.Board)
	e.Turn.Wrong = wrongSquares(e.Written)
	if given == nil {
		e.Errors = []string{
			fmt.Sprintf("no turn leads to the program's board: want %s", moves(right.Moves)),
			fmt.Sprintf("of the boards after a turn the nearest is that of %s, but for %s", moves(nearest.Moves),
				list(e.Turn.Wrong)),
		}
	} else {
		e.Turn.Written = given.Moves
		e.Errors = x.explainWrongBoard(e, given.Moves, slices.Equal(given.Moves, right.Moves))
	}
	if k == "board-before" {
		e.Errors = append(e.Errors, text)
	} else { // which move it is, is known
		k = x.change(e, *nearest)
	}
	x.decide(e, k)
}

// explainMisnamed explains a line that should name a move, but names no move of the root.
func (x *explainer) explainMisnamed(e *Explanation, move string, lines, texts []string, right replay.Turn) {
	want := "want " + moves(right.Moves)
	if x.turns.First == 0 {
		want += " and its value"
	}
	e.Errors = []string{fmt.Sprintf("the program writes %q, which is no move here: %s", move, want)}
	if _, below := x.turns.Read(append([]string{right.Lines[0]},
		lines[:min(len(lines), len(right.Lines)-1)]...)); below != nil && texts == nil {
		e.Errors = []string{fmt.Sprintf("the board begins where the line of the move is due: %s", want)}
		x.decide(e, "rest-of-turn")
		return
	}
	if texts != nil {
		if after := x.seek(right, func(t replay.Turn) bool {
			return len(t.Moves) > 0 &&
				slices.EqualFunc(t.Board.Pieces, texts, func(p replay.Piece, text string) bool { return p.Text == text })
		}); after != nil {
			e.Errors = append(e.Errors, "its board is the one after "+moves(after.Moves))
			x.decide(e, "move-misspelt")
			return
		}
	}
	if slices.Contains(e.Turn.opponentMoves, move) {
		e.Errors = append(e.Errors, "it would be one of the other side's")
		x.decide(e, "move-theirs")
		return
	}
	x.decide(e, "no-such-move")
}

// explainWrongBoard reports that the program's board is not the one after its own move. right is set if that is the
// right move. A wrong board reveals more about a mistake than a wrong choice, because the choice may follow
// from the board.
func (x *explainer) explainWrongBoard(e *Explanation, turn []string, right bool) []string {
	if right {
		return []string{"the move is right, the board is not: " + list(e.Turn.Wrong)}
	}
	return []string{x.plays(e, turn), "nor is its board the one after that move: " + list(e.Turn.Wrong)}
}

// nearest returns the turn whose board differs from the program's in the fewest places. It prefers the right
// turn.
func (x *explainer) nearest(texts []string, right replay.Turn) *replay.Turn {
	nearest, fewest := &right, len(texts)+1
	for _, turn := range append([]replay.Turn{right}, x.turns.All...) {
		n := len(differing(len(texts), func(i int) bool { return texts[i] != turn.Board.Pieces[i].Text }))
		if n < fewest {
			nearest, fewest = &turn, n
		}
	}
	return nearest
}

// decideChoice sets the decision of a wrong choice of move. Without a log, no line shows the error in the search.
func (x *explainer) decideChoice(e *Explanation, turn []string) {
	t := e.Turn
	chosen := slices.IndexFunc(t.Moves, func(c Choice) bool { return c.Move == turn[len(t.PrecedingMoves)] })
	best := slices.IndexFunc(t.Moves, func(c Choice) bool { return c.Best })
	if chosen >= 0 && best >= 0 && t.Moves[chosen].Value == t.Moves[best].Value {
		x.decide(e, "tie")
		return
	}
	x.decide(e, "worse-move")
	if x.stage.File == "" {
		e.Decision = e.Decision.About("change", "evaluation", "choice")
	}
}

// wrongSquares returns the names of the squares that are wrong.
func wrongSquares(b *replay.Drawing) (names []string) {
	for _, s := range b.Squares {
		if s.Wrong {
			names = append(names, s.Name)
		}
	}
	return names
}

// worth describes the value of a turn's first move.
func (x *explainer) worth(t *Turn, turn []string) string {
	for _, c := range t.Moves {
		if len(turn) == 1 && c.Move == turn[0] {
			return ", worth " + c.value()
		}
	}
	return ""
}

// Plays reports whether a move is the program's.
func (t *Turn) Plays(c Choice) bool {
	return len(t.Written) > len(t.PrecedingMoves) && t.Written[len(t.PrecedingMoves)] == c.Move
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
