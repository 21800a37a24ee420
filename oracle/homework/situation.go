package homework

// A Situation is something that an input shows a program: a place where programs
// go wrong. Each assignment has a catalogue of them.
type Situation struct {
	Name  string // in kebab case
	About string // one line
	// Beyond is set if it shows only outside the assignment's envelope, but for
	// examples of the handout.
	Beyond bool
}

// MostSituations is how many a catalogue may hold.
const MostSituations = 64

// A Seen is a set of situations by their places in a catalogue of MostSituations.
type Seen uint64

// Add puts the i-th situation into the set if it was met. It panics if no set could
// hold it.
func (s *Seen) Add(i int, met bool) {
	if i >= MostSituations {
		panic("homework: want a catalogue of at most 64 situations")
	}
	if met {
		*s |= 1 << i
	}
}

// Has tells whether the i-th situation is in the set.
func (s Seen) Has(i int) bool { return s>>i&1 != 0 }

// Names gives the names of the set in the order of the catalogue.
func (s Seen) Names(catalogue []Situation) (names []string) {
	for i, situation := range catalogue {
		if s.Has(i) {
			names = append(names, situation.Name)
		}
	}
	return names
}
