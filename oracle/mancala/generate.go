package mancala

import (
	"context"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
)

func small(r *random.Rand) homework.Problem {
	n := r.Between(minPits, maxPits)
	if r.Chance(2) {
		n = minPits
	}
	in := &Input{
		Task:   random.Pick(r, Greedy, Minimax, AlphaBeta, AlphaBeta),
		Player: r.Between(1, 2),
		CutOff: r.Between(1, 3),
	}
	if n > 5 {
		in.CutOff = r.Between(1, 2)
	}
	maxStones := random.Pick(r, 1, 2, 4, 4, 9)
	if r.Chance(8) {
		maxStones = random.Pick(r, 30, 410)
	}
	for player := range in.Pits {
		in.Pits[player] = make([]int32, n)
		for i := range n {
			if !r.Chance(3) {
				in.Pits[player][i] = int32(r.Between(0, maxStones))
			}
		}
		in.Stores[player] = int32(r.Between(0, 20))
	}
	in.Pits[in.Player-1][r.Intn(n)] = int32(r.Between(1, maxStones)) // a legal move
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
	maxStones := random.Pick(r, 3, 4, 5, 6, 8)
	if r.Chance(8) {
		maxStones = random.Pick(r, 30, 120, 410)
		in.CutOff = min(in.CutOff, 3) // sowing takes time
	}
	n := r.Between(3, 7)
	for player := range in.Pits {
		in.Pits[player] = make([]int32, n)
		for i := range n {
			in.Pits[player][i] = int32(r.Between(0, maxStones))
		}
		in.Pits[player][r.Intn(n)] = int32(r.Between(1, maxStones)) // neither side is empty
		in.Stores[player] = int32(r.Between(0, 4))
	}
	return in
}

// gradedSize is the number of cases that the course graded with.
const gradedSize = 30

// graded makes the i-th input of a set in which the tasks have equal shares.
func graded(i int, r *random.Rand) homework.Problem {
	return task(r, tasks[i*len(tasks)/gradedSize%len(tasks)])
}

// simpler returns simpler inputs, by this measure: task, pits, cut-off, stones in pits and mancalas, player.
// It does not empty a side that was not empty before.
func simpler(p homework.Problem) []homework.Problem {
	empty := func(pits []int32) bool { return slices.Max(pits) == 0 }
	s := shrink.From(p, (*Input).clone, func(in *Input) bool {
		for player, pits := range in.Pits {
			if empty(pits) && !empty(p.(*Input).Pits[player]) {
				return false
			}
		}
		return true
	})
	for _, task := range shrink.Number(int(s.Input.Task), int(Greedy)) {
		s.Try(func(in *Input) { in.Task, in.CutOff, in.Clock = Algorithm(task), max(in.CutOff, 1), "" })
	}
	n := len(s.Input.Pits[0])
	for _, span := range shrink.Spans(n) {
		if n-(span[1]-span[0]) >= minPits {
			s.Try(func(in *Input) {
				for player, pits := range in.Pits {
					in.Pits[player] = slices.Delete(pits, span[0], span[1])
				}
			})
		}
	}
	s.Int(&s.Input.CutOff, 1)
	s.Ints(s.Input.Stores[:], 0)
	for _, pits := range s.Input.Pits {
		s.Ints(pits, 0)
	}
	if s.Input.Player == 2 {
		s.Try((*Input).turn)
	}
	return s.All
}

func (in *Input) clone() *Input {
	c := *in
	for player, pits := range in.Pits {
		c.Pits[player] = slices.Clone(pits)
	}
	return &c
}

// turn turns the board, so that it is seen from the other side.
func (in *Input) turn() {
	in.Player = 3 - in.Player
	in.Pits[0], in.Pits[1] = in.Pits[1], in.Pits[0]
	in.Stores[0], in.Stores[1] = in.Stores[1], in.Stores[0]
	for _, pits := range in.Pits {
		slices.Reverse(pits)
	}
}

// situations are the situations of this game.
var situations = search.Catalogue[*Input, position, move]{
	{Name: "extra-turn", Title: "the root player gets an extra turn",
		AfterMove: func(m *move) bool { return m.chain > 0 && m.mine }},
	{Name: "extra-turn-of-opponent", Title: "the opponent gets an extra turn",
		AfterMove: func(m *move) bool { return m.chain > 0 && !m.mine }},
	{Name: "chain-of-two", Title: "two extra turns in a row",
		AfterMove: func(m *move) bool { return m.chain == 2 }},
	{Name: "chain-of-three", Title: "three extra turns in a row",
		AfterMove: func(m *move) bool { return m.chain == 3 }},
	{Name: "long-chain", Title: "four extra turns in a row or more",
		AfterMove: func(m *move) bool { return m.chain > 3 }},
	{Name: "chain-at-cut-off", Title: "a move at the cut-off depth gives an extra turn",
		AfterMove: func(m *move) bool { return m.chain > 0 && m.atLimit }},
	{Name: "chain-ends-game",
		Title:     "the last stone in the mover's mancala ends the game: the extra turn is void",
		AfterMove: func(m *move) bool { return m.over() && m.inStore }},
	{Name: "cut-in-chain", Title: "a node that an extra turn led to is cut, with moves left",
		AfterReturn: func(n search.Node[position], r search.Return) bool {
			_, _, _, cut := n.Update(r)
			return cut && n.Turn == search.Again && r.Index < r.Moves-1
		}},
	{Name: "tie-in-chain", Title: "in the root player's chain a move is as good as the best before it",
		AfterReturn: func(n search.Node[position], r search.Return) bool {
			return n.Turn == search.Again && n.Max && n.Depth == 1 && r.Index > 0 && r.Value == r.Best
		}},
	{Name: "capture", Title: "the root player captures stones",
		AfterMove: func(m *move) bool { return m.captures && m.mine && m.across > 0 }},
	{Name: "capture-of-opponent", Title: "the opponent captures stones",
		AfterMove: func(m *move) bool { return m.captures && !m.mine && m.across > 0 }},
	{Name: "capture-nothing", Title: "a capture with an empty pit across",
		AfterMove: func(m *move) bool { return m.captures && m.across == 0 }},
	{Name: "own-pit-filled", Title: "the last stone falls on stones of an own pit: no capture",
		AfterMove: func(m *move) bool { return m.own && !m.captures }},
	{Name: "opponents-empty-pit", Title: "the last stone falls into an empty pit of the other side: no capture",
		AfterMove: func(m *move) bool { return m.foes && m.one }},
	{Name: "lap", Title: "a move sows more than a whole lap",
		AfterMove: func(m *move) bool { return m.stones > m.lap }},
	{Name: "lap-home", Title: "a lap ends in the emptied pit and captures",
		AfterMove: func(m *move) bool { return m.stones == m.lap }},
	{Name: "two-laps-home", Title: "two laps or more end in the emptied pit, without capture",
		AfterMove: func(m *move) bool { return m.stones%m.lap == 0 && m.stones > m.lap }},
	{Name: "lap-over-mancala", Title: "a lap passes the mover's own mancala twice",
		AfterMove: func(m *move) bool { return m.stored >= 2 }},
	{Name: "mover-empties-own-side", Title: "the game ends since the mover's side is empty",
		AfterMove: func(m *move) bool { return m.left[0] == 0 }},
	{Name: "opponents-side-emptied", Title: "the game ends since the side of the other player is empty",
		AfterMove: func(m *move) bool { return m.left[1] == 0 }},
	{Name: "sweep", Title: "stones are left when the game ends",
		AfterMove: func(m *move) bool { return m.over() && m.left[0]+m.left[1] > 0 }},
	{Name: "greedy-cut-off", Title: "the greedy player's cut-off line is not 1",
		AfterSearch: func(in *Input) bool { return in.Task == Greedy && in.CutOff != 1 }},
	{Name: "player-2", Title: "the root player is player 2",
		AfterSearch: func(in *Input) bool { return in.Player == 2 }},
	{Name: "two-digit-names", Title: "nine or ten pits a side, so that pits have names of two digits",
		AfterSearch: func(in *Input) bool { return len(in.Pits[0]) >= 9 }},
	{Name: "thousand-stones", Title: "a pit of a thousand stones or more", Beyond: true,
		AfterSearch: func(in *Input) bool {
			return max(slices.Max(in.Pits[0]),
				slices.Max(in.Pits[1])) >= 1000
		}},
}

// Situations returns the situations of the catalogue that the input shows.
func (in *Input) Situations(ctx context.Context) (homework.Seen, error) {
	if in.Task == Competition {
		return 0, errCompetition
	}
	r, g := in.rules(), in.game()
	var chains []int // by ply: consecutive extra turns that led there
	return situations.Watch(ctx, g,
		func(n search.Node[position], m search.Move, _ *position, turn search.Turn) move {
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

// A move is the data that the situations examine.
type move struct {
	mine        bool  // of the root player
	chain       int   // how many extra turns in a row it completes
	atLimit     bool  // it leads to the cut-off depth
	stones, lap int32 // in the pit, and in a whole lap
	stored      int32 // the stones that fall into the mover's mancala during sowing
	inStore     bool  // the last one does
	own, foes   bool  // the last one falls into a pit of the mover, or of the other side,
	one         bool  // which was empty
	captures    bool
	across      int32    // stones across, if it captures
	left        [2]int32 // in the pits of the mover and of the other side, before a sweep
}

func (m *move) over() bool { return m.left[0] == 0 || m.left[1] == 0 }

// look sows a pit without captures and sweeps, and returns the captures and sweeps that would follow.
func (r rules) look(s *position, to search.Move) move {
	pit, store, bare := r.pit(to), r.store(s.mover), *s
	last := r.sow(&bare, pit)
	m := move{
		mine: s.mover == r.root, stones: s.ring[pit], lap: int32(2*r.n + 1),
		stored: bare.ring[store] - s.ring[store], inStore: last == store,
		own: r.owns(s.mover, last), foes: r.owns(s.mover^1, last), one: bare.ring[last] == 1,
	}
	if m.captures = m.own && m.one; m.captures {
		m.across = bare.ring[2*r.n-last]
		bare.ring[2*r.n-last], bare.ring[last] = 0, 0
	}
	m.left = [2]int32{r.stones(&bare, s.mover), r.stones(&bare, s.mover^1)}
	return m
}
