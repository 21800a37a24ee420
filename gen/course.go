package gen

import (
	"fmt"

	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/reversi"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// Course gives a random input of the kinds and sizes that the course's own files
// hold ("Envelope" in docs/rules/ASSIGNMENT.md).
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

// squirrelTask has 8 to 17 free squares. Of ten tasks three each are the algorithms,
// the last is a battle.
func squirrelTask(r *Rand, task int) homework.Problem {
	in := new(squirrel.Input)
	free := r.Between(8, 17)
	deepest := 3
	if free <= 9 {
		deepest = 4
	}
	player := func(piece byte, algorithm, least, most int) {
		p := squirrel.Player{Piece: piece, Algorithm: squirrel.Algorithm(algorithm), CutOff: r.Between(least, most)}
		if p.Algorithm == squirrel.Greedy {
			p.CutOff = 1
		}
		in.Players = append(in.Players, p)
	}
	if piece := pick[byte](r, 'X', 'O'); task == 9 {
		player(piece, r.Between(1, 3), 1, 3)
		player('X'+'O'-piece, r.Between(1, 3), 1, 3)
	} else {
		player(piece, 1+task/3, 2, deepest)
	}
	for i := range in.Values {
		in.Values[i] = int32(r.Between(1, 100))
	}
	scatter(r, in.Board[:], '*', free)
	return in
}

// mostSquares bounds the squares that a plain gangwars search looks at, so that a
// slow program in an interpreted language, which copies boards, is done in seconds.
const mostSquares = 5_000_000

// courseGangwars has boards of 2 to 15 squares a side, for minimax of up to 6, and
// depths that a plain search reaches.
func courseGangwars(r *Rand) homework.Problem {
	in := &gangwars.Input{
		N:      r.Between(2, 15),
		Mode:   gangwars.AlphaBeta,
		Player: pick[byte](r, 'X', 'O'),
	}
	if r.Chance(2) {
		in.N, in.Mode = r.Between(2, 6), gangwars.Minimax
	}
	all := in.N * in.N
	in.Values, in.Board = make([]int32, all), make([]byte, all)
	for i := range in.Values {
		in.Values[i] = int32(r.Between(1, 99))
	}
	free := r.Between(1, min(all, 125))
	scatter(r, in.Board, '.', free)
	deepest := 4
	if in.N > 7 {
		deepest = 2
	}
	in.Depth = r.Between(1, min(deepest, free))
	for in.Depth > 1 && all*power(2*free, in.Depth) > mostSquares {
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

// courseReversi has a position that random play from the start leads to, or, one
// time in ten, a few scattered pieces; X to move at depth 3.
func courseReversi(r *Rand) homework.Problem {
	var in *reversi.Input
	if r.Chance(10) {
		in = &reversi.Input{Player: 'X'}
		scatter(r, in.Board[:], '*', r.Between(56, 62))
	} else {
		in = reversi.Play(r.Between(0, 55), r.Intn)
	}
	if in.Player == 'O' { // the same game with the colours exchanged
		in.Player = 'X'
		for i, c := range in.Board {
			if c != '*' {
				in.Board[i] = 'X' + 'O' - c
			}
		}
	}
	in.Depth = 3
	return in
}

// mancalaTasks are the tasks that the course graded, in equal shares.
var mancalaTasks = []mancala.Algorithm{mancala.Greedy, mancala.Minimax, mancala.AlphaBeta}

func courseMancala(r *Rand) homework.Problem { return mancalaTask(r, pick(r, mancalaTasks...)) }

// mancalaTask has 3 to 7 pits, mostly of a few stones each.
func mancalaTask(r *Rand, task mancala.Algorithm) homework.Problem {
	in := &mancala.Input{
		Task:   task,
		Player: r.Between(1, 2),
		CutOff: r.Between(1, 5),
	}
	most := pick(r, 3, 4, 5, 6, 8)
	if r.Chance(8) {
		most = pick(r, 30, 120, 410)
		in.CutOff = min(in.CutOff, 3) // sowing takes its time
	}
	n := r.Between(3, 7)
	for player := range in.Pits {
		in.Pits[player] = make([]int32, n)
		for i := range n {
			in.Pits[player][i] = int32(r.Between(0, most))
		}
		in.Pits[player][r.Intn(n)] = int32(r.Between(1, most)) // neither side is empty
		in.Stores[player] = int32(r.Between(0, 4))
	}
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
