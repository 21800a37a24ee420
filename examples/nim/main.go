// Command nim is touchstone with the smallest possible game, in this file. Two players in turn take one to
// three stones from a heap, and the player who takes the last one wins (docs/new-game.md).
package main

import (
	"context"
	"embed"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/cli"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

//go:embed cases
var cases embed.FS

var situations search.Catalogue[*input, position, any] // only the situations of every search

func main() {
	cli.Main(catalog.Game{Assignment: &homework.Assignment{
		Name: "nim", Title: "who takes the last stone wins: alpha-beta", Editions: homework.OneEdition,
		FinalNewline: true, Grading: homework.Grading{Shares: []homework.Share{{Category: "alphabeta", Points: 100}}},
		Situations: situations.List(),
		Parse: func(name string, src []byte) (homework.Problem, error) {
			in := new(input)
			return in, scan.Parse(name, src, in.fields)
		},
		Cases:     cases,
		Generator: homework.Generator{Small: heap, Course: heap},
	}})
}

// The rules. A move is the number of stones taken, less one.
type position struct {
	stones int
	foe    bool // moves next
}

type rules struct{}

func (rules) Moves(dst []search.Move, p *position, _ *search.Notes) []search.Move {
	for n := range min(p.stones, 3) {
		dst = append(dst, search.Move(n))
	}
	return dst
}

func (rules) Play(dst, src *position, m search.Move) search.Turn {
	dst.stones, dst.foe = src.stones-int(m)-1, !src.foe
	return search.Next
}

func (rules) Eval(p *position) int32 {
	switch {
	case p.stones > 0:
		return 0
	case p.foe: // the root player took the last one
		return 1
	}
	return -1
}

// The input.
type input struct{ depth, stones int }

func (in *input) fields(c *scan.Codec) {
	c.Int("the depth", &in.depth, 1, 20)
	c.Int("stones", &in.stones, 1, 50)
}

func heap(r *random.Rand) homework.Problem { return &input{r.Between(1, 5), r.Between(1, 9)} }

func (in *input) String() string   { return scan.Print(in.fields) }
func (in *input) Files() []string  { return []string{"move.txt", "log.txt"} }
func (in *input) Category() string { return "alphabeta" }

func (in *input) Beyond(context.Context, []byte, string) (string, error) { return "", nil }
func (in *input) Situations(ctx context.Context) (homework.Seen, error) {
	return situations.Watch(ctx, in.game(), nil, func(search.Result) *input { return in })
}

// The answer, and the data that explain and trace show.
func (in *input) game() search.Game[position] {
	return search.Game[position]{
		Rules: rules{}, Root: &position{stones: in.stones}, Params: search.Params{Limit: in.depth, Prune: true},
		Show: search.Show[position]{Root: "root", Name: name, Board: board, File: "move.txt", First: 1,
			Lines: func(turn []string, _ *position) []string { return turn },
			Read:  func(lines []string) (string, []string) { return strings.Join(lines, " "), nil },
		},
	}
}

func name(dst []byte, m search.Move) []byte { return strconv.AppendInt(dst, int64(m)+1, 10) }

func board(p *position) replay.Board {
	mover := map[bool]string{false: "first player", true: "second player"}[p.foe]
	return replay.Board{Mover: mover, Pieces: []replay.Piece{{Text: strconv.Itoa(p.stones)}}}
}

func (in *input) Solve(ctx context.Context, _ homework.Options, sink output.Sink) (homework.Notes, error) {
	return homework.Notes{}, in.game().Solve(ctx, sink, "log.txt", trace.Common(true))
}

func (in *input) Stage() replay.Stage {
	return replay.Stage{File: "log.txt", First: 2, Places: []replay.Place{{Name: "heap"}}}
}

func (in *input) Turns(homework.Options) replay.Turns { return in.game().Turns() }

func (in *input) Replay(ctx context.Context, _ homework.Options, visit func(replay.Step) error) error {
	return in.game().Replay(ctx, visit)
}
