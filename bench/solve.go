package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// The boards of the inputs: 16 free squares, the start of reversi, and the start of mancala.
const (
	squirrelBoard = "1 2 3 4 5\n5 4 3 2 1\n1 2 3 4 5\n5 4 3 2 1\n1 2 3 4 5\n" +
		"*****\n*****\n**OX*\n*X*O*\nXO**X\n"
	reversiBoard = "********\n********\n********\n***OX***\n***XO***\n********\n********\n********\n"
	mancalaBoard = "4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n"
)

// gridInput returns an input of mapcolor: 30 states in a grid of 5 by 6.
func gridInput(depth int) string {
	const width, states = 5, 30
	var b strings.Builder
	fmt.Fprintf(&b, "R, G, B, Y, W\nS7: R-1, S22: G-2\n%d\n", depth)
	b.WriteString("R: 10, G: 5, B: 0, Y: 3, W: 7\nR: 0, G: 2, B: 8, Y: 4, W: 1\n")
	for i := range states {
		var neighbours []string
		for _, n := range []struct {
			exists bool
			state  int
		}{
			{i%width > 0, i - 1}, {i%width < width-1, i + 1},
			{i >= width, i - width}, {i < states-width, i + width},
		} {
			if n.exists {
				neighbours = append(neighbours, fmt.Sprintf("S%d", n.state))
			}
		}
		fmt.Fprintf(&b, "S%d: %s\n", i, strings.Join(neighbours, ", "))
	}
	return b.String()
}

// gangwarsInput returns an input of gangwars: a random board with the given number of free squares.
func gangwarsInput(n, free int, mode string, depth int) string {
	r := random.New(1)
	board := make([]byte, n*n)
	for i := range board {
		board[i] = "XO"[r.Intn(2)]
		if i < free {
			board[i] = '.'
		}
	}
	r.Shuffle(len(board), func(i, j int) { board[i], board[j] = board[j], board[i] })
	var b strings.Builder
	fmt.Fprintf(&b, "%d\n%s\nX\n%d\n", n, mode, depth)
	for range n {
		values := make([]int, n)
		for i := range values {
			values[i] = r.Between(1, 99)
		}
		fmt.Fprintln(&b, strings.Trim(fmt.Sprint(values), "[]"))
	}
	for y := range n {
		fmt.Fprintf(&b, "%s\n", board[y*n:][:n])
	}
	return b.String()
}

// A logCase is an input whose log has at least 200 MB.
type logCase struct {
	name, assignment, file, input string
	max                           float64 // ratio
}

var logCases = []logCase{
	{"squirrel minimax, cut-off 6", "squirrel", "traverse_log.txt", "2\nX\n6\n" + squirrelBoard, 1.5},
	{"squirrel alpha-beta, cut-off 7", "squirrel", "traverse_log.txt", "3\nX\n7\n" + squirrelBoard, 2},
	{"reversi, depth 13", "reversi", "output.txt", "X\n13\n" + reversiBoard, 2},
	{"mancala minimax, cut-off 8", "mancala", "traverse_log.txt", "2\n1\n8\n" + mancalaBoard, 2},
	{"mancala alpha-beta, cut-off 10", "mancala", "traverse_log.txt", "3\n1\n10\n" + mancalaBoard, 2},
	{"mapcolor, 30 states, depth 7", "mapcolor", "output.txt", gridInput(7), 2},
}

// logs compares "touchstone solve" with copying the finished log. Both write a new file.
func logs(l *lab) (rows []row, err error) {
	for _, c := range logCases {
		if err := os.WriteFile(filepath.Join(l.dir, "input.txt"), []byte(c.input), 0o666); err != nil {
			return nil, err
		}
		out := filepath.Join(l.dir, "out")
		log := filepath.Join(out, c.file)
		solve := func() (time.Duration, error) {
			if err := os.RemoveAll(out); err != nil {
				return 0, err
			}
			if err := os.Mkdir(out, 0o777); err != nil {
				return 0, err
			}
			return timed(l.command(l.tool, "solve", c.assignment, "input.txt", "--out", out))
		}
		copyLog := func() (time.Duration, error) {
			os.Remove(filepath.Join(l.dir, "copy"))
			return timed(l.command("sh", "-c", "cat '"+log+"' | cat >copy"))
		}
		r, err := l.race(solve, copyLog)
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(log)
		if err != nil {
			return nil, err
		}
		mb, first, second := float64(info.Size())/1e6, r.first.Seconds(), r.second.Seconds()
		rows = append(rows, row{
			Name:     "log: " + c.name,
			Measured: fmt.Sprintf("%.2f (%.0f MB: %.2f s against %.2f s)", r.ratio, mb, first, second),
			Target:   fmt.Sprintf("at most %.1f times `cat log \\| cat > copy`", c.max),
			Ratio:    r.floor, Met: r.ratio <= c.max,
		})
		os.RemoveAll(out)
		os.Remove(filepath.Join(l.dir, "copy"))
	}
	return rows, nil
}

// A solverCase is an input that touchstone and a program in examples solve by turns.
type solverCase struct {
	name, assignment, example, input string
	min                              float64 // how many times faster touchstone has to be
}

var solverCases = []solverCase{
	{"squirrel alpha-beta, cut-off 5", "squirrel", "squirrel-java", "3\nX\n5\n" + squirrelBoard, 20},
	{"gangwars, 8x8, 25 free, depth 4", "gangwars", "gangwars-cpp", gangwarsInput(8, 25, "MINIMAX", 4), 20},
	{"gangwars, 16x16, 80 free, depth 3", "gangwars", "gangwars-cpp", gangwarsInput(16, 80, "ALPHABETA", 3), 20},
	{"reversi, depth 9", "reversi", "reversi-javascript", "X\n9\n" + reversiBoard, 20},
	{"mancala alpha-beta, cut-off 6", "mancala", "mancala-python3", "3\n1\n6\n" + mancalaBoard, 20},
	{"mapcolor, 30 states, depth 6", "mapcolor", "mapcolor-go", gridInput(6), 10},
}

// solvers compares "touchstone solve" with plain programs for the same assignments, which have to
// write the same files. Both are measured as commands, from their start.
func solvers(l *lab) (rows []row, err error) {
	for _, c := range solverCases {
		r := row{
			Name:   "solver: " + c.name,
			Target: fmt.Sprintf("at least %.0f times faster than `examples/%s`", c.min, c.example),
		}
		a, err := oracle.Lookup(c.assignment)
		if err != nil {
			return nil, err
		}
		p, err := program.FromPath(l.ctx, executor.Confined(outcome.Settings{}), a, filepath.Join("examples", c.example))
		if err == nil {
			err = l.solve(&r, c, a, p)
		} else if !errors.As(err, new(*program.BuildError)) {
			_, tool, _ := strings.Cut(err.Error(), ": ") // after the path of the source
			r.Skipped, err = strings.SplitN(tool, ";", 2)[0], nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// solve measures touchstone and a program on an input, and closes the program.
func (l *lab) solve(r *row, c solverCase, a *oracle.Assignment, p *program.Program) error {
	defer p.Close()
	problem, err := a.Parse(homework.InputFile, []byte(c.input))
	if err != nil {
		return err
	}
	ours, theirs := filepath.Join(l.dir, "ours"), filepath.Join(l.dir, "theirs")
	for _, dir := range []string{ours, theirs} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if err := os.WriteFile(filepath.Join(dir, homework.InputFile), []byte(c.input), 0o666); err != nil {
			return err
		}
	}
	args := p.Command(a.Args)
	result, err := l.race(func() (time.Duration, error) {
		cmd := exec.CommandContext(l.ctx, l.tool, "solve", c.assignment, homework.InputFile)
		cmd.Dir = ours
		return timed(cmd)
	}, func() (time.Duration, error) {
		cmd := exec.CommandContext(l.ctx, p.Path, args[1:]...)
		cmd.Dir, cmd.Env = theirs, p.Environment(theirs)
		return timed(cmd)
	})
	if err != nil {
		return err
	}
	for _, name := range problem.Files() {
		want, err := os.ReadFile(filepath.Join(ours, name))
		if err != nil {
			return err
		}
		if got, err := os.ReadFile(filepath.Join(theirs, name)); err != nil || !bytes.Equal(got, want) {
			return fmt.Errorf("examples/%s wrote another %s (error: %v)", c.example, name, err)
		}
	}
	faster := 1 / result.ratio
	r.Measured = fmt.Sprintf("%.0f times faster (%.0f ms against %.0f ms)",
		faster, ms(result.first), ms(result.second))
	r.Ratio, r.Met = result.floor, faster >= c.min
	return nil
}

func ms(d time.Duration) float64 { return float64(d) / 1e6 }
