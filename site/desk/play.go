package desk

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"strconv"
	"time"

	"github.com/touchstone-suite/touchstone/internal/arena/record"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A Match is the page's record of a game in progress: its beginning and the turns since.
type Match struct {
	Seed   uint64  `json:"seed,string"` // a number of JavaScript has 53 bits
	Number int     `json:"number"`      // of the game among those that the seed draws, from 1
	Even   int     `json:"even"`        // as record.Plan.Start has it
	Size   float64 `json:"size"`        // of the board, a whole number; 0 is the usual one
	Side   int     `json:"side"`        // the user's
	Turns  []Turn  `json:"turns"`
	Nodes  int64   `json:"nodes"` // that the agent searches for a move
}

// A Turn is a turn that was played. If the agent played it, it includes the agent's thought.
type Turn struct {
	Moves []string `json:"turn"`
	*homework.Thought
}

// The plies that inputs ask for, and that the values of moves are searched to.
const matchDepth = 4

// matchClock is the clock in the inputs of positions, since a page has no clock: the time that a tournament
// gives for a game.
const matchClock = 200 * time.Second

// maxTurns bounds the turns of a game, which come from a file.
const maxTurns = 10_000

// A position is a position of a game with the available actions.
type position struct {
	Places []replay.Place `json:"places"`
	Links  [][2]int       `json:"links"`
	Pieces []pieceShown   `json:"pieces"`
	Sides  [2]string      `json:"sides"`
	Mover  int            `json:"mover"`
	Points [2]int32       `json:"points"`
	Over   bool           `json:"over"`
	Turns  [][]string     `json:"turns"` // in order
	Sizes  [3]int         `json:"sizes"` // of boards: least, usual, most; 0 if there is one only
	Input  string         `json:"input"` // input for a program; "" if the game is over
}

type pieceShown struct {
	Text string `json:"text"`
	Side int    `json:"side"` // 0 or 1; -1 for neither
}

// opening returns how a match begins.
func (q *question) opening() (o record.Opening, err error) {
	contest, m := q.a.Contest, &q.Match
	if contest == nil {
		return o, fmt.Errorf("want a game that programs play against each other, found %s", q.a.Name)
	}
	s := contest.Sizes
	m.Size, m.Number = cmp.Or(m.Size, float64(s.Usual)), cmp.Or(m.Number, 1)
	size := int(m.Size)
	switch {
	case float64(size) != m.Size || size < s.Min || size > s.Max:
		return o, fmt.Errorf("want a whole number from %d to %d for the size of the board, found %s", s.Min,
			s.Max, strconv.FormatFloat(m.Size, 'f', -1, 64))
	case m.Number < 1 || m.Even < 0 || m.Even > record.EvenDraws || m.Side < 0 || m.Side > 1:
		return o, fmt.Errorf("want a game from 1, one of %d even starts and a side 0 or 1, found %d, %d and %d",
			record.EvenDraws, m.Number, m.Even, m.Side)
	case len(m.Turns) > maxTurns:
		return o, fmt.Errorf("want at most %d turns, found %d", maxTurns, len(m.Turns))
	}
	plan := record.Plan{Games: m.Number, Size: size, Seed: m.Seed}
	return record.Opening{Seed: m.Seed, Number: m.Number, Games: m.Number, Size: size,
		Start: plan.Start(contest, m.Number, m.Even)}, nil
}

// playTurns returns the position after the turns of a match. It calls onTurn, which may be nil, for each turn.
func (q *question) playTurns(o record.Opening, onTurn func(turn Turn, side int,
	after homework.Position)) (homework.Position, error) {
	p := o.Start
	for i, turn := range q.Match.Turns {
		next, err := p.Play(turn.Moves)
		if err != nil {
			return nil, fmt.Errorf("turn %d: %w", i+1, err)
		}
		if onTurn != nil {
			onTurn(turn, p.Mover(), next)
		}
		p = next
	}
	return p, nil
}

// position returns the position of a match.
func (q *question) position() (homework.Position, error) {
	o, err := q.opening()
	if err != nil {
		return nil, err
	}
	return q.playTurns(o, nil)
}

// play returns the position of a match.
func play(_ context.Context, q *question) (Reply, error) {
	p, err := q.position()
	if err != nil {
		return Reply{}, err
	}
	sizes := q.a.Contest.Sizes
	shown := position{
		Sides: q.a.Contest.Sides, Mover: p.Mover(), Points: p.Points(), Over: p.Over(), Turns: [][]string{},
		Links:  p.Stage().Links,
		Places: p.Stage().Places, Sizes: [3]int{sizes.Min, sizes.Usual, sizes.Max},
	}
	for _, piece := range p.Board().Pieces {
		shown.Pieces = append(shown.Pieces, pieceShown{piece.Text, map[int8]int{1: 0, -1: 1, 0: -1}[piece.Side]})
	}
	if !shown.Over {
		shown.Input = p.Input(homework.Allowance{Clock: matchClock, Depth: matchDepth})
		for _, turn := range p.Turns(matchDepth).All {
			if !turn.Unfinished && len(turn.Moves) > 0 {
				shown.Turns = append(shown.Turns, turn.Moves)
			}
		}
	}
	return Reply{Value: shown}, nil
}

// maxNodes is the maximum number of nodes that an agent searches in a page.
const maxNodes = 50_000_000

// think has the reference agent choose a turn.
func think(ctx context.Context, q *question) (Reply, error) {
	p, err := q.position()
	if err != nil {
		return Reply{}, err
	}
	if q.Match.Nodes < 1 || q.Match.Nodes > maxNodes {
		return Reply{}, fmt.Errorf("want 1 to %d nodes, found %d", maxNodes, q.Match.Nodes)
	}
	turn, found, err := p.Choose(ctx, homework.Agent{Kind: homework.Reference},
		homework.Allowance{Depth: matchDepth, Nodes: q.Match.Nodes})
	return Reply{Value: Turn{turn, &found}}, err
}

// A valuedMove is a move with its value for the side to move.
type valuedMove struct {
	Move  string `json:"move"`
	Value int32  `json:"value"`
}

// values returns the value of each possible first move of a turn.
func values(ctx context.Context, q *question) (Reply, error) {
	p, err := q.position()
	if err != nil {
		return Reply{}, err
	}
	turns := p.Turns(matchDepth)
	var moves []string
	for _, turn := range turns.All {
		if len(turn.Moves) > 0 && (len(moves) == 0 || moves[len(moves)-1] != turn.Moves[0]) {
			moves = append(moves, turn.Moves[0])
		}
	}
	worth := []int32{}
	if turns.Values != nil {
		if worth, err = turns.Values(ctx); err != nil {
			return Reply{}, err
		}
	}
	all := []valuedMove{}
	for i := range min(len(moves), len(worth)) {
		all = append(all, valuedMove{moves[i], worth[i]})
	}
	return Reply{Value: all}, nil
}

// maxBoards is the maximum number of boards per request: a page requests only the visible ones.
const maxBoards = 50

// A board is the position that a case begins with, as the script of boards draws it.
type board struct {
	Case   string         `json:"case"`
	Places []replay.Place `json:"places"`
	Links  [][2]int       `json:"links,omitempty"`
	Pieces []pieceDrawn   `json:"pieces"`
}

type pieceDrawn struct {
	Text string `json:"text"`
	Side int8   `json:"side"` // 1, -1 or, for neither, 0
}

// errSeen ends a replay whose first position is known.
var errSeen = errors.New("seen")

// boards returns the boards of cases. A case whose search is not shown has no board.
func boards(ctx context.Context, q *question) (Reply, error) {
	all := []board{}
	for _, q.Case = range q.Cases[:min(len(q.Cases), maxBoards)] {
		c, err := q.find()
		if err != nil {
			return Reply{}, err
		}
		game, ok := c.Problem.(homework.Replayer)
		if !ok {
			continue
		}
		b := board{Case: c.Name, Places: game.Stage().Places, Links: game.Stage().Links}
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

// The players of a page's games, by the names that records have.
const (
	user      = "you"
	reference = "oracle" // as "touchstone play" calls the reference agent
)

// saveMatch returns the record of a match, which "touchstone replay" reads.
func saveMatch(_ context.Context, q *question) (Reply, error) {
	o, err := q.opening()
	if err != nil {
		return Reply{}, err
	}
	g, side := record.Begin(q.a, o), q.Match.Side
	g.Nodes, g.Agents[side], g.Agents[1-side] = max(q.Match.Nodes, 0), user, reference
	if !q.a.Contest.Clocked {
		g.Depth = matchDepth
	}
	last, err := q.playTurns(o, func(turn Turn, side int, after homework.Position) {
		g.Moves = append(g.Moves, record.Move{Side: side, Turn: turn.Moves, Thought: turn.Thought,
			After: record.StateOf(after)})
	})
	if err != nil {
		return Reply{}, err
	}
	if g.End = record.Ended(last); !last.Over() {
		g.End = &record.End{Winner: record.NoSide, Reason: record.Adjourned, Points: last.Points()}
	}
	var text bytes.Buffer
	err = g.Write(&text)
	return Reply{Files: map[string][]byte{q.a.Name + "-game.jsonl": text.Bytes()}}, err
}

// openMatch returns the match of a record, to be played on: by the user as the side that the user had, or
// else that is to move.
func openMatch(_ context.Context, q *question) (Reply, error) {
	if len(q.Files) != 1 {
		return Reply{}, fmt.Errorf("want a saved game, found %d files", len(q.Files))
	}
	for name, text := range q.Files {
		name = escape.Line(path.Base(name))
		g, err := record.Read(name, text)
		if err == nil && g.Assignment != q.a.Name {
			err = fmt.Errorf("want a saved game of %s, found one of %s", q.a.Name, escape.Line(g.Assignment))
		}
		if err == nil && len(g.Moves) > maxTurns {
			err = fmt.Errorf("%s: want at most %d turns, found %d", name, maxTurns, len(g.Moves))
		}
		if err == nil {
			err = g.Check(name)
		}
		if err != nil {
			return Reply{}, err
		}
		q.Match = matchOf(g, q.Match.Nodes)
	}
	return Reply{Value: q.Match}, nil
}

// matchOf returns the match of a game that was checked.
func matchOf(g *record.Game, nodes int64) Match {
	m := Match{Seed: g.Seed, Number: g.Number, Even: g.Even, Size: float64(g.Size), Nodes: nodes,
		Turns: []Turn{}}
	if mover := g.Position().Board.Mover; g.Agents[1] == user || g.Agents[0] != user && mover == g.Sides[1] {
		m.Side = 1
	}
	if g.Nodes > 0 {
		m.Nodes = g.Nodes
	}
	for _, move := range g.Moves {
		m.Turns = append(m.Turns, Turn{Moves: move.Turn, Thought: move.Thought})
	}
	return m
}
