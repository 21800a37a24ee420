// Package gametest holds the tests that each game makes of itself, in its own folder: a table of
// inputs and what is true of them (Situations, Errors, Beyond, Answers), properties of random
// inputs (Property), the fuzz target of its parser (Fuzz) and the figures of a graded set (Graded).
// "go test ./oracle -run Complete" says which of them a game lacks.
//
// Search returns the tree of a search.
package gametest

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A fataler is a test, a benchmark or a check of a property.
type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

// Parse reads an input that must be right.
func Parse(t fataler, a *oracle.Assignment, input string) homework.Problem {
	t.Helper()
	p, err := a.Parse(oracle.InputFile, []byte(input))
	if err != nil {
		t.Fatalf("%s: %v, in\n%s", a.Name, err, input)
	}
	return p
}

// Answer solves a problem that must have an answer.
func Answer(t fataler, p homework.Problem, how homework.Options) output.Memory {
	t.Helper()
	files := output.Memory{}
	if _, err := p.Solve(context.Background(), how, files); err != nil {
		t.Fatalf("%v, on the input\n%s", err, p)
	}
	return files
}

// Edited returns an input with some of its text replaced, each part once.
func Edited(t fataler, input string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(input, pairs[i]) {
			t.Fatalf("no %q in\n%s", pairs[i], input)
		}
		input = strings.Replace(input, pairs[i], pairs[i+1], 1)
	}
	return input
}

// Property checks a property of what is made with r. A failing input is shrunk.
func Property(t *testing.T, holds func(t *rapid.T, r *random.Rand)) {
	t.Helper()
	effort.Check(t, func(t *rapid.T) {
		holds(t, random.Choices(func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") }))
	})
}

// Turned maps square i of a board under one of its 8 symmetries.
func Turned(symmetry, side, i int) int {
	x, y := i%side, i/side
	if symmetry&1 != 0 {
		x = side - 1 - x
	}
	if symmetry&2 != 0 {
		y = side - 1 - y
	}
	if symmetry&4 != 0 {
		x, y = y, x
	}
	return y*side + x
}

// Fuzz fuzzes an assignment's parser from some seeds and some generated inputs. It
// never panics, and whatever it accepts is printed as an input that parses to an
// equal problem and prints the same.
func Fuzz(f *testing.F, a *oracle.Assignment, seeds ...string) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	r := random.New(1)
	for range 20 {
		f.Add([]byte(a.Generator.Small(r).String()))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		want, err := a.Parse(oracle.InputFile, src)
		if err != nil {
			return
		}
		text := want.String()
		got, err := a.Parse(oracle.InputFile, []byte(text))
		if err != nil {
			t.Fatalf("%v, in the print\n%s", err, text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("parse(print) (-want +got):\n%s", diff)
		}
		if again := got.String(); again != text {
			t.Errorf("printed again\n%s\nwant\n%s", again, text)
		}
	})
}

// A Tree is a node of a search.
type Tree struct {
	Name  string
	Depth int
	Value int     // what the node returned
	Kids  []*Tree // none for a leaf
}

// Search returns the root of the tree that the search of a problem visits.
func Search(t fataler, p homework.Problem) *Tree {
	t.Helper()
	var path []*Tree // to the node, by ply
	err := p.(homework.Replayer).Replay(context.Background(), homework.Options{}, func(s replay.Step) error {
		if s.Kind != replay.Update {
			path = append(path[:s.Ply], &Tree{Name: s.Name, Depth: s.Depth})
			if s.Ply > 0 {
				above := path[s.Ply-1]
				above.Kids = append(above.Kids, path[s.Ply])
			}
		}
		path[s.Ply].Value = int(s.Value)
		return nil
	})
	if err != nil {
		t.Fatalf("%v, on the input\n%s", err, p)
	}
	return path[0]
}
