// Package mapcolor is the second solver of docs/rules/mapcolor.md, the map-colouring game with arc
// consistency, in its editions revised and handout. Its comments name the rules of that page by their
// numbers.
//
// position.go reads a map and finds its moves and its score, and hooks in this file decide, with the
// rules in their comments. The other files hold the mistakes that people make.
package mapcolor

import (
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// Solver is the second solver of mapcolor.
var Solver = mutant.New(mutant.Program[hooks]{
	Name:      "mapcolor",
	Editions:  []string{"revised", handout},
	Right:     rightHooks,
	Mutations: mutations,
	Solve:     solve,
	StopAt:    func(h *hooks, stop func(row string) bool) { h.Search.StopAt(stop) },
})

func mutations() []mutation {
	return slices.Concat(
		mutant.Lift(search.Mutations(traits), func(h *hooks) *search.Hooks { return &h.Search }),
		domainMutations(), takeBackMutations(), deadStateMutations(), reachMutations(), forbiddenMutations(),
		mapMutations(),
		deadEndMutations(), initialMutations(), weightMutations(),
		orderMutations(),
		depthMutations(), rootMutations(), nameMutations(),
		lastLineMutations(),
	)
}

// A mutation is a mistake of mapcolor's own.
type mutation = mutant.Mutation[hooks]

// mistake is mutant.Mistake for a rule of the page.
func mistake(kind string, rule int, id, title, explanation string, change func(h *hooks)) mutation {
	return mutant.Mistake(kind, page.Rule(rule), id, title, explanation, change)
}

const page mutant.Page = "docs/rules/mapcolor.md"

// handout is the edition that reproduces the trace printed in the handout.
const handout = "handout"

// dialect is the way in which mapcolor writes its log, which has no header (rule 7).
var dialect = search.Dialect{Separator: ", ", Infinity: "inf", MinusInfinity: "-inf", Window: true}

var traits = search.Traits{
	Page:    page,
	Order:   3,
	Depth:   6,
	Dialect: &dialect,
	Format:  7,
	Sudden:  true,
	Unended: true,
}

// solve searches and writes the log, followed by the last line (rules 7 and 8).
func solve(h *hooks, edition string, input []byte) (map[string]string, error) {
	g, err := read(h, edition, input)
	if err != nil {
		return nil, err
	}
	root := h.Root(g)
	s := search.New(&h.Search, search.Task{AlphaBeta: true, Dialect: &dialect}, g.limit)
	value, line := s.Run(g.start(), root)
	last := h.LastLine(h.show(h.Chosen(root, line)), s.Number(h.LastValue(value)))
	lines := append(s.Log, h.AfterLog(last)...)
	return h.Search.Files(map[string]string{"output.txt": mutant.TextWithoutNewline(lines)}), nil
}

// hooks are the decisions of the solver.
type hooks struct {
	Search search.Hooks

	// Initial returns the initial assignments, given the assignments of line 2.
	Initial func(made []assignment) []assignment
	// Beside reports whether two states are neighbours.
	Beside func(g *game, state, other string) bool

	// Moves returns the names of the moves in expansion order.
	Moves func(p *position) []string
	// Coloured returns the assignments that stand on the map, in the order in which they were made.
	Coloured func(p *position) []assignment
	// Open reports whether an uncoloured state may be coloured at all.
	Open func(p *position, state string) bool
	// Offers returns the colours that an uncoloured state can take, in the order in which they are tried. In the
	// edition revised they are the colours Left to it, if it is open.
	Offers, Left func(p *position, state string) []string
	// Forbids reports whether a neighbour's assignment takes its colour away from a state.
	Forbids func(p *position, neighbour assignment) bool
	// TakeAway removes a colour from the colours left to a state.
	TakeAway func(colours []string, colour string) []string
	// Play returns the position after an assignment.
	Play func(p *position, a assignment) *position

	// States and Colours return all states and all colours in the order in which they are tried.
	States, Colours func(g *game) []string

	// First returns the player who moves at the root.
	First func(g *game) int

	// Counts reports whether the score counts an assignment, and Credited for which player.
	Counts   func(g *game, a assignment) bool
	Credited func(g *game, a assignment) int
	// Weight returns the weight of a colour for a player.
	Weight func(g *game, player int, colour string) int
	// Score returns the score, given the weights that the two players have coloured.
	Score func(player1, player2 int) int

	// Root returns the name of the root.
	Root func(g *game) string
	// ShowState and ShowColour return how a state and a colour are written, and Show how the two name a node.
	ShowState, ShowColour func(name string) string
	Show                  func(state, colour string) string
	// Chosen returns the name of the node in the last line, given the root's and the best line.
	Chosen func(root string, line []string) string
	// LastValue returns the value in the last line, given the root's.
	LastValue func(root int) int
	// LastLine returns the last line, and AfterLog returns the lines after the log: that line.
	LastLine func(chosen, value string) string
	AfterLog func(last string) []string
}

// rightHooks returns the hooks that decide everything right.
func rightHooks(faulty bool) *hooks {
	h := &hooks{Search: search.Right(faulty)}
	h.rightMoves()
	h.rightScore()
	h.rightLog()
	return h
}

// rightMoves sets the hooks for the map, and for the legal moves of each player (rules 1 to 4).
func (h *hooks) rightMoves() {
	h.Initial = func(made []assignment) []assignment { return made }
	// It is enough if either state lists the other: rule 1.
	h.Beside = func(g *game, state, other string) bool { return slices.Contains(g.neighbours[state], other) }
	h.Moves = (*position).moves
	h.Coloured = func(p *position) []assignment { return p.made }
	// A state needs a coloured neighbour: rule 2.
	h.Open = func(p *position, state string) bool { return p.isNeighbourOfAny(state, h.Coloured(p)) }
	h.Offers = (*position).offers
	h.Left = (*position).left
	// No coloured neighbour, whichever player coloured it, may have the colour; if no colour is left, the state
	// offers no move: rule 2.
	h.Forbids = func(*position, assignment) bool { return true }
	h.TakeAway = removeName
	h.Play = (*position).assign
	// By name, in ASCII order, wherever the input has them: rule 3.
	h.States = func(g *game) []string { return slices.Sorted(slices.Values(g.mentioned)) }
	h.Colours = func(g *game) []string { return slices.Sorted(slices.Values(g.lineOne)) }
	// Player 1 moves at the root, whichever player made the last initial assignment: rule 4.
	h.First = func(*game) int { return 1 }
}

// rightScore sets the hooks for the value of a position (rule 5).
func (h *hooks) rightScore() {
	h.Counts = func(*game, assignment) bool { return true } // the initial ones, too
	h.Credited = func(_ *game, a assignment) int { return a.player }
	h.Weight = func(g *game, player int, colour string) int {
		i := slices.IndexFunc(g.weights[player], func(w weight) bool { return w.colour == colour })
		return g.weights[player][i].value
	}
	h.Score = func(player1, player2 int) int { return player1 - player2 }
}

// rightLog sets the hooks for the names of nodes (rule 7) and the lines after the log (rule 8).
func (h *hooks) rightLog() {
	h.Root = func(g *game) string { return g.initial[len(g.initial)-1].name() }
	h.Search.Label = func(n search.Node) string { return h.show(n.Name) }
	h.ShowState = func(name string) string { return name }
	h.ShowColour = func(name string) string { return name }
	h.Show = func(state, colour string) string { return state + ", " + colour }
	h.Chosen = func(root string, line []string) string {
		if len(line) == 0 { // a root that is a leaf repeats its own assignment: rule 9
			return root
		}
		return line[0]
	}
	h.LastValue = func(root int) int { return root }
	h.LastLine = func(chosen, value string) string { return chosen + ", " + value }
	h.AfterLog = func(last string) []string { return []string{last} }
}

// show returns how the name of a node is written. A mistake may have left the root without a colour.
func (h *hooks) show(name string) string {
	state, colour, ok := strings.Cut(name, ", ")
	if !ok {
		return h.ShowState(state)
	}
	return h.Show(h.ShowState(state), h.ShowColour(colour))
}
