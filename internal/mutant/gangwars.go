package mutant

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// gangwars is a position of stake and raid on an NxN board.
type gangwars struct {
	grid
	values [][]int
}

// moves returns all stakes in row-major order, then all raids in row-major order of their target
// (docs/rules/gangwars.md rule 4). A square beside an own piece is open to both
// (docs/rules/gangwars.md rule 3).
func (g *gangwars) moves() []string {
	if g.flaw.is("game-ends-when-wiped-out") && g.wipedOut() {
		return nil
	}
	var stakes, raids, mixed []string
	for _, s := range g.byValue(g.squares(), g.values) {
		if g.at(s) != g.free {
			continue
		}
		stake, raid := g.open(s)
		if stake {
			stakes = append(stakes, upperName(s)+" Stake")
			mixed = append(mixed, upperName(s)+" Stake")
		}
		if raid {
			raids = append(raids, upperName(s)+" Raid")
			mixed = append(mixed, upperName(s)+" Raid")
		}
	}
	switch {
	case g.flaw.is("moves-square-by-square"):
		return mixed
	case g.flaw.is("raids-before-stakes"):
		return append(raids, stakes...)
	case g.flaw.is("raids-in-order-of-base"):
		g.sortByBase(raids)
	}
	return append(stakes, raids...)
}

// open returns which moves a free square is open to (docs/rules/gangwars.md rules 2 and 3).
func (g *gangwars) open(s square) (stake, raid bool) {
	stake, raid = true, g.besideOwn(s)
	switch {
	case g.flaw.is("stake-only-where-no-raid"):
		stake = !raid
	case g.flaw.is("raid-only-if-it-captures"):
		raid = raid && len(g.neighbours(s, opponent(g.mover))) > 0
	case g.flaw.is("raid-from-anywhere"):
		raid = true
	}
	return stake, raid
}

// sortByBase sorts raids by the first own piece adjacent to the target, the order in which
// a program that iterates over its own pieces finds them.
func (g *gangwars) sortByBase(raids []string) {
	base := func(raid string) int {
		target := squareNamed(place(raid))
		for i, s := range g.squares() {
			if slices.Contains(g.neighbours(target, g.mover), s) {
				return i
			}
		}
		return -1
	}
	slices.SortStableFunc(raids, func(a, b string) int { return base(a) - base(b) })
}

func isRaidMove(move string) bool { return strings.HasSuffix(move, " Raid") }

// play takes a square; a stake captures nothing (docs/rules/gangwars.md rule 2), a raid does
// (docs/rules/gangwars.md rule 3).
func (g *gangwars) play(move string) (position, bool) {
	raid := isRaidMove(move) || g.flaw.is("stake-captures")
	return &gangwars{g.take(squareNamed(place(move)), raid), g.values}, false
}

// evaluate implements docs/rules/gangwars.md rule 5, on a full board as on any other.
func (g *gangwars) evaluate() int { return g.balance(g.values) }

// solveGangwars reads the input (docs/rules/gangwars.md rule 1), chooses the first root move of
// strictly greatest value (rule 6) and writes it with the board after it (rule 7).
func solveGangwars(f flaw, _ string, input []byte) (map[string]string, error) {
	r := newReader(input)
	size := r.number(1, 26)
	mode := r.word("MINIMAX", "ALPHABETA", "COMPETITION")
	if r.err == nil && mode == "COMPETITION" {
		return nil, errors.New("competition mode has no single right answer")
	}
	player := r.player()
	s := &search{flaw: f, limit: r.depth(1), alphaBeta: mode == "ALPHABETA"}
	g := &gangwars{grid: grid{flaw: f, free: '.', mover: player, root: player}}
	g.values = r.values(size)
	g.board = r.board(size, "XO.")
	if err := r.done(); err != nil {
		return nil, err
	}
	_, line := s.run(g, "root")
	if len(line) == 0 {
		return nil, errors.New("the board is full: there is no legal move")
	}
	lines := boardLines(s.nextState(g, line))
	switch {
	case f.is("move-line-missing"):
	case f.is("move-below-board"):
		lines = append(lines, g.moveLine(line[0]))
	default:
		lines = append([]string{g.moveLine(line[0])}, lines...)
	}
	return map[string]string{"output.txt": text(lines)}, nil
}

// moveLine returns the output's first line: the square, a blank, and what is done to it
// (docs/rules/gangwars.md rule 7).
func (g *gangwars) moveLine(move string) string {
	name, kind, _ := strings.Cut(move, " ")
	target := squareNamed(name)
	switch {
	case g.flaw.is("kind-stake-always"):
		kind = "Stake"
	case g.flaw.is("kind-raid-beside-own-piece") && g.besideOwn(target):
		kind = "Raid"
	case g.flaw.is("kind-in-capitals"):
		kind = strings.ToUpper(kind)
	case g.flaw.is("row-number-of-one-digit"):
		name = name[:1] + strconv.Itoa((target.row+1)%10)
	}
	return g.label(name) + " " + kind
}
