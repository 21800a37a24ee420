package search_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/search/searchtest"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// newGame returns a game that has all optional parts.
func newGame[S any](rules search.Rules[S], p search.Params) search.Game[S] {
	return search.Game[S]{
		Rules: rules, Root: new(S), Params: p,
		Show: search.Show[S]{
			Root: "root", Name: searchtest.Label, File: "turn.txt",
			Board: func(s *S) replay.Board { return replay.Board{Mover: fmt.Sprint(*s)} },
			Lines: func(turn []string, after *S) []string { return append(turn, fmt.Sprint(*after)) },
			Read:  func([]string) (string, []string) { return "", nil },
		},
	}
}

// A replay visits the lines of a log, and describes the step behind each line.
func TestReplay(t *testing.T) {
	rules := tree(t, "aa3 ab5 ba1 bb7")
	for _, prune := range []bool{false, true} {
		g := newGame(rules, search.Params{Limit: 2, Prune: prune})
		g.Show.Turned = func(s string) string { return s + "b" }
		var log, steps strings.Builder
		must.Do(t, g.Replay(t.Context(), func(s replay.Step) error {
			fmt.Fprintf(&log, "%s,%d,%d", s.Name, s.Depth, s.Value)
			if prune {
				fmt.Fprintf(&log, ",%d,%d", s.Alpha, s.Beta)
			}
			fmt.Fprintln(&log)
			fmt.Fprintln(&steps, s.Kind, s.Ply, s.Max, s.Moves, s.Index, s.Returned, s.ValueBefore, s.Better, s.Cut,
				s.Board().Mover, s.Over(), s.OpponentMoves())
			return nil
		}))
		infinities := strings.NewReplacer("-2147483647", "-Infinity", "2147483647", "Infinity")
		_, want := run(t, rules, 2, prune)
		expect.Equal(t, want, infinities.Replace(log.String()), "pruning", prune)
		if prune {
			goldie.New(t).Assert(t, "replay", []byte(infinities.Replace(steps.String())))
		}
	}
}

// A game writes its log and its turn, and lists its turns up to a maximum. It returns an error if a part is missing.
func TestGame(t *testing.T) {
	rules := toy{moves: map[string]string{"": "a+ b", "a": "a b", "b": "a"}, value: map[string]int32{"aa": 1, "ab": 4, "b": 3}}
	files := output.Memory{}
	must.Do(t, newGame(rules, search.Params{Limit: 1}).Solve(t.Context(), files, "log.txt", &trace.Minimax))
	_, log := run(t, rules, 1, false)
	expect.Equal(t, output.Memory{"turn.txt": []byte("a\nb\nab\n"), "log.txt": []byte("Node,Depth,Value\n" + log)}, files)
	for limit, want := range []string{"[] false", "[a] true, [a a] false, [a b] false, [b] false"} {
		var all []string
		for _, turn := range newGame(rules, search.Params{Limit: limit}).Turns().All {
			all = append(all, fmt.Sprint(turn.Moves, turn.Unfinished))
		}
		expect.Equal(t, want, strings.Join(all, ", "), "turns to depth", limit)
	}
	if turns := newGame(longTurn{101, 2}, search.Params{Limit: 1}).Turns(); len(turns.All) != 10_000 || !turns.More {
		t.Errorf("%d turns are listed, and more: %t", len(turns.All), turns.More)
	}
	for part, remove := range map[string]func(g *search.Game[string]){
		"Rules": func(g *search.Game[string]) { g.Rules = nil }, "Root": func(g *search.Game[string]) { g.Root = nil },
		"Show.Name": func(g *search.Game[string]) { g.Show.Name = nil }, "Show.Lines": func(g *search.Game[string]) { g.Show.Lines = nil },
		"Show.File": func(g *search.Game[string]) { g.Show.File = "" }, "Show.Board": func(g *search.Game[string]) { g.Show.Board = nil },
		"Show.Read": func(g *search.Game[string]) { g.Show.Read = nil },
	} {
		g := newGame(rules, search.Params{Limit: 1})
		remove(&g)
		if part != "Show.Board" && part != "Show.Read" { // an answer needs neither
			expect.Error(t, g.Solve(t.Context(), output.Memory{}, "log.txt", &trace.Minimax), "found one without "+part, "Solve")
		}
		if part != "Show.File" {
			expect.Error(t, g.Replay(t.Context(), nil), "found one without "+part, "Replay")
		}
	}
}

// A replay whose visit fails searches no further, on one thread too, where nothing else has a turn until it ends.
func TestReplayStops(t *testing.T) {
	nodes, visits := 0, 0
	full := errors.New("full")
	err := newGame(endless{&nodes}, search.Params{Limit: 12}).Replay(t.Context(), func(replay.Step) error {
		if visits++; visits > 5 {
			return full
		}
		return nil
	})
	expect.True(t, errors.Is(err, full) && visits == 6 && nodes <= 20, err, "after", visits, "visits and",
		nodes, "nodes, want", full, "after 6, and at most 20")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = newGame(endless{&nodes}, search.Params{Limit: 40}).Replay(ctx, func(replay.Step) error { return nil })
	expect.True(t, errors.Is(err, context.Canceled), err)
}

// The values of turns whose search was cut short mean nothing.
func TestValuesCutShort(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	nodes := 0
	_, err := newGame(endless{&nodes}, search.Params{Limit: 40}).Turns().Values(ctx)
	expect.True(t, errors.Is(err, context.Canceled) && nodes < patience, nodes, "nodes", err)
}

// A noting toy notes one bit for each letter of the path to a position.
type notingToy struct{ toy }

func (g notingToy) Moves(dst []search.Move, s *string, notes *search.Notes) []search.Move {
	for _, letter := range *s {
		notes.Add(1 << (letter - 'a'))
	}
	return g.toy.Moves(dst, s, notes)
}

// A searcher searches subtrees in any order. Each subtree has its own value, rows and notes. There are no notes
// from the cut-off. An extra turn keeps the depth and the side to move (mancala rule 8).
func TestSearch(t *testing.T) {
	g := notingToy{toy{
		moves: map[string]string{"": "a b+ c", "a": "a d", "aa": "c", "b": "a+ b", "ba": "a b", "bb": "a b", "c": "a"},
		value: map[string]int32{"aac": 3, "ad": 5, "baa": 1, "bab": 7, "bba": 2, "bbb": 9, "ca": 4},
	}}
	files := output.Memory{}
	log := must.Get(trace.Begin(files, "log", output.Size{}, &trace.AlphaBeta, searchtest.Label))(t)
	root := ""
	s := search.NewSearcher(g, &root, search.Params{Limit: 3, Prune: true, Log: log})
	want := []string{trace.AlphaBeta.Header}
	for _, c := range []struct {
		path        []search.Move
		alpha, beta int32
		value       int32
		letters     string // that are noted
		rows        string
	}{
		{[]search.Move{1, 0}, 0, 5, 7, "ba", "a,1,-Infinity,0,5 a,1,1,0,5 a,1,1,1,5 b,1,7,1,5 a,1,7,1,5"},
		{[]search.Move{0}, -search.Inf, search.Inf, 3, "ad", "a,1,Infinity,-Infinity,Infinity a,2,-Infinity,-Infinity,Infinity " +
			"a,3,3,-Infinity,Infinity a,2,3,3,Infinity a,1,3,-Infinity,3 b,2,5,-Infinity,3 a,1,3,-Infinity,3"},
		{[]search.Move{2}, 5, 9, 4, "ca", "c,1,Infinity,5,9 a,2,4,5,9 c,1,4,5,9"},
		{[]search.Move{1, 1}, 0, 1, 2, "ba", "b,1,Infinity,0,1 a,2,2,0,1 b,1,2,0,1 b,2,9,0,1 b,1,2,0,1"},
	} {
		value, notes := s.Search(search.Subtree{Path: c.path, Alpha: c.alpha, Beta: c.beta}, new(atomic.Bool))
		var noted search.Notes
		for _, letter := range c.letters {
			noted |= 1 << (letter - 'a')
		}
		expect.True(t, value == c.value && notes == noted && notes.Has(noted) && !notes.Has(noted|1<<7),
			c.path, "value", value, "and notes", notes, "want", c.value, "and", noted)
		want = append(want, strings.Fields(c.rows)...)
	}
	must.Do(t, log.Finish(nil))
	expect.Equal(t, want, strings.Fields(string(files["log"])), "log")
}
