package squirrel

import (
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
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

// likeCourse draws tasks with the shares of the grading rule: 30 % for each algorithm, 10 %
// battles.
func likeCourse(r *random.Rand) homework.Problem { return task(r, r.Intn(10)) }

// task makes an input with 8 to 17 free squares. Of ten tasks, each algorithm gets three
// and the last is a battle.
func task(r *random.Rand, task int) homework.Problem {
	in := new(Input)
	free := r.Between(8, 17)
	deepest := 3
	if free <= 9 {
		deepest = 4
	}
	player := func(piece byte, algorithm, least, most int) {
		p := Player{Piece: piece, Algorithm: Algorithm(algorithm), CutOff: r.Between(least, most)}
		if p.Algorithm == Greedy {
			p.CutOff = 1
		}
		in.Players = append(in.Players, p)
	}
	if piece := random.Pick[byte](r, 'X', 'O'); task == 9 {
		player(piece, r.Between(1, 3), 1, 3)
		player('X'+'O'-piece, r.Between(1, 3), 1, 3)
	} else {
		player(piece, 1+task/3, 2, deepest)
	}
	random.Fill(r, in.Values[:], 1, 100)
	random.Scatter(r, in.Board[:], '*', free)
	return in
}

// gradedSize is the number of cases that the course graded with.
const gradedSize = 100

// graded makes the i-th input of a set with the shares of the grading rule.
func graded(i int, r *random.Rand) homework.Problem { return task(r, i*10/gradedSize%10) }
