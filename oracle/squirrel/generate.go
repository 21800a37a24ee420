package squirrel

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
	in := new(Input)
	free := r.Between(0, 25)
	depth := func() int {
		switch {
		case free <= 5:
			return r.Between(1, 7)
		case free <= 12:
			return r.Between(1, 3)
		}
		return r.Between(1, 2)
	}
	player := func(piece byte) Player {
		p := Player{Piece: piece, Algorithm: Algorithm(r.Between(1, 3)), CutOff: depth()}
		if p.Algorithm == Greedy && !r.Chance(6) {
			p.CutOff = 1
		}
		return p
	}
	in.Players = []Player{player(random.Pick[byte](r, 'X', 'O'))}
	if r.Chance(4) {
		in.Players = append(in.Players, player('X'+'O'-in.Players[0].Piece))
	} else if r.Chance(20) {
		in.Players[0].CutOff = 0
	}
	top := random.TopValue(r, 100)
	random.Fill(r, in.Values[:], 1, top)
	random.Scatter(r, in.Board[:], '*', free)
	return in
}

// likeCourse draws tasks with the shares of the grading rule: 30 % for each algorithm, 10 % battles.
func likeCourse(r *random.Rand) homework.Problem { return task(r, r.Intn(10)) }

// task makes an input with 8 to 17 free squares. Each algorithm gets three of ten tasks, and the last is a
// battle.
func task(r *random.Rand, task int) homework.Problem {
	in := new(Input)
	free := r.Between(8, 17)
	maxDepth := 3
	if free <= 9 {
		maxDepth = 4
	}
	player := func(piece byte, algorithm, minCutOff, maxCutOff int) {
		p := Player{Piece: piece, Algorithm: Algorithm(algorithm), CutOff: r.Between(minCutOff, maxCutOff)}
		if p.Algorithm == Greedy {
			p.CutOff = 1
		}
		in.Players = append(in.Players, p)
	}
	if piece := random.Pick[byte](r, 'X', 'O'); task == 9 {
		player(piece, r.Between(1, 3), 1, 3)
		player('X'+'O'-piece, r.Between(1, 3), 1, 3)
	} else {
		player(piece, 1+task/3, 2, maxDepth)
	}
	random.Fill(r, in.Values[:], 1, 100)
	random.Scatter(r, in.Board[:], '*', free)
	return in
}

// gradedSize is the number of cases that the course graded with.
const gradedSize = 100

// graded makes the i-th input of a set with the shares of the grading rule.
func graded(i int, r *random.Rand) homework.Problem { return task(r, i*10/gradedSize%10) }

// simpler returns simpler inputs, by this measure: algorithms, cut-offs, free squares, whether O moves first,
// values, pieces of O. It fills free squares, except the last one, rather than remove pieces, since free
// squares make up the search.
func simpler(p homework.Problem) []homework.Problem {
	free := func(in *Input) bool { return bytes.IndexByte(in.Board[:], '*') >= 0 }
	s := shrink.From(p, (*Input).clone, func(in *Input) bool { return free(in) || !free(p.(*Input)) })
	for i, p := range s.Input.Players {
		for _, a := range shrink.Number(int(p.Algorithm), int(Greedy)) {
			s.Try(func(in *Input) {
				in.Players[i].Algorithm = Algorithm(a)
				if in.Players[i].Algorithm == Greedy {
					in.Players[i].CutOff = min(1, p.CutOff)
				}
			})
		}
	}
	for i := range s.Input.Players {
		s.Int(&s.Input.Players[i].CutOff, 1)
	}
	board := s.Input.Board[:]
	for _, piece := range []byte("XO") {
		s.Replace(board, '*', piece)
	}
	if s.Input.Players[0].Piece == 'O' {
		s.Try(func(in *Input) {
			for i := range in.Players {
				in.Players[i].Piece = 'X' + 'O' - in.Players[i].Piece
			}
			shrink.Exchange(in.Board[:])
		})
	}
	s.Ints(s.Input.Values[:], 1)
	s.Replace(board, 'O', 'X')
	return s.All
}

func (in *Input) clone() *Input {
	c := *in
	c.Players = slices.Clone(in.Players)
	return &c
}

// situations are the situations of this game.
var situations = search.Catalogue[*Input, position, move]{
	{Name: "raid", Title: "a raid turns an enemy",
		AfterMove: func(m *move) bool { return m.turned != 0 }},
	{Name: "raid-of-none", Title: "a raid next to no enemy",
		AfterMove: func(m *move) bool { return m.raids() && m.around&m.theirs == 0 }},
	{Name: "raid-of-two", Title: "a raid turns two enemies or more",
		AfterMove: func(m *move) bool { return bits.OnesCount32(m.turned) >= 2 }},
	{Name: "raid-could-chain", Title: "a turned piece has a further enemy next to it, which stays",
		AfterMove: (*move).couldChain},
	{Name: "sneak-by-enemy", Title: "a sneak next to an enemy, who stays",
		AfterMove: func(m *move) bool { return !m.raids() && m.around&m.theirs != 0 }},
	{Name: "only-diagonal", Title: "the mover's only pieces near by are diagonal: a sneak",
		AfterMove: func(m *move) bool {
			return !m.raids() && m.around&m.theirs != 0 &&
				adjacentInRow(down(1<<m.to))&m.mine != 0
		}},
	{Name: "last-square", Title: "the root has one free square",
		AfterSearch: func(in *Input) bool { return bytes.Count(in.Board[:], []byte{'*'}) == 1 }},
	{Name: "greedy-cut-off", Title: "the greedy player's cut-off line is not 1", Beyond: true,
		AfterSearch: func(in *Input) bool {
			return slices.ContainsFunc(in.Players, func(p Player) bool {
				return p.Algorithm == Greedy && p.CutOff != 1
			})
		}},
	{Name: "value-100", Title: "a square is worth 100, more than the handout allows",
		AfterSearch: func(in *Input) bool { return slices.Contains(in.Values[:], 100) }},
	{Name: "o-moves-first", Title: "O is the first player of a battle",
		AfterSearch: func(in *Input) bool { return in.Battle() && in.Players[0].Piece == 'O' }},
	{Name: "different-algorithms", Title: "the players of a battle use different algorithms",
		AfterSearch: func(in *Input) bool {
			return in.Battle() && in.Players[0].Algorithm != in.Players[1].Algorithm
		}},
	{Name: "different-cut-offs", Title: "the searching players of a battle have different cut-offs",
		AfterSearch: func(in *Input) bool {
			return in.Battle() && in.Players[0].CutOff != in.Players[1].CutOff &&
				in.Players[0].Algorithm != Greedy && in.Players[1].Algorithm != Greedy
		}},
}

// Situations returns the situations of the catalogue that the input shows.
func (in *Input) Situations(ctx context.Context) (homework.Seen, error) {
	return situations.Watch(ctx, in.game(), look, func(search.Result) *Input { return in })
}

// A move is the data that the situations examine: the square of the new piece, the squares around it, the
// pieces of each side before the move, and the pieces that the move turns.
type move struct {
	to                           search.Move
	around, mine, theirs, turned uint32
}

func look(n search.Node[position], m search.Move, _ *position, _ search.Turn) move {
	player := n.State.mover & 1
	return move{m, neighbours[m], n.State.pieces[player], n.State.pieces[player^1], raided(n.State, m)}
}

func (m *move) raids() bool { return m.around&m.mine != 0 }

func (m *move) couldChain() bool {
	return (adjacentInRow(m.turned)|down(m.turned))&m.theirs&^m.turned != 0
}
