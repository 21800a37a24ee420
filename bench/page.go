package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A pageCase is an input whose solving or log the page is measured with.
type pageCase struct {
	name, assignment, file, input string
}

const squirrelMiddle = "20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n**X**\n**XOX\n***O*\n**OO*\n*****\n"

// These have logs of more than 100,000 lines.
var pageLogs = []pageCase{
	{"squirrel minimax, cut-off 4", "squirrel", "traverse_log.txt", "2\nX\n4\n" + squirrelMiddle},
	{"reversi, depth 9", "reversi", "output.txt", "X\n9\n" + reversiBoard},
}

// pageLongLog has a log of more than 1,000,000 lines.
var pageLongLog = pageCase{"mancala alpha-beta, cut-off 8", "mancala", "traverse_log.txt", "3\n1\n8\n" + mancalaBoard}

var pageSolves = []pageCase{
	pageLogs[0],
	pageLogs[1],
	{"mancala alpha-beta, cut-off 7", "mancala", "", "3\n1\n7\n" + mancalaBoard},
	{"mapcolor, 30 states, depth 6", "mapcolor", "", gridInput(6)},
	{"gangwars, 8x8, 25 free, depth 7", "gangwars", "", gangwarsInput(8, 25, "MINIMAX", 7, 1)},
}

// pages measures the page in a headless browser against what its document promises, and against the same code on this machine.
func pages(l *lab) ([]row, error) {
	path := filepath.Join(l.dir, "touchstone.html")
	cmd := exec.CommandContext(l.ctx, "go", "run", "./site", "--out", path)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the page: %w\n%s", err, out)
	}
	rows, err := pageOpens(l, path)
	if err != nil {
		return nil, err
	}
	for _, measure := range []func(*lab, string) ([]row, error){pageRemembers, pageSolving, pageExplains} {
		more, err := measure(l, path)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// pageOpens measures how long the page takes from the disk until it can be used, each time in a fresh browser.
func pageOpens(l *lab, path string) ([]row, error) {
	const most = 1500 * time.Millisecond
	took, err := repeat(l.runs, func() (time.Duration, error) {
		p, err := openPage(l.ctx, path)
		if err != nil {
			return 0, err
		}
		defer p.end()
		return p.opened, nil
	})
	return []row{{
		Name:     "page: opened from the disk",
		Measured: fmt.Sprintf("%.2f s until a fresh browser can solve", took.Seconds()),
		Target:   fmt.Sprintf("at most %.1f s", most.Seconds()),
		Met:      took <= most,
	}}, err
}

// pageExplains measures how long the page takes for logs with one wrong line, near the top and near the end.
func pageExplains(l *lab, path string) (rows []row, err error) {
	const most = 3 * time.Second
	for _, c := range pageLogs {
		log, err := rightLog(l.ctx, c)
		if err != nil {
			return nil, err
		}
		lines := bytes.Count(log, []byte("\n"))
		for _, line := range []int{100, lines - 100} {
			r, err := l.explaining(path, c, wrongAt(log, line))
			if err != nil {
				return nil, err
			}
			rows = append(rows, row{
				Name:     fmt.Sprintf("page: explain %s, wrong from line %d of %d", c.name, line, lines),
				Measured: fmt.Sprintf("%.1f s until the first difference is shown, %.1f s until all is", r.first.Seconds(), r.second.Seconds()),
				Target:   fmt.Sprintf("at most %.0f s until the first difference, for each 100,000 lines", most.Seconds()),
				Met:      r.first*100_000 <= most*time.Duration(lines),
			})
		}
	}
	return rows, nil
}

// explaining measures how long the page takes to explain a log, each time in a fresh browser: until the first difference is shown, and
// once until all else is.
func (l *lab) explaining(path string, c pageCase, log []byte) (race, error) {
	var firsts []time.Duration
	var all time.Duration
	for i := range l.runs {
		p, err := openPage(l.ctx, path)
		if err != nil {
			return race{}, err
		}
		first, whole, err := p.explain(c, l.dir, log, i == 0)
		p.end()
		if err != nil {
			return race{}, err
		}
		firsts = append(firsts, first)
		all = max(all, whole)
	}
	return race{first: median(firsts), second: all}, nil
}

// pageRemembers measures how much memory the page takes for a long log.
func pageRemembers(l *lab, path string) ([]row, error) {
	const most = 500 // MB
	c := pageLongLog
	log, err := rightLog(l.ctx, c)
	if err != nil {
		return nil, err
	}
	lines := bytes.Count(log, []byte("\n"))
	p, err := openPage(l.ctx, path)
	if err != nil {
		return nil, err
	}
	defer p.end()
	stop := p.watchMemory()
	_, took, err := p.explain(c, l.dir, wrongAt(log, lines-100), true)
	peak := stop()
	return []row{{
		Name:     "page: memory to explain " + c.name,
		Measured: fmt.Sprintf("%.0f MB (%d lines; %.1f s)", peak, lines, took.Seconds()),
		Target:   fmt.Sprintf("at most %d MB", most),
		Met:      peak <= most,
	}}, err
}

// pageSolving compares solving in the page with solving in this process.
func pageSolving(l *lab, path string) (rows []row, err error) {
	const most = 3
	p, err := openPage(l.ctx, path)
	if err != nil {
		return nil, err
	}
	defer p.end()
	for _, c := range pageSolves {
		problem, err := parse(c.assignment, c.input)
		if err != nil {
			return nil, err
		}
		native := func() (time.Duration, error) { // on one processor, as in the page
			begin := time.Now()
			_, err := problem.Solve(l.ctx, homework.Options{Sequential: true}, output.Memory{})
			return time.Since(begin), err
		}
		for range 3 { // a browser compiles what runs often once more, and better: that is no search of the page's
			if _, err := p.solve(c); err != nil {
				return nil, err
			}
		}
		r, err := l.pair(func() (time.Duration, error) { return p.solve(c) }, native)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row{
			Name:     "page: solve " + c.name,
			Measured: fmt.Sprintf("%.2f (%.0f ms against %.0f ms)", r.ratio, ms(r.first), ms(r.second)),
			Target:   fmt.Sprintf("at most %d times the same search on one processor of the machine", most),
			Met:      r.ratio <= most,
		})
	}
	return rows, nil
}

// rightLog returns the right log of an input.
func rightLog(ctx context.Context, c pageCase) ([]byte, error) {
	p, err := parse(c.assignment, c.input)
	if err != nil {
		return nil, err
	}
	files := output.Memory{}
	if _, err := p.Solve(ctx, homework.Options{}, files); err != nil {
		return nil, err
	}
	log := files[c.file]
	if len(log) == 0 {
		return nil, errors.New(c.name + " has no log")
	}
	return log, nil
}

// wrongAt returns a log with another value in a line, counted from 1, that has one.
func wrongAt(log []byte, line int) []byte {
	lines := bytes.SplitAfter(log, []byte("\n"))
	for ; ; line++ {
		fields := bytes.SplitN(bytes.TrimSuffix(lines[line-1], []byte("\n")), []byte(","), 4)
		if value, err := strconv.Atoi(string(fields[2])); err == nil {
			fields[2] = strconv.AppendInt(nil, int64(value+1), 10)
			lines[line-1] = append(bytes.Join(fields, []byte(",")), '\n')
			return bytes.Join(lines, nil)
		}
	}
}
