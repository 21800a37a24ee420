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

var kind = contest.Kind{Sides: [2]string{"first player", "second player"}}

// games says how two programs play each other (rule 6). The size is the number of coins.
var games = homework.Contest{Sides: kind.Sides, Sizes: homework.Sizes{Least: 2, Usual: 16, Most: mostCoins}, Start: startPosition}

func startPosition(r *random.Rand, size, first int) homework.Position {
	in := row(r, size, 1).(*Input)
	in.Prune = true
	return contest.New(kind, view{in, position{end: size}, first, [2]int32{}})
}

// A view is a position as the side to move sees it. The input of a move has the coins that are left alone; the board
// is the same for the whole game.
type view struct {
	in    *Input   // of the start
	left  position // which coins are left, and nothing else
	side  int
	taken [2]int32
}

func (v view) Side() int { return v.side }

func (v view) Points() [2]int32 { return v.taken }

func (v view) Stage() replay.Stage { return v.in.Stage() }

func (v view) Start() (search.Rules[position], *position, search.Show[position]) {
	return rules{v.in.Row}, &v.left, v.in.show()
}

func (v view) Ask(a homework.Allowance) string {
	in := *v.in
	in.Row = in.Row[v.left.first:v.left.end]
	in.CutOff = min(max(a.Depth, 1), mostCoins)
	return in.String()
}

func (v view) File() string { return move }

func (v view) Shows(turn []string, _ *position) []string { return []string{strings.Join(turn, " ")} }

func (v view) Judge(text []byte) ([]string, error) { return contest.Match(v, text, v.read) }

func (v view) read(lines []string) ([]string, error) {
	if len(lines) != 1 || strings.Trim(lines[0], "LR ") != "" {
		return nil, errors.New("want a line of moves, L and R")
	}
	return lines, nil
}

func (v view) Next(_ []string, after *position) contest.View[position] {
	taken := v.taken
	taken[v.side] += after.score
	return view{v.in, position{first: after.first, end: after.end}, 1 - v.side, taken}
}
