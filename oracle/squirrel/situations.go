package squirrel

import (
	"bytes"
	"context"
	"math/bits"
	"slices"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// situations are those of this game.
var situations = search.Catalogue[*Input, position, move]{
	{Name: "raid", About: "a raid turns an enemy",
		At: func(m *move) bool { return m.turned != 0 }},
	{Name: "raid-of-none", About: "a raid beside no enemy",
		At: func(m *move) bool { return m.raids() && m.around&m.theirs == 0 }},
	{Name: "raid-of-two", About: "a raid turns two enemies or more",
		At: func(m *move) bool { return bits.OnesCount32(m.turned) >= 2 }},
	{Name: "raid-could-chain", About: "a turned piece has a further enemy beside it, which stays",
		At: (*move).couldChain},
	{Name: "sneak-by-enemy", About: "a sneak beside an enemy, who stays",
		At: func(m *move) bool { return !m.raids() && m.around&m.theirs != 0 }},
	{Name: "only-diagonal", About: "the mover's only pieces near by are diagonal: a sneak",
		At: func(m *move) bool { return !m.raids() && m.around&m.theirs != 0 && across(down(1<<m.to))&m.mine != 0 }},
	{Name: "last-square", About: "the root has one free square",
		Of: func(in *Input) bool { return bytes.Count(in.Board[:], []byte{'*'}) == 1 }},
	{Name: "greedy-cut-off", About: "the greedy player's cut-off line is not 1", Beyond: true,
		Of: func(in *Input) bool {
			return slices.ContainsFunc(in.Players, func(p Player) bool { return p.Algorithm == Greedy && p.CutOff != 1 })
		}},
	{Name: "value-100", About: "a square is worth 100, more than the handout allows",
		Of: func(in *Input) bool { return slices.Contains(in.Values[:], 100) }},
	{Name: "o-moves-first", About: "O is the first player of a battle",
		Of: func(in *Input) bool { return in.Battle() && in.Players[0].Piece == 'O' }},
	{Name: "different-algorithms", About: "the players of a battle use different algorithms",
		Of: func(in *Input) bool { return in.Battle() && in.Players[0].Algorithm != in.Players[1].Algorithm }},
	{Name: "different-cut-offs", About: "the searching players of a battle have different cut-offs",
		Of: func(in *Input) bool {
			return in.Battle() && in.Players[0].CutOff != in.Players[1].CutOff &&
				in.Players[0].Algorithm != Greedy && in.Players[1].Algorithm != Greedy
		}},
}

// Situations returns the situations of the catalogue that the input shows.
func (in *Input) Situations(ctx context.Context) (homework.Seen, error) {
	return situations.Watch(ctx, in.game(), look, func(search.Result) *Input { return in })
}

// A move is what the situations look at: where a piece is placed, the squares around it, the pieces of
// either side before it, and those that it turns.
type move struct {
	to                           search.Move
	around, mine, theirs, turned uint32
}

func look(n search.Node[position], m search.Move, _ *position, _ search.Turn) move {
	me := n.State.mover & 1
	return move{m, neighbours[m], n.State.pieces[me], n.State.pieces[me^1], raided(n.State, m)}
}

func (m *move) raids() bool { return m.around&m.mine != 0 }

func (m *move) couldChain() bool {
	return (across(m.turned)|down(m.turned))&m.theirs&^m.turned != 0
}
