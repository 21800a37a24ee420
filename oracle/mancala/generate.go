package mancala

import (
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

func small(r *random.Rand) homework.Problem {
	n := r.Between(MinPits, MaxPits)
	if r.Chance(2) {
		n = MinPits
	}
	in := &Input{
		Task:   random.Pick(r, Greedy, Minimax, AlphaBeta, AlphaBeta),
		Player: r.Between(1, 2),
		CutOff: r.Between(1, 3),
	}
	if n > 5 {
		in.CutOff = r.Between(1, 2)
	}
	most := random.Pick(r, 1, 2, 4, 4, 9)
	if r.Chance(8) {
		most = random.Pick(r, 30, 410)
	}
	for player := range in.Pits {
		in.Pits[player] = make([]int32, n)
		for i := range n {
			if !r.Chance(3) {
				in.Pits[player][i] = int32(r.Between(0, most))
			}
		}
		in.Stores[player] = int32(r.Between(0, 20))
	}
	in.Pits[in.Player-1][r.Intn(n)] = int32(r.Between(1, most)) // a legal move
	if r.Chance(30) {
		in.Pits[r.Intn(2)][r.Intn(n)] = 1000 // the handout's maximum
	}
	return in
}

// tasks are the tasks that the course graded, in equal shares.
var tasks = []Algorithm{Greedy, Minimax, AlphaBeta}

func likeCourse(r *random.Rand) homework.Problem { return task(r, random.Pick(r, tasks...)) }

// task makes boards of 3 to 7 pits a side, mostly with a few stones each.
func task(r *random.Rand, task Algorithm) homework.Problem {
	in := &Input{
		Task:   task,
		Player: r.Between(1, 2),
		CutOff: r.Between(1, 5),
	}
	most := random.Pick(r, 3, 4, 5, 6, 8)
	if r.Chance(8) {
		most = random.Pick(r, 30, 120, 410)
		in.CutOff = min(in.CutOff, 3) // sowing takes time
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

// gradedSize is the number of cases that the course graded with.
const gradedSize = 30

// graded makes the i-th input of a set with equal shares of the tasks.
func graded(i int, r *random.Rand) homework.Problem {
	return task(r, tasks[i*len(tasks)/gradedSize%len(tasks)])
}
