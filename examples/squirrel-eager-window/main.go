// Squirrel-eager-window is an example submission for the squirrel assignment, written as a good
// student would write it: greedy, minimax, alpha-beta and battle on the 5x5 board. It reads the
// file that -i names and writes its answers to the working directory. It has one deliberate flaw,
// easily overlooked in reading, which `touchstone check` finds; everything else is right.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"os"
)

const (
	side   = 5
	cells  = side * side
	free   = '*'
	posInf = math.MaxInt
	negInf = math.MinInt
)

// The tasks of the input file. The first three are also the algorithms of a battle.
const greedy, minimax, alphaBeta, battle = 1, 2, 3, 4

// board holds the squares in row-major order, which is also the order of expansion.
type board [cells]byte

// String returns the five rows of the board, as the output files show them.
func (b board) String() string {
	var s []byte
	for index := 0; index < cells; index += side {
		s = append(append(s, b[index:index+side]...), '\n')
	}
	return string(s)
}

// play returns the board after piece takes a square. Next to a piece of its own that is a raid,
// which turns the enemies around the square; elsewhere it is a sneak, which turns nothing.
func (b board) play(index int, piece byte) board {
	raid := false
	for _, n := range neighbours(index) {
		raid = raid || b[n] == piece
	}
	for _, n := range neighbours(index) {
		if raid && b[n] != free {
			b[n] = piece
		}
	}
	b[index] = piece
	return b
}

// neighbours returns the squares above, left, right and below a square.
func neighbours(index int) (list []int) {
	for _, step := range [...][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}} {
		row, col := index/side+step[0], index%side+step[1]
		if 0 <= row && row < side && 0 <= col && col < side {
			list = append(list, row*side+col)
		}
	}
	return list
}

func opponent(piece byte) byte {
	return 'X' + 'O' - piece
}

// squareName returns the name of a square: a letter for the column, a digit for the row.
func squareName(index int) string {
	return string([]byte{'A' + byte(index%side), '1' + byte(index/side)})
}

// player is one side and how it chooses its moves.
type player struct {
	piece             byte
	algorithm, cutOff int
}

// search looks for the best move of one player, who is max, and logs every step of it.
type search struct {
	player
	values *[cells]int
	out    io.Writer
}

// visit searches a node and returns its value and the board after the best move there.
// Minimax is alpha-beta that never cuts.
func (s *search) visit(b board, name string, depth, alpha, beta int) (value int, next board) {
	if depth == s.cutOff || bytes.IndexByte(b[:], free) < 0 {
		value = s.evaluate(b)
		s.log(name, depth, value, alpha, beta)
		return value, b
	}
	isMax := depth%2 == 0
	mover, value := s.piece, negInf
	if !isMax {
		mover, value = opponent(s.piece), posInf
	}
	s.log(name, depth, value, alpha, beta)
	for index := range b {
		if b[index] != free {
			continue
		}
		child := b.play(index, mover)
		v, _ := s.visit(child, squareName(index), depth+1, alpha, beta)
		if isMax && v > value || !isMax && v < value {
			value, next = v, child
		}
		if isMax {
			alpha = max(alpha, value)
		} else {
			beta = min(beta, value)
		}
		s.log(name, depth, value, alpha, beta)
		if s.algorithm == alphaBeta && alpha >= beta {
			break
		}
	}
	return value, next
}

// evaluate returns the sum of the values of our squares minus the sum for the opponent's squares.
func (s *search) evaluate(b board) (sum int) {
	for index, piece := range b {
		switch piece {
		case s.piece:
			sum += s.values[index]
		case opponent(s.piece):
			sum -= s.values[index]
		}
	}
	return sum
}

// log writes one row: the node, its depth, its value and, for alpha-beta, the window.
func (s *search) log(name string, depth, value, alpha, beta int) {
	fmt.Fprintf(s.out, "%s,%d,%s", name, depth, number(value))
	if s.algorithm == alphaBeta {
		fmt.Fprintf(s.out, ",%s,%s", number(alpha), number(beta))
	}
	fmt.Fprintln(s.out)
}

func number(n int) string {
	switch n {
	case posInf:
		return "Infinity"
	case negInf:
		return "-Infinity"
	}
	return fmt.Sprint(n)
}

// move returns the board after the player's move and logs the search for it.
func (p player) move(b board, values *[cells]int, out io.Writer) board {
	switch p.algorithm {
	case greedy:
		p.cutOff = 1 // whatever the input contains
	case minimax:
		fmt.Fprintln(out, "Node,Depth,Value")
	case alphaBeta:
		fmt.Fprintln(out, "Node,Depth,Value,Alpha,Beta")
	}
	s := &search{p, values, out}
	_, next := s.visit(b, "root", 0, negInf, posInf)
	return next
}

// problem is the content of an input file: a move of the first player, or a battle of both.
type problem struct {
	task    int
	players [2]player
	values  [cells]int
	board   board
}

// read reads an input file, which by the assignment has no formatting errors.
func read(in io.Reader) *problem {
	scan := func(field any) {
		_, err := fmt.Fscan(in, field)
		check(err)
	}
	p, word := new(problem), ""
	scan(&p.task)
	for i := range p.players {
		if i == 1 && p.task != battle {
			break
		}
		player := &p.players[i]
		scan(&word)
		player.piece, player.algorithm = word[0], p.task
		if p.task == battle {
			scan(&player.algorithm)
		}
		scan(&player.cutOff)
	}
	for index := range p.values {
		scan(&p.values[index])
	}
	for pos := 0; pos < cells; pos += side {
		scan(&word)
		copy(p.board[pos:], word)
	}
	return p
}

// fight plays a battle until neither player can move and writes the board after each move.
func (p *problem) fight(out io.Writer) {
	for b, turn := p.board, 0; ; turn++ {
		next := p.players[turn%2].move(b, &p.values, io.Discard)
		if next == b {
			return
		}
		b = next
		fmt.Fprint(out, b)
	}
}

// write creates a file in the working directory and fills it.
func write(name string, fill func(io.Writer)) {
	file, err := os.Create(name)
	check(err)
	w := bufio.NewWriter(file)
	fill(w)
	check(w.Flush())
	check(file.Close())
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	input := flag.String("i", "input.txt", "the input `file`")
	flag.Parse()
	file, err := os.Open(*input)
	check(err)
	p := read(bufio.NewReader(file))

	next := p.board
	solve := func(out io.Writer) { next = p.players[0].move(p.board, &p.values, out) }
	switch p.task {
	case greedy:
		solve(io.Discard)
	case minimax, alphaBeta:
		write("traverse_log.txt", solve)
	case battle:
		write("trace_state.txt", p.fight)
		return
	}
	write("next_state.txt", func(out io.Writer) { fmt.Fprint(out, next) })
}
