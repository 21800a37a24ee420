// Package random is a source of random choices that are the same for the same seed on
// every platform and with every Go version, and what the makers of random inputs of
// several assignments share.
package random

import "math/bits"

// A Rand is a source of random numbers: SplitMix64 (Steele, Lea and Flood, 2014).
// The state grows by a fixed odd constant, and each number is a mix of it. It is
// written out here so that no library can ever change what a seed means.
type Rand struct {
	state  uint64
	choose func(n int) int // in place of the sequence, for Choices
}

// New starts the sequence of a seed.
func New(seed uint64) *Rand { return &Rand{state: seed} }

// Choices makes a Rand of which each number from 0 to n-1 is chosen by a function,
// such as that of a property test that shrinks what it draws. Everything that is
// made with it is as small as its numbers are.
func Choices(choose func(n int) int) *Rand { return &Rand{choose: choose} }

// Uint64 gives the next number.
func (r *Rand) Uint64() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Intn gives a number from 0 to n-1. Its bias is below n in 2^64.
func (r *Rand) Intn(n int) int {
	if r.choose != nil {
		return r.choose(n)
	}
	high, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int(high)
}

// Between gives a number from low to high.
func (r *Rand) Between(low, high int) int { return low + r.Intn(high-low+1) }

// Chance is true once in n times.
func (r *Rand) Chance(n int) bool { return r.Intn(n) == 0 }

// Shuffle puts n things in random order.
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.Intn(i+1))
	}
}

// Pick returns one of the things.
func Pick[T any](r *Rand, of ...T) T { return of[r.Intn(len(of))] }
