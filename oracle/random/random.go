// Package random is a source of random choices that are the same for the same seed on every platform and with
// every Go version. It also holds the common parts of the random input generators of several assignments.
package random

import "math/bits"

// A Rand is a source of random numbers: SplitMix64 (Steele, Lea and Flood, 2014). The state grows by a fixed
// odd constant, and each number is a mix of it. It is implemented here so that no library can ever change the
// numbers of a seed.
type Rand struct {
	state  uint64
	choose func(n int) int // replaces the sequence, for Choices
}

// New returns a Rand with the given seed.
func New(seed uint64) *Rand { return &Rand{state: seed} }

// Derived returns a Rand of its own for each path of numbers below a seed, so that the numbers of one do not
// depend on the use of another.
func Derived(seed uint64, path ...uint64) *Rand {
	r := New(seed)
	for _, n := range path {
		r = New(r.Uint64() ^ n)
	}
	return r
}

// Choices returns a Rand that takes each number in [0, n) from choose, such as a property test that shrinks
// its values. Values made with it are as small as its numbers.
func Choices(choose func(n int) int) *Rand { return &Rand{choose: choose} }

// Uint64 returns the next number.
func (r *Rand) Uint64() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Intn returns a number in [0, n). Its bias is below n in 2^64.
func (r *Rand) Intn(n int) int {
	if r.choose != nil {
		return r.choose(n)
	}
	high, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int(high)
}

// Between returns a number in [low, high].
func (r *Rand) Between(low, high int) int { return low + r.Intn(high-low+1) }

// Chance returns true with probability 1/n.
func (r *Rand) Chance(n int) bool { return r.Intn(n) == 0 }

// Shuffle shuffles n elements.
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.Intn(i+1))
	}
}

// Pick returns one of its arguments.
func Pick[T any](r *Rand, values ...T) T { return values[r.Intn(len(values))] }

// TopValue chooses the greatest value of a square: small ones make ties. It is rarely above the course's own.
func TopValue(r *Rand, course int) int {
	if r.Chance(12) {
		return 1_000_000
	}
	return Pick(r, 1, 2, 4, course, course)
}

// Fill sets the values of squares.
func Fill(r *Rand, values []int32, low, high int) {
	for i := range values {
		values[i] = int32(r.Between(low, high))
	}
}

// Scatter fills a board with pieces of both sides, leaving free squares empty.
func Scatter(r *Rand, board []byte, empty byte, free int) {
	share := r.Between(0, 10) // share of X, in tenths
	for i := range board {
		board[i] = 'O'
		if r.Intn(10) < share {
			board[i] = 'X'
		}
		if i < free {
			board[i] = empty
		}
	}
	r.Shuffle(len(board), func(i, j int) { board[i], board[j] = board[j], board[i] })
}
