package mancala

import (
	"maps"
	"slices"

	"github.com/touchstone-suite/touchstone/mutant/search"
)

// hooks are the decisions of the solver. right returns the right ones; a mutation replaces some.
type hooks struct {
	Search search.Hooks

	// Read and Player return the board of the input and its player to move as they are taken.
	Read   func(l layout) layout
	Player func(player int) int

	// IsMove reports whether a pit with the given number of stones is a move.
	IsMove func(stones int) bool
	// Moves returns the mover's moves in expansion order.
	Moves func(p *position) []string
	// Play returns the position after a move, and whether its player moves again.
	Play func(p *position, pit string) (next *position, movesAgain bool)
	// Copy returns the stones on which a move is played.
	Copy func(stones map[string]int) map[string]int

	// Fills reports whether a player drops stones into a place.
	Fills func(t *table, player int, place string) bool
	// Round returns the places that a player sows, in the order of sowing.
	Round func(t *table, player int) []string
	// Route returns the places where the given number of stones of a pit fall, one place for each stone.
	Route func(p *position, pit string, stones int) []string
	// Sow drops the given number of stones of a pit. It returns the place of the last stone, or the pit for 0
	// stones.
	Sow func(p *position, pit string, stones int) (last string)
	// EarnsTurn reports whether the mover moves again.
	EarnsTurn func(m *move) bool

	// Resolve captures and tests for the end of the game.
	Resolve func(m *move)
	// Captures reports whether a move captures: CapturesIn whether it does where its last stone
	// fell, and Alone whether that stone is alone there.
	Captures   func(m *move) bool
	CapturesIn func(p *position, place string) bool
	Alone      func(m *move) bool
	// Across returns the pit that a capture takes from.
	Across func(t *table, pit string) string
	// Captor returns the player whose mancala gets the captured stones.
	Captor func(m *move) int
	// TakeLast, TakeAcross and TakeSwept move the stones of a pit to a mancala: the last stone, the stones
	// across from it, and the swept stones.
	TakeLast, TakeAcross, TakeSwept func(p *position, pit, store string)

	// Ended reports whether a move has ended the game.
	Ended func(m *move) bool
	// Sweeps reports whether the pits of a player are swept, and SweptTo into whose mancala.
	Sweeps  func(p *position, player int) bool
	SweptTo func(p *position, player int) int
	// Evaluate returns the score of a position.
	Evaluate func(p *position) int

	// Follow returns the remaining part of the line that leads to the next state, given the best line.
	Follow func(board *position, line []string) []string
	// TurnOver reports whether the next state is reached.
	TurnOver func(root, board *position) bool
	// Shown returns the stones that the next state shows.
	Shown func(board *position) map[string]int
	// Write returns the board as it is written.
	Write func(l layout) layout

	// GreedyLimit returns the cut-off of greedy, given the line of the input.
	GreedyLimit func(cutOff string) int
	// Greedy returns the line that greedy plays, given the best one.
	Greedy func(root *position, line []string) []string
}

// rightHooks returns the hooks that decide everything right.
func rightHooks(faulty bool) *hooks {
	h := &hooks{Search: search.Right(faulty)}
	h.rightMoves()
	h.rightSowing()
	h.rightCaptures()
	h.rightEnd()
	h.rightFiles()
	return h
}

// rightMoves sets the hooks for the moves (rules 2 and 4).
func (h *hooks) rightMoves() {
	h.IsMove = func(stones int) bool { return stones > 0 }
	h.Moves = func(p *position) []string { // from left to right
		var moves []string
		for _, pit := range p.table.pits[p.mover] {
			if h.IsMove(p.stones[pit]) {
				moves = append(moves, pit)
			}
		}
		return moves
	}
	h.Play = (*position).play
	h.Copy = maps.Clone[map[string]int]
	h.EarnsTurn = func(m *move) bool { return m.last == m.table.store[m.mover] }
}

// rightSowing decides where stones fall (rule 3).
func (h *hooks) rightSowing() {
	h.Fills = func(t *table, player int, place string) bool { return place != t.store[opponent(player)] }
	h.Round = func(t *table, player int) []string { // counterclockwise
		return slices.DeleteFunc(t.places(), func(place string) bool { return !h.Fills(t, player, place) })
	}
	// On later laps the pit that is being sown is a place like any other.
	h.Route = func(p *position, pit string, stones int) []string {
		round := p.table.round[p.mover]
		start := slices.Index(round, pit)
		route := make([]string, stones)
		for i := range route {
			route[i] = round[(start+1+i)%len(round)]
		}
		return route
	}
	h.Sow = func(p *position, pit string, stones int) string {
		if stones == 0 {
			return pit
		}
		route := h.Route(p, pit, stones)
		for _, place := range route {
			p.stones[place]++
		}
		return route[stones-1]
	}
}

// rightCaptures sets the hooks for captures (rule 5). The pit that was sown counts like any other, and the
// pit across may be empty.
func (h *hooks) rightCaptures() {
	h.Captures = func(m *move) bool { return h.CapturesIn(m.position, m.last) && h.Alone(m) }
	h.CapturesIn = func(p *position, place string) bool { return slices.Contains(p.table.pits[p.mover], place) }
	h.Alone = func(m *move) bool { return m.stones[m.last] == 1 }
	h.Across = (*table).oppositePit
	h.Captor = func(m *move) int { return m.mover }
	h.TakeLast, h.TakeAcross = (*position).carry, (*position).carry
}

// rightEnd sets the hooks for the end of the game and its value (rules 6 and 7).
func (h *hooks) rightEnd() {
	h.Resolve = func(m *move) {
		m.capture()
		m.ended = h.Ended(m)
	}
	h.Ended = func(m *move) bool { return m.inPits(m.mover) == 0 || m.inPits(opponent(m.mover)) == 0 }
	h.Sweeps = func(*position, int) bool { return true }
	h.SweptTo = func(_ *position, player int) int { return player } // the owner of the pits
	h.TakeSwept = (*position).carry
	h.Evaluate = func(p *position) int { return p.inStore(p.root) - p.inStore(opponent(p.root)) }
}

// rightFiles sets the hooks for input and output (rules 1 and 13), and for greedy (rule 14).
func (h *hooks) rightFiles() {
	h.Read = func(l layout) layout { return l }
	h.Player = func(player int) int { return player }
	h.Follow = func(_ *position, line []string) []string { return line }
	h.TurnOver = func(root, board *position) bool { return board.mover != root.mover }
	h.Shown = func(board *position) map[string]int { return board.stones }
	h.Write = func(l layout) layout { return l }
	h.GreedyLimit = func(string) int { return 1 } // the line of the input is ignored
	h.Greedy = func(_ *position, line []string) []string { return line }
}
