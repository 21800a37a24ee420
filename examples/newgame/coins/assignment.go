package coins

import (
	"context"
	"embed"
	"slices"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/search"

	"example.org/newgame/coins/second"
)

//go:embed cases
var corpus embed.FS

//go:embed RULES.md
var rulesPage string

// Assignment describes this homework to touchstone.
var Assignment = homework.Assignment{
	Name: "coins", Course: "a course of yours",
	Title:        "coins from both ends of a row: minimax, alpha-beta",
	Editions:     homework.OneEdition,
	FinalNewline: true,
	Grading: homework.Grading{Shares: []homework.Share{
		{Category: "minimax", Points: 40}, {Category: "alphabeta", Points: 60},
	}},
	Situations: situations.List(),
	Parse:      Parse,
	Rules:      rulesPage,
	Cases:      corpus,
	Contest:    games,
	Generator:  homework.Generator{Small: small, Course: likeCourse, GradedSize: 20, Shrink: simpler},
}

// Game is the assignment and its second solver, with the mistakes to try.
var Game = catalog.Game{Assignment: &Assignment, Second: second.Solver}

// The situations of this game, after those that every search has. Both are seen before a move is made.
var situations = search.Catalogue[*Input, position, any]{
	{Name: "lucky-coin", Title: "a coin of 5 is in the row",
		AfterSearch: func(in *Input) bool { return slices.Contains(in.Row, luckyCoin) }},
	{Name: "lucky-neighbours", Title: "two coins of 5 lie side by side: a turn may go on and on",
		AfterSearch: func(in *Input) bool {
			for i := range in.Row[1:] {
				if in.Row[i] == luckyCoin && in.Row[i+1] == luckyCoin {
					return true
				}
			}
			return false
		}},
}

// Situations reports which situations of the catalogue the input shows.
func (in *Input) Situations(ctx context.Context) (homework.Seen, error) {
	return situations.Watch(ctx, in.game(), nil, func(search.Result) *Input { return in })
}

// small has few coins, so that ties, ends of the game and lucky coins are frequent.
func small(r *random.Rand) homework.Problem { return row(r, r.Between(1, 7), r.Between(1, 7)) }

// likeCourse has the sizes that the course grades with.
func likeCourse(r *random.Rand) homework.Problem { return row(r, r.Between(8, 14), r.Between(3, 6)) }

func row(r *random.Rand, coins, cutOff int) homework.Problem {
	in := &Input{CutOff: cutOff}
	if r.Chance(2) {
		in.Task = alphaBeta
	}
	top := random.Pick(r, 5, 5, 9)
	in.Row = make([]int32, coins)
	random.Fill(r, in.Row, 1, top)
	return in
}
