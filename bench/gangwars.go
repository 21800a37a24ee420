package main

import (
	"fmt"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/random"
)

// gangwarsInput returns a random board with the given number of free squares.
func gangwarsInput(n, free int, mode string, depth int, seed uint64) string {
	r := random.New(seed)
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
		for i := range n {
			if i > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprint(&b, r.Between(1, 99))
		}
		b.WriteByte('\n')
	}
	for y := range n {
		fmt.Fprintf(&b, "%s\n", board[y*n:][:n])
	}
	return b.String()
}

// gangwars measures the search without a log, on several boards, since a single one says
// little.
func gangwars(l *lab) (rows []row, err error) {
	const boards = 5
	for _, c := range []struct {
		name     string
		n, free  int
		mode     string
		depth    int
		other    float64 // seconds of the best public C++ program, or 0
		times    float64
		mostTime float64 // seconds
	}{
		{"8x8, 25 free, MINIMAX, depth 5", 8, 25, "MINIMAX", 5, 0.30, 20, 0},
		{"25x25, 220 free, ALPHABETA, depth 3", 25, 220, "ALPHABETA", 3, 0.35, 20, 0},
		{"8x8, 25 free, MINIMAX, depth 7", 8, 25, "MINIMAX", 7, 0, 0, 1},
	} {
		var seconds []float64
		for seed := range boards {
			p, err := parse("gangwars", gangwarsInput(c.n, c.free, c.mode, c.depth, uint64(seed)))
			if err != nil {
				return nil, err
			}
			d, err := l.solving(p)
			if err != nil {
				return nil, err
			}
			seconds = append(seconds, d.Seconds())
		}
		took := median(seconds)
		r := row{
			Name:     "gangwars: " + c.name,
			Measured: fmt.Sprintf("%.1f ms (median of %d boards)", 1000*took, boards),
			Target:   fmt.Sprintf("at most %.0f s", c.mostTime),
			Met:      took <= c.mostTime,
		}
		if c.other > 0 {
			faster := c.other / took
			r.Measured = fmt.Sprintf("%.0f times faster (%.1f ms, median of %d boards)", faster, 1000*took, boards)
			r.Target = fmt.Sprintf("%.0f times faster than the best C++ program, %.2f s", c.times, c.other)
			r.Met = faster >= c.times
		}
		rows = append(rows, r)
	}
	return rows, nil
}
