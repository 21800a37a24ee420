// Package contest makes positions of contests (homework.Position) of games of which it is told the rules, and how
// the input and the answer show a position (docs/rules/competition.md).
package contest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/engine"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// A View is a position as the side to move sees it, which is the root player of its search. It
// does not change. S is the position of the game's rules.
type View[S any] interface {
	// Side returns the side to move, 0 or 1.
	Side() int
	// Points returns what each side has, side 0 first.
	Points() [2]int32
	// Stage describes the board, which has the same places as long as a game lasts.
	Stage() replay.Stage
	// Start returns the rules, the position, and how they are shown.
	Start() (search.Rules[S], *S, search.Show[S])
	// Ask returns the text of input.txt.
	Ask(a homework.Allowance) string
	// File returns the name of the file that shows the turn.
	File() string
	// Shows returns the lines of that file that show a turn and the position after it.
	Shows(turn []string, after *S) []string
	// Judge returns the turn that the text of that file shows. The error is a *homework.Foul if it shows no legal one.
	// Match does that for most games.
	Judge(text []byte) (turn []string, err error)
	// Next returns the position after a turn as the other side sees it.
	Next(turn []string, after *S) View[S]
}

// A Kind is what all positions of a contest have in common.
type Kind struct {
	Sides   [2]string // as in homework.Contest
	Clocked bool
}

// New returns a position of a contest.
func New[S any](k Kind, v View[S]) homework.Position { return position[S]{v, k} }

type position[S any] struct {
	View[S]
	kind Kind
}

func (p position[S]) Mover() int { return p.Side() }

func (p position[S]) Input(a homework.Allowance) string { return p.Ask(a) }

func (p position[S]) Over() bool {
	rules, root, _ := p.Start()
	return len(rules.Moves(nil, root, nil)) == 0
}

// Board turns what the side to move sees into what side 0 does.
func (p position[S]) Board() replay.Board {
	_, root, show := p.Start()
	b := show.Board(root)
	b.Mover = p.kind.Sides[p.Side()]
	if p.Side() == 1 {
		for i := range b.Pieces {
			b.Pieces[i].Side, b.Pieces[i].Worth = -b.Pieces[i].Side, -b.Pieces[i].Worth
		}
	}
	return b
}

func (p position[S]) Files() []string { return []string{p.File()} }

func (p position[S]) Judge(files map[string][]byte) ([]string, error) {
	return p.View.Judge(files[p.File()])
}

// Answer has no answer to a turn that is not legal.
func (p position[S]) Answer(turn []string) map[string][]byte {
	after, err := p.after(turn)
	if err != nil {
		return nil
	}
	return map[string][]byte{p.File(): []byte(strings.Join(p.Shows(turn, after), "\n") + "\n")}
}

func (p position[S]) Play(turn []string) (homework.Position, error) {
	after, err := p.after(turn)
	if err != nil {
		return nil, err
	}
	return New(p.kind, p.Next(turn, after)), nil
}

// after returns what a whole legal turn leads to.
func (p position[S]) after(turn []string) (*S, error) {
	rules, at, show := p.Start()
	due := true
	for _, name := range turn {
		moves := rules.Moves(nil, at, nil)
		i := slices.IndexFunc(moves, func(m search.Move) bool { return string(show.Name(nil, m)) == name })
		if !due || i < 0 {
			return nil, fmt.Errorf("want a legal turn, found %s", scan.Show(strings.Join(turn, " ")))
		}
		next := new(S)
		due = rules.Play(next, at, moves[i]) == search.Again
		at = next
	}
	if len(turn) == 0 || due && len(rules.Moves(nil, at, nil)) > 0 {
		return nil, fmt.Errorf("want a whole turn, found %s", scan.Show(strings.Join(turn, " ")))
	}
	return at, nil
}

func (p position[S]) Choose(ctx context.Context, agent homework.Agent, a homework.Allowance) ([]string, homework.Thought, error) {
	if p.kind.Clocked {
		a.Depth = 0 // nobody tells one
	}
	rules, root, show := p.Start()
	moves, found, err := engine.Choose(ctx, rules, root, agent, a)
	var turn []string
	for _, m := range moves {
		turn = append(turn, string(show.Name(nil, m)))
	}
	return turn, found, err
}
