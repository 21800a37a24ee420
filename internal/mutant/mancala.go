package mutant

import (
	"maps"
	"slices"
)

// mancala is a position.
type mancala struct {
	flaw   flaw
	table  *mancalaTable
	stones map[string]int // by the name of the place
	mover  int            // 1 or 2, who moves next
	root   int            // whose side the evaluation takes
	over   bool           // a move has ended the game

	// What only faults look at.
	made    int            // moves since the root
	chain   int            // extra turns in a row up to here
	voided  bool           // the end of the game took an extra turn away
	unswept map[string]int // the stones before the sweep, if the game is over
}

// pass is the move of a player who has none. Only a fault makes it.
const pass = "pass"

// moves returns the mover's pits with stones, from left to right (docs/rules/mancala.md
// rule 2).
func (g *mancala) moves() []string {
	if g.over {
		return nil
	}
	var names []string
	for _, pit := range g.table.pits[g.mover] {
		if g.stones[pit] > 0 || g.flaw.is("empty-pits-are-moves") {
			names = append(names, pit)
		}
	}
	if len(names) == 0 && g.flaw.is("stuck-player-passes") {
		return []string{pass}
	}
	if g.flaw.is("names-in-text-order") {
		slices.Sort(names)
	}
	if g.flaw.is("player-1-from-right-to-left") && g.mover == 1 ||
		g.flaw.is("player-2-from-right-to-left") && g.mover == 2 {
		slices.Reverse(names)
	}
	return names
}

// play sows, captures, tests for the end of the game and decides who moves next.
func (g *mancala) play(move string) (position, bool) {
	next := g.next()
	if move == pass {
		next.mover = 3 - g.mover
		return next, false
	}
	last := next.sow(move)
	early := next.ended(last)
	captured := next.captures(g, move, last)
	if captured {
		next.capture(last)
	}
	again := g.earnsTurn(last, captured)
	ended := next.ended(last)
	if g.flaw.is("end-tested-before-capture") {
		ended = early
	}
	if ended {
		next.unswept = maps.Clone(next.stones)
		next.sweep()
		next.over = true
		next.voided = again
		again = false // a pending extra turn is void: docs/rules/mancala.md rule 6
	}
	return next, next.turn(again)
}

// next returns a copy for the position after a move, in which the same player is still the
// mover.
func (g *mancala) next() *mancala {
	next := *g
	next.made++
	if !g.flaw.is("board-shared-by-moves") {
		next.stones = maps.Clone(g.stones)
	}
	return &next
}

// earnsTurn reports whether the move gives an extra turn: if its last stone falls into the
// mover's own mancala (docs/rules/mancala.md rule 4).
func (g *mancala) earnsTurn(last string, captured bool) bool {
	switch {
	case g.flaw.is("no-extra-turn"),
		g.flaw.is("extra-turn-for-root-player-only") && g.mover != g.root,
		g.flaw.is("one-extra-turn-in-a-row") && g.chain > 0:
		return false
	case g.flaw.is("capture-gives-extra-turn") && captured:
		return true
	}
	return last == g.table.store[g.mover]
}

// ended reports whether a move has ended the game: either side's pits are empty
// (docs/rules/mancala.md rule 6).
func (g *mancala) ended(last string) bool {
	own, other := g.sideEmpty(g.mover), g.sideEmpty(3-g.mover)
	again := last == g.table.store[g.mover]
	switch {
	case g.flaw.is("end-only-when-next-player-is-stuck"):
		return again && own || !again && other
	case g.flaw.is("end-tests-movers-side-only"):
		return own
	case g.flaw.is("end-tests-opponents-side-only"):
		return other
	case g.flaw.is("end-needs-both-sides-empty", "stuck-player-skipped", "stuck-player-passes"):
		return own && other
	case g.flaw.is("end-not-tested-after-extra-turn") && again:
		return false
	}
	return own || other
}

// turn decides who moves next, and reports whether that is the same player because of an
// extra turn.
func (g *mancala) turn(again bool) bool {
	if again {
		g.chain++
	} else {
		g.chain = 0
		g.mover = 3 - g.mover
	}
	if g.flaw.is("stuck-player-skipped") && !g.over && g.sideEmpty(g.mover) {
		g.mover = 3 - g.mover
		return false
	}
	return again
}

// maximising reports whether the node is a max node, which depends on who moves next
// (docs/rules/mancala.md rule 10).
func (g *mancala) maximising() bool { return g.mover == g.root }

// evaluate compares the mancalas (docs/rules/mancala.md rule 7).
func (g *mancala) evaluate() int {
	own, other := g.table.store[g.root], g.table.store[3-g.root]
	stones := g.stones
	switch {
	case g.flaw.is("evaluation-for-player-1"):
		own, other = g.table.store[1], g.table.store[2]
	case g.flaw.is("evaluation-of-own-mancala-only"):
		return stones[own]
	case g.flaw.is("evaluation-counts-pits"):
		return stones[own] + g.inPits(g.root) - stones[other] - g.inPits(3-g.root)
	case g.flaw.is("evaluation-counts-gains-only"):
		return stones[own] - stones[other] - g.table.lead[g.root]
	case g.flaw.is("evaluation-before-sweep") && g.over:
		stones = g.unswept
	case g.flaw.is("void-turn-worth-infinity") && g.voided && g.mover == g.root:
		return infinity // the opponent had the turn that is void, and no move
	case g.flaw.is("void-turn-worth-infinity") && g.voided:
		return minusInfinity
	}
	return stones[own] - stones[other]
}

// label returns the name of a node as the log shows it (docs/rules/mancala.md rule 2).
func (g *mancala) label(name string) string { return g.table.shown(name) }
