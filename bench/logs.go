package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A logCase is an input with a log of at least 200 MB.
type logCase struct {
	name, assignment, file, input string
	most                          float64 // upper bound for the ratio
}

// The boards of the log cases: 16 free squares, the start of reversi, a grid.
const (
	squirrelBoard = "1 2 3 4 5\n5 4 3 2 1\n1 2 3 4 5\n5 4 3 2 1\n1 2 3 4 5\n" +
		"*****\n*****\n**OX*\n*X*O*\nXO**X\n"
	reversiBoard = "********\n********\n********\n***OX***\n***XO***\n********\n********\n********\n"
	mancalaBoard = "4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n"
)

var logCases = []logCase{
	{"squirrel minimax, cut-off 6", "squirrel", "traverse_log.txt", "2\nX\n6\n" + squirrelBoard, 1.5},
	{"squirrel alpha-beta, cut-off 7", "squirrel", "traverse_log.txt", "3\nX\n7\n" + squirrelBoard, 2},
	{"reversi, depth 13", "reversi", "output.txt", "X\n13\n" + reversiBoard, 2},
	{"mancala minimax, cut-off 8", "mancala", "traverse_log.txt", "2\n1\n8\n" + mancalaBoard, 2},
	{"mancala alpha-beta, cut-off 10", "mancala", "traverse_log.txt", "3\n1\n10\n" + mancalaBoard, 2},
	{"mapcolor, 30 states, depth 7", "mapcolor", "output.txt", gridInput(7), 2},
}

// gridInput returns a map of 30 states in a grid of 5 by 6.
func gridInput(depth int) string {
	const width, states = 5, 30
	var b strings.Builder
	fmt.Fprintf(&b, "R, G, B, Y, W\nS7: R-1, S22: G-2\n%d\nR: 10, G: 5, B: 0, Y: 3, W: 7\nR: 0, G: 2, B: 8, Y: 4, W: 1\n", depth)
	for i := range states {
		var beside []string
		for _, n := range []struct {
			there bool
			state int
		}{{i%width > 0, i - 1}, {i%width < width-1, i + 1}, {i >= width, i - width}, {i < states-width, i + width}} {
			if n.there {
				beside = append(beside, fmt.Sprintf("S%d", n.state))
			}
		}
		fmt.Fprintf(&b, "S%d: %s\n", i, strings.Join(beside, ", "))
	}
	return b.String()
}

// logs compares solve with copying the finished log. Both write a new file.
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
			return l.timed(l.tool, "solve", c.assignment, "input.txt", "--out", out)
		}
		copying := func() (time.Duration, error) {
			os.Remove(filepath.Join(l.dir, "copy"))
			return l.timed("sh", "-c", "cat '"+log+"' | cat >copy")
		}
		r, err := l.pair(solve, copying)
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(log)
		if err != nil {
			return nil, err
		}
		mb := float64(info.Size()) / 1e6
		rows = append(rows, row{
			Name:     "log: " + c.name,
			Measured: fmt.Sprintf("%.2f (%.0f MB: %.2f s against %.2f s)", r.ratio, mb, r.first.Seconds(), r.second.Seconds()),
			Target:   fmt.Sprintf("at most %.1f times `cat log \\| cat > copy`", c.most),
			Ratio:    r.floor, Met: r.ratio <= c.most,
		})
		os.RemoveAll(out)
		os.Remove(filepath.Join(l.dir, "copy"))
	}
	return rows, nil
}
