package gen

import (
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
)

// pits is a mancala input: the search, the pits of a side and their stones.
type pits struct {
	task   mancala.Algorithm
	player int
	cutOff int
	n      int
	most   int // stones in a pit
	empty  int // of ten pits so many are empty
	alone  int // stones, each in a pit, are all of the root player's; 0 for no such rule
}

func (s pits) draw(r *Rand) homework.Problem {
	in := &mancala.Input{Task: s.task, Player: s.player, CutOff: s.cutOff}
	for player := range in.Pits {
		in.Pits[player] = make([]int32, s.n)
		for i := range s.n {
			if r.Intn(10) >= s.empty {
				in.Pits[player][i] = int32(r.Between(0, s.most))
			}
		}
		in.Pits[player][r.Intn(s.n)] = int32(r.Between(1, s.most)) // neither side is empty
		in.Stores[player] = int32(r.Between(0, 4))
	}
	if s.alone > 0 {
		own := make([]int32, s.n)
		for i := range s.alone {
			own[i] = 1
		}
		r.Shuffle(s.n, func(i, j int) { own[i], own[j] = own[j], own[i] })
		in.Pits[s.player-1] = own
	}
	return in
}

// mancalaBreadth: every task on boards of 3 to 10 pits, with few stones, some and
// very many, for both players and several cut-offs.
var mancalaBreadth = []Recipe{
	{"greedy-on-three-pits", "greedy on three pits", words("capture"), pits{mancala.Greedy, 1, 1, 3, 4, 0, 0}},
	{"greedy-on-six-pits", "greedy on six pits, with a chain", words("extra-turn chain-of-two"), pits{mancala.Greedy, 2, 2, 6, 6, 0, 0}},
	{"greedy-on-ten-pits", "greedy on ten pits", words("extra-turn ten-pits tie-at-root"), pits{mancala.Greedy, 1, 1, 10, 6, 2, 0}},
	{"greedy-on-nine-pits", "greedy on nine pits of few stones, with ties", words("tie-at-root capture"), pits{mancala.Greedy, 2, 3, 9, 2, 4, 0}},
	{"greedy-chain-ends-the-game", "greedy's extra turn empties its own side", words("chain-ends-game mover-empties-own-side"), pits{mancala.Greedy, 1, 2, 5, 3, 6, 0}},
	{"greedy-long-chain", "greedy takes three extra turns in a row", words("chain-of-three"), pits{mancala.Greedy, 2, 1, 8, 8, 2, 0}},
	{"greedy-many-stones", "greedy with up to 410 stones in a pit", words("lap lap-over-mancala"), pits{mancala.Greedy, 1, 1, 7, 410, 0, 0}},
	{"greedy-far-behind", "greedy, and every move leaves it behind", words("negative-best sweep"), pits{mancala.Greedy, 2, 2, 4, 5, 4, 0}},
	{"greedy-ties-in-a-chain", "greedy, with a tie in its chain", words("tie-in-chain extra-turn"), pits{mancala.Greedy, 1, 3, 6, 4, 3, 0}},
	{"minimax-on-three-pits", "minimax of four plies on three pits", words("capture capture-of-opponent"), pits{mancala.Minimax, 1, 4, 3, 3, 0, 0}},
	{"minimax-on-five-pits", "minimax of three plies on five pits", words("chain-of-two extra-turn-of-opponent"), pits{mancala.Minimax, 2, 3, 5, 4, 2, 0}},
	{"minimax-on-seven-pits", "minimax of two plies on seven pits", words("extra-turn chain-at-cut-off"), pits{mancala.Minimax, 1, 2, 7, 6, 0, 0}},
	{"minimax-on-ten-pits", "minimax of one ply on ten pits", words("ten-pits extra-turn tie-at-root"), pits{mancala.Minimax, 2, 1, 10, 6, 0, 0}},
	{"minimax-on-nine-pits", "minimax of two plies on nine sparse pits", words("capture-nothing tie-at-root"), pits{mancala.Minimax, 1, 2, 9, 3, 6, 0}},
	{"minimax-many-stones", "minimax with up to 410 stones in a pit", words("lap lap-over-mancala"), pits{mancala.Minimax, 2, 2, 4, 410, 0, 0}},
	{"minimax-laps-home", "minimax, and laps end where they began", words("lap-home"), pits{mancala.Minimax, 1, 2, 4, 12, 3, 0}},
	{"minimax-long-chain", "minimax with four extra turns in a row", words("long-chain chain-at-cut-off"), pits{mancala.Minimax, 2, 1, 6, 6, 3, 0}},
	{"minimax-ends-the-game", "minimax comes to the end of the game in several ways", words("mover-empties-own-side opponents-side-emptied sweep chain-ends-game game-over-before-cut-off"), pits{mancala.Minimax, 1, 3, 3, 3, 3, 0}},
	{"minimax-ties-in-chains", "minimax with ties in its chains", words("tie-in-chain chain-of-two"), pits{mancala.Minimax, 2, 2, 5, 4, 2, 0}},
	{"minimax-one-move", "minimax with one move at the root", words("one-move-at-root one-move-below"), pits{mancala.Minimax, 1, 3, 5, 4, 6, 0}},
	{"alpha-beta-on-three-pits", "alpha-beta of five plies on three pits", words("cut-at-max cut-at-min capture"), pits{mancala.AlphaBeta, 2, 5, 3, 4, 0, 0}},
	{"alpha-beta-on-five-pits", "alpha-beta of three plies on five pits", words("cut-at-max cut-at-min chain-of-two"), pits{mancala.AlphaBeta, 1, 3, 5, 5, 0, 0}},
	{"alpha-beta-on-seven-pits", "alpha-beta of three plies on seven sparse pits", words("cut-in-chain tie-at-root"), pits{mancala.AlphaBeta, 2, 3, 7, 4, 5, 0}},
	{"alpha-beta-on-ten-pits", "alpha-beta of two plies on ten pits", words("ten-pits cut-at-min extra-turn-of-opponent"), pits{mancala.AlphaBeta, 1, 2, 10, 6, 3, 0}},
	{"alpha-beta-on-nine-pits", "alpha-beta of two plies on nine pits, with ties", words("tie-at-root cut-on-equality-at-min"), pits{mancala.AlphaBeta, 2, 2, 9, 3, 4, 0}},
	{"alpha-beta-on-eight-pits", "alpha-beta of two plies on eight pits", words("own-pit-filled opponents-empty-pit"), pits{mancala.AlphaBeta, 1, 2, 8, 5, 4, 0}},
	{"alpha-beta-many-stones", "alpha-beta with up to 410 stones in a pit", words("lap cut-at-min lap-over-mancala"), pits{mancala.AlphaBeta, 1, 2, 6, 410, 2, 0}},
	{"alpha-beta-thousands-of-stones", "alpha-beta on ten pits with thousands of stones", words("ten-pits lap"), pits{mancala.AlphaBeta, 2, 1, 10, 410, 0, 0}},
	{"alpha-beta-loses-1000-stones", "alpha-beta, and the opponent sweeps more than 1,000 stones", words("sweep mover-empties-own-side"), pits{mancala.AlphaBeta, 1, 3, 9, 410, 0, 2}},
	{"minimax-loses-1000-stones", "minimax, and the opponent sweeps more than 1,000 stones", words("sweep mover-empties-own-side"), pits{mancala.Minimax, 2, 2, 8, 410, 0, 1}},
	{"greedy-loses-1000-stones", "greedy, and the opponent sweeps more than 1,000 stones", words("sweep mover-empties-own-side"), pits{mancala.Greedy, 1, 1, 10, 410, 0, 1}},
	{"minimax-chains-at-cut-off-3", "minimax of three plies, with chains of both sides at the cut-off", words("chain-at-cut-off chain-of-two extra-turn-of-opponent"), pits{mancala.Minimax, 2, 3, 5, 3, 2, 0}},
	{"alpha-beta-laps-home", "alpha-beta, and laps end where they began", words("lap-home two-laps-home"), pits{mancala.AlphaBeta, 1, 2, 3, 22, 2, 0}},
	{"minimax-two-laps-home", "minimax, and two laps end where they began", words("two-laps-home"), pits{mancala.Minimax, 2, 2, 4, 30, 3, 0}},
	{"alpha-beta-long-chain", "alpha-beta with four extra turns in a row", words("long-chain cut-in-chain"), pits{mancala.AlphaBeta, 2, 2, 6, 6, 3, 0}},
	{"alpha-beta-ends-the-game", "alpha-beta comes to the end of the game in several ways", words("mover-empties-own-side opponents-side-emptied sweep chain-ends-game game-over-before-cut-off"), pits{mancala.AlphaBeta, 1, 4, 4, 3, 4, 0}},
	{"alpha-beta-chains-at-the-cut-off", "alpha-beta, and both sides have extra turns at the cut-off", words("chain-at-cut-off extra-turn extra-turn-of-opponent cut-in-chain tie-in-chain"), pits{mancala.AlphaBeta, 2, 2, 6, 5, 2, 0}},
	{"alpha-beta-among-ties", "alpha-beta with cuts at equality", words("cut-on-equality-at-max cut-on-equality-at-min tie-below"), pits{mancala.AlphaBeta, 1, 4, 4, 2, 2, 0}},
	{"alpha-beta-far-behind", "alpha-beta, and every move leaves it behind", words("negative-best cut-at-max capture-of-opponent"), pits{mancala.AlphaBeta, 2, 4, 4, 5, 3, 0}},
	{"alpha-beta-captures-nothing", "alpha-beta, and captures with an empty pit across", words("capture-nothing capture opponents-empty-pit"), pits{mancala.AlphaBeta, 1, 3, 6, 3, 5, 0}},
	{"alpha-beta-one-move", "alpha-beta with one move at the root", words("one-move-at-root one-move-below cut-at-max"), pits{mancala.AlphaBeta, 2, 4, 5, 5, 6, 0}},
}
