package mancala

import (
	"context"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// Stage describes the board: player 2's pits above, between the mancalas, player 1's below.
func (in *Input) Stage() replay.Stage {
	stage := replay.Stage{First: 2}
	if len(in.Files()) > 1 {
		stage.File = traverse
	}
	r := in.rules()
	place := func(name string, x, y float64) {
		stage.Places = append(stage.Places, replay.Place{Name: name, X: x, Y: y})
	}
	place("A1", 0, 0.5)
	for y, player := range []int{1, 0} {
		for i := range r.n {
			place(string(r.appendName(nil, search.Move(player*r.n+i))), float64(i+1), float64(y))
		}
	}
	place("B"+strconv.Itoa(r.n+2), float64(r.n+1), 0.5)
	return stage
}

// Replay searches again and shows each step.
func (in *Input) Replay(ctx context.Context, _ homework.Options, visit func(replay.Step) error) error {
	if in.Task == Competition {
		return errCompetition
	}
	return in.game().Replay(ctx, visit)
}

// Turns lists the turns of the player to move.
func (in *Input) Turns(homework.Options) replay.Turns { return in.game().Turns() }

func (in *Input) rules() rules { return rules{n: len(in.Pits[0]), root: uint8(in.Player - 1)} }

// game returns the search, by the plain rules.
func (in *Input) game() search.Game[position] {
	r := in.rules()
	root := in.root(r)
	limit := in.CutOff
	if in.Task == Greedy || in.Task == Competition {
		limit = 1 // rule 14; the turns of task 4
	}
	return search.Game[position]{
		Rules: r, Root: &root, Params: search.Params{Limit: limit, Prune: in.Task == AlphaBeta},
		Show: search.Show[position]{
			Root: "root", Name: r.appendName, Board: r.show, File: nextState, First: 1,
			Lines: func(_ []string, after *position) []string { return r.lines(texts(r.show(after))) },
			Read:  func(lines []string) (string, []string) { return "", r.read(lines) },
		},
	}
}

// texts returns the texts of the pieces.
func texts(b replay.Board) (stones []string) {
	for _, piece := range b.Pieces {
		stones = append(stones, piece.Text)
	}
	return stones
}

// lines writes the stones, in the order of Stage's places, as the lines of a board.
func (r rules) lines(stones []string) []string {
	last := len(stones) - 1
	return []string{strings.Join(stones[1:1+r.n], " "), strings.Join(stones[1+r.n:last], " "), stones[0], stones[last]}
}

// read is the inverse of lines. It returns nil if the lines are no board.
func (r rules) read(lines []string) (stones []string) {
	if len(lines) != 4 {
		return nil
	}
	stones = append(stones, lines[2])
	for _, row := range lines[:2] {
		stones = append(stones, strings.Fields(row)...)
	}
	stones = append(stones, lines[3])
	for i, text := range stones {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return nil
		}
		stones[i] = strconv.Itoa(n)
	}
	if len(stones) != 2*r.n+2 || len(strings.Fields(lines[0])) != r.n {
		return nil
	}
	return stones
}

// show returns the stones in the order of Stage's places.
func (r rules) show(p *position) replay.Board {
	b := replay.Board{Mover: "player " + strconv.Itoa(int(p.mover)+1)}
	pits, stores := r.board(p)
	lay := func(stones, worth int32, player uint8) { // worth to the player
		piece := replay.Piece{Text: strconv.Itoa(int(stones)), Side: 1, Worth: worth}
		if player != r.root {
			piece.Side, piece.Worth = -1, -worth
		}
		b.Pieces = append(b.Pieces, piece)
	}
	lay(stores[1], stores[1], 1)
	for _, player := range []uint8{1, 0} {
		for _, stones := range pits[player] {
			lay(stones, 0, player)
		}
	}
	lay(stores[0], stores[0], 0)
	return b
}
