package gangwars

import (
	"bytes"

	"github.com/touchstone-suite/touchstone/mutant/board"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// moveMutations are mistakes in what a stake and a raid are.
func moveMutations() []mutation {
	return []mutation{
		mistake("game", 3, "stake-only-where-no-raid", "a square open to a raid cannot be staked", `
			In your program a square beside an own piece can be raided, but not staked. Every free square can be staked,
			also one that can be raided; these are two moves. The rule you have is that of another assignment.`,
			open(func(_ *position, _ board.Square, staked, raided bool) (bool, bool) { return staked && !raided, raided })),
		mistake("game", 3, "raid-only-if-it-captures", "a raid that would capture nothing is no move", `
			Your program lists a raid only if it captures something. A free square beside an own piece is open to a raid
			in any case, as a move of its own. Look at the test for a raid.`,
			open(func(p *position, s board.Square, staked, raided bool) (bool, bool) {
				return staked, raided && len(p.Neighbours(s, board.Opponent(p.Mover))) > 0
			})).NeverShown(`
			Such a raid leads to the same board as the stake on that square, which stands earlier in the order, so it
			never changes a value and is never chosen.`),
		mistake("game", 3, "raid-from-anywhere", "a raid needs no own piece beside it", `
			Your program raids any free square. A raid needs an own piece above, below, left or right of the target.
			Look at the test for a raid.`,
			open(func(_ *position, _ board.Square, staked, _ bool) (bool, bool) { return staked, true })),
		mistake("game", 3, "captives-set-free", "a raid that is undone sets free the squares that it captured", `
			When your search takes a raid back, it clears the captured squares, too. They become the enemy's again; only
			the target becomes free. Copy the board before each move, or keep what stood on each square that a move
			changes.`,
			freeCaptives),
		mistake("game", 2, "stake-captures", "a stake captures, too", `
			In your program a stake captures the enemy pieces beside it. A stake changes no other square, whatever
			stands beside it; only a raid captures. Look at where a move is made.`,
			func(h *hooks) { h.Captures = func(string) bool { return true } }),
	}
}

// freeCaptives makes all moves on one board and frees all squares of a move that is taken back. The move
// that is chosen is made on the board of the input.
func freeCaptives(h *hooks) {
	var initial [][]byte
	h.Copy = func(rows [][]byte) [][]byte {
		if initial == nil {
			for _, row := range rows {
				initial = append(initial, bytes.Clone(row))
			}
		}
		return rows
	}
	captured := map[board.Square][]board.Square{}
	turned, takeBack, written := h.Turned, h.Search.TakeBack, h.Written
	h.Turned = func(g *board.Grid, target board.Square) []board.Square {
		captured[target] = turned(g, target)
		return captured[target]
	}
	h.Search.TakeBack = func(n search.Node, move string, cut bool) {
		takeBack(n, move, cut)
		g, s := n.Position.(board.Position).Base(), target(move)
		g.Put(s, g.Free)
		for _, c := range captured[s] {
			g.Put(c, g.Free)
		}
		delete(captured, s)
	}
	h.Written = func(root board.Position, line []string, last search.Position) *board.Grid {
		if initial != nil { // else another mistake keeps the board
			root.Base().Rows = initial
		}
		return written(root, line, last)
	}
}

// open makes a mutation that changes which moves a square is open to.
func open(change func(p *position, s board.Square, staked, raided bool) (bool, bool)) func(h *hooks) {
	return func(h *hooks) {
		old := h.Open
		h.Open = func(p *position, s board.Square) (bool, bool) {
			staked, raided := old(p, s)
			return change(p, s, staked, raided)
		}
	}
}
