package engine

import (
	"math"
	"math/bits"

	"github.com/touchstone-suite/touchstone/oracle/search"
)

// A bound says how a stored value bounds the true one.
type bound uint8

const (
	exact bound = iota
	atLeast
	atMost
)

// boundOf returns what a value means that a search with a window has found.
func boundOf(value, alpha, beta int32) bound {
	switch {
	case value >= beta:
		return atLeast
	case value <= alpha:
		return atMost
	}
	return exact
}

// An entry is what is known of a position, in 16 bytes. A key of 0 marks an empty one.
type entry struct {
	key   uint64
	value int32
	move  uint16 // the best move plus one, or 0 if it is not known
	depth int8
	about uint8 // its bound, and above that the age of the search that found it
}

// decides reports whether the value that was found answers a search to a depth with a window.
func (e *entry) decides(depth int, alpha, beta int32) bool {
	if int(e.depth) < depth {
		return false
	}
	switch bound(e.about & 3) {
	case exact:
		return true
	case atLeast:
		return e.value >= beta
	}
	return e.value <= alpha
}

// best returns the best move, or noMove.
func (e *entry) best() search.Move { return search.Move(e.move) - 1 }

// noMove is no move; it is what 0 of an entry turns into.
const noMove search.Move = math.MaxUint32

// A table is a transposition table of buckets of two. In the first entry of a bucket the deeper
// search counts, and in the second the later one.
type table struct {
	entries []entry
	shift   uint8
	age     uint8
}

// newTable returns a table with room for so many positions, from 16 kB to 64 MB.
func newTable(positions int64) *table {
	const least, most = 10, 22
	size := min(max(bits.Len64(uint64(max(positions, 0))), least), most)
	return &table{entries: make([]entry, 1<<size), shift: uint8(64 - size)}
}

func (t *table) bucket(key uint64) *[2]entry { return (*[2]entry)(t.entries[key>>t.shift&^1:]) }

// find returns the entry of a position, or nil.
func (t *table) find(key uint64) *entry {
	b := t.bucket(key)
	for i := range b {
		if b[i].key == key {
			return &b[i]
		}
	}
	return nil
}

// store keeps what a search has found.
func (t *table) store(key uint64, depth int, value int32, found bound, best search.Move) {
	e := entry{key: key, value: value, depth: int8(min(depth, math.MaxInt8)), about: uint8(found) | t.age<<2}
	if best < math.MaxUint16 {
		e.move = uint16(best + 1)
	}
	b := t.bucket(key)
	switch {
	case b[0].key == key:
		b[0] = e
	case b[0].about>>2 != t.age&63 || e.depth >= b[0].depth:
		b[1], b[0] = b[0], e
	default:
		b[1] = e
	}
}

// Hash hashes the words that make up a position. It is not 0.
func Hash(words ...uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range words { // the mixing function of SplitMix64
		h += w
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		h ^= h >> 31
	}
	return max(h, 1)
}
