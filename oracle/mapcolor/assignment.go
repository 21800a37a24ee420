package mapcolor

import (
	"context"
	"regexp"
	"slices"

	pages "github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// Assignment describes this homework to the rest of the module.
var Assignment = homework.Assignment{
	Name: "mapcolor", Course: "CSCI 561 Summer 2017 HW2",
	Python2:    true,
	Title:      "the map-colouring game with arc consistency: alpha-beta",
	Args:       homework.InputArgs,
	SourceFile: "hw2cs561s17.py",
	Editions: []homework.Edition{
		{Name: Revised, About: "a state whose colours are used up offers none"},
		{Name: Handout, About: "the handout's trace: such a state keeps one illegal colour"},
	},
	Situations: situations.List(),
	Parse:      Parse,
	Generator:  homework.Generator{Small: small, Course: likeCourse, GradedSize: 100, Breadth: breadth, Shrink: simpler},
	Rules:      pages.Page("mapcolor"),
	Contest:    games,
}

// form matches a line with one blank after each comma and colon, and none elsewhere but at its end.
var form = regexp.MustCompile(`^[^\s,:]+([,:] [^\s,:]+)*:? *$`)

// Beyond implements the envelope of docs/rules/mapcolor.md.
func (in *Input) Beyond(_ context.Context, text []byte, _ string) (string, error) {
	if odd := scan.OddBlanks(text, form); odd != "" {
		return odd, nil
	}
	if slices.Min(in.Weights[0]) < 0 || slices.Min(in.Weights[1]) < 0 {
		return "a negative weight", nil
	}
	if odd := in.oddMap(); odd != "" {
		return odd, nil
	}
	r, _, g := in.game(homework.Options{})
	moves := r.Moves(nil, g.Root, nil)
	r.handout = true
	switch {
	case in.Depth == 0:
		return "depth 0", nil
	case len(moves) == 0 || len(r.Moves(nil, g.Root, nil)) == 0:
		return "no move at the root", nil
	}
	return "", nil
}

// oddMap describes what distinguishes the map from all maps of the course, or returns "".
func (in *Input) oddMap() string {
	lines := map[string][]string{}
	for _, line := range in.Map {
		lines[line.State] = line.Neighbours
	}
	coloured := map[string]bool{}
	for i, a := range in.Initial {
		neighbours := lines[a.State]
		if neighbours == nil {
			return "an initial assignment to a state without a line or neighbours"
		}
		if i > 0 && !slices.ContainsFunc(neighbours, func(n string) bool { return coloured[n] }) {
			return "an initial assignment to a state that is no neighbour of those before"
		}
		coloured[a.State] = true
	}
	for _, line := range in.Map {
		if len(line.Neighbours) == 0 {
			return "a state without neighbours"
		}
		for i, n := range line.Neighbours {
			back, ok := lines[n]
			switch {
			case !ok:
				return "a state without a line of its own"
			case !slices.Contains(back, line.State):
				return "an edge that only one of its states lists"
			case slices.Contains(line.Neighbours[:i], n):
				return "a neighbour listed twice"
			}
		}
	}
	return ""
}
