package mancala

import "github.com/touchstone-suite/touchstone/oracle/engine"

var _ engine.Game[position] = rules{}

// Board implements engine.Game.
func (r rules) Board(root *position) engine.Board {
	return engine.NewStack(r, root, engine.Tactics[position]{Key: r.key})
}

// key hashes a position: two numbers of stones go into a word.
func (r rules) key(p *position) uint64 {
	var words [len(p.ring)/2 + 1]uint64
	for i := range len(p.ring) / 2 {
		words[i] = uint64(uint32(p.ring[2*i]))<<32 | uint64(uint32(p.ring[2*i+1]))
	}
	words[len(words)-1] = uint64(p.mover)
	return engine.Hash(words[:]...)
}
