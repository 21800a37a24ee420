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
		random.Only(in.Board, random.Pick[byte](r, 'X', 'O'))
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

// A turf draws gangwars inputs: its width, the search, the free squares and the values.
type turf struct {
	n                int
	mode             Mode
	player           byte
	depth            int
	minFree, maxFree int  // free squares
	top              int  // the greatest value
	sole             byte // owner of all pieces; 0 for both sides
}

func (s turf) Draw(r *random.Rand) homework.Problem {
	in := &Input{N: s.n, Mode: s.mode, Player: s.player, Depth: s.depth}
	in.clear()
	random.Fill(r, in.Values, 1, s.top)
	random.Scatter(r, in.Board, '.', r.Between(s.minFree, s.maxFree))
	random.Only(in.Board, s.sole)
	return in
}

// recipe keeps the rows of breadth short.
var recipe = homework.NewRecipe

// breadth covers both searches on boards of 2 to 26 squares a side, nearly empty, half full
// and nearly full, with values far apart and with ties, for both players. Some recipes were
// added after it was known how many faults escaped the first ones.
var breadth = []homework.Recipe{
	recipe("minimax-on-two-by-two", "minimax of two plies on 2 by 2", "", turf{2, Minimax, 'O', 2, 2, 4, 99, 0}),
	recipe("minimax-on-three-by-three", "minimax of three plies on 3 by 3", "greedy-errs raid",
		turf{3, Minimax, 'X', 3, 5, 7, 99, 0}),
	recipe("minimax-on-four-by-four", "minimax of two plies on 4 by 4, nearly empty",
		"greedy-errs stake-by-enemy", turf{4, Minimax, 'O', 2, 12, 15, 99, 0}),
	recipe("minimax-on-five-by-five", "minimax of three plies on 5 by 5, nearly full",
		"greedy-errs raid-of-two raid-chosen", turf{5, Minimax, 'X', 3, 4, 7, 99, 0}),
	recipe("minimax-on-six-by-six", "minimax of two plies on 6 by 6, half full", "greedy-errs raid-could-chain",
		turf{6, Minimax, 'O', 2, 14, 20, 99, 0}),
	recipe("minimax-of-four-plies", "minimax of four plies on 4 by 4", "greedy-errs raid one-move-below",
		turf{4, Minimax, 'X', 4, 4, 5, 99, 0}),
	recipe("minimax-of-one-ply", "minimax of one ply on 5 by 5", "two-sources",
		turf{5, Minimax, 'O', 1, 8, 16, 99, 0}),
	recipe("minimax-among-ties", "minimax with values of 1 to 3", "tie-at-root tie-below later-stake-ties-raid",
		turf{5, Minimax, 'X', 2, 8, 14, 3, 0}),
	recipe("minimax-among-equal-squares", "minimax, and all squares are worth 1", "tie-at-root raid-chosen",
		turf{6, Minimax, 'O', 2, 10, 14, 1, 0}),
	recipe("minimax-far-behind", "minimax, and every move leaves it behind", "negative-best stake-chosen",
		turf{4, Minimax, 'X', 2, 4, 8, 20, 0}),
	recipe("alpha-beta-on-three-by-three", "alpha-beta of four plies on 3 by 3",
		"greedy-errs cut-at-max cut-at-min", turf{3, AlphaBeta, 'O', 4, 5, 6, 99, 0}),
	recipe("alpha-beta-on-four-by-four", "alpha-beta of three plies on 4 by 4, nearly empty",
		"greedy-errs cut-at-max raid-of-none", turf{4, AlphaBeta, 'X', 3, 11, 13, 99, 0}),
	recipe("alpha-beta-on-five-by-five", "alpha-beta of four plies on 5 by 5, nearly full",
		"greedy-errs raid-of-two cut-at-min only-diagonal", turf{5, AlphaBeta, 'O', 4, 4, 6, 99, 0}),
	recipe("alpha-beta-on-six-by-six", "alpha-beta of three plies on 6 by 6, half full",
		"greedy-errs raid-chosen two-sources", turf{6, AlphaBeta, 'X', 3, 8, 12, 99, 0}),
	recipe("alpha-beta-on-eight-by-eight", "alpha-beta of two plies on 8 by 8, nearly empty",
		"greedy-errs stake-chosen", turf{8, AlphaBeta, 'O', 2, 50, 60, 99, 0}),
	recipe("alpha-beta-on-ten-by-ten", "alpha-beta of two plies on 10 by 10, half full",
		"greedy-errs raid-chosen two-digit-row", turf{10, AlphaBeta, 'X', 2, 20, 30, 99, 0}),
	recipe("alpha-beta-on-fifteen-by-fifteen", "alpha-beta of two plies on 15 by 15",
		"greedy-errs stake-chosen two-digit-row", turf{15, AlphaBeta, 'O', 2, 15, 25, 99, 0}),
	recipe("alpha-beta-on-an-empty-15-by-15", "alpha-beta of one ply on 15 by 15, nearly empty", "",
		turf{15, AlphaBeta, 'X', 1, 120, 125, 99, 0}),
	recipe("largest-board-nearly-full", "26 by 26 squares with four free", "greedy-errs largest-board raid",
		turf{26, AlphaBeta, 'O', 2, 3, 4, 99, 0}),
	recipe("largest-board-a-raid", "26 by 26 squares, and a raid is best",
		"largest-board raid-chosen two-digit-row", turf{26, AlphaBeta, 'X', 1, 60, 125, 99, 0}),
	recipe("largest-board-a-stake", "26 by 26 squares, and a stake is best",
		"largest-board stake-chosen two-digit-row", turf{26, AlphaBeta, 'O', 1, 60, 125, 99, 0}),
	recipe("largest-board-of-ties", "26 by 26 squares of equal value", "largest-board tie-at-root",
		turf{26, AlphaBeta, 'X', 1, 20, 40, 1, 0}),
	recipe("alpha-beta-among-ties", "alpha-beta with values of 1 to 3",
		"tie-at-root tie-below cut-on-equality-at-max cut-on-equality-at-min", turf{5, AlphaBeta, 'O', 3, 7, 9, 3,
			0}),
	recipe("alpha-beta-among-equal-squares", "alpha-beta, and all squares are worth 1",
		"tie-at-root cut-on-equality-at-max cut-on-equality-at-min", turf{6, AlphaBeta, 'X', 3, 8, 10, 1, 0}),
	recipe("alpha-beta-stake-or-raid", "alpha-beta, and a stake is as good as a raid of the same square",
		"stake-ties-raid-of-square later-stake-ties-raid", turf{6, AlphaBeta, 'O', 2, 8, 14, 2, 0}),
	recipe("minimax-stake-or-raid", "minimax, and a stake is as good as a raid of the same square",
		"stake-ties-raid-of-square", turf{4, Minimax, 'X', 1, 6, 10, 9, 0}),
	recipe("alpha-beta-far-behind", "alpha-beta, and every move leaves it behind",
		"negative-best raid-could-chain", turf{7, AlphaBeta, 'X', 3, 4, 6, 20, 0}),
	recipe("alpha-beta-one-free-square", "alpha-beta with one free square", "raid",
		turf{12, AlphaBeta, 'O', 1, 1, 1, 99, 0}),
	recipe("minimax-one-free-square", "minimax on the last free square, without a raid", "one-move-at-root",
		turf{3, Minimax, 'X', 1, 1, 1, 99, 0}),
	recipe("alpha-beta-two-free-squares", "alpha-beta on the last two squares", "one-move-below",
		turf{9, AlphaBeta, 'X', 2, 2, 2, 99, 0}),
	recipe("sparse-three-by-three", "alpha-beta of three plies on 3 by 3 with two or three pieces",
		"greedy-errs raid", turf{3, AlphaBeta, 'O', 3, 6, 7, 99, 0}),
	recipe("sparse-four-by-four", "minimax of two plies on 4 by 4 with two or three pieces", "greedy-errs raid",
		turf{4, Minimax, 'X', 2, 13, 14, 99, 0}),
	recipe("sparse-five-by-five", "alpha-beta of two plies on 5 by 5 with three pieces",
		"greedy-errs raid raid-of-none", turf{5, AlphaBeta, 'O', 2, 22, 22, 99, 0}),
	recipe("sparse-two-by-two", "minimax of two plies on 2 by 2 with a piece of each side", "raid-chosen",
		turf{2, Minimax, 'X', 2, 2, 2, 99, 0}),
	recipe("last-piece-is-raided", "a raid takes the opponent's last piece, and the game goes on",
		"greedy-errs wiped-out", turf{3, Minimax, 'X', 2, 4, 7, 99, 0}),
	recipe("last-piece-is-raided-in-time", "alpha-beta of three plies, and a raid may take the last piece",
		"greedy-errs wiped-out raid-chosen", turf{3, AlphaBeta, 'O', 3, 5, 7, 99, 0}),
	recipe("last-piece-of-four-by-four", "minimax of three plies, and a raid may take the last piece",
		"greedy-errs wiped-out stake-chosen", turf{4, Minimax, 'O', 3, 6, 8, 99, 0}),
	recipe("last-piece-of-five-by-five", "alpha-beta of two plies, and a raid may take the last piece",
		"greedy-errs wiped-out", turf{5, AlphaBeta, 'X', 2, 12, 22, 99, 0}),
	recipe("ties-on-three-by-three", "minimax on 3 by 3 with squares of 1 and 2", "tie-at-root raid-chosen",
		turf{3, Minimax, 'O', 2, 3, 5, 2, 0}),
	recipe("ties-on-six-by-six", "minimax, and one of several equal raids is best",
		"tie-at-root raid-chosen two-sources", turf{6, Minimax, 'X', 1, 10, 16, 1, 0}),
	recipe("ties-on-seven-by-seven", "alpha-beta, and one of several equal raids is best",
		"tie-at-root raid-chosen raid-of-two", turf{7, AlphaBeta, 'O', 2, 14, 18, 1, 0}),
	recipe("ties-on-eight-by-eight", "alpha-beta on 8 by 8 squares of equal value", "tie-at-root raid-chosen",
		turf{8, AlphaBeta, 'X', 1, 20, 40, 1, 0}),
	recipe("ties-on-ten-by-ten", "alpha-beta of two plies on 10 by 10 with squares of 1 and 2", "tie-at-root",
		turf{10, AlphaBeta, 'O', 2, 8, 14, 2, 0}),
	recipe("ties-on-twelve-by-twelve", "alpha-beta on 12 by 12 with squares of 1 to 3",
		"tie-at-root raid-chosen", turf{12, AlphaBeta, 'X', 1, 40, 80, 3, 0}),
	recipe("ties-among-stakes", "minimax, and one of several equal stakes is best", "tie-at-root stake-chosen",
		turf{5, Minimax, 'O', 2, 10, 14, 2, 0}),
	recipe("minimax-against-no-piece", "minimax of two plies, and the opponent has no piece yet", "raid-of-none",
		turf{4, Minimax, 'X', 2, 5, 8, 99, 'X'}),
	recipe("alpha-beta-against-no-piece", "alpha-beta of three plies, and the opponent has no piece yet",
		"greedy-errs raid-of-none", turf{5, AlphaBeta, 'O', 3, 5, 9, 99, 'O'}),
	recipe("minimax-without-a-piece", "minimax of three plies, and the player has no piece yet",
		"greedy-errs raid", turf{4, Minimax, 'O', 3, 4, 7, 99, 'X'}),
	recipe("alpha-beta-without-a-piece", "alpha-beta of two plies, and the player has no piece yet",
		"greedy-errs stake-by-enemy", turf{6, AlphaBeta, 'X', 2, 8, 16, 99, 'O'}),
	recipe("one-square-for-o", "one square, and it is O's", "one-square one-move-at-root",
		turf{1, AlphaBeta, 'O', 1, 1, 1, 99, 0}),
	recipe("one-square-for-x", "one square, and it is X's", "one-square one-move-at-root",
		turf{1, Minimax, 'X', 1, 1, 1, 99, 0}),
}

// simpler returns simpler inputs, by this measure: width, depth, free squares, mode, whether O moves, values,
// pieces of O. The depth does not exceed the number of free squares unless it did so before.
func simpler(p homework.Problem) []homework.Problem {
	s := shrink.From(p, (*Input).clone, (*Input).fit)
	n := s.In.N
	for _, width := range shrink.Number(n, 1) {
		for _, at := range [][2]int{{0, 0}, {0, n - width}, {n - width, 0}, {n - width, n - width}} {
			within := func(i, from int) bool { return from <= i && i < from+width }
			s.Try(func(in *Input) {
				in.keep(func(r, c int) bool { return within(r, at[0]) && within(c, at[1]) }, width)
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
	s.Int(&s.In.Depth, 1)
	for _, piece := range []byte("XO") {
		s.Replace(s.In.Board, '.', piece)
	}
	if s.In.Mode == AlphaBeta {
		s.Try(func(in *Input) { in.Mode = Minimax })
	}
	if s.In.Player == 'O' {
		s.Try(func(in *Input) {
			in.Player = 'X'
			shrink.Exchange(in.Board)
		})
	}
	s.Ints(s.In.Values, 1)
	s.Replace(s.In.Board, 'O', 'X')
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
	{Name: "stake-chosen", About: "the answer is a stake",
		Of: func(a answer) bool { return !a.raid }},
	{Name: "raid-chosen", About: "the answer is a raid",
		Of: func(a answer) bool { return a.raid }},
	{Name: "later-stake-ties-raid", About: "the chosen stake is as good as a raid on an earlier square",
		Of: func(a answer) bool { return a.ties(func(square int) bool { return square < a.square }) }},
	{Name: "stake-ties-raid-of-square", About: "the chosen stake is as good as the raid on the same square",
		Of: func(a answer) bool { return a.ties(func(square int) bool { return square == a.square }) }},
	{Name: "raid", About: "a raid turns an enemy",
		At: func(m *move) bool { return m.raid && m.enemies > 0 }},
	{Name: "raid-of-none", About: "a raid beside no enemy",
		At: func(m *move) bool { return m.raid && m.enemies == 0 }},
	{Name: "raid-of-two", About: "a raid turns two enemies or more",
		At: func(m *move) bool { return m.raid && m.enemies >= 2 }},
	{Name: "raid-could-chain", About: "a turned piece has a further enemy beside it, which stays",
		At: func(m *move) bool { return m.raid && m.chain }},
	{Name: "two-sources", About: "a raid could start from two pieces, and is one move",
		At: func(m *move) bool { return m.raid && m.own >= 2 }},
	{Name: "stake-by-enemy", About: "a stake beside an enemy, who stays",
		At: func(m *move) bool { return !m.raid && m.enemies > 0 }},
	{Name: "only-diagonal", About: "the mover's only pieces near by are diagonal: no raid",
		At: func(m *move) bool { return !m.raid && m.own == 0 && m.touchesCorner() }},
	{Name: "two-digit-row", About: "the answer's row has two digits",
		Of: func(a answer) bool { return a.square/a.in.N >= 9 }},
	{Name: "largest-board", About: "the board is 26 squares wide",
		Of: func(a answer) bool { return a.in.N == maxN }},
	{Name: "one-square", About: "the board is one square",
		Of: func(a answer) bool { return a.in.N == 1 }},
	{Name: "wiped-out", About: "a raid takes a side's last piece, and the search goes on",
		At: func(m *move) bool { return m.raid && m.enemies > 0 && m.inside && *m.left == set{} }},
	{Name: "greedy-errs", About: "the first move that is best after one ply is not the answer",
		Of: func(a answer) bool { return a.greedy != a.chosen }},
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
func (a answer) ties(on func(square int) bool) bool {
	for m, v := range a.values {
		if square, raid := a.rules.square(m); !a.raid && raid && v == a.value && on(square) {
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
	me := n.State.mover & 1
	mine, theirs := &n.State.pieces[me], &n.State.pieces[me^1]
	to := move{mine: mine, left: &next.pieces[me^1], inside: n.Depth+1 < w.limit}
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
