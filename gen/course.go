package gen

import (
	"fmt"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// Course gives a random input of the sizes that the course's own cases had
// ("Grading" in docs/rules/ASSIGNMENT.md).
func Course(assignment string, r *Rand) homework.Problem {
	return choose(assignment, map[string]maker{
		"squirrel": courseSquirrel,
		"gangwars": courseGangwars,
		"reversi":  courseReversi,
		"mancala":  courseMancala,
		"mapcolor": courseMapcolor,
	})(r)
}

// courseSquirrel has the shares of the grading rule: 30 % each of the algorithms,
// 10 % battles.
func courseSquirrel(r *Rand) homework.Problem { return squirrelTask(r, r.Intn(10)) }

// squirrelTask has 8 to 17 free squares and cut-offs 2 to 4 (in battles 1 to 3).
// Of ten tasks three each are the algorithms, the last is a battle.
func squirrelTask(r *Rand, task int) homework.Problem {
	in := new(squirrel.Input)
	algorithm := squirrel.Algorithm(1 + min(task, 8)/3)
	piece := pick[byte](r, 'X', 'O')
	in.Players = []squirrel.Player{{Piece: piece, Algorithm: algorithm, CutOff: r.Between(2, 4)}}
	if task == 9 {
		player := func(piece byte) squirrel.Player {
			return squirrel.Player{Piece: piece, Algorithm: squirrel.Algorithm(r.Between(1, 3)), CutOff: r.Between(1, 3)}
		}
		in.Players = []squirrel.Player{player(piece), player('X' + 'O' - piece)}
	}
	for i := range in.Values {
		in.Values[i] = int32(r.Between(1, 99))
	}
	scatter(r, in.Board[:], '*', r.Between(8, 17))
	return in
}

// mostSquares bounds the squares that a plain gangwars search looks at: some ten
// seconds of an interpreted program.
const mostSquares = 20_000_000

// courseGangwars has boards of 2 to 26 squares a side, and a depth that a plain
// search reaches.
func courseGangwars(r *Rand) homework.Problem {
	n := r.Between(2, 26)
	in := &gangwars.Input{
		N:      n,
		Mode:   pick(r, gangwars.Minimax, gangwars.AlphaBeta),
		Player: pick[byte](r, 'X', 'O'),
		Values: make([]int32, n*n),
		Board:  make([]byte, n*n),
	}
	for i := range in.Values {
		in.Values[i] = int32(r.Between(1, 99))
	}
	free := r.Between(1, n*n)
	scatter(r, in.Board, '.', free)
	in.Depth = r.Between(1, 4)
	for in.Depth > 1 && n*n*power(2*free, in.Depth) > mostSquares {
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

// courseReversi has a position that random play from the start leads to.
func courseReversi(r *Rand) homework.Problem {
	plies := r.Between(0, 58)
	in := reversi.Play(plies, r.Intn)
	in.Depth = r.Between(2, 5)
	return in
}

// mancalaTasks are the tasks that the course graded, in equal shares.
var mancalaTasks = []mancala.Algorithm{mancala.Greedy, mancala.Minimax, mancala.AlphaBeta}

func courseMancala(r *Rand) homework.Problem { return mancalaTask(r, pick(r, mancalaTasks...)) }

// mancalaTask has 3 to 10 pits of a few stones each.
func mancalaTask(r *Rand, task mancala.Algorithm) homework.Problem {
	n := r.Between(mancala.MinPits, mancala.MaxPits)
	in := &mancala.Input{
		Task:   task,
		Player: r.Between(1, 2),
		CutOff: r.Between(2, 5),
	}
	for player := range in.Pits {
		in.Pits[player] = make([]int32, n)
		for i := range n {
			in.Pits[player][i] = int32(r.Between(0, 8))
		}
		in.Stores[player] = int32(r.Between(0, 12))
	}
	in.Pits[in.Player-1][r.Intn(n)] = int32(r.Between(1, 8)) // a legal move
	return in
}

// courseMapcolor has 6 to 30 states, 3 to 6 colours, depths 2 to 4, weights 0 to
// 15 and two initial assignments. States touch as on a map: those of a grid that
// has lost some edges.
func courseMapcolor(r *Rand) homework.Problem {
	in := &mapcolor.Input{
		Colours: slices.Clone([]string{"R", "G", "B", "Y", "W", "K"}[:r.Between(3, 6)]),
		Depth:   r.Between(2, 4),
	}
	r.Shuffle(len(in.Colours), func(i, j int) { in.Colours[i], in.Colours[j] = in.Colours[j], in.Colours[i] })
	for player := range in.Weights {
		for range in.Colours {
			in.Weights[player] = append(in.Weights[player], int32(r.Between(0, 15)))
		}
	}
	states := names(r, r.Between(6, 30), pick(r, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "S0123456789"))
	width := r.Between(2, 5)
	adjacent := matrix(len(states))
	for i := range states {
		for _, j := range []int{i - 1, i - width, i - width - 1} {
			if j >= 0 && (j != i-1 || i%width > 0) && !r.Chance(4) {
				adjacent[i][j], adjacent[j][i] = true, true
			}
		}
	}
	in.Map = writeMap(r, states, adjacent, false)
	for colour(r, in, states, adjacent, 2); len(in.Initial) != 2; {
		in.Initial = nil
		colour(r, in, states, adjacent, 2)
	}
	in.Initial[0].Player, in.Initial[1].Player = 1, 2
	return in
}

// maker makes an input.
type maker func(*Rand) homework.Problem

// choose finds an assignment's maker.
func choose(assignment string, makers map[string]maker) maker {
	m, ok := makers[assignment]
	if !ok {
		panic(fmt.Sprintf("gen: no assignment %q", assignment))
	}
	return m
}
