// Package contest implements homework.Position for games whose rules it is given, and defines how the input
// and the answer show a position (docs/rules/competition.md).
package contest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// A View is a position as the side to move sees it, which is the root player of its search. It
// does not change. S is the position of the game's rules.
type View[S any] interface {
	// Side returns the side to move, 0 or 1.
	Side() int
	// Points returns the points of each side, side 0 first.
	Points() [2]int32
	// Stage describes the board, which has the same places as long as a game lasts.
	Stage() replay.Stage
	// Game returns the rules, the position as the root, and how to display them. A search that reaches the end
	// of the game uses the difference of the points as the value, or a multiple of it, including points that no
	// input shows.
	Game() search.Game[S]
	// Ask returns the text of input.txt.
	Ask(a homework.Allowance) string
	// Judge returns the turn that the text of the file that shows it names. The error is a *homework.Foul if it
	// shows no legal one. Match does that for most games.
	Judge(text []byte) (turn []string, err error)
	// Next returns the position after a turn as the other side sees it.
	Next(turn []string, after *S) View[S]
}

// Of returns the contest c, whose games begin with the positions that start draws.
func Of[S any](c homework.Contest, start func(r *random.Rand, size, first int) View[S]) *homework.Contest {
	c.Start = func(r *random.Rand, size, first int) homework.Position { return New(&c, start(r, size, first)) }
	return &c
}

// New returns a position of a contest.
func New[S any](c *homework.Contest, v View[S]) homework.Position { return position[S]{v, c} }

// Worth returns the total value of each side's pieces on the board, side 0 first.
func Worth[S any](v View[S]) (points [2]int32) {
	g := v.Game()
	for _, piece := range g.Show.Board(g.Root).Pieces {
		switch piece.Side {
		case 1:
			points[v.Side()] += piece.Worth
		case -1:
			points[1-v.Side()] -= piece.Worth
		}
	}
	return points
}

// Over reports whether the side to move has no move.
func Over[S any](v View[S]) bool {
	g := v.Game()
	return len(g.Rules.Moves(nil, g.Root, nil)) == 0
}

type position[S any] struct {
	View[S]
	contest *homework.Contest
}

func (p position[S]) Mover() int { return p.Side() }

func (p position[S]) Input(a homework.Allowance) string { return p.Ask(a) }

func (p position[S]) Over() bool { return Over(p.View) }

// Board converts the view of the side to move into the view of side 0.
func (p position[S]) Board() replay.Board {
	g := p.Game()
	b := g.Show.Board(g.Root)
	b.Mover = p.contest.Sides[p.Side()]
	if p.Side() == 1 {
		for i := range b.Pieces {
			b.Pieces[i].Side, b.Pieces[i].Worth = -b.Pieces[i].Side, -b.Pieces[i].Worth
		}
	}
	return b
}

func (p position[S]) Files() []string { return []string{p.Game().Show.File} }

func (p position[S]) Judge(files map[string][]byte) ([]string, error) {
	return p.View.Judge(files[p.Game().Show.File])
}

// Answer has no answer to a turn that is not legal.
func (p position[S]) Answer(turn []string) map[string][]byte {
	after, err := p.apply(turn)
	if err != nil {
		return nil
	}
	show := p.Game().Show
	return map[string][]byte{show.File: output.Text(show.Lines(turn, after))}
}

func (p position[S]) Turns(depth int) replay.Turns {
	g := p.Game()
	g.Params.Limit = depth
	return g.Turns()
}

func (p position[S]) Play(turn []string) (homework.Position, error) {
	after, err := p.apply(turn)
	if err != nil {
		return nil, err
	}
	return New(p.contest, p.Next(turn, after)), nil
}

// apply returns the position after a whole legal turn.
func (p position[S]) apply(turn []string) (*S, error) {
	g := p.Game()
	rules, state, show := g.Rules, g.Root, g.Show
	due := true
	for _, name := range turn {
		moves := rules.Moves(nil, state, nil)
		i := slices.IndexFunc(moves, func(m search.Move) bool { return string(show.Name(nil, m)) == name })
		if !due || i < 0 {
			return nil, fmt.Errorf("want a legal turn, found %s", scan.Show(strings.Join(turn, " ")))
		}
		next := new(S)
		due = rules.Play(next, state, moves[i]) == search.Again
		state = next
	}
	if len(turn) == 0 {
		return nil, errors.New("want a whole turn, found none: " +
			"a search of depth 0 (Allowance.Depth, Agent.Depth) chooses none")
	}
	if due && len(rules.Moves(nil, state, nil)) > 0 {
		return nil, fmt.Errorf("want a whole turn, found %s", scan.Show(strings.Join(turn, " ")))
	}
	return state, nil
}

func (p position[S]) Choose(ctx context.Context, agent homework.Agent,
	a homework.Allowance) ([]string, homework.Thought, error) {
	if p.contest.Clocked {
		a.Depth = 0 // the contest gives no depth
	}
	g := p.Game()
	moves, found, err := engine.Choose(ctx, g.Rules, g.Root, agent, a)
	var turn []string
	for _, m := range moves {
		turn = append(turn, string(g.Show.Name(nil, m)))
	}
	return turn, found, err
}

// A Reader finds the lines of a file that show a turn and returns them in a form in which the lines of equal
// turns are equal. The lines have no trailing blanks, and the last one is not empty. The error may be a
// *homework.Foul; otherwise the answer is malformed.
type Reader func(lines []string) ([]string, error)

// Match judges the text of an answer by looking for the legal turn that shows the same. It reads as leniently
// as inputs are read: line ends, and blanks at the ends of lines and of the file, are free.
func Match[S any](v View[S], text []byte, read Reader) (turn []string, err error) {
	g := v.Game()
	want, err := read(scan.Lines(string(text)))
	if err != nil {
		var foul *homework.Foul
		if errors.As(err, &foul) {
			return nil, foul
		}
		return nil, &homework.Foul{Kind: homework.Malformed, Text: fmt.Sprintf("%s: %v", g.Show.File, err)}
	}
	f := finder[S]{Game: g, read: read, want: want, seen: map[string]bool{}}
	if turn := f.find(g.Root, nil); turn != nil {
		return turn, nil
	}
	return nil, &homework.Foul{Kind: homework.Illegal,
		Text: fmt.Sprintf("%s: want the result of a legal turn, found %s", g.Show.File,
			scan.Show(strings.Join(want, "/")))}
}

// A finder looks for the turn that shows certain lines.
type finder[S any] struct {
	search.Game[S]
	read Reader
	want []string
	seen map[string]bool // the visible parts of the unfinished turns examined so far
}

// find returns the first such turn that begins with the moves made, or nil.
func (f *finder[S]) find(state *S, moves []string) []string {
	for _, m := range f.Rules.Moves(nil, state, nil) {
		var after S
		movesAgain := f.Rules.Play(&after, state, m) == search.Again
		turn := append(moves[:len(moves):len(moves)], string(f.Show.Name(nil, m)))
		shown, err := f.read(f.Show.Lines(turn, &after))
		if movesAgain && len(f.Rules.Moves(nil, &after, nil)) > 0 {
			key := strings.Join(shown, "\n")
			if f.seen[key] {
				continue
			}
			f.seen[key] = true
			if found := f.find(&after, turn); found != nil {
				return found
			}
		} else if err == nil && slices.Equal(shown, f.want) {
			return turn
		}
	}
	return nil
}

// Rows reads the first lines of a file as the rows of a square board, one character a square.
func Rows(lines []string, width int, empty byte) ([]string, error) {
	if len(lines) < width || replay.Rows(lines[:width], width, width*width, empty) == nil {
		return nil, fmt.Errorf("want a board of %d rows of %d signs %cXO", width, width, empty)
	}
	return lines[:width], nil
}
