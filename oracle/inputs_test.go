package oracle_test

import (
	"context"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// Inputs that several tests share, most of them the handouts' examples.
const (
	figure5 = "20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n"

	squirrelInput = "2\nX\n2\n" + figure5 + "**XX*\n**XOX\n***O*\n**OO*\n*****\n"
	battleInput   = "4\nX\n1\n0\nO\n2\n2\n" + figure5 + "**XX*\n**XOX\n***O*\n**OO*\n*****\n"
	gangwarsInput = "5\nMINIMAX\nX\n1\n" + figure5 + "..XX.\n..XOX\n...O.\n..OO.\n.....\n"
	startBoard    = "********\n********\n********\n***OX***\n***XO***\n********\n********\n********\n"
	reversiInput  = "X\n2\n" + startBoard
	australia     = "R, G, B\nWA: R-1, SA: G-2\n3\nR: 10, G: 5, B: 0\nR: 0, G: 2, B: 8\n" +
		"SA: WA, NT, Q, NSW, V\nNT: WA, SA, Q\nNSW: Q, V, SA\nWA: SA, NT\nQ: NT, SA, NSW\nV: SA, NSW\n"
)

// A fataler is a test, a benchmark or a check of a property.
type fataler interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// parse reads an input that must be right.
func parse(t fataler, assignment, input string) homework.Problem {
	t.Helper()
	a, err := oracle.Lookup(assignment)
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Parse("input.txt", []byte(input))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// answer solves a problem that must have an answer.
func answer(t fataler, p homework.Problem, how homework.Options) output.Memory {
	t.Helper()
	files, _ := answerNoted(t, p, how)
	return files
}

func answerNoted(t fataler, p homework.Problem, how homework.Options) (output.Memory, homework.Notes) {
	t.Helper()
	files := output.Memory{}
	notes, err := p.Solve(context.Background(), how, files)
	if err != nil {
		t.Fatalf("%v, on the input\n%s", err, p)
	}
	return files, notes
}

// count is how many random inputs a test draws.
func count(n int) int {
	if !effort.All() {
		return n / 5
	}
	return n
}
