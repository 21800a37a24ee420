package oracle_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// logOf cuts the log out of an answer and says how it is dressed. before and
// behind are what stands around the log in its file.
func logOf(p homework.Problem, files output.Memory) (d dress, before, log, behind string) {
	d = dress{header: "Node,Depth,Value,Alpha,Beta", separator: ",", infinity: "Infinity", nameColumns: 1, window: true}
	log = string(files[p.Files()[len(p.Files())-1]])
	if p.Category() == "minimax" {
		d.header, d.window = "Node,Depth,Value", false
	}
	switch p.(type) {
	case *squirrel.Input:
	case *mancala.Input:
		d.extraTurns = true
	default:
		if i := strings.Index(log, d.header); i >= 0 { // reversi: the next state stands before
			return d, log[:i], log[i:], ""
		}
		d = dress{separator: ", ", infinity: "inf", nameColumns: 2, window: true}
		i := strings.LastIndex(log, "\n") // mapcolor: the chosen move stands behind
		return d, "", log[:i], log[i+1:]
	}
	return d, "", log, ""
}

// Every log of random inputs keeps the common log rules, and mapcolor's last line
// is the first best move (mapcolor rule 8).
func TestLogRules(t *testing.T) {
	n := 2000
	if testing.Short() {
		n = 400
	}
	for _, assignment := range []string{"squirrel", "reversi", "mancala", "mapcolor"} {
		t.Run(assignment, func(t *testing.T) {
			t.Parallel()
			r := random.New(4)
			logs, lines := 0, 0
			for logs < n {
				p := small(t, assignment, r)
				if c := p.Category(); c == "greedy" || c == "battle" {
					continue
				}
				logs++
				d, _, log, behind := logOf(p, answer(t, p, homework.Options{}))
				roots, err := readLog(d, log)
				if err != nil {
					t.Fatalf("%v, in the log of\n%s", err, p)
				}
				root := roots[0]
				count := strings.Count(strings.TrimSuffix(log, "\n"), "\n") + 1
				if d.header != "" {
					count--
				}
				if want := root.lines(); count != want {
					t.Fatalf("%d lines, want %d, in the log of\n%s", count, want, p)
				}
				best := root.chosen()
				if best == nil {
					best = root // mapcolor rule 9
				}
				if want := fmt.Sprintf("%s, %d", best.Name, root.Value); assignment == "mapcolor" && behind != want {
					t.Fatalf("the last line is %q, want %q, in the log of\n%s", behind, want, p)
				}
				lines += count
			}
			t.Logf("%d logs with %d lines", logs, lines)
		})
	}
}

// lines counts the lines of a log with this tree: one for the entry of each node,
// and one more for each child.
func (n *tree) lines() int {
	count := 1
	for _, kid := range n.Kids {
		count += 1 + kid.lines()
	}
	return count
}

// sample is the log of the reversi start position at depth 2, with two cuts.
func sample(t *testing.T) (dress, string) {
	p := parse(t, "reversi", "X\n2\n"+startBoard)
	d, _, log, _ := logOf(p, answer(t, p, homework.Options{}))
	return d, log
}

// The reader has teeth: a log in which any one line is missing, doubled or
// swapped with the next one is refused.
func TestDamagedLines(t *testing.T) {
	chain := parse(t, "mancala", "3\n1\n2\n3 3 3\n3 3 3\n0\n0\n")
	mancalaDress, _, mancalaLog, _ := logOf(chain, answer(t, chain, homework.Options{}))
	reversiDress, reversiLog := sample(t)
	for _, c := range []struct {
		name string
		d    dress
		log  string
	}{
		{"reversi", reversiDress, reversiLog},
		{"mancala", mancalaDress, mancalaLog},
	} {
		if _, err := readLog(c.d, c.log); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		lines := strings.Split(strings.TrimSuffix(c.log, "\n"), "\n")
		for i := range lines {
			missing := slices.Delete(slices.Clone(lines), i, i+1)
			if _, err := readLog(c.d, strings.Join(missing, "\n")); err == nil {
				t.Errorf("%s without line %d is accepted", c.name, i+1)
			}
			doubled := slices.Insert(slices.Clone(lines), i, lines[i])
			if _, err := readLog(c.d, strings.Join(doubled, "\n")); err == nil {
				t.Errorf("%s with line %d twice is accepted", c.name, i+1)
			}
			if i == 0 || lines[i] == lines[i-1] {
				continue
			}
			swapped := slices.Clone(lines)
			swapped[i], swapped[i-1] = swapped[i-1], swapped[i]
			if _, err := readLog(c.d, strings.Join(swapped, "\n")); err == nil {
				t.Errorf("%s with lines %d and %d swapped is accepted", c.name, i, i+1)
			}
		}
	}
}

// The mistakes that wrong programs make, each in one line of the log or two.
func TestDamagedValues(t *testing.T) {
	d, log := sample(t)
	for _, c := range []struct{ name, old, new string }{
		{"a wrong header", "Alpha,Beta", "alpha,beta"},
		{"the window updated before the cut", "\nc4,1,-3,-3,Infinity", "\nc4,1,-3,-3,-3"},
		{"the other way of cutting: no cut at equality", "\nc4,1,-3,-3,Infinity\nroot", "\nc4,1,-3,-3,Infinity\nd2,2,0,-3,Infinity\nc4,1,-3,-3,Infinity\nroot"},
		{"a fresh window for a child", "\nc4,1,Infinity,-3,Infinity", "\nc4,1,Infinity,-Infinity,Infinity"},
		{"a fresh window for a leaf", "\nc3,2,-3,-3,Infinity", "\nc3,2,-3,-Infinity,Infinity"},
		{"a max node that begins with infinity", "\nroot,0,-Infinity", "\nroot,0,Infinity"},
		{"a min node that begins with minus infinity", "\nc4,1,Infinity,-3", "\nc4,1,-Infinity,-3"},
		{"an update to a value that is no better", "\nd3,1,-3,-Infinity,-3\nc5", "\nd3,1,0,-Infinity,0\nc5"},
		{"a better value not taken", "\nd3,1,-3,-Infinity,-3", "\nd3,1,Infinity,-Infinity,Infinity"},
		{"beta not updated", "\nd3,1,-3,-Infinity,-3", "\nd3,1,-3,-Infinity,Infinity"},
		{"alpha not updated", "\nroot,0,-3,-3,Infinity", "\nroot,0,-3,-Infinity,Infinity"},
		{"alpha updated at a min node", "\nd3,1,-3,-Infinity,-3", "\nd3,1,-3,-3,-3"},
		{"a wrong depth", "\ne3,2,0", "\ne3,3,0"},
		{"a line of another node", "\nd3,1,-3", "\nd4,1,-3"},
		{"a leaf's value that does not come up", "\nc3,2,-3,-Infinity,Infinity", "\nc3,2,-4,-Infinity,Infinity"},
		{"decimals", "\ne3,2,0,", "\ne3,2,0.0,"},
		{"minus nought", "\ne3,2,0,", "\ne3,2,-0,"},
		{"a blank after a comma", "\ne3,2,0", "\ne3,2, 0"},
		{"a column too few", "\ne3,2,0,-Infinity,-3", "\ne3,2,0,-Infinity"},
		{"a blank line", "\ne3,2", "\n\ne3,2"},
	} {
		damaged := strings.Replace(log, c.old, c.new, 1)
		if damaged == log {
			t.Errorf("%s: the log has no %q", c.name, c.old)
		}
		if _, err := readLog(d, damaged); err == nil {
			t.Errorf("%s: accepted", c.name)
		}
	}
}

// What a node returns is fail-soft (log rule 3): the example of mapcolor rule 7
// has a cut with a value outside of the window, and a log that clamps it is
// refused.
func TestDamagedFailSoft(t *testing.T) {
	p := parse(t, "mapcolor", australia)
	d, _, log, _ := logOf(p, answer(t, p, homework.Options{}))
	const good = "NSW, R, 2, 8, 10, inf\nV, B, 1, 8, 10, inf\nSA, G, 0, 10, 10, inf"
	const clamped = "NSW, R, 2, 10, 10, inf\nV, B, 1, 10, 10, inf\nSA, G, 0, 10, 10, inf"
	if _, err := readLog(d, log); err != nil || !strings.Contains(log, good) {
		t.Fatalf("%v, in the log\n%s", err, log)
	}
	if _, err := readLog(d, strings.Replace(log, good, clamped, 1)); err == nil {
		t.Error("a clamped value is accepted")
	}
}
