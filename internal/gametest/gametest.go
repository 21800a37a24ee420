// Package gametest provides the tests that each game runs in its own directory: a table of inputs with facts
// about them (Situations, Errors, Beyond, Answers), properties of random inputs (Property, AlphaBeta,
// Symmetry, DoubledWeights), the fuzz target of its parser (Fuzz), a digest of its random inputs and searches
// (Seed) and the figures of a graded set (Graded).
// "go test ./oracle -run Complete" lists the tests that a game lacks.
//
// Lookup, Corpus, Parse, Answer and Search are helpers for the tests of all packages. They return an
// assignment, its cases, an input, its answer and the tree of a search.
package gametest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/gen"
	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/oracle/search"
)

// A fataler is a test, a benchmark or a check of a property.
type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

// Lookup returns a built-in assignment.
func Lookup(t fataler, name string) *oracle.Assignment {
	t.Helper()
	a, err := oracle.Lookup(name)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return a
}

// Corpus returns the cases of an assignment.
func Corpus(t fataler, a *oracle.Assignment) []*cases.Case {
	t.Helper()
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatalf("%s: %v", a.Name, err)
	}
	return all
}

// Case returns the case of an assignment that has a name.
func Case(t fataler, a *oracle.Assignment, name string) *cases.Case {
	t.Helper()
	all := Corpus(t, a)
	i := slices.IndexFunc(all, func(c *cases.Case) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("%s has no case %s", a.Name, name)
	}
	return all[i]
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
func Answer(t fataler, p homework.Problem, options homework.Options) output.Memory {
	t.Helper()
	files := output.Memory{}
	if _, err := p.Solve(context.Background(), options, files); err != nil {
		t.Fatalf("%v, on the input\n%s", err, p)
	}
	return files
}

// AnswerTexts returns the files of an answer as texts.
func AnswerTexts(t fataler, p homework.Problem, options homework.Options) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for name, text := range Answer(t, p, options) {
		texts[name] = string(text)
	}
	return texts
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

// Property checks a property of values made with r. A failing input is shrunk.
func Property(t *testing.T, holds func(t *rapid.T, r *random.Rand)) {
	t.Helper()
	effort.Check(t, func(t *rapid.T) {
		holds(t, random.Choices(func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") }))
	})
}

// Symmetry checks that a board rotated or mirrored has the same value. turn moves the square i of an input to
// place(side, i), where side is the width of its board.
func Symmetry(t *testing.T, draw func(*random.Rand) homework.Problem,
	turn func(p homework.Problem, place func(side, i int) int) homework.Problem) {
	t.Helper()
	Property(t, func(t *rapid.T, r *random.Rand) {
		p := draw(r)
		want := Search(t, p).Value
		for symmetry := 1; symmetry < 8; symmetry++ {
			other := turn(p, func(side, i int) int { return turned(symmetry, side, i) })
			if got := Search(t, other).Value; got != want {
				t.Fatalf("symmetry %d: value %d, want %d, on the input\n%s", symmetry, got, want, p)
			}
		}
	})
}

// AlphaBeta checks that on n inputs alpha-beta finds the value and the moves of minimax (log rules 3 and 5).
// run searches an input, with cuts or without.
func AlphaBeta(t *testing.T, n int, draw func(*random.Rand) homework.Problem,
	run func(p homework.Problem, prune bool) (search.Result, error)) {
	t.Helper()
	r := random.New(1)
	for range effort.Of(n/5, n, n) {
		p := draw(r)
		minimax, err := run(p, false)
		must.Do(t, err)
		alphaBeta, err := run(p, true)
		must.Do(t, err)
		if diff := cmp.Diff(minimax, alphaBeta); diff != "" {
			t.Fatalf("(- minimax, + alpha-beta)\n%s\non the input\n%s", diff, p)
		}
	}
}

// turned maps square i of a board under one of its 8 symmetries.
func turned(symmetry, side, i int) int {
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

// Fuzz fuzzes an assignment's parser from some seeds and some generated inputs. It never panics, and whatever
// it accepts is printed as an input that parses to an equal problem and prints the same.
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
		if written := got.String(); written != text {
			t.Errorf("printed again\n%s\nwant\n%s", written, text)
		}
	})
}

// A Tree is a node of a search.
type Tree struct {
	Name  string
	Depth int
	Value int     // the node's return value
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

// Situations tests each situation of the game's own from both sides. The situations of every search are
// tested with the search. Each file of testdata/situations.txtar has a paragraph and an input. The paragraph names
// situations that the input shows and, marked with "-", situations that it narrowly misses.
func Situations(t *testing.T, a *oracle.Assignment) {
	t.Helper()
	known, tested := map[string]bool{}, map[string]bool{}
	for _, s := range a.Situations {
		known[s.Name] = true
	}
	for _, row := range must.Get(txtar.ParseFile("testdata/situations.txtar"))(t).Files {
		words, input, _ := strings.Cut(string(row.Data), "\n\n")
		shown := must.Get(Parse(t, a, input).Situations(t.Context()))(t).Names(a.Situations)
		for _, word := range strings.Fields(words) {
			name, missed := strings.CutPrefix(word, "-")
			expect.True(t, known[name] && slices.Contains(shown, name) != missed, a.Name, row.Name, word)
			tested[word] = true
		}
	}
	for _, s := range a.Situations[search.Common:] {
		expect.True(t, tested[s.Name] && tested["-"+s.Name], a.Name, "an input shows", s.Name, "and one lacks it")
	}
}

// Errors tests that a valid input with one wrong line is rejected, by an error that names the line, the text
// found there and the expected text (docs/rules/README.md "Input"). Each line of the table, a file in testdata, has
// the number of the wrong line, its text as a string of Go, and the error. The character \x00 ends the input.
func Errors(t *testing.T, a *oracle.Assignment, input, table string) {
	t.Helper()
	Parse(t, a, input)
	for row := range strings.Lines(string(must.Get(os.ReadFile(filepath.Join("testdata", table)))(t))) {
		var number int
		var text string
		must.Get(fmt.Sscanf(row, "%d %q", &number, &text))(t)
		_, want, _ := strings.Cut(strings.TrimSpace(row), strconv.Quote(text)+" ")
		lines := strings.SplitAfter(input, "\n")
		lines[number-1] = text + "\n"
		wrong, _, _ := strings.Cut(strings.Join(lines, ""), "\x00")
		_, err := a.Parse(oracle.InputFile, []byte(wrong))
		expect.True(t, errors.As(err, new(*scan.Error)) && err.Error() == want, a.Name, row, "found", err)
	}
}

// Beyond tests inputs outside the envelope and at its edges ("Envelope" in docs/rules/ASSIGNMENT.md). Each line
// of the table, a file in testdata, has a name, a text of the input, the text that replaces it everywhere, and
// the result of Beyond, or "inside".
func Beyond(t *testing.T, a *oracle.Assignment, input, table string) {
	t.Helper()
	sides := map[bool]bool{}
	for row := range strings.Lines(string(must.Get(os.ReadFile(filepath.Join("testdata", table)))(t))) {
		var before, after string
		name, rest, _ := strings.Cut(strings.TrimSpace(row), ": ")
		must.Get(fmt.Sscanf(rest, "%q %q", &before, &after))(t)
		want := strings.TrimPrefix(rest, fmt.Sprintf("%q %q ", before, after))
		edited := strings.ReplaceAll(input, before, after)
		got, err := Parse(t, a, edited).Beyond(t.Context(), []byte(edited), editionOf(name))
		if got == "" {
			got = "inside"
		}
		expect.True(t, err == nil && got == want && (edited != input || before == ""), a.Name, row, "found", got, err,
			"of", edited)
		sides[got == "inside"] = true
	}
	expect.True(t, sides[true] && sides[false], a.Name, table, "has inputs on both sides")
}

// editionOf returns the edition that the name of a row ends with, as in "depth 0, edition final".
func editionOf(name string) string {
	_, edition, _ := strings.Cut(name, ", edition ")
	return edition
}

// Answers compares whole answers: the goldens of the corpus that are stored as text, the examples of the rules,
// and conventions that no course file covers and that graded cases avoid. In testdata/answers.txtar, the files
// of an answer are below its input.
func Answers(t *testing.T, a *oracle.Assignment) {
	t.Helper()
	for rows := must.Get(txtar.ParseFile("testdata/answers.txtar"))(t).Files; len(rows) > 0; {
		example, want := rows[0], map[string]string{}
		for rows = rows[1:]; len(rows) > 0 && strings.HasSuffix(rows[0].Name, ".txt"); rows = rows[1:] {
			want[rows[0].Name] = strings.TrimSuffix(string(rows[0].Data), "\n(no line end)\n")
		}
		got := AnswerTexts(t, Parse(t, a, string(example.Data)), homework.Options{Edition: editionOf(example.Name)})
		expect.Equal(t, want, got, a.Name, example.Name)
	}
	compareGoldens(t, a, func(c *cases.Case) map[string]string {
		return AnswerTexts(t, c.Problem, homework.Options{})
	})
}

// compareGoldens compares answers with the goldens that the corpus stores as text.
func compareGoldens(t *testing.T, a *oracle.Assignment, answer func(*cases.Case) map[string]string) {
	t.Helper()
	for _, c := range Corpus(t, a) {
		files := answer(c)
		for _, name := range c.Problem.Files() {
			golden := must.Get(c.Golden(name))(t)
			if golden.Text != nil && string(golden.Text) != files[name] {
				t.Errorf("%s: the %s of %s differs from its golden", a.Name, name, c.Name)
			}
		}
	}
}

// A Tally collects figures of inputs, and reports those outside the range of the course's
// files ("Envelope" in docs/rules/ASSIGNMENT.md).
type Tally struct {
	t    *testing.T
	seen map[string]map[int]int
}

// Within checks that a figure is within a range and records it.
func (y *Tally) Within(p homework.Problem, figure string, value, low, high int) {
	y.t.Helper()
	if value < low || value > high {
		y.t.Errorf("%s: %d, want %d to %d, of\n%s", figure, value, low, high, p)
	}
	if y.seen[figure] == nil {
		y.seen[figure] = map[int]int{}
	}
	y.seen[figure][value]++
}

// Reached fails the test unless the figure came close to both ends of its range.
func (y *Tally) Reached(figure string, low, high int) {
	y.t.Helper()
	minHits, maxHits := 1<<30, -1
	for value := range y.seen[figure] {
		minHits, maxHits = min(minHits, value), max(maxHits, value)
	}
	if minHits > low || maxHits < high {
		y.t.Errorf("%s came from %d to %d, want %d to %d", figure, minHits, maxHits, low, high)
	}
}

// Graded makes graded sets from several seeds. look collects figures from each.
func Graded(t *testing.T, a *oracle.Assignment, look func(*Tally, homework.Problem)) *Tally {
	t.Helper()
	y := &Tally{t, map[string]map[int]int{}}
	inputs := 400
	if !effort.All() {
		inputs /= 10
	}
	for i := range a.Generator.GradedSize {
		for seed := range uint64(max(1, inputs/a.Generator.GradedSize)) {
			request := gen.Request{Assignment: a, Seed: seed, MaxLog: 256 << 10, Graded: true}
			input, err := request.Make(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			look(y, input.Problem)
		}
	}
	return y
}

// finite matches a number in a log that is a value or a window: the columns after the depth.
var finite = regexp.MustCompile(`-?\d+`)

// MapValues changes the finite values and windows in a file. In a log they are in the columns after the first
// ones; a file without a log is unchanged.
func MapValues(file string, separator string, columns int, change func(int) int) string {
	lines := strings.Split(file, "\n")
	for i, line := range lines {
		parts := strings.Split(line, separator)
		for j := columns; j < len(parts); j++ {
			if finite.FindString(parts[j]) == parts[j] && parts[j] != "" {
				n, _ := strconv.Atoi(parts[j])
				parts[j] = fmt.Sprint(change(n))
			}
		}
		lines[i] = strings.Join(parts, separator)
	}
	return strings.Join(lines, "\n")
}

// DoubledWeights checks that values are sums: with all weights of an input doubled, every value doubles
// and no choice changes. change doubles the values of a file.
func DoubledWeights(t *testing.T, a *oracle.Assignment, weights func(homework.Problem) [][]int32,
	change func(file string, double func(int) int) string) {
	t.Helper()
	Property(t, func(t *rapid.T, r *random.Rand) {
		p := a.Generator.Small(r)
		for _, values := range weights(p) {
			for i := range values {
				values[i] %= 400_000 // doubled it is a weight still
				values[i] += max(0, 1-values[i])
			}
		}
		want, got := map[string]string{}, map[string]string{}
		for name, file := range Answer(t, p, homework.Options{}) {
			want[name] = change(string(file), func(n int) int { return 2 * n })
		}
		for _, values := range weights(p) {
			for i := range values {
				values[i] *= 2
			}
		}
		for name, file := range Answer(t, p, homework.Options{}) {
			got[name] = string(file)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-want +got)\n%s\non the doubled input\n%s", diff, p)
		}
	})
}
