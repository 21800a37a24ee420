package engine

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
