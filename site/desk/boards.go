package desk

import (
	"context"
	"errors"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// mostBoards bounds the boards of a request: a page asks for those in sight.
const mostBoards = 50

// A board is the position that a case begins with, as the script of boards draws it.
type board struct {
	Case   string       `json:"case"`
	Places []placeShown `json:"places"`
	Links  [][2]int     `json:"links,omitempty"`
	Pieces []pieceDrawn `json:"pieces"`
}

type pieceDrawn struct {
	Text string `json:"text"`
	Side int8   `json:"side"` // 1, -1 or, nobody's, 0
}

// errSeen ends a replay whose first position is known.
var errSeen = errors.New("seen")

// boards returns the boards of cases. A case whose search is not shown has none.
func boards(ctx context.Context, q *question) (Reply, error) {
	all := []board{}
	for _, q.Case = range q.Cases[:min(len(q.Cases), mostBoards)] {
		c, err := q.find()
		if err != nil {
			return Reply{}, err
		}
		game, is := c.Problem.(homework.Replayer)
		if !is {
			continue
		}
		b := board{Case: c.Name, Places: shownPlaces(game.Stage()), Links: game.Stage().Links}
		err = game.Replay(ctx, homework.Options{Edition: q.Edition}, func(s replay.Step) error {
			for _, p := range s.Board().Pieces {
				b.Pieces = append(b.Pieces, pieceDrawn{p.Text, p.Side})
			}
			return errSeen
		})
		if err != nil && !errors.Is(err, errSeen) {
			return Reply{}, err
		}
		if len(b.Pieces) > 0 {
			all = append(all, b)
		}
	}
	return Reply{Value: all}, nil
}

// shownPlaces returns the places of a board.
func shownPlaces(s replay.Stage) (all []placeShown) {
	for _, p := range s.Places {
		all = append(all, placeShown{p.Name, p.Note, p.X, p.Y})
	}
	return all
}
