package decision

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// maxInner is the maximum number of steps of a search that are checked for a board or a move.
const maxInner = 10_000

// reading identifies a board that no turn leads to, as far as that is certain. k is "" if it is not certain.
func (x *explainer) reading(e *Explanation, texts []string) (k kind, says string) {
	before := e.Board.Squares
	changed := differing(len(texts), func(i int) bool { return texts[i] != before[i].Text })
	if len(changed) == 0 {
		return "board-before", "the program's board is the one before the move"
	}
	if path := x.inner(texts); path != nil {
		return "board-inner", fmt.Sprintf("the program's board is that of a position %d plies below the root: %s",
			len(path), strings.Join(path, " > "))
	}
	if isNumber(texts[0]) {
		return "", ""
	}
	return x.taken(e, texts)
}

// taken identifies a board by its occupied places that were empty before.
func (x *explainer) taken(e *Explanation, texts []string) (k kind, says string) {
	before := e.Board.Squares
	taken := differing(len(texts), func(i int) bool { return texts[i] != "" && before[i].Text == "" })
	if len(taken) == 1 && texts[taken[0]] != e.Board.Mover {
		return "board-other-side", fmt.Sprintf("%s has a piece of %s on the program's board, though %s moves",
			before[taken[0]].Name, texts[taken[0]], e.Board.Mover)
	}
	if len(taken) == 1 && !slices.ContainsFunc(x.turns.All, func(t replay.Turn) bool {
		return len(t.Moves) > 0 && MadeAt(t.Moves[0], before[taken[0]].Name)
	}) && !x.turns.More {
		return "board-illegal",
			fmt.Sprintf("the program takes %s, which is no move here", before[taken[0]].Name)
	}
	return "", ""
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

// inner returns the moves that lead to the first node below the root's moves that has a board, or nil.
func (x *explainer) inner(texts []string) (found []string) {
	var path []string
	steps := 0
	err := x.replay(func(s replay.Step) error {
		if steps++; steps > maxInner {
			return errFound
		}
		if s.Kind != replay.Update && s.Ply > 0 {
			path = append(path[:s.Ply-1], s.Name)
		}
		if s.Ply > 1 && s.Kind != replay.Update && slices.EqualFunc(s.Board().Pieces, texts,
			func(p replay.Piece, text string) bool { return p.Text == text }) {
			found = slices.Clone(path[:s.Ply])
			return errFound
		}
		return nil
	})
	if err != nil {
		return nil
	}
	return found
}

// certain returns the only turn that a board can belong to: the turn that begins on the only occupied place
// that was empty before. It returns nil if there is more than one such turn, or no such turn, or if boards
// have numbers.
func (x *explainer) certain(e *Explanation, texts []string, right replay.Turn) (only *replay.Turn) {
	if len(texts) == 0 || isNumber(texts[0]) {
		return nil
	}
	taken := differing(len(texts), func(i int) bool { return texts[i] != "" && e.Board.Squares[i].Text == "" })
	if len(taken) != 1 || texts[taken[0]] != e.Board.Mover {
		return nil
	}
	if len(right.Moves) == 1 && MadeAt(right.Moves[0], e.Board.Squares[taken[0]].Name) {
		only = &right
	}
	for i, turn := range x.turns.All {
		if len(turn.Moves) == 1 && MadeAt(turn.Moves[0], e.Board.Squares[taken[0]].Name) {
			if only != nil && only.Moves[0] != turn.Moves[0] {
				return nil
			}
			only = &x.turns.All[i]
		}
	}
	return only
}

// change returns the kind of a board that differs from the board after a turn. The kind depends on whether
// the program changes too few places, or too many.
func (x *explainer) change(e *Explanation, turn replay.Turn) kind {
	missing, added := true, true
	for i, theirs := range e.Theirs.Squares {
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

// shape describes the lines found where a board is due. The lines of the right turn may lack the line of the
// move.
func (x *explainer) shape(lines []string, text []byte, right replay.Turn) (k kind, says string) {
	want := fmt.Sprintf("want %d lines such as %q", len(right.Lines), right.Lines[0])
	switch blank := strings.TrimSpace(strings.Join(lines, "")); {
	case blank == "" && strings.TrimSpace(string(text)) == "":
		return "answer-empty", "the program's file is empty: " + want
	case blank == "" && len(right.Lines) < len(x.rightLines()):
		return "turn-cut", "nothing stands behind the line of the move: " + want
	case blank == "":
		return "answer-empty", "nothing stands in the program's file where the turn is due: " + want
	}
	if x.stage.File == x.turns.File && x.stage.First > 1 {
		if header, _ := x.right.line(x.stage.File, x.stage.First-1); lines[0] == header {
			return "no-board", "the log begins where the board is due: " + want
		}
	}
	if len(lines) < len(right.Lines) && foreign(lines, right.Lines) == "" {
		return "turn-cut", fmt.Sprintf("the program's file ends within the turn, after %s: %s",
			prose.Count(len(lines), "line"), want)
	}
	return "no-board", fmt.Sprintf("no board stands where the turn is due, but %s%s: %s",
		described(lines, len(right.Lines)), foreign(lines, right.Lines), want)
}

// foreign names the first character of some lines that no character of the right ones is like, or returns "".
func foreign(lines, right []string) string {
	known := strings.Join(right, "") + "XO0123456789 "
	for i, line := range lines {
		for _, c := range line {
			if !strings.ContainsRune(known, c) {
				return fmt.Sprintf(", with %q in line %d", c, i+1)
			}
		}
	}
	return ""
}

// described describes lines: the first one, and the number of lines if it is less than want.
func described(lines []string, want int) string {
	if len(lines) == 0 {
		return "the end of the file"
	}
	first := lines[0]
	if len(first) > 60 {
		first = first[:60] + "..."
	}
	if len(lines) < want {
		return fmt.Sprintf("%s, of which the first is %q", prose.Count(len(lines), "line"), first)
	}
	return fmt.Sprintf("lines of which the first is %q", first)
}
