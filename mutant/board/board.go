// Package board holds the common parts of second solvers for games on a square board: the order of the
// squares and their names, moves on a copy of the board, the evaluation by squares, raids, the written board,
// and the mistakes that people make in them.
//
// A game embeds a Grid in its position, embeds Hooks in its hooks, and lifts the mutations of both
// the board and the search:
//
//	mutant.Lift(board.Mutations(traits), func(h *hooks) *board.Hooks { return &h.Hooks })
//
// A mistake shows only if the game calls the hook that it changes, through the methods of its Grid or
// directly. The hooks, their callers and the mistakes in them:
//
//	Order        Squares, FreeSquares  column-by-column, rows-from-right-to-left,
//	                                   moves-sorted-by-square-value, squares-sorted-as-text
//	Step         Grid.Step             edges-wrap-round, left-edge-wraps, negative-indices-wrap,
//	                                   last-row-and-column-overlooked
//	Copy         Next, Take            board-shared-by-moves, captures-not-taken-back,
//	                                   last-capture-only-taken-back, one-record-of-captures
//	Over         Grid.Over             game-ends-when-wiped-out
//	Side         Balance               evaluation-for-x-always
//	Worth        Balance               evaluation-counts-pieces
//	Deducted     Balance               evaluation-own-squares-only
//	Search       (the search)          x-always-maximises, x-maximises-below-root,
//	                                   search-for-x-always, captures-count-once,
//	                                   first-square-if-none-is-above-zero
//	Adjacent     Neighbours            neighbour-above-overlooked, neighbour-below-overlooked,
//	                                   neighbour-left-overlooked, neighbour-right-overlooked,
//	                                   diagonals-count
//	Turned       Take                  raid-chains, raid-turns-one-only, raid-turns-beside-base,
//	                                   raid-takes-free-squares, raid-seen-too-late,
//	                                   last-capture-only-taken-back, one-record-of-captures
//	Vacated      Take                  raid-vacates-base
//	Written      NextState             board-not-updated, board-without-captures,
//	                                   board-of-last-leaf, board-of-best-leaf,
//	                                   board-of-any-max-node, opponents-piece-played
//	Coordinates  Name                  column-and-row-swapped, rows-numbered-from-zero,
//	                                   rows-numbered-from-below
//	SquareName   Name                  digits-before-letters, letters-in-other-case
//
// It serves docs/rules/squirrel.md, gangwars.md and reversi.md, and games from other modules.
package board

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// A Mutation is a mistake in a game on a square board.
type Mutation = mutant.Mutation[Hooks]

// Traits describe an assignment on a square board. The numbers are the numbers of the rules on its page.
type Traits struct {
	search.Traits // whose Square need not be set

	Evaluation int // the value of a position
	Play       int // effect of a move
	State      int // the board that is written
	Names      int // the names of squares

	Valued   bool // the input names the values of the squares
	Weighted bool // squares have values, which need not be in the input
	Captures bool // moves turn pieces, or some do
	Raids    bool // moves are raids, or some are

	// Letters describes the case of the letters of squares for a student; if it is "", only the page describes
	// it.
	Letters string

	// WipedOut is the reason why only inputs outside the envelope show a program that ends the game
	// where a side has no piece; "" if inputs inside do.
	WipedOut string
}

// mistake is mutant.Mistake for a rule of the assignment's page.
func (t Traits) mistake(kind string, rule int, id, title, explanation string, change func(h *Hooks)) Mutation {
	return mutant.Mistake(kind, t.Page.Rule(rule), id, title, explanation, change)
}

// SmallInReversi are the Letters of the games of CSCI 561.
const SmallInReversi = "Reversi has small letters, squirrel and gangwars have capitals."

// Mutations returns the mistakes that an assignment shares with others, the mistakes in the search first.
func Mutations(t Traits) []Mutation {
	t.Square = place
	all := slices.Concat(
		mutant.Lift(search.Mutations(t.Traits), func(h *Hooks) *search.Hooks { return &h.Search }),
		orderMutations(t),
		evaluationMutations(t),
		playMutations(t),
		stateMutations(t),
		nameMutations(t),
		raidMutations(t),
	)
	return slices.DeleteFunc(all, func(m Mutation) bool { return m.Break == nil })
}

// Hooks are the decisions of a game on a square board, its search included.
type Hooks struct {
	Search search.Hooks

	// Order returns the squares in the order in which moves on them are tried, given them row by row.
	Order func(g *Grid, squares []Square) []Square
	// Step returns the next square in a direction, which may be off the board.
	Step func(g *Grid, s Square, d Direction) Square
	// Copy returns the rows on which a move is made, given the rows before it.
	Copy func(rows [][]byte) [][]byte
	// Over reports whether a position ends the game, whatever moves there are.
	Over func(g *Grid) bool

	// Side returns the player whose side the evaluation takes.
	Side func(g *Grid) byte
	// Worth returns the worth of a square with the given value.
	Worth func(value int) int
	// Deducted returns the amount subtracted for a square of the opponent, given its worth.
	Deducted func(worth int) int

	// Adjacent are the directions to the squares adjacent to a square.
	Adjacent []Direction
	// Turned and Vacated return the squares that a raid on a target turns and sets free.
	Turned, Vacated func(g *Grid, target Square) []Square

	// Written returns the grid that the outputs show. The line is the best one, and is not empty;
	// last is the position that was evaluated last, nil if none.
	Written func(root Position, line []string, last search.Position) *Grid
	// Coordinates returns the column of a square, from 0, and its row, from 1, on a board of a size.
	Coordinates func(s Square, size int) (column, row int)
	// SquareName returns the name of a square.
	SquareName func(letter byte, row int) string
}

// Right returns hooks that make all decisions correctly. faulty is set if mutations will change them.
func Right(faulty bool) Hooks {
	h := Hooks{Search: search.Right(faulty)}
	h.rightMoves()
	h.rightEvaluation()
	h.rightRaids()
	h.rightOutput()
	return h
}

// rightMoves decides how moves are found and made.
func (h *Hooks) rightMoves() {
	// Row 1 first, each row from left to right: docs/rules/squirrel.md rule 2, gangwars.md rule 4,
	// reversi.md rule 3.
	h.Order = func(_ *Grid, squares []Square) []Square { return squares }
	h.Step = func(_ *Grid, s Square, d Direction) Square { return Square{s.Row + d.Down, s.Column + d.Right} }
	h.Copy = func(rows [][]byte) [][]byte {
		copied := make([][]byte, len(rows))
		for i, row := range rows {
			copied[i] = bytes.Clone(row)
		}
		return copied
	}
	h.Over = func(*Grid) bool { return false }
}

// rightEvaluation sets the hooks for the value of a position (docs/rules/squirrel.md rule 4, gangwars.md rule
// 5, reversi.md rule 2).
func (h *Hooks) rightEvaluation() {
	h.Side = func(g *Grid) byte { return g.Root }
	h.Worth = func(value int) int { return value }
	h.Deducted = func(worth int) int { return worth }
}

// rightRaids sets the hooks for the effect of a raid (docs/rules/squirrel.md rule 3, gangwars.md rule 3).
func (h *Hooks) rightRaids() {
	for _, n := range neighbours { // never the diagonal ones
		h.Adjacent = append(h.Adjacent, n.Direction)
	}
	// One step away, no chain.
	h.Turned = func(g *Grid, target Square) []Square { return g.Neighbours(target, Opponent(g.Mover)) }
	// The piece from which a raid sets out stays.
	h.Vacated = func(*Grid, Square) []Square { return nil }
}

// rightOutput decides which board is written, and the names of squares.
func (h *Hooks) rightOutput() {
	// docs/rules/squirrel.md rule 9, gangwars.md rule 7, reversi.md rule 6.
	h.Written = func(root Position, line []string, _ search.Position) *Grid {
		return After(root, line[0]).Base()
	}
	h.Search.Label = func(n search.Node) string { return n.Position.(Position).Base().Name(n.Name) }
	// The letter is the column, the number the row: docs/rules/squirrel.md rule 2.
	h.Coordinates = func(s Square, _ int) (column, row int) { return s.Column, s.Row + 1 }
	h.SquareName = func(letter byte, row int) string { return string(rune(letter)) + strconv.Itoa(row) }
}

// A Grid is the common part of the positions on a square board. A game embeds it in its own position.
type Grid struct {
	Rows   [][]byte // the pieces
	Values [][]int  // of the squares
	Free   byte     // the sign of a square without a piece
	Mover  byte     // X or O, the player to move
	Root   byte     // the root player, whose side the evaluation takes

	// Turned are the pieces that raids have turned since the root, each as it was then. Only a
	// mutation looks at them.
	Turned []Turned

	hooks *Hooks
}

// A Turned is a piece that a raid has turned.
type Turned struct {
	Square
	By byte // whose it became
}

// Grid returns a grid without rows and values on which the root player is to move.
func (h *Hooks) Grid(free, player byte) Grid {
	return Grid{Free: free, Mover: player, Root: player, hooks: h}
}

// Base returns the grid itself, for positions that embed it.
func (g *Grid) Base() *Grid { return g }

// Maximising reports whether the root player moves next.
func (g *Grid) Maximising() bool { return g.Mover == g.Root }

// At returns the piece on a square.
func (g *Grid) At(s Square) byte { return g.Rows[s.Row][s.Column] }

// Put places a piece on a square.
func (g *Grid) Put(s Square, piece byte) { g.Rows[s.Row][s.Column] = piece }

// Has reports whether a square is on the board.
func (g *Grid) Has(s Square) bool {
	return s.Row >= 0 && s.Row < len(g.Rows) && s.Column >= 0 && s.Column < len(g.Rows[s.Row])
}

// Step returns the next square in a direction, which may be off the board.
func (g *Grid) Step(s Square, d Direction) Square { return g.hooks.Step(g, s, d) }

// Next returns a copy with the other player to move, to make a move on.
func (g *Grid) Next() Grid {
	next := *g
	next.Mover = Opponent(g.Mover)
	next.Rows = g.hooks.Copy(g.Rows)
	return next
}

// Squares returns all squares in the order in which moves on them are tried.
func (g *Grid) Squares() []Square {
	squares := make([]Square, 0, len(g.Rows)*len(g.Rows)) // each node calls it
	for row := range g.Rows {
		for column := range g.Rows[row] {
			squares = append(squares, Square{row, column})
		}
	}
	return g.hooks.Order(g, squares)
}

// FreeSquares returns the squares without a piece, in the same order.
func (g *Grid) FreeSquares() []Square {
	return slices.DeleteFunc(g.Squares(), func(s Square) bool { return g.At(s) != g.Free })
}

// Over reports whether the position ends the game, whatever moves there are.
func (g *Grid) Over() bool { return g.hooks.Over(g) }

// WipedOut reports whether a side has no pieces.
func (g *Grid) WipedOut() bool { return !g.holds('X') || !g.holds('O') }

// holds reports whether there is such a piece on the board.
func (g *Grid) holds(piece byte) bool {
	for _, row := range g.Rows {
		if bytes.IndexByte(row, piece) >= 0 {
			return true
		}
	}
	return false
}

// Balance returns the sum of the values of the root player's squares minus the sum of the opponent's.
func (g *Grid) Balance() int {
	side, sum := g.hooks.Side(g), 0
	for row, pieces := range g.Rows {
		for column, piece := range pieces {
			switch piece {
			case side:
				sum += g.hooks.Worth(g.Values[row][column])
			case Opponent(side):
				sum -= g.hooks.Deducted(g.hooks.Worth(g.Values[row][column]))
			}
		}
	}
	return sum
}

// Name returns the name of a move as the outputs show it.
func (g *Grid) Name(move string) string {
	s, ok := SquareOf(move)
	if !ok {
		return move
	}
	column, row := g.hooks.Coordinates(s, len(g.Rows))
	letter := int(move[0]) - s.Column + column
	return g.hooks.SquareName(byte(letter), row) + move[len(squareName(move)):]
}

// Lines returns the rows as lines of text.
func (g *Grid) Lines() []string {
	var lines []string
	for _, row := range g.Rows {
		lines = append(lines, string(row))
	}
	return lines
}

// Opponent returns the other one of X and O.
func Opponent(player byte) byte {
	if player == 'X' {
		return 'O'
	}
	return 'X'
}

// A Position is a position on a square board as the search sees it.
type Position interface {
	search.Position
	Base() *Grid
}

// After returns the position after some moves.
func After(p Position, moves ...string) Position {
	for _, move := range moves {
		next, _ := p.Play(move)
		p = next.(Position)
	}
	return p
}

// NextState returns the lines of the board that the outputs show: the root's with the first move of
// the best line made on it. Without a move it is the root's.
func (h *Hooks) NextState(s *search.Search, root Position, line []string) []string {
	if len(line) == 0 {
		return root.Base().Lines()
	}
	return h.Written(root, line, s.Last).Lines()
}

// A Square is a place on a board, counted from 0 at the top left.
type Square struct{ Row, Column int }

// A Direction is the step from a square to another square.
type Direction struct{ Down, Right int }

// Upper returns the name of a square with a capital letter: A1, B1, ...
func Upper(s Square) string { return string(rune('A'+s.Column)) + strconv.Itoa(s.Row+1) }

// Lower returns the name of a square with a small letter: a1, b1, ...
func Lower(s Square) string { return string(rune('a'+s.Column)) + strconv.Itoa(s.Row+1) }

// SquareOf returns the square on which a move is made. The move begins with its name, with a capital
// letter or a small one, and may go on after a blank. ok is false for other names, such as pass.
func SquareOf(move string) (s Square, ok bool) {
	name := squareName(move)
	if name == "" {
		return Square{}, false
	}
	number, err := strconv.Atoi(name[1:])
	if err != nil {
		return Square{}, false
	}
	letter := 'A'
	if name[0] >= 'a' {
		letter = 'a'
	}
	return Square{number - 1, int(rune(name[0]) - letter)}, true
}

// squareName returns the part of a move that names its square.
func squareName(move string) string {
	name, _, _ := strings.Cut(move, " ")
	return name
}

// place is SquareOf in the form that the search requires.
func place(move string) (row, column int, ok bool) {
	s, ok := SquareOf(move)
	return s.Row, s.Column, ok
}
