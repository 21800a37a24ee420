package gangwars

import (
	"bytes"
	"context"
	"math/bits"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
)

func small(r *random.Rand) homework.Problem {
	n := r.Between(1, 6)
	if r.Chance(20) {
		n = r.Between(7, maxN)
	}
	in := &Input{
		N:      n,
		Mode:   random.Pick(r, Minimax, AlphaBeta),
		Player: random.Pick[byte](r, 'X', 'O'),
	}
	in.clear()
	free := r.Between(1, min(n*n, 40))
	switch {
	case free <= 4:
		in.Depth = r.Between(1, 5)
	case free <= 9:
		in.Depth = r.Between(1, 3)
	default:
		in.Depth = r.Between(1, 2)
	}
	if !r.Chance(10) {
		in.Depth = min(in.Depth, free)
	}
	top := random.TopValue(r, 99)
	random.Fill(r, in.Values, 1, top)
	random.Scatter(r, in.Board, '.', free)
	if n > 15 && r.Chance(2) { // large lead or deficit: sums above 10,000, which small boards cannot have
		random.Fill(r, in.Values, 1, 99)
		piece := random.Pick[byte](r, 'X', 'O')
		for i, c := range in.Board {
			if c != '.' {
				in.Board[i] = piece
			}
		}
	}
	return in
}

// maxSquares bounds the number of squares that a plain gangwars search visits, so that a
// slow program in an interpreted language, which copies boards, takes seconds.
const maxSquares = 5_000_000

// likeCourse makes boards of 2 to 15 squares a side (at most 6 for minimax) with depths
// that a plain search reaches.
func likeCourse(r *random.Rand) homework.Problem {
	in := &Input{
		N:      r.Between(2, 15),
		Mode:   AlphaBeta,
		Player: random.Pick[byte](r, 'X', 'O'),
	}
	if r.Chance(2) {
		in.N, in.Mode = r.Between(2, 6), Minimax
	}
	all := in.N * in.N
	in.clear()
	random.Fill(r, in.Values, 1, 99)
	free := r.Between(1, min(all, 125))
	random.Scatter(r, in.Board, '.', free)
	maxDepth := 4
	if in.N > 7 {
		maxDepth = 2
	}
	in.Depth = r.Between(1, min(maxDepth, free))
	for in.Depth > 1 && all*power(2*free, in.Depth) > maxSquares {
		in.Depth--
	}
	return in
}

func power(base, exponent int) int {
	p := 1
	for range exponent {
		p *= base
	}
	return p
}

// simpler returns simpler inputs, by this measure: width, depth, free squares, mode, whether O moves, values,
// pieces of O. The depth does not exceed the number of free squares unless it did so before.
func simpler(p homework.Problem) []homework.Problem {
	s := shrink.From(p, (*Input).clone, (*Input).fit)
	n := s.Input.N
	for _, width := range shrink.Number(n, 1) {
		for _, corner := range [][2]int{{0, 0}, {0, n - width}, {n - width, 0}, {n - width, n - width}} {
			within := func(i, from int) bool { return from <= i && i < from+width }
			s.Try(func(in *Input) {
				in.keep(func(r, c int) bool { return within(r, corner[0]) && within(c, corner[1]) }, width)
			})
		}
	}
	for row := range n {
		for column := range n {
			if n > 1 && (n <= 5 || row == column || row+column == n-1) {
				s.Try(func(in *Input) { in.keep(func(r, c int) bool { return r != row && c != column }, n-1) })
			}
		}
	}
	s.Int(&s.Input.Depth, 1)
	for _, piece := range []byte("XO") {
		s.Replace(s.Input.Board, '.', piece)
	}
	if s.Input.Mode == AlphaBeta {
		s.Try(func(in *Input) { in.Mode = Minimax })
	}
	if s.Input.Player == 'O' {
		s.Try(func(in *Input) {
			in.Player = 'X'
			shrink.Exchange(in.Board)
		})
	}
	s.Ints(s.Input.Values, 1)
	s.Replace(s.Input.Board, 'O', 'X')
	return s.All
}

func (in *Input) clone() *Input {
	c := *in
	c.Values, c.Board = slices.Clone(in.Values), slices.Clone(in.Board)
	return &c
}

// fit limits the depth to the number of free squares. There must be at least one.
func (in *Input) fit() bool {
	free := bytes.Count(in.Board, []byte{'.'})
	in.Depth = min(in.Depth, max(free, 1))
	return free > 0
}

// keep leaves n rows and columns of the board.
func (in *Input) keep(kept func(row, column int) bool, n int) {
	var values []int32
	var board []byte
	for i := range in.Board {
		if kept(i/in.N, i%in.N) {
			values, board = append(values, in.Values[i]), append(board, in.Board[i])
		}
	}
	in.N, in.Values, in.Board = n, values, board
}

// situations are the situations of this game.
var situations = search.Catalogue[answer, position, move]{
	{Name: "stake-chosen", Title: "the answer is a stake",
		AfterSearch: func(a answer) bool { return !a.raid }},
	{Name: "raid-chosen", Title: "the answer is a raid",
		AfterSearch: func(a answer) bool { return a.raid }},
	{Name: "later-stake-ties-raid", Title: "the chosen stake is as good as a raid on an earlier square",
		AfterSearch: func(a answer) bool { return a.ties(func(square int) bool { return square < a.square }) }},
	{Name: "stake-ties-raid-of-square", Title: "the chosen stake is as good as the raid on the same square",
		AfterSearch: func(a answer) bool { return a.ties(func(square int) bool { return square == a.square }) }},
	{Name: "raid", Title: "a raid turns an enemy",
		AfterMove: func(m *move) bool { return m.raid && m.enemies > 0 }},
	{Name: "raid-of-none", Title: "a raid next to no enemy",
		AfterMove: func(m *move) bool { return m.raid && m.enemies == 0 }},
	{Name: "raid-of-two", Title: "a raid turns two enemies or more",
		AfterMove: func(m *move) bool { return m.raid && m.enemies >= 2 }},
	{Name: "raid-could-chain", Title: "a turned piece has a further enemy next to it, which stays",
		AfterMove: func(m *move) bool { return m.raid && m.chain }},
	{Name: "two-sources", Title: "a raid could start from two pieces, and is one move",
		AfterMove: func(m *move) bool { return m.raid && m.own >= 2 }},
	{Name: "stake-by-enemy", Title: "a stake next to an enemy, who stays",
		AfterMove: func(m *move) bool { return !m.raid && m.enemies > 0 }},
	{Name: "only-diagonal", Title: "the mover's only pieces near by are diagonal: no raid",
		AfterMove: func(m *move) bool { return !m.raid && m.own == 0 && m.touchesCorner() }},
	{Name: "two-digit-row", Title: "the answer's row has two digits",
		AfterSearch: func(a answer) bool { return a.square/a.in.N >= 9 }},
	{Name: "largest-board", Title: "the board is 26 squares wide",
		AfterSearch: func(a answer) bool { return a.in.N == maxN }},
	{Name: "one-square", Title: "the board is one square",
		AfterSearch: func(a answer) bool { return a.in.N == 1 }},
	{Name: "wiped-out", Title: "a raid takes a side's last piece, and the search goes on",
		AfterMove: func(m *move) bool { return m.raid && m.enemies > 0 && m.inside && *m.left == set{} }},
	{Name: "greedy-errs", Title: "the first move that is best after one ply is not the answer",
		AfterSearch: func(a answer) bool { return a.greedy != a.chosen }},
}

// Situations returns the situations of the catalogue that the input shows. It searches in the mode of the
// input; minimax has no cuts.
func (in *Input) Situations(ctx context.Context) (homework.Seen, error) {
	if in.Mode == Competition {
		return 0, errCompetition
	}
	r, g := in.game()
	w := &watcher{rules: r, limit: in.Depth, values: map[search.Move]int32{}}
	w.Observer = situations.Observer(in.Depth, w.look)
	found, err := search.Watch(ctx, g.Rules, g.Root, g.Params, w)
	if err != nil {
		return 0, err
	}
	a := answer{in: in, watcher: w, chosen: found.Line[0], value: found.Value}
	a.square, a.raid = r.square(a.chosen)
	return w.Seen(a), nil
}

// An answer is the data that the situations examine when the search is over.
type answer struct {
	*watcher
	in     *Input
	chosen search.Move
	square int
	raid   bool
	value  int32
}

// ties reports whether the answer is a stake, and a raid on such a square as good.
func (a answer) ties(includes func(square int) bool) bool {
	for m, v := range a.values {
		if square, raid := a.rules.square(m); !a.raid && raid && v == a.value && includes(square) {
			return true
		}
	}
	return false
}

// A move is the data that the situations examine for each move of the search.
type move struct {
	square       int
	line         int // of the square,
	bit          row // and its bit there
	raid         bool
	mine, left   *set // the mover's pieces before it, the other side's after it
	own, enemies int  // adjacent pieces
	chain        bool // one of the adjacent enemies has an enemy neighbour of its own
	inside       bool // the position after it is not a leaf
}

// A watcher also records the values of the moves at the root.
type watcher struct {
	*search.Observer[answer, position, move]
	rules  *rules
	limit  int
	values map[search.Move]int32 // of the root's moves
	greedy search.Move           // the first root move that is best after one ply
	score  int32                 // the score after greedy
	at     search.Move           // the root move being searched
}

func (w *watcher) Return(n search.Node[position], r search.Return) {
	if n.Ply == 0 {
		w.values[w.at] = r.Value
	}
	w.Observer.Return(n, r)
}

func (w *watcher) look(n search.Node[position], m search.Move, next *position, _ search.Turn) move {
	if n.Ply == 0 {
		if w.at = m; len(w.values) == 0 || next.score > w.score {
			w.greedy, w.score = m, next.score
		}
	}
	player := n.State.mover & 1
	mine, theirs := &n.State.pieces[player], &n.State.pieces[player^1]
	to := move{mine: mine, left: &next.pieces[player^1], inside: n.Depth+1 < w.limit}
	to.square, to.raid = w.rules.square(m)
	to.line, to.bit = w.rules.place(to.square)
	for _, pieces := range mine.beside(to.line, to.bit) {
		to.own += bits.OnesCount32(pieces)
	}
	for i, pieces := range theirs.beside(to.line, to.bit) {
		to.enemies += bits.OnesCount32(pieces)
		to.chain = to.chain || pieces != 0 && theirs.neighbours(to.line-1+i)&pieces != 0
	}
	return to
}

// touchesCorner reports whether the square touches one of the mover's pieces at a corner.
func (m *move) touchesCorner() bool {
	return (m.mine[m.line-1]|m.mine[m.line+1])&(m.bit<<1|m.bit>>1) != 0
}
