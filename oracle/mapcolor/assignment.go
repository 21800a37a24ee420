package mapcolor

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	pages "github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/oracle/contest"
	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Assignment describes this homework to the rest of the module.
var Assignment = homework.Assignment{
	Name: "mapcolor", Course: "CSCI 561 Summer 2017 HW2",
	Python2:    true,
	Title:      "the map-colouring game with arc consistency: alpha-beta",
	Args:       homework.InputArgs,
	SourceFile: "hw2cs561s17.py",
	Editions: []homework.Edition{
		{Name: Revised, Description: "a state whose colours are used up offers none"},
		{Name: Handout, Description: "the handout's trace: such a state keeps one illegal colour"},
	},
	Situations: situations.List(),
	Parse:      Parse,
	Generator:  homework.Generator{Small: small, Course: likeCourse, GradedSize: 100, Shrink: simpler},
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
	if odd := in.describeMap(); odd != "" {
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

// describeMap describes the difference between the map and all maps of the course, or returns "".
func (in *Input) describeMap() string {
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

// games is the contest of docs/rules/mapcolor.md, "Contest". Its size is the number of states: the course's
// maps have 6 to 30.
var games = contest.Of(homework.Contest{Sides: [2]string{"player 1", "player 2"},
	Sizes: homework.Sizes{Min: 6, Usual: 12, Max: 30}}, startPosition)

// startPosition draws a map like the course's, on which both players have the same weights and one state. If
// side 1 moves first, the owners of these states are exchanged.
func startPosition(r *random.Rand, size, first int) contest.View[position] {
	for {
		in := colouring(r, []string{"R", "G", "B", "Y"}, 0)
		in.drawLayout(r, size)
		in.Weights[1] = in.Weights[0]
		if v := (view{in, first}); !contest.Over(v) { // no state need be free for another
			return v
		}
	}
}

// A view is a position from the perspective of the side to move. In an input the side to move is always
// player 1, so a view for side 1 has the players exchanged.
type view struct {
	*Input
	side int
}

func (v view) Side() int { return v.side }

// Points sums up the weights that the players' states have for them.
func (v view) Points() [2]int32 { return contest.Worth(v) }

// Game shows the owners of the states. Its last line shows the turn and the value of the board after it.
func (v view) Game() search.Game[position] {
	_, _, g := v.game(homework.Options{})
	board := g.Show.Board
	g.Show.Board = func(s *position) replay.Board { return v.owned(board(s), 0, nil) }
	g.Show.Lines = func(turn []string, after *position) []string {
		return []string{fmt.Sprintf("%s, %d", strings.Join(turn, ""), after.score)}
	}
	return g
}

func (v view) Ask(a homework.Allowance) string {
	in := *v.Input
	in.Depth = a.Depth
	return in.String()
}

func (v view) Judge(text []byte) ([]string, error) { return contest.Match(v, text, v.read) }

// read reads the last line, whose value is free.
func (v view) read(lines []string) ([]string, error) {
	if len(lines) == 0 {
		return nil, fmt.Errorf("want a state, a colour and a value")
	}
	words := strings.Split(lines[len(lines)-1], ", ")
	if len(words) != 3 {
		return nil, fmt.Errorf("want a state, a colour and a value in the last line, found %s",
			scan.Show(lines[len(lines)-1]))
	}
	if _, err := strconv.ParseInt(words[2], 10, 32); err != nil {
		return nil, fmt.Errorf("want a value at the end of the last line, found %s", scan.Show(words[2]))
	}
	if !slices.Contains(v.states(), words[0]) {
		return nil, &homework.Foul{Kind: homework.NoSuchPlace,
			Text: fmt.Sprintf("%s: want a state of the map, found %s", outputFile, scan.Show(words[0]))}
	}
	return []string{words[0] + ", " + words[1]}, nil
}

func (v view) Next(turn []string, _ *position) contest.View[position] {
	next := *v.Input
	next.Weights = [2][]int32{v.Weights[1], v.Weights[0]}
	next.Initial = nil
	for _, c := range v.Initial {
		c.Player = 3 - c.Player
		next.Initial = append(next.Initial, c)
	}
	state, colour, _ := strings.Cut(turn[0], ", ")
	next.Initial = append(next.Initial, Colouring{State: state, Colour: colour, Player: 2})
	return view{&next, 1 - v.side}
}

var _ engine.Game[position] = (*rules)(nil)

// Board implements engine.Game.
func (r *rules) Board(root *position) engine.Board {
	return engine.NewStack(r, root, engine.Tactics[position]{Key: key, MaxMovesLeft: left, Tempo: true})
}

// key hashes the colours, the mover and the score, since a position does not record who coloured a state.
func key(p *position) uint64 {
	h := engine.Hash(uint64(p.mover), uint64(uint32(p.score)))
	for _, c := range p.colours {
		h = engine.Hash(h, uint64(c))
	}
	return h
}

// left counts the states without a colour.
func left(p *position) (n int) {
	for _, c := range p.colours {
		if c == 0 {
			n++
		}
	}
	return n
}
