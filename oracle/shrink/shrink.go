// Package shrink makes inputs simpler: field by field, by smaller numbers and by elements of a list that
// are changed or left out together, or as text of an unknown format. It knows no game.
package shrink

import (
	"bytes"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// Steps collects the inputs that are simpler than one by a single change, in the order in which they are
// asked for.
type Steps[P homework.Problem] struct {
	In  P // a copy of the input, whose fields are handed to the methods; they leave it as it was
	All []homework.Problem

	clone func(P) P
	fit   func(P) bool
}

// From returns the steps from an input. clone copies an input so that no change of one is seen in the
// other. fit reports whether a changed input is valid, which it may see to; it is nil if all are.
func From[P homework.Problem](p homework.Problem, clone func(P) P, fit func(P) bool) *Steps[P] {
	return &Steps[P]{In: clone(p.(P)), clone: clone, fit: fit}
}

// Try adds an input that change has made simpler.
func (s *Steps[P]) Try(change func(in P)) {
	changed := s.clone(s.In)
	change(changed)
	if s.fit == nil || s.fit(changed) {
		s.All = append(s.All, changed)
	}
}

func (s *Steps[P]) try() { s.Try(func(P) {}) }

// Int makes a field of In smaller, down to least.
func (s *Steps[P]) Int(v *int, least int) {
	was := *v
	for _, *v = range Number(was, least) {
		s.try()
	}
	*v = was
}

// Ints makes some numbers of In smaller, down to least.
func (s *Steps[P]) Ints(list []int32, least int32) {
	was := slices.Clone(list)
	for _, smaller := range numbers(was, least) {
		copy(list, smaller)
		s.try()
	}
	copy(list, was)
}

// Replace turns some of the pieces old of a board of In into new ones.
func (s *Steps[P]) Replace(board []byte, old, new byte) {
	was := bytes.Clone(board)
	for _, changed := range replaced(was, old, new) {
		copy(board, changed)
		s.try()
	}
	copy(board, was)
}

// Spans returns the ranges [from, to) of n elements to try together: all, each half, each
// quarter, and so on down to each element alone.
func Spans(n int) (spans [][2]int) {
	for size := n; size > 0; size /= 2 {
		for from := 0; from < n; from += size {
			spans = append(spans, [2]int{from, min(from+size, n)})
		}
	}
	return spans
}

// Number returns numbers below n and at least least, the smallest first: least, the middle
// and n-1.
func Number(n, least int) (smaller []int) {
	for _, m := range []int{least, least + (n-least)/2, n - 1} {
		if least <= m && m < n && !slices.Contains(smaller, m) {
			smaller = append(smaller, m)
		}
	}
	return smaller
}

// numbers returns lists in which no number is greater and some are smaller, and none that was
// at least least is below it.
func numbers(list []int32, least int32) (smaller [][]int32) {
	add := func(from, to int, change func(int32) int32) {
		changed := slices.Clone(list)
		for i := from; i < to; i++ {
			if changed[i] > least {
				changed[i] = change(changed[i])
			}
		}
		if !slices.Equal(changed, list) {
			smaller = append(smaller, changed)
		}
	}
	half := func(n int32) int32 { return least + (n-least)/2 }
	for _, s := range Spans(len(list)) {
		add(s[0], s[1], func(int32) int32 { return least })
	}
	add(0, len(list), half)
	for i, n := range list {
		if half(n) != least {
			add(i, i+1, half)
		}
		if n-1 != half(n) {
			add(i, i+1, func(n int32) int32 { return n - 1 })
		}
	}
	return smaller
}

// replaced returns boards in which some of the pieces old became new.
func replaced(board []byte, old, new byte) (boards [][]byte) {
	var places []int
	for i, c := range board {
		if c == old {
			places = append(places, i)
		}
	}
	for _, s := range Spans(len(places)) {
		changed := bytes.Clone(board)
		for _, i := range places[s[0]:s[1]] {
			changed[i] = new
		}
		boards = append(boards, changed)
	}
	return boards
}

// Exchange has X and O change places on a board.
func Exchange(board []byte) {
	for i, c := range board {
		if c == 'X' || c == 'O' {
			board[i] = 'X' + 'O' - c
		}
	}
}
