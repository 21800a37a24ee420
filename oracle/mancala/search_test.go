package mancala_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// Alpha-beta finds minimax's value and the whole chain of moves of the root player's turn
// (log rules 3 and 5, rules 12 and 13).
func TestAlphaBetaIsMinimax(t *testing.T) {
	n := 5000
	if !effort.All() {
		n = 1000
	}
	r := random.New(1)
	for range n {
		in := mancala.Assignment.Generator.Small(r).(*mancala.Input)
		minimax, err := mancala.Search(in, false)
		must.Do(t, err)
		alphaBeta, err := mancala.Search(in, true)
		must.Do(t, err)
		if diff := cmp.Diff(minimax, alphaBeta); diff != "" {
			t.Fatalf("(- minimax, + alpha-beta)\n%s\non the input\n%s", diff, in)
		}
	}
}

// Greedy is minimax with cut-off 1, whatever its own cut-off is (rule 14).
func TestGreedyIgnoresCutOff(t *testing.T) {
	r := random.New(2)
	for range 500 {
		in := mancala.Assignment.Generator.Small(r).(*mancala.Input)
		in.Task, in.CutOff = mancala.Minimax, 1
		want := solve(t, in, homework.Options{})["next_state.txt"]
		in.Task = mancala.Greedy
		for _, in.CutOff = range []int{0, 1, 2, 1_000_000} {
			files := solve(t, in, homework.Options{})
			if diff := cmp.Diff(output.Memory{"next_state.txt": want}, files); diff != "" {
				t.Fatalf("cut-off %d (-want +got):\n%s\non the input\n%s", in.CutOff, diff, in)
			}
		}
	}
}

func solve(t *testing.T, in *mancala.Input, how homework.Options) output.Memory {
	t.Helper()
	files := output.Memory{}
	if _, err := in.Solve(context.Background(), how, files); err != nil {
		t.Fatal(err)
	}
	return files
}

// The optional lines of rule 11 come exactly before the leaves in which the game is over.
// They have the leaf's node, depth and window; the value is the infinity of the side that
// would move next. Without them the log is the normal one.
func TestOptionalLines(t *testing.T) {
	n := 1000
	if !effort.All() {
		n = 200
	}
	r := random.New(3)
	found := 0
	for range n {
		in := mancala.Assignment.Generator.Small(r).(*mancala.Input)
		if in.Task == mancala.Greedy {
			continue
		}
		full := solve(t, in, homework.Options{Optional: mancala.Assignment.Optional})
		plain := solve(t, in, homework.Options{})

		var kept, overs []string
		lines := strings.SplitAfter(string(full["traverse_log.txt"]), "\n")
		for i, line := range lines {
			optional, ok := strings.CutSuffix(line, mancala.Assignment.Optional.Mark+"\n")
			if !ok {
				kept = append(kept, line)
				continue
			}
			o := strings.Split(optional, ",")
			leaf := strings.Split(strings.TrimSuffix(lines[i+1], "\n"), ",")
			over := strings.Join(leaf[:3], ",")
			infinity := "Infinity" // the root player just ended the game
			if own := "BA"[in.Player-1]; leaf[0][0] != own {
				infinity = "-Infinity"
			}
			leaf[2] = infinity
			if diff := cmp.Diff(leaf, o); diff != "" {
				t.Fatalf("optional line %d (-want +got):\n%s\non the input\n%s", i+1, diff, in)
			}
			overs = append(overs, over)
		}
		full["traverse_log.txt"] = []byte(strings.Join(kept, ""))
		if diff := cmp.Diff(plain, full); diff != "" {
			t.Fatalf("without the optional lines (-want +got):\n%s\non the input\n%s", diff, in)
		}
		if diff := cmp.Diff(mancala.Overs(in), overs, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("game-over leaves (- all, + with an optional line):\n%s\non the input\n%s", diff, in)
		}
		found += len(overs)
	}
	if found < n/2 {
		t.Errorf("only %d game-over leaves in %d inputs", found, n)
	}
}

// Any infinity may replace an optional line, at the same node and depth; the rest of the line is not read.
func TestOptionalLineReplaced(t *testing.T) {
	for line, want := range map[string]bool{
		"B2,3,Infinity": true, "B2,3,-Infinity": true, "B2,3,Infinity,-Infinity,Infinity": true, "B2,3,-Infinity,x": true,
		"B3,3,Infinity": false, "B2,4,Infinity": false, "B2,3,7": false, "B2,3,": false, "B2,3": false, "": false,
	} {
		for _, optional := range []string{"B2,3,Infinity", "B2,3,-Infinity,-Infinity,4"} {
			if got := mancala.Assignment.Optional.Replaces(line, optional); got != want {
				t.Errorf("%q in the place of %q: %v, want %v", line, optional, got, want)
			}
		}
	}
}
