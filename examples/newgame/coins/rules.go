// Package coins is an assignment: a row of coins, from whose ends two players take in turn (RULES.md).
package coins

import "github.com/touchstone-suite/touchstone/oracle/search"

// The moves, in the order of rule 2.
const (
	left search.Move = iota
	right
)

// luckyCoin gives the player who takes it another turn (rule 3).
const luckyCoin = 5

// A position is the coins from first up to but not including end.
type position struct {
	first, end int
	opponent   bool  // moves next
	score      int32 // rule 4
}

// rules holds the rules for one row.
type rules struct{ row []int32 }

// Moves are the ends of the row (rule 2). One coin has one end.
func (r rules) Moves(dst []search.Move, p *position, _ *search.Notes) []search.Move {
	switch p.end - p.first {
	case 0:
		return dst
	case 1:
		return append(dst, left)
	}
	return append(dst, left, right)
}

// Play takes a coin (rule 3).
func (r rules) Play(dst, src *position, m search.Move) search.Turn {
	*dst = *src
	coin := r.row[src.first]
	if m == left {
		dst.first++
	} else {
		dst.end--
		coin = r.row[dst.end]
	}
	if src.opponent {
		dst.score -= coin
	} else {
		dst.score += coin
	}
	if coin == luckyCoin {
		return search.Again
	}
	dst.opponent = !src.opponent
	return search.Next
}

// Eval is rule 4.
func (r rules) Eval(p *position) int32 { return p.score }

func appendName(dst []byte, m search.Move) []byte { return append(dst, "LR"[m]) }
