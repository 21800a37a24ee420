package oracle_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// Every log of random inputs keeps the common log rules, and mapcolor's last line
// is the first best move (mapcolor rule 8).
func TestLogRules(t *testing.T) {
	games := 0
	for _, a := range oracle.Assignments() {
		r := random.New(4)
		logs, lines := 0, 0
		for range count(2000) {
			p := a.Generator.Small(r)
			log, ok := LogOf(t, p, homework.Options{})
			if !ok {
				continue
			}
			logs++
			roots, err := ReadLog(log.Format, log.Text)
			if err != nil {
				t.Fatalf("%s: %v, in the log of\n%s", a.Name, err, p)
			}
			root := roots[0]
			lines += root.Lines()
			best := root.Chosen()
			if best == nil {
				best = root // mapcolor rule 9
			}
			switch want := fmt.Sprintf("%s, %d", best.Name, root.Value); {
			case a.Name == "mapcolor" && log.Behind != want:
				t.Fatalf("the last line is %q, want %q, in the log of\n%s", log.Behind, want, p)
			case a.Name != "mapcolor" && log.Behind != "":
				t.Fatalf("%s: want the end of the file, found %q, behind the log of\n%s", a.Name, log.Behind, p)
			}
		}
		if logs > 0 {
			games++
		}
		t.Logf("%s: %d logs with %d lines", a.Name, logs, lines)
	}
	if games < 4 {
		t.Errorf("%d games keep logs, want at least four", games)
	}
}

// sample is the log of the reversi start position at depth 2, with two cuts.
func sample(t *testing.T) Log {
	p := parse(t, "reversi", "X\n2\n"+startBoard)
	return logOf(t, p, "")
}

// logOf solves a problem and cuts out its log.
func logOf(t *testing.T, p homework.Problem, edition string) Log {
	t.Helper()
	log, ok := LogOf(t, p, homework.Options{Edition: edition})
	if !ok {
		t.Fatalf("no log of\n%s", p)
	}
	return log
}

// The reader has teeth: a log in which any one line is missing, doubled or
// swapped with the next one is refused.
func TestDamagedLines(t *testing.T) {
	chain := parse(t, "mancala", "3\n1\n2\n3 3 3\n3 3 3\n0\n0\n")
	for name, c := range map[string]Log{"reversi": sample(t), "mancala": logOf(t, chain, "")} {
		if _, err := ReadLog(c.Format, c.Text); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		lines := strings.Split(strings.TrimSuffix(c.Text, "\n"), "\n")
		for i := range lines {
			missing := slices.Delete(slices.Clone(lines), i, i+1)
			if _, err := ReadLog(c.Format, strings.Join(missing, "\n")); err == nil {
				t.Errorf("%s without line %d is accepted", name, i+1)
			}
			doubled := slices.Insert(slices.Clone(lines), i, lines[i])
			if _, err := ReadLog(c.Format, strings.Join(doubled, "\n")); err == nil {
				t.Errorf("%s with line %d twice is accepted", name, i+1)
			}
			if i == 0 || lines[i] == lines[i-1] {
				continue
			}
			swapped := slices.Clone(lines)
			swapped[i], swapped[i-1] = swapped[i-1], swapped[i]
			if _, err := ReadLog(c.Format, strings.Join(swapped, "\n")); err == nil {
				t.Errorf("%s with lines %d and %d swapped is accepted", name, i, i+1)
			}
		}
	}
}

// The mistakes that wrong programs make, each in one line of the log or two.
func TestDamagedValues(t *testing.T) {
	sample := sample(t)
	d, log := sample.Format, sample.Text
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
		if _, err := ReadLog(d, damaged); err == nil {
			t.Errorf("%s: accepted", c.name)
		}
	}
}

// The return value of a node is fail-soft (log rule 3): the example of mapcolor rule 7 has a cut with a value
// outside of the window, and a log that clamps it is rejected.
func TestDamagedFailSoft(t *testing.T) {
	p := parse(t, "mapcolor", australia)
	log := logOf(t, p, "")
	const good = "NSW, R, 2, 8, 10, inf\nV, B, 1, 8, 10, inf\nSA, G, 0, 10, 10, inf"
	const clamped = "NSW, R, 2, 10, 10, inf\nV, B, 1, 10, 10, inf\nSA, G, 0, 10, 10, inf"
	if _, err := ReadLog(log.Format, log.Text); err != nil || !strings.Contains(log.Text, good) {
		t.Fatalf("%v, in the log\n%s", err, log.Text)
	}
	if _, err := ReadLog(log.Format, strings.Replace(log.Text, good, clamped, 1)); err == nil {
		t.Error("a clamped value is accepted")
	}
}
