package coins

import (
	"errors"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/contest"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// games defines how two programs play each other (rule 6). The size is the number of coins.
var games = contest.Of(homework.Contest{
	Sides: [2]string{"first player", "second player"},
	Sizes: homework.Sizes{Min: 2, Usual: 16, Max: maxCoins},
}, startPosition)

func startPosition(r *random.Rand, size, first int) contest.View[position] {
	in := row(r, size, 1).(*Input)
	in.Task = alphaBeta
	return view{in, 0, size, first, [2]int32{}}
}

// A view is a position from the perspective of the side to move: the remaining coins of a row. An input does
// not record which coins the sides have taken.
type view struct {
	in         *Input // with the whole row, whose places are the same in all positions of a game
	first, end int    // of the coins that are left
	side       int
	taken      [2]int32
}

func (v view) Side() int { return v.side }

func (v view) Points() [2]int32 { return v.taken }

func (v view) Stage() replay.Stage { return v.in.Stage() }

func (v view) Game() search.Game[position] {
	g := v.in.game()
	g.Root = &position{first: v.first, end: v.end, score: v.taken[v.side] - v.taken[1-v.side]}
	return g
}

func (v view) Ask(a homework.Allowance) string {
	in := *v.in
	in.Row = in.Row[v.first:v.end]
	in.CutOff = min(max(a.Depth, 1), maxCoins)
	return in.String()
}

func (v view) Judge(text []byte) ([]string, error) { return contest.Match(v, text, v.read) }

func (v view) read(lines []string) ([]string, error) {
	if len(lines) != 1 || strings.Trim(lines[0], "LR ") != "" {
		return nil, errors.New("want a line of moves, L and R")
	}
	return lines, nil
}

func (v view) Next(_ []string, after *position) contest.View[position] {
	next := view{v.in, after.first, after.end, 1 - v.side, v.taken}
	for i, coin := range v.in.Row[v.first:v.end] {
		if i += v.first; i < after.first || i >= after.end {
			next.taken[v.side] += coin
		}
	}
	return next
}
