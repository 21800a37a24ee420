package reversi

import (
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
)

// small scatters pieces, since games from the start rarely lead to passes and wiped-out
// sides.
func small(r *random.Rand) homework.Problem {
	in := &Input{Player: random.Pick[byte](r, 'X', 'O')}
	free := r.Between(0, 63)
	random.Scatter(r, in.Board[:], '*', free)
	in.Depth = r.Between(1, 3)
	switch {
	case free < 8:
		in.Depth = r.Between(1, 7)
	case r.Chance(12):
		in.Depth = 0
	}
	return in
}

// likeCourse makes a position reached by random play from the start or, one time in ten, a
// few scattered pieces; X to move at depth 3.
func likeCourse(r *random.Rand) homework.Problem {
	var in *Input
	if r.Chance(10) {
		in = &Input{Player: 'X'}
		random.Scatter(r, in.Board[:], '*', r.Between(56, 62))
	} else {
		in = Play(r.Between(0, 55), r.Intn)
	}
	in.giveTo('X')
	in.Depth = 3
	return in
}

// giveTo makes it a player's turn: if it is not, it exchanges the colours, which is the
// same game.
func (in *Input) giveTo(player byte) {
	if in.Player == player {
		return
	}
	in.Player = player
	shrink.Exchange(in.Board[:])
}
