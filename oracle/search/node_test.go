package search_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/search"
	"github.com/touchstone-suite/touchstone/oracle/search/searchtest"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// newEndless returns a search of an endless game, twelve plies deep.
func newEndless(nodes *int) search.Game[int] {
	return search.Game[int]{
		Rules: endless{nodes}, Root: new(int), Params: search.Params{Limit: 12},
		Show: search.Show[int]{
			Name:  func(dst []byte, _ search.Move) []byte { return dst },
			Board: func(*int) replay.Board { return replay.Board{} },
			Lines: func([]string, *int) []string { return nil },
			Read:  func([]string) (string, []string) { return "", nil },
		},
	}
}

// A replay whose visit fails searches no further, on one thread too, where nothing else has a turn until it ends.
func TestReplayStops(t *testing.T) {
	nodes, visits := 0, 0
	full := errors.New("full")
	err := newEndless(&nodes).Replay(t.Context(), func(replay.Step) error {
		if visits++; visits > 5 {
			return full
		}
		return nil
	})
	if !errors.Is(err, full) || visits != 6 || nodes > 20 {
		t.Errorf("%v after %d visits and %d nodes, want %v after 6, and at most 20", err, visits, nodes, full)
	}
}

// The values of turns whose search was cut short mean nothing.
func TestValuesCutShort(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if values, err := newEndless(new(int)).Turns().Values(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, error %v, want %v", values, err, context.Canceled)
	}
}

// A noting toy notes one bit for each letter of the path to a position.
type notingToy struct{ toy }

func (g notingToy) Moves(dst []search.Move, s *string, notes *search.Notes) []search.Move {
	for _, letter := range *s {
		notes.Add(1 << (letter - 'a'))
	}
	return g.toy.Moves(dst, s, notes)
}

// A searcher searches subtrees in any order. Each has its own value, rows and notes,
// and depth and side to move after an extra turn (mancala rule 8).
func TestSearch(t *testing.T) {
	g := notingToy{toy{
		moves: map[string]string{"": "a b+ c", "a": "a d", "aa": "a", "b": "a+ b", "ba": "a b", "bb": "a b", "c": "a"},
		value: map[string]int32{"aaa": 3, "ad": 5, "baa": 1, "bab": 7, "bba": 2, "bbb": 9, "ca": 4},
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
			noted.Add(1 << (letter - 'a'))
		}
		if value != c.value || notes != noted {
			t.Errorf("%v: value %d and notes %b, want %d and %b", c.path, value, notes, c.value, noted)
		}
		want = append(want, strings.Fields(c.rows)...)
	}
	must.Do(t, log.Finish(nil))
	expect.Equal(t, want, strings.Fields(string(files["log"])), "log")
}
