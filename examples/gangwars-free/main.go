// Gangwars-free plays gangwars from input.txt to output.txt. It does not evaluate boards: the value of a
// position is the value at the root plus the gains of the moves since.
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
)

// infinity is more than 26 by 26 squares of 99 each, counted twice, can be worth.
const infinity = 150_000

type game struct {
	n        int
	values   []int
	board    []byte
	adjacent [][]int // the neighbours of each square
}

func main() {
	in, err := os.Open("input.txt")
	if err != nil {
		log.Fatal(err)
	}
	r := bufio.NewReader(in)
	var g game
	var mode, player string
	var depth int
	read(r, &g.n, &mode, &player, &depth)
	squares := g.n * g.n
	g.values = make([]int, squares)
	for i := range g.values {
		read(r, &g.values[i])
	}
	for range g.n {
		var row string
		read(r, &row)
		g.board = append(g.board, row...)
	}
	for i := range squares {
		g.adjacent = append(g.adjacent, g.neighbours(i))
	}
	target, raid := g.choose(player[0], depth)
	g.write(player[0], target, raid)
}

func read(r *bufio.Reader, words ...any) {
	if _, err := fmt.Fscan(r, words...); err != nil {
		log.Fatal(err)
	}
}

func (g *game) neighbours(square int) (list []int) {
	if square >= g.n {
		list = append(list, square-g.n)
	}
	if square%g.n > 0 {
		list = append(list, square-1)
	}
	if square%g.n < g.n-1 {
		list = append(list, square+1)
	}
	if square+g.n < g.n*g.n {
		list = append(list, square+g.n)
	}
	return list
}

// each calls f with every move in order, all stakes before all raids, until f has seen enough.
func (g *game) each(player byte, f func(target int, raid bool) (enough bool)) {
	for _, raid := range []bool{false, true} {
		for target, piece := range g.board {
			if piece == '.' && (!raid || g.hasNeighbour(target, player)) && f(target, raid) {
				return
			}
		}
	}
}

func (g *game) hasNeighbour(square int, player byte) bool {
	for _, n := range g.adjacent[square] {
		if g.board[n] == player {
			return true
		}
	}
	return false
}

// play makes a move. It returns the growth of the mover's lead, and the squares that were turned.
func (g *game) play(player byte, target int, raid bool) (won int, turned []int) {
	g.board[target] = player
	won = g.values[target]
	if raid {
		for _, n := range g.adjacent[target] {
			if g.board[n] == rival(player) {
				g.board[n] = player
				won += 2 * g.values[n]
				turned = append(turned, n)
			}
		}
	}
	return won, turned
}

func (g *game) takeBack(player byte, target int, turned []int) {
	g.board[target] = '.'
	for _, n := range turned {
		g.board[n] = rival(player)
	}
}

func rival(player byte) byte { return 'X' + 'O' - player }

// after returns the change of the mover's lead caused by a move and the best play of the depth-1 moves after
// it.
func (g *game) after(player byte, target int, raid bool, depth, alpha, beta int) int {
	won, turned := g.play(player, target, raid)
	defer g.takeBack(player, target, turned)
	return won - g.best(rival(player), depth-1, won-beta, won-alpha)
}

// best returns the maximum growth of the lead of the side to move in depth moves. depth is never greater than
// the number of free squares.
func (g *game) best(player byte, depth, alpha, beta int) int {
	if depth == 0 {
		return 0
	}
	best := -infinity
	g.each(player, func(target int, raid bool) bool {
		best = max(best, g.after(player, target, raid, depth, max(alpha, best), beta))
		return best >= beta
	})
	return best
}

func (g *game) choose(player byte, depth int) (target int, raid bool) {
	best := -infinity
	g.each(player, func(t int, r bool) bool {
		if value := g.after(player, t, r, depth, best, infinity); value > best {
			best, target, raid = value, t, r
		}
		return false
	})
	return target, raid
}

// write writes a blank after the move, and no newline after the board.
func (g *game) write(player byte, target int, raid bool) {
	g.play(player, target, raid)
	kind := "Stake"
	if raid {
		kind = "Raid"
	}
	text := fmt.Sprintf("%c%d %s ", 'A'+target%g.n, target/g.n+1, kind)
	for row := range g.n {
		text += "\n" + string(g.board[row*g.n:(row+1)*g.n])
	}
	fmt.Println(text)
	if err := os.WriteFile("output.txt", []byte(text), 0o644); err != nil {
		log.Fatal(err)
	}
}
