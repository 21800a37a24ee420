package mancala

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// situations are those of this game.
var situations = search.Catalogue[*Input, position, move]{
	{Name: "extra-turn", About: "the root player gets an extra turn",
		At: func(m *move) bool { return m.chain > 0 && m.mine }},
	{Name: "extra-turn-of-opponent", About: "the opponent gets an extra turn",
		At: func(m *move) bool { return m.chain > 0 && !m.mine }},
	{Name: "chain-of-two", About: "two extra turns in a row",
		At: func(m *move) bool { return m.chain == 2 }},
	{Name: "chain-of-three", About: "three extra turns in a row",
		At: func(m *move) bool { return m.chain == 3 }},
	{Name: "long-chain", About: "four extra turns in a row or more",
		At: func(m *move) bool { return m.chain > 3 }},
	{Name: "chain-at-cut-off", About: "a move at the cut-off depth gives an extra turn",
		At: func(m *move) bool { return m.chain > 0 && m.atLimit }},
	{Name: "chain-ends-game", About: "the last stone in the mover's mancala ends the game: the extra turn is void",
		At: func(m *move) bool { return m.over() && m.inStore }},
	{Name: "cut-in-chain", About: "a node that an extra turn led to is cut, with moves left",
		Back: func(n search.Node[position], r search.Return) bool {
			_, _, _, cut := n.Update(r)
			return cut && n.Turn == search.Again && r.Index < r.Moves-1
		}},
	{Name: "tie-in-chain", About: "in the root player's chain a move is as good as the best before it",
		Back: func(n search.Node[position], r search.Return) bool {
			return n.Turn == search.Again && n.Max && n.Depth == 1 && r.Index > 0 && r.Value == r.Best
		}},
	{Name: "capture", About: "the root player captures stones",
		At: func(m *move) bool { return m.captures && m.mine && m.across > 0 }},
	{Name: "capture-of-opponent", About: "the opponent captures stones",
		At: func(m *move) bool { return m.captures && !m.mine && m.across > 0 }},
	{Name: "capture-nothing", About: "a capture with an empty pit across",
		At: func(m *move) bool { return m.captures && m.across == 0 }},
	{Name: "own-pit-filled", About: "the last stone falls on stones of an own pit: no capture",
		At: func(m *move) bool { return m.own && !m.captures }},
	{Name: "opponents-empty-pit", About: "the last stone falls into an empty pit of the other side: no capture",
		At: func(m *move) bool { return m.foes && m.one }},
	{Name: "lap", About: "a move sows more than a whole lap",
		At: func(m *move) bool { return m.stones > m.lap }},
	{Name: "lap-home", About: "a lap ends in the emptied pit and captures",
		At: func(m *move) bool { return m.stones == m.lap }},
	{Name: "two-laps-home", About: "two laps or more end in the emptied pit, without capture",
		At: func(m *move) bool { return m.stones%m.lap == 0 && m.stones > m.lap }},
	{Name: "lap-over-mancala", About: "a lap passes the mover's own mancala twice",
		At: func(m *move) bool { return m.stored >= 2 }},
	{Name: "mover-empties-own-side", About: "the game ends since the mover's side is empty",
		At: func(m *move) bool { return m.left[0] == 0 }},
	{Name: "opponents-side-emptied", About: "the game ends since the side of the other player is empty",
		At: func(m *move) bool { return m.left[1] == 0 }},
	{Name: "sweep", About: "stones are left when the game ends",
		At: func(m *move) bool { return m.over() && m.left[0]+m.left[1] > 0 }},
	{Name: "greedy-cut-off", About: "the greedy player's cut-off line is not 1",
		Of: func(in *Input) bool { return in.Task == Greedy && in.CutOff != 1 }},
	{Name: "player-2", About: "the root player is player 2",
		Of: func(in *Input) bool { return in.Player == 2 }},
	{Name: "two-digit-names", About: "nine or ten pits a side, so that pits have names of two digits",
		Of: func(in *Input) bool { return len(in.Pits[0]) >= 9 }},
	{Name: "thousand-stones", About: "a pit of a thousand stones or more", Beyond: true,
		Of: func(in *Input) bool { return max(slices.Max(in.Pits[0]), slices.Max(in.Pits[1])) >= 1000 }},
}

// Situations returns the situations of the catalogue that the input shows.
func (in *Input) Situations(ctx context.Context) (homework.Seen, error) {
	if in.Task == Competition {
		return 0, errCompetition
	}
	r, g := in.rules(), in.game()
	var chains []int // by ply: consecutive extra turns that led there
	return situations.Watch(ctx, g, func(n search.Node[position], m search.Move, _ *position, turn search.Turn) move {
		if n.Ply == 0 {
			chains = append(chains[:0], 0)
		}
		chain := 0
		if turn == search.Again {
			chain = chains[n.Ply] + 1
		}
		chains = append(chains[:n.Ply+1], chain)
		seen := r.look(n.State, m)
		seen.chain, seen.atLimit = chain, search.Below(n.Depth, n.Turn) == g.Params.Limit
		return seen
	}, func(search.Result) *Input { return in })
}

// A move is what the situations look at.
type move struct {
	mine        bool  // of the root player
	chain       int   // how many extra turns in a row it completes
	atLimit     bool  // it leads to the cut-off depth
	stones, lap int32 // in the pit, and in a whole lap
	stored      int32 // those that fall into the mover's mancala as it is sown
	inStore     bool  // the last one does
	own, foes   bool  // the last one falls into a pit of the mover, or of the other side,
	one         bool  // which was empty
	captures    bool
	across      int32    // stones across, if it captures
	left        [2]int32 // in the pits of the mover and of the other side, before a sweep
}

func (m *move) over() bool { return m.left[0] == 0 || m.left[1] == 0 }

// look sows a pit without captures and sweeps, and says what they would be.
func (r rules) look(s *position, to search.Move) move {
	pit, store, bare := r.pit(to), r.store(s.mover), *s
	last := r.sow(&bare, pit)
	m := move{
		mine: s.mover == r.root, stones: s.ring[pit], lap: int32(2*r.n + 1), stored: bare.ring[store] - s.ring[store],
		inStore: last == store, own: r.owns(s.mover, last), foes: r.owns(s.mover^1, last), one: bare.ring[last] == 1,
	}
	if m.captures = m.own && m.one; m.captures {
		m.across = bare.ring[2*r.n-last]
		bare.ring[2*r.n-last], bare.ring[last] = 0, 0
	}
	m.left = [2]int32{r.stones(&bare, s.mover), r.stones(&bare, s.mover^1)}
	return m
}
