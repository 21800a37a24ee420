// Reversi homework: alpha-beta with the positional weights of the handout.
package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

const (
	inf  = math.MaxInt32
	pass = -1
)

var weights = [64]int{
	99, -8, 8, 6, 6, 8, -8, 99,
	-8, -24, -4, -3, -3, -4, -24, -8,
	8, -4, 7, 4, 4, 7, -4, 8,
	6, -3, 4, 0, 0, 4, -3, 6,
	6, -3, 4, 0, 0, 4, -3, 6,
	8, -4, 7, 4, 4, 7, -4, 8,
	-8, -24, -4, -3, -3, -4, -24, -8,
	99, -8, 8, 6, 6, 8, -8, 99,
}

type board [64]byte

type node struct {
	b      board
	name   string
	depth  int
	player byte // who moves next
	passes int
}

var (
	me       byte
	maxDepth int
	log      []string
	choice   = pass

	// how many cuts there were at each depth, for the report
	maxCuts map[int]int
	minCuts = map[int]int{}
)

func opponent(p byte) byte {
	if p == 'X' {
		return 'O'
	}
	return 'X'
}

func (b *board) flipped(square int, p byte) []int {
	var result []int
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if dx == 0 && dy == 0 {
				continue
			}
			var line []int
			x, y := square%8+dx, square/8+dy
			for x >= 0 && x < 8 && y >= 0 && y < 8 && b[y*8+x] == opponent(p) {
				line = append(line, y*8+x)
				x, y = x+dx, y+dy
			}
			if x >= 0 && x < 8 && y >= 0 && y < 8 && b[y*8+x] == p {
				result = append(result, line...)
			}
		}
	}
	return result
}

func (b board) play(square int, p byte) board {
	if square == pass {
		return b
	}
	flipped := b.flipped(square, p)
	b[square] = p
	for _, s := range flipped {
		b[s] = p
	}
	return b
}

func (b *board) moves(p byte) []int {
	var list []int
	for s := range b {
		if b[s] == '*' && len(b.flipped(s, p)) > 0 {
			list = append(list, s)
		}
	}
	return list
}

func (b *board) score() int {
	total := 0
	for s, p := range b {
		if p == me {
			total += weights[s]
		} else if p == opponent(me) {
			total -= weights[s]
		}
	}
	return total
}

func text(v int) string {
	switch v {
	case inf:
		return "Infinity"
	case -inf:
		return "-Infinity"
	}
	return strconv.Itoa(v)
}

func write(n node, v, alpha, beta int) {
	log = append(log, fmt.Sprintf("%s,%d,%s,%s,%s", n.name, n.depth, text(v), text(alpha), text(beta)))
}

func (n node) child(square int) node {
	next := node{n.b.play(square, n.player), "pass", n.depth + 1, opponent(n.player), n.passes + 1}
	if square != pass {
		next.name = fmt.Sprintf("%c%d", 'a'+square%8, square/8+1)
		next.passes = 0
	}
	return next
}

func maxValue(n node, alpha, beta int) int {
	if n.depth == maxDepth || n.passes == 2 {
		v := n.b.score()
		write(n, v, alpha, beta)
		return v
	}
	v := -inf
	write(n, v, alpha, beta)
	moves := n.b.moves(n.player)
	if len(moves) == 0 { // the other side moves
		v = maxValue(n.child(pass), alpha, beta)
		if v < beta {
			alpha = max(alpha, v)
		}
		write(n, v, alpha, beta)
		return v
	}
	for _, m := range moves {
		if result := minValue(n.child(m), alpha, beta); result > v {
			v = result
			if n.depth == 0 {
				choice = m
			}
		}
		if v >= beta {
			maxCuts[n.depth]++
			write(n, v, alpha, beta)
			return v
		}
		alpha = max(alpha, v)
		write(n, v, alpha, beta)
	}
	return v
}

func minValue(n node, alpha, beta int) int {
	if n.depth == maxDepth || n.passes == 2 {
		v := n.b.score()
		write(n, v, alpha, beta)
		return v
	}
	v := inf
	write(n, v, alpha, beta)
	moves := n.b.moves(n.player)
	if len(moves) == 0 {
		v = minValue(n.child(pass), alpha, beta)
		if v > alpha {
			beta = min(beta, v)
		}
		write(n, v, alpha, beta)
		return v
	}
	for _, m := range moves {
		if result := maxValue(n.child(m), alpha, beta); result < v {
			v = result
		}
		if v <= alpha {
			minCuts[n.depth]++
			write(n, v, alpha, beta)
			return v
		}
		beta = min(beta, v)
		write(n, v, alpha, beta)
	}
	return v
}

func main() {
	file, err := os.Open("input.txt")
	if err != nil {
		panic(err)
	}
	var lines []string
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		if line := strings.TrimSpace(scanner.Text()); line != "" {
			lines = append(lines, line)
		}
	}
	me = lines[0][0]
	maxDepth, _ = strconv.Atoi(lines[1])
	var start board
	copy(start[:], strings.Join(lines[2:10], ""))

	maxValue(node{b: start, name: "root", player: me}, -inf, inf)

	next := start.play(choice, me)
	var out []string
	for row := 0; row < 8; row++ {
		out = append(out, string(next[row*8:row*8+8]))
	}
	out = append(out, "Node,Depth,Value,Alpha,Beta")
	out = append(out, log...)
	if err := os.WriteFile("output.txt", []byte(strings.Join(out, "\n")), 0o644); err != nil {
		panic(err)
	}
}
