package decision

import (
	"fmt"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// reading identifies a board that no turn leads to, as far as that is certain. k is "" if it is not certain.
func (x *explainer) reading(e *Explanation, texts []string) (k kind, text string) {
	before := e.Board.Squares
	if len(differing(len(texts), func(i int) bool { return texts[i] != before[i].Text })) == 0 {
		return "board-before", "the program's board is the one before the move"
	}
	if index := findNewPiece(e, texts); index >= 0 && texts[index] != e.Board.Mover {
		return "board-other-side", fmt.Sprintf("%s has a piece of %s on the program's board, though %s moves",
			before[index].Name, texts[index], e.Board.Mover)
	}
	return "", ""
}

// findNewPiece returns the index of the only occupied place on a board that was empty before. It returns -1 if the
// number of such places is not one, or if boards have numbers.
func findNewPiece(e *Explanation, texts []string) int {
	all := differing(len(texts), func(i int) bool { return texts[i] != "" && e.Board.Squares[i].Text == "" })
	if len(all) != 1 || isNumber(texts[0]) {
		return -1
	}
	return all[0]
}

// differing returns the numbers below n for which a condition holds.
func differing(n int, holds func(i int) bool) (found []int) {
	for i := range n {
		if holds(i) {
			found = append(found, i)
		}
	}
	return found
}

// findTurn returns the only turn that a board can belong to: the turn that begins on the place that is taken.
// It returns nil if there is more than one such turn, or no such turn.
func (x *explainer) findTurn(e *Explanation, texts []string, right replay.Turn) (unique *replay.Turn) {
	index := findNewPiece(e, texts)
	if index < 0 || texts[index] != e.Board.Mover {
		return nil
	}
	for _, turn := range append([]replay.Turn{right}, x.turns.All...) {
		if len(turn.Moves) == 1 && replay.MadeAt(turn.Moves[0], e.Board.Squares[index].Name) {
			if unique != nil && unique.Moves[0] != turn.Moves[0] {
				return nil
			}
			unique = &turn
		}
	}
	return unique
}

// change returns the kind of a board that differs from the board after a turn. The kind depends on whether
// the program changes too few places, or too many.
func (x *explainer) change(e *Explanation, turn replay.Turn) kind {
	missing, added := true, true
	for i, theirs := range e.Written.Squares {
		if theirs.Wrong {
			missing = missing && theirs.Text == e.Board.Squares[i].Text
			added = added && turn.Board.Pieces[i].Text == e.Board.Squares[i].Text
		}
	}
	switch {
	case missing:
		return "change-missing"
	case added:
		return "change-added"
	}
	return "change-other"
}

// shape describes lines in place of the lines of a turn. right may lack the line of the move.
func (x *explainer) shape(lines, right []string) (k kind, words string) {
	want := fmt.Sprintf("want %d lines such as %q", len(right), right[0])
	known, text := strings.Join(right, "")+"XO0123456789 ", strings.Join(lines, "")
	switch foreign := strings.ContainsFunc(text, func(c rune) bool { return !strings.ContainsRune(known, c) }); {
	case strings.TrimSpace(text) == "":
		return "turn-cut", "nothing stands in the program's file where the turn is due: " + want
	case len(lines) < len(right) && !foreign:
		return "turn-cut", fmt.Sprintf("the program's file ends within the turn, after %s: %s",
			prose.Count(len(lines), "line"), want)
	}
	return "rest-of-turn", fmt.Sprintf("no board stands where the turn is due, but %s, of which the first is %.60q: %s",
		prose.Count(len(lines), "line"), lines[0], want)
}
