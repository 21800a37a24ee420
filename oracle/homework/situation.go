package homework

// A Situation is a place where programs go wrong, and which an input can exercise. Each
// assignment has a catalogue of them.
type Situation struct {
	Name  string // in kebab case
	About string // one line
	// Beyond is set if the situation occurs only outside the assignment's envelope, not
	// counting examples of the handout.
	Beyond bool
}

// MostSituations is the greatest number of situations in a catalogue.
const MostSituations = 64

// A Seen is a set of situations, by their index in a catalogue of at most MostSituations.
type Seen uint64

// Add adds the i-th situation to the set if met is true. It panics if no set can hold i.
func (s *Seen) Add(i int, met bool) {
	if i >= MostSituations {
		panic("homework: want a catalogue of at most 64 situations")
	}
	if met {
		*s |= 1 << i
	}
}

// Has reports whether the i-th situation is in the set.
func (s Seen) Has(i int) bool { return s>>i&1 != 0 }

// Names returns the names of the situations in the set, in catalogue order.
func (s Seen) Names(catalogue []Situation) (names []string) {
	for i, situation := range catalogue {
		if s.Has(i) {
			names = append(names, situation.Name)
		}
	}
	return names
}
