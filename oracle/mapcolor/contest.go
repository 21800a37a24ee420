package mapcolor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/contest"
	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// games is the contest of docs/rules/mapcolor.md, "Contest". Its size is the number of states: the course's maps have
// 6 to 30.
var games = contest.Of(homework.Contest{Sides: [2]string{"player 1", "player 2"}, Sizes: homework.Sizes{Least: 6, Usual: 12, Most: 30}}, startPosition)

// startPosition draws a map like the course's, on which both players have the same weights and one state. If side 1 is
// to move first the owners of those are exchanged.
func startPosition(r *random.Rand, size, first int) contest.View[position] {
	for {
		in := colouring(r, []string{"R", "G", "B", "Y"}, 0, 15)
		in.lay(r, size)
		in.Weights[1] = in.Weights[0]
		if v := (view{in, first}); !contest.Over(v) { // no state need be free for another
			return v
		}
	}
}

// A view is a position as the side to move sees it. An input calls whoever moves player 1, so that those of
// side 1 have the players exchanged.
type view struct {
	*Input
	side int
}

func (v view) Side() int { return v.side }

// Points sums up the weights that the players' states have for them.
func (v view) Points() [2]int32 { return contest.Worth(v) }

// Game shows who owns the states, and a turn by the last line, with what the board is worth then.
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
		return nil, fmt.Errorf("want a state, a colour and a value in the last line, found %s", scan.Show(lines[len(lines)-1]))
	}
	if _, err := strconv.ParseInt(words[2], 10, 32); err != nil {
		return nil, fmt.Errorf("want a value at the end of the last line, found %s", scan.Show(words[2]))
	}
	if !slices.Contains(v.states(), words[0]) {
		return nil, &homework.Foul{Kind: homework.NoSuchPlace, Text: fmt.Sprintf("%s: want a state of the map, found %s", outputFile, scan.Show(words[0]))}
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
	return engine.NewStack(r, root, engine.Tactics[position]{Key: key, Left: left, Tempo: true})
}

// key is of the colours, the mover and the score, since who has coloured a state is not known.
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
