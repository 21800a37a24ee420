package decision

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A Turn is the choice at the root of a search, or at a later move of the root player's turn.
type Turn struct {
	Number         int      `json:"number,omitempty"` // of a battle's turn, from 1
	PrecedingMoves []string `json:"after,omitempty"`  // the moves of the turn before it; none at the root
	Mover          string   `json:"mover"`
	Moves          []Choice `json:"moves"`            // in order
	Right          []string `json:"right"`            // the moves of the right turn; none if the board stays
	Written        []string `json:"written"`          // the moves that the program's board shows, if any
	Wrong          []string `json:"wrong,omitempty"`  // wrong places of the program's board
	More           bool     `json:"more,omitempty"`   // only the first turns were searched
	Effect         string   `json:"effect,omitempty"` // of the right turn

	// OnePly is set if the search looks one ply ahead, so that only moves and their evaluations decide.
	OnePly bool `json:"-"`

	opponentMoves []string // the moves that the other side would have
}

// A Choice is one of the moves of a Turn.
type Choice struct {
	Move   string `json:"move"`
	Value  int32  `json:"value"`
	AtMost bool   `json:"atMost,omitempty"` // the value may be less, because the move was pruned
	Best   bool   `json:"best,omitempty"`   // the move to choose
	Effect string `json:"effect,omitempty"` // the effect of the move alone
}

// battle explains a turn of a battle. It returns nil if the problem is not a battle, or if a program
// continues after the end of the battle. A request for a line after the end is an error.
func (x *explainer) battle(b homework.Battle) (*Explanation, error) {
	name := x.Problem.Files()[0]
	e := &Explanation{File: name, Line: max(x.Line, 1)}
	var text []byte
	if x.Files != nil {
		f := x.differing(name)
		if f == nil {
			return nil, nil
		}
		e, text = x.at(name, f.Report.First), f.Text
	}
	number, game := b.Turn(e.Line, x.right.First(name, e.Line-1))
	if game == nil {
		if number, _ = b.Turn(1, nil); number > 0 && x.Files == nil {
			return nil, fmt.Errorf("%s:%d: the battle is over before this line", name, e.Line)
		}
		return nil, nil
	}
	x.game, x.stage, x.turns = game, game.Stage(), game.Turns(x.Options)
	return x.turn(text, number, e)
}

// rightLines returns the lines of the right turn.
func (x *explainer) rightLines() []string {
	return x.right.Part(x.turns.File, x.turns.First, len(x.turns.All[0].Lines))
}

// turn explains the choice at the root and the program's turn. text is the program's file.
func (x *explainer) turn(text []byte, number int, e *Explanation) (*Explanation, error) {
	t := &Turn{Number: number, More: x.turns.More}
	root, err := x.choices(t)
	if err != nil {
		return nil, err
	}
	if root == nil {
		return nil, ErrUnshown
	}
	if x.stage.File == "" { // no log shows the values that alpha-beta leaves open
		if err := x.openValues(t); err != nil {
			return nil, err
		}
	}
	t.Mover = root.Mover
	right := x.rightTurn(t)
	t.Right, t.Effect = right.Moves, replay.Effect(x.stage, *root, right.Board)
	e.Turn, e.Board, e.Rule = t, replay.Draw(x.stage, *root, ""), rulesOn(x.stage, []string{choiceRule})[0]
	e.Reasons = x.chosen(t)
	if e.GotLine == 0 { // without a program
		e.Line, e.Want = x.turns.First, x.rightLines()[0]
		if e.Line == 0 {
			_, e.Line = x.right.Line(e.File, 0)
		}
	}
	if text != nil {
		if err := x.judge(e, text, right); err != nil {
			return nil, err
		}
		if e.Decision != nil {
			e.Decision.Properties = []string{t.Mover + " to move"}
		}
	}
	return e, nil
}

// openValues sets the values of the moves of the root, and the best move.
func (x *explainer) openValues(t *Turn) error {
	values, err := x.turns.Values(x.ctx)
	if err != nil {
		return err
	}
	best := slices.Max(append(values, -replay.Inf))
	for i := range t.Moves {
		t.Moves[i].Value, t.Moves[i].AtMost = values[i], false
		t.Moves[i].Best = slices.Index(values, best) == i
	}
	return nil
}

// choices lists the moves with their values, and returns the board before them. At the root of a search
// without a log it stops early, since openValues finds the values.
func (x *explainer) choices(t *Turn) (before *replay.Board, err error) {
	ply := len(t.PrecedingMoves)
	path := make([]string, ply) // to the node above
	leaf, best := false, -1     // whether the move that is tried leads to a leaf, and the best one
	alpha := int32(-replay.Inf)
	t.OnePly = true
	err = x.replay(func(s replay.Step) error {
		if t.OnePly = t.OnePly && s.Ply < 2; !t.OnePly && ply == 0 && x.stage.File == "" {
			return errFound
		}
		if s.Kind != replay.Update && s.Ply > 0 && s.Ply <= ply {
			path[s.Ply-1] = s.Name
		}
		if !slices.Equal(path, t.PrecedingMoves) {
			return nil
		}
		switch {
		case s.Ply == ply && s.Kind == replay.Update:
			c := &t.Moves[s.Index]
			c.Value, c.AtMost = s.Returned, !leaf && s.Returned <= alpha
			if s.Better {
				best = s.Index
			}
			alpha, leaf = s.Alpha, false
		case s.Ply == ply:
			b := s.Board()
			before, alpha = &b, s.Alpha
			if s.OpponentMoves != nil {
				t.opponentMoves = s.OpponentMoves()
			}
			for _, move := range s.Moves {
				t.Moves = append(t.Moves, Choice{Move: move})
			}
		case s.Ply == ply+1 && s.Kind != replay.Update: // the first line of a child
			leaf = s.Kind == replay.Leaf
		}
		return nil
	})
	for i := range t.Moves {
		c := &t.Moves[i]
		moves := append(slices.Clone(t.PrecedingMoves), c.Move)
		n := slices.IndexFunc(x.turns.All, func(t replay.Turn) bool { return slices.Equal(t.Moves, moves) })
		if n >= 0 {
			c.Effect = replay.Effect(x.stage, *before, x.turns.All[n].Board)
		}
	}
	if best >= 0 {
		t.Moves[best].Best = true
	}
	return before, err
}

// rightTurn returns the turn of the right answer.
func (x *explainer) rightTurn(t *Turn) replay.Turn {
	want := x.rightLines()
	if x.turns.First == 0 {
		move, _ := x.turns.Read(want)
		want = []string{move}
	}
	for _, turn := range x.turns.All {
		if turn.Unfinished || !slices.Equal(turn.Lines, want) {
			continue
		}
		if len(turn.Moves) == 0 ||
			slices.ContainsFunc(t.Moves, func(c Choice) bool { return c.Best && c.Move == turn.Moves[0] }) {
			return turn
		}
	}
	return x.turns.All[0] // of more turns than are listed
}

// chosen explains why the right move is chosen.
func (x *explainer) chosen(t *Turn) []string {
	i := slices.IndexFunc(t.Moves, func(c Choice) bool { return c.Best })
	if i < 0 || len(t.Right) == 0 {
		return []string{"no move is searched at the root: the board stays as it is"}
	}
	best := t.Moves[i]
	var ties []string
	unknown := false
	for _, c := range t.Moves {
		if c.Value == best.Value && !c.AtMost {
			ties = append(ties, c.Move)
		}
		unknown = unknown || c.AtMost && c.Value == best.Value
	}
	if len(ties) > 1 {
		return []string{fmt.Sprintf("%s are worth %d each: the first of them in order is chosen, %s", list(ties),
			best.Value, best.Move)}
	}
	if unknown {
		return []string{fmt.Sprintf(
			"%s is worth %d, and no other move is worth more; of equal ones the first in order is chosen", best.Move,
			best.Value)}
	}
	return []string{fmt.Sprintf("%s is worth %d, more than every other move", best.Move, best.Value)}
}

// Searched returns the search of a problem that a page can walk. For a battle, it returns the explained turn
// or the first turn. It returns nil if the problem has no search.
func Searched(ctx context.Context, p homework.Problem, options homework.Options, e *Explanation) (
	homework.Replayer, error) {
	game, _ := p.(homework.Replayer)
	battle, ok := p.(homework.Battle)
	if !ok {
		return game, nil
	}
	_, first := battle.Turn(1, nil)
	if first == nil {
		return game, nil
	}
	if e == nil || e.Turn == nil || e.Turn.Number == 0 {
		return first, nil
	}
	files, err := homework.Answer(ctx, battle, options)
	if err != nil {
		return nil, err
	}
	before := strings.Split(string(files[battle.Files()[0]]), "\n")
	if _, turn := battle.Turn(e.Line, before[:min(e.Line-1, len(before))]); turn != nil {
		return turn, nil
	}
	return first, nil
}
