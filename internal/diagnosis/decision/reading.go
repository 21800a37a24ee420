package decision

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// mostInner is how many steps of a search are looked through for a board or a move.
const mostInner = 10_000

// reading says what a board is that no turn leads to, as far as that is certain. k is nil if it is not.
func (x *explainer) reading(e *Explanation, texts []string, right replay.Turn) (k kind, says string) {
	before := e.Board.Squares
	changed := differing(len(texts), func(i int) bool { return texts[i] != before[i].Text })
	empty := !slices.ContainsFunc(texts, func(text string) bool { return text != "" && text != "0" })
	switch {
	case len(changed) == 0:
		return "board-before", "the program's board is the one before the move"
	case empty:
		return "board-empty", "nothing lies on the program's board"
	}
	if path := x.inner(texts); path != nil {
		return "board-inner", fmt.Sprintf("the program's board is that of a position %d plies below the root: %s",
			len(path), strings.Join(path, " > "))
	}
	if !isNumber(texts[0]) {
		return x.taken(e, texts, changed)
	}
	var numbers []string
	for _, piece := range right.Board.Pieces {
		numbers = append(numbers, piece.Text)
	}
	slices.Sort(numbers)
	if slices.Equal(slices.Sorted(slices.Values(texts)), numbers) {
		return "board-permuted", "the program's board has the numbers of the right one, in other places"
	}
	return "", ""
}

// taken says what a board is by the places that are taken on it and were empty before.
func (x *explainer) taken(e *Explanation, texts []string, changed []int) (k kind, says string) {
	before := e.Board.Squares
	taken := differing(len(texts), func(i int) bool { return texts[i] != "" && before[i].Text == "" })
	opponent := ""
	for _, s := range before {
		if s.Text != "" && s.Text != e.Board.Mover {
			opponent = s.Text
		}
	}
	switch {
	case len(taken) == 0 && len(changed) == 1 && texts[changed[0]] != "":
		says = fmt.Sprintf("no empty place is taken on the program's board: %s, which was %s's, is %s's",
			before[changed[0]].Name, before[changed[0]].Text, texts[changed[0]])
		if changed[0] == 0 {
			says += "; it is the first place, as of a number that stays at 0"
		}
		return "board-occupied", says
	case len(taken) == 1 && texts[taken[0]] != e.Board.Mover && (texts[taken[0]] == opponent || opponent == ""):
		return "board-other-side", fmt.Sprintf("%s has a piece of %s on the program's board, though %s moves",
			before[taken[0]].Name, texts[taken[0]], e.Board.Mover)
	}
	if len(taken) == 1 && !slices.ContainsFunc(x.turns.All, func(t replay.Turn) bool {
		return len(t.Moves) > 0 && MadeAt(t.Moves[0], before[taken[0]].Name)
	}) && !x.turns.More {
		name := before[taken[0]].Name
		says = fmt.Sprintf("the program takes %s, which is no move here", name)
		if path := x.deep(func(s replay.Step) bool {
			return s.Kind != replay.Update &&
				MadeAt(s.Name, name)
		}); path != nil {
			says += "; it is one further down: " + strings.Join(path, " > ")
		}
		return "board-illegal", says
	}
	return "", ""
}

// differing returns the numbers below n for which something holds.
func differing(n int, holds func(i int) bool) (found []int) {
	for i := range n {
		if holds(i) {
			found = append(found, i)
		}
	}
	return found
}

// inner returns the moves that lead to the first node below the root's moves which has a board, or nil.
func (x *explainer) inner(texts []string) (path []string) {
	return x.deep(func(s replay.Step) bool {
		return s.Kind != replay.Update &&
			slices.EqualFunc(s.Board().Pieces, texts, func(p replay.Piece, text string) bool { return p.Text == text })
	})
}

// deep returns the moves that lead to the first step below the root's moves for which something holds, or
// nil.
func (x *explainer) deep(holds func(s replay.Step) bool) (found []string) {
	var path []string
	steps := 0
	err := x.replay(func(s replay.Step) error {
		if steps++; steps > mostInner {
			return errFound
		}
		if s.Kind != replay.Update && s.Ply > 0 {
			path = append(path[:s.Ply-1], s.Name)
		}
		if s.Ply > 1 && holds(s) {
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

// certain returns the only turn that a board can be of: the one that begins on the only empty place that is
// taken. It is nil if there are several, or none, and where boards have numbers.
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

// change returns the kind of a board that is not the one after a turn, and what else there is to say: whether
// the program changes too little, or too much, and of what is turned by the move which part.
func (x *explainer) change(e *Explanation, turn replay.Turn) (k kind, says string) {
	after := turn.Board.Pieces
	missing, added := true, true
	for i, theirs := range e.Theirs.Squares {
		if theirs.Wrong {
			missing = missing && theirs.Text == e.Board.Squares[i].Text
			added = added && after[i].Text == e.Board.Squares[i].Text
		}
	}
	switch {
	case isNumber(after[0].Text):
		if says = x.replaced(e, after); says != "" {
			return "change-replaced", says
		}
	case missing && len(turn.Moves) == 1:
		return x.partly(e, turn)
	}
	switch {
	case missing:
		return "change-missing", ""
	case added:
		return "change-added", ""
	}
	return "change-other", ""
}

// replaced says which places hold what was to be added to what lay there, or returns "" if that does not make
// up for all.
func (x *explainer) replaced(e *Explanation, after []replay.Piece) string {
	for i, theirs := range e.Theirs.Squares {
		if !theirs.Wrong {
			continue
		}
		before, _ := strconv.Atoi(e.Board.Squares[i].Text)
		right, _ := strconv.Atoi(after[i].Text)
		if is, _ := strconv.Atoi(theirs.Text); before == 0 || is != right-before || len(e.Turn.Wrong) > 1 {
			return ""
		}
		return fmt.Sprintf("%s holds what is added to it alone, without the %d that lay there", theirs.Name, before)
	}
	return ""
}

// partly says which part of what a move turns the program's board has turned.
func (x *explainer) partly(e *Explanation, turn replay.Turn) (k kind, says string) {
	from := -1
	var turned []int
	for i, s := range e.Board.Squares {
		switch {
		case MadeAt(turn.Moves[0], s.Name):
			from = i
		case turn.Board.Pieces[i].Text != s.Text:
			turned = append(turned, i)
		}
	}
	if from < 0 || e.Theirs.Squares[from].Wrong {
		return "change-missing", ""
	}
	var whole, first int
	rays := x.rays(from, turned)
	for _, ray := range rays {
		done := differing(len(ray), func(i int) bool { return !e.Theirs.Squares[ray[i]].Wrong })
		if len(done) == len(ray) {
			whole++
		}
		if len(done) == 1 && done[0] == 0 {
			first++
		}
	}
	switch {
	case len(e.Turn.Wrong) == len(turned):
		return "change-nothing", "the program puts the piece there and turns nothing"
	case whole == 1 && len(rays) > 2 && len(e.Turn.Wrong) == len(turned)-len(
		rays[slices.IndexFunc(rays, func(ray []int) bool { return !e.Theirs.Squares[ray[0]].Wrong })]):
		return "change-one-line", fmt.Sprintf("of %d lines the program turns one alone", len(rays))
	case first == len(rays):
		return "change-nearest", "the program turns the nearest piece of each line alone"
	}
	return "change-missing", ""
}

// shape says what stands where a board is due, of a turn whose lines may be those behind the move alone.
func (x *explainer) shape(lines []string, text []byte, right replay.Turn) (k kind, says string) {
	want := fmt.Sprintf("want %d lines such as %q", len(right.Lines), right.Lines[0])
	input := strings.Split(strings.TrimSpace(x.Problem.String()), "\n")
	switch blank := strings.TrimSpace(strings.Join(lines, "")); {
	case blank == "" && strings.TrimSpace(string(text)) == "":
		return "answer-empty", "the program's file is empty: " + want
	case blank == "" && len(right.Lines) < len(x.rightLines()):
		return "board-missing", "nothing stands behind the line of the move: " + want
	case blank == "":
		return "answer-empty", "nothing stands in the program's file where the turn is due: " + want
	}
	if slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, "\r") }) {
		return "carriage-return",
			"the program's lines have carriage returns inside, such as those of an input that ends its lines in CRLF"
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
	theirs := strings.Split(strings.TrimSpace(strings.ReplaceAll(string(text), "\r", "")), "\n")
	if len(theirs) >= len(input) && slices.Equal(theirs[:len(input)], input) {
		return "input-echoed", "the program's file begins with the input"
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

// described describes lines: how many, if they are fewer than wanted, and the first.
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
