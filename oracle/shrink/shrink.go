// Package shrink holds what the shrinkers of several assignments share: smaller numbers, and
// which elements of a list to change or leave out together. It knows no game.
package shrink

import (
	"bytes"
	"slices"
)

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
func Number[N int | int32](n, least N) (smaller []N) {
	for _, m := range []N{least, least + (n-least)/2, n - 1} {
		if least <= m && m < n && !slices.Contains(smaller, m) {
			smaller = append(smaller, m)
		}
	}
	return smaller
}

// Numbers returns lists in which no number is greater and some are smaller, and none that was
// at least least is below it.
func Numbers(list []int32, least int32) (smaller [][]int32) {
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

// Replaced returns boards in which some of the pieces old became new.
func Replaced(board []byte, old, new byte) (boards [][]byte) {
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

// Exchanged returns a board on which X and O have changed places.
func Exchanged(board []byte) []byte {
	changed := bytes.Clone(board)
	for i, c := range changed {
		if c == 'X' || c == 'O' {
			changed[i] = 'X' + 'O' - c
		}
	}
	return changed
}
