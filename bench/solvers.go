package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A solverCase is an input for which the time of public solvers is known. The number of
// lines serves as a check.
type solverCase struct {
	name, assignment, file, input string
	lines                         int
	other                         string  // the best of them
	seconds                       float64 // its time on a comparable machine
	times                         float64 // the factor by which we want to be faster
}

var solverCases = []solverCase{
	{"mancala minimax, cut-off 6", "mancala", "traverse_log.txt", "2\n1\n6\n" + mancalaBoard, 2_787_438, "Java", 1.0, 10},
	{"mancala alpha-beta, cut-off 8", "mancala", "traverse_log.txt", "3\n1\n8\n" + mancalaBoard, 1_136_762, "Java", 0.5, 10},
	{"reversi, depth 8", "reversi", "output.txt", "X\n8\n" + reversiBoard, 35_574, "Python", 0.6, 200},
	{"squirrel minimax, cut-off 4, 18 free", "squirrel", "traverse_log.txt", "2\nX\n4\n" +
		"20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n" + "**X**\n**XOX\n***O*\n**OO*\n*****\n", 157_322, "Python", 0.56, 200},
}

// lineCounter is a sink that counts the lines of a file.
type lineCounter struct {
	name  string
	lines int
	last  byte
}

func (c *lineCounter) Begin(name string, head output.Size) (output.File, error) {
	if name != c.name {
		return &lineCounter{}, nil
	}
	c.lines = head.Lines
	return c, nil
}

func (c *lineCounter) Write(p []byte) (int, error) {
	c.lines += bytes.Count(p, []byte{'\n'})
	if len(p) > 0 {
		c.last = p[len(p)-1]
	}
	return len(p), nil
}

func (c *lineCounter) Finish([]byte) error {
	if c.last != '\n' && c.last != 0 {
		c.lines++
	}
	return nil
}

// nothing is a sink that discards everything.
type nothing struct{}

func (nothing) Begin(string, output.Size) (output.File, error) { return nothing{}, nil }
func (nothing) Write(p []byte) (int, error)                    { return len(p), nil }
func (nothing) Finish([]byte) error                            { return nil }

// solvers measures solving without start-up, and as a command.
func solvers(l *lab) (rows []row, err error) {
	for _, c := range solverCases {
		p, err := parse(c.assignment, c.input)
		if err != nil {
			return nil, err
		}
		count := &lineCounter{name: c.file}
		if _, err := p.Solve(l.ctx, homework.Options{}, count); err != nil {
			return nil, err
		}
		if count.lines != c.lines {
			return nil, fmt.Errorf("%s: %d lines, want %d", c.name, count.lines, c.lines)
		}
		inside, err := l.solving(p)
		if err != nil {
			return nil, err
		}
		outside, err := l.command(c.assignment, c.input)
		if err != nil {
			return nil, err
		}
		faster := c.seconds / inside.Seconds()
		rows = append(rows, row{
			Name:     "solver: " + c.name,
			Measured: fmt.Sprintf("%.0f times faster (%.1f ms; as a command that writes its files %.1f ms)", faster, ms(inside), ms(outside)),
			Target:   fmt.Sprintf("%.0f times faster than the best %s program, %.2f s", c.times, c.other, c.seconds),
			Met:      faster >= c.times,
		})
	}
	return rows, nil
}

func parse(assignment, input string) (homework.Problem, error) {
	a, err := oracle.Lookup(assignment)
	if err != nil {
		return nil, err
	}
	return a.Parse("input.txt", []byte(input))
}

func ms(d time.Duration) float64 { return float64(d) / 1e6 }

// solving returns the median time of solving a problem in this process.
func (l *lab) solving(p homework.Problem) (time.Duration, error) {
	return repeat(2*l.runs, func() (time.Duration, error) {
		begin := time.Now()
		_, err := p.Solve(l.ctx, homework.Options{}, nothing{})
		return time.Since(begin), err
	})
}

// command returns the median time of "touchstone solve" on an input.
func (l *lab) command(assignment, input string) (time.Duration, error) {
	if err := os.WriteFile(filepath.Join(l.dir, "input.txt"), []byte(input), 0o666); err != nil {
		return 0, err
	}
	return repeat(2*l.runs, func() (time.Duration, error) { return l.timed(l.tool, "solve", assignment, "input.txt") })
}
