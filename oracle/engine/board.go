package engine

import "github.com/touchstone-suite/touchstone/oracle/search"

// A Board is a position on which the reference agent makes and takes back moves. A game whose
// rules have a method Board, as a Game has, brings its own; for others there is a stack of positions.
type Board interface {
	// Key returns a hash of the position, including the side to move. It returns 0 if there is no hash; the
	// position is then not stored in the table. All boards of one game use the same keys.
	Key() uint64
	// Moves appends the legal moves. If several moves lead to equal positions, it may leave out all but one. If
	// it appends none, the game is over.
	Moves(dst []Candidate) []Candidate
	// Play makes a move, and Undo takes the last one back that was not taken back yet.
	Play(m search.Move) search.Turn
	Undo()
	// Value returns the value of the position for the side to move. At the end of the game that is the margin of
	// victory; a loss is negative.
	Value() int32
	// MaxMovesLeft returns the maximum number of moves left in the game, or 0 if it is unknown.
	MaxMovesLeft() int
}

// A Candidate is a move together with the facts that are known before it is made.
type Candidate struct {
	Move search.Move
	// Gain orders the moves: a move that is probably better has a higher gain. The unit is the same as for
	// values.
	Gain int32
	// MaxValue is an upper bound for Value after the move, from the perspective of the side that moves.
	MaxValue int32
}

// A Game is rules that bring a board of their own.
type Game[S any] interface {
	search.Rules[S]
	// Board returns a board with the position root, in which the root player is to move.
	Board(root *S) Board
}

// boardOf returns the board of a game, with root as its position.
func boardOf[S any](rules search.Rules[S], root *S) Board {
	if game, ok := rules.(Game[S]); ok {
		return game.Board(root)
	}
	return NewStack(rules, root, Tactics[S]{})
}

// Tactics hold additions to the rules of a game that improve the play of the engine.
type Tactics[S any] struct {
	Key          func(s *S) uint64 // hashes a position; nil if nothing is to be remembered
	Value        func(s *S) int32  // in place of Eval: for the root player, and the outcome at the end
	MaxMovesLeft func(s *S) int    // see Board
	// Tempo reports whether the right to move counts for half of the gain of the best next move, since the
	// opponent has the move after it. The rules must implement Foresight.
	Tempo bool
}

// A stack is a board of plain positions, one for each move made.
type stack[S any] struct {
	rules   search.Rules[S]
	after   search.Foresight[S] // if the rules have it
	tactics Tactics[S]
	plies   []ply[S]
	top     int
	listed  []search.Move
}

type ply[S any] struct {
	state S
	foe   bool // the root player's opponent is to move
}

// NewStack returns a board that plays by rules alone, from a root that it copies.
func NewStack[S any](rules search.Rules[S], root *S, tactics Tactics[S]) Board {
	b := &stack[S]{rules: rules, tactics: tactics, plies: []ply[S]{{state: *root}}}
	if tactics.Value == nil {
		b.tactics.Value = rules.Eval
		b.after, _ = rules.(search.Foresight[S])
	}
	return b
}

func (b *stack[S]) Key() uint64 {
	if b.tactics.Key == nil {
		return 0
	}
	return b.tactics.Key(&b.plies[b.top].state)
}

// Moves uses the value after each move, if the rules provide it, as the gain of the move: the value before
// the move is the same for all moves.
func (b *stack[S]) Moves(dst []Candidate) []Candidate {
	p := &b.plies[b.top]
	b.listed = b.rules.Moves(b.listed[:0], &p.state, nil)
	for _, m := range b.listed {
		c := Candidate{Move: m, MaxValue: search.Inf}
		if b.after != nil {
			if v, leaf := b.after.ValueAfter(&p.state, m); leaf {
				c.Gain = b.forMover(v)
				c.MaxValue = c.Gain
			}
		}
		dst = append(dst, c)
	}
	return dst
}

func (b *stack[S]) Play(m search.Move) search.Turn {
	if b.top++; b.top == len(b.plies) {
		b.plies = append(b.plies, ply[S]{})
	}
	src, dst := &b.plies[b.top-1], &b.plies[b.top]
	turn := b.rules.Play(&dst.state, &src.state, m)
	dst.foe = src.foe == (turn == search.Again)
	return turn
}

func (b *stack[S]) Undo() { b.top-- }

func (b *stack[S]) Value() int32 {
	p := &b.plies[b.top]
	value := b.forMover(b.tactics.Value(&p.state))
	if !b.tactics.Tempo {
		return value
	}
	gain := int32(0) // a loss does not count, as in MaxValue
	b.listed = b.rules.Moves(b.listed[:0], &p.state, nil)
	for _, m := range b.listed {
		if after, ok := b.after.ValueAfter(&p.state, m); ok {
			gain = max(gain, b.forMover(after)-value)
		}
	}
	return value + gain/2
}

// forMover turns a value for the root player into one for the side to move.
func (b *stack[S]) forMover(value int32) int32 {
	if b.plies[b.top].foe {
		return -value
	}
	return value
}

func (b *stack[S]) MaxMovesLeft() int {
	if b.tactics.MaxMovesLeft == nil {
		return 0
	}
	return b.tactics.MaxMovesLeft(&b.plies[b.top].state)
}
