// Package mapcolor is the second solver of docs/rules/mapcolor.md, the map-colouring game with arc
// consistency, in its editions revised and handout. Its comments name the rules of that page by their
// numbers.
//
// game.go reads a map, position.go finds its moves and its score, and hooks.go decides, with the rules
// in its comments. The other files hold the mistakes that people make.
package mapcolor

import (
	"slices"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/search"
)

// Solver is the second solver of mapcolor.
var Solver = mutant.New(mutant.Program[hooks]{
	Name:      "mapcolor",
	Editions:  []string{"revised", handout},
	Right:     right,
	Mutations: mutations,
	Solve:     solve,
	StopAt:    func(h *hooks, stop func(row string) bool) { h.Search.StopAt(stop) },
})

func mutations() []mutation {
	return slices.Concat(
		mutant.Lift(search.Mutations(traits), func(h *hooks) *search.Hooks { return &h.Search }),
		domainMutations(), deadStateMutations(), reachMutations(), forbiddenMutations(),
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
func mistake(kind string, rule int, id, about, explains string, deed func(h *hooks)) mutation {
	return mutant.Mistake(kind, page.Rule(rule), id, about, explains, deed)
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
