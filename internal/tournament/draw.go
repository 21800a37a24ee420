package tournament

import "github.com/touchstone-suite/touchstone/oracle/random"

// A match is between two entrants of the plan.
type match struct {
	pair  [2]int // entrants; the first stands before the second in the plan
	round int    // of a knockout, from 1; 0 otherwise
}

// A Game is one that is to be played.
type Game struct {
	Pair   [2]int // entrants
	Seed   uint64 // of their match: what is random in it follows from this
	Number int    // in the match, from 1; games beyond the plan's decide
	// Even says that the start position is one of its own, as even as can be found: so it is in the
	// last game of a match, whose others come in pairs with one position, and in those that decide.
	Even bool
}

// names returns those of a pair.
func (p *Plan) names(pair [2]int) []string {
	return []string{p.Entrants[pair[0]].Name, p.Entrants[pair[1]].Name}
}

// games returns the planned games of a match.
func (p *Plan) games(m match) (games []*Game) {
	for n := range p.Games {
		games = append(games, p.nth(m, n+1))
	}
	return games
}

// nth returns a game of a match.
func (p *Plan) nth(m match, number int) *Game {
	x, y := p.Entrants[m.pair[0]].Name, p.Entrants[m.pair[1]].Name
	return &Game{Pair: m.pair, Seed: p.sub("match", x, y), Number: number, Even: number >= p.Games}
}

// pairs returns all pairs of entrants.
func (p *Plan) pairs() (all []match) {
	for y := range p.Entrants {
		for x := range y {
			all = append(all, match{pair: [2]int{x, y}})
		}
	}
	return all
}

// Nobody stands in a bracket for an entrant who is not there.
const nobody = -1

// bracket draws the first round of a knockout: the two entrants of each of its matches, of whom the
// second may be nobody. There are as many as make a power of two, and those that lack an opponent are
// spread evenly.
func (p *Plan) bracket() [][2]int {
	order := make([]int, len(p.Entrants))
	for i := range order {
		order[i] = i
	}
	r := random.New(p.sub("bracket"))
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	size := 1
	for 2*size < len(order) {
		size *= 2
	}
	byes, slots := 2*size-len(order), make([][2]int, size)
	for i := range slots {
		slots[i] = [2]int{order[0], nobody}
		order = order[1:]
		if (i+1)*byes/size == i*byes/size {
			slots[i][1] = order[0]
			order = order[1:]
		}
	}
	return slots
}
