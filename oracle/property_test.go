package oracle_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/gangwars"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mapcolor"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// The checks of properties are the same in every run, and leave no file behind
// ("go test ./oracle -rapid.seed 0 -rapid.checks 10000" makes other and more). With
// -short rapid itself makes a fifth of the checks.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.checks": "500", "rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// property checks a property of what is made with r. A failing input is shrunk.
func property(t *testing.T, holds func(t *rapid.T, r *random.Rand)) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		holds(t, random.Choices(func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") }))
	})
}

// What is printed is read as the same input, and every valid input has an answer
// in every edition (docs/rules/README.md, "Input" and "Editions").
func TestPrintedIsRead(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			property(t, func(t *rapid.T, r *random.Rand) {
				p := a.Generator.Small(r)
				again := parse(t, a.Name, p.String())
				if diff := cmp.Diff(p, again); diff != "" {
					t.Fatalf("printed and read (-printed +read)\n%s\n%s", diff, p)
				}
				for _, edition := range a.Editions {
					files := answer(t, p, homework.Options{Edition: edition.Name})
					if len(files) != len(p.Files()) {
						t.Fatalf("%d files, want %v, of the input\n%s", len(files), p.Files(), p)
					}
				}
			})
		})
	}
}

// finite is a number of a log that stands for a value or a window: those in the
// columns behind the depth.
var finite = regexp.MustCompile(`-?\d+`)

// mapValues changes the finite values and windows in a file. In a log they stand
// behind the first columns; a file without a log has none.
func mapValues(file string, separator string, columns int, change func(int) int) string {
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

// Values are sums: with all weights doubled, every value doubles and no choice
// changes (squirrel rule 4, gangwars rule 5, mapcolor rule 5).
func TestWeightsDoubled(t *testing.T) {
	double := func(n int) int { return 2 * n }
	grow := func(values []int32) {
		for i := range values {
			values[i] %= 400_000 // doubled it is a weight still
			values[i] += max(0, 1-values[i])
		}
	}
	twice := func(values []int32) {
		for i := range values {
			values[i] *= 2
		}
	}
	for _, c := range []struct {
		assignment, separator string
		columns               int
		weights               func(homework.Problem) [][]int32
	}{
		{"squirrel", ",", 2, func(p homework.Problem) [][]int32 { return [][]int32{p.(*squirrel.Input).Values[:]} }},
		{"gangwars", ",", 2, func(p homework.Problem) [][]int32 { return [][]int32{p.(*gangwars.Input).Values} }},
		{"mapcolor", ", ", 3, func(p homework.Problem) [][]int32 { return p.(*mapcolor.Input).Weights[:] }},
	} {
		t.Run(c.assignment, func(t *testing.T) {
			property(t, func(t *rapid.T, r *random.Rand) {
				p := small(t, c.assignment, r)
				for _, values := range c.weights(p) {
					grow(values)
				}
				want := map[string]string{}
				for name, file := range answer(t, p, homework.Options{}) {
					want[name] = mapValues(string(file), c.separator, c.columns, double)
					if c.assignment == "mapcolor" { // the last line has no depth
						last := strings.LastIndex(want[name], "\n") + 1
						want[name] = want[name][:last] + mapValues(want[name][last:], c.separator, 2, double)
					}
				}
				for _, values := range c.weights(p) {
					twice(values)
				}
				got := map[string]string{}
				for name, file := range answer(t, p, homework.Options{}) {
					got[name] = string(file)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("(-want +got)\n%s\non the doubled input\n%s", diff, p)
				}
			})
		})
	}
}

// With a constant added to all weights of player 1, every value grows by as many
// times that constant as player 1 has coloured states, where all leaves lie at the
// depth limit; there no choice changes (mapcolor rules 4 and 5).
func TestMapcolorConstantAdded(t *testing.T) {
	drawn, checked := 0, 0
	property(t, func(t *rapid.T, r *random.Rand) {
		drawn++
		in := mapcolor.Assignment.Generator.Small(r).(*mapcolor.Input)
		constant := int32(r.Between(1, 50))
		roots := logTrees(t, in)
		if len(in.Initial) == 0 || !full(roots[0], in.Depth) {
			return
		}
		for _, weight := range in.Weights[0] {
			if weight+constant > mapcolor.MaxWeight {
				return
			}
		}
		checked++
		owned := (in.Depth + 1) / 2 // player 1 moves first, and at every other ply
		for _, a := range in.Initial {
			if a.Player == 1 {
				owned++
			}
		}
		shift := owned * int(constant)
		log := string(answer(t, in, homework.Options{})["output.txt"])
		move := strings.LastIndex(log, "\n") + 1
		add := func(n int) int { return n + shift }
		want := mapValues(log[:move], ", ", 3, add) + mapValues(log[move:], ", ", 2, add)
		for i := range in.Weights[0] {
			in.Weights[0][i] += constant
		}
		if diff := cmp.Diff(want, string(answer(t, in, homework.Options{})["output.txt"])); diff != "" {
			t.Fatalf("(-want +got)\n%s\non the input with %d added\n%s", diff, constant, in)
		}
	})
	if 4*checked < drawn {
		t.Errorf("%d of %d inputs were checked, want at least a quarter", checked, drawn)
	}
}

// full reports whether all leaves below a node lie at a depth.
func full(n *tree, depth int) bool {
	for _, kid := range n.Kids {
		if !full(kid, depth-1) {
			return false
		}
	}
	return len(n.Kids) > 0 || depth == 0
}
