package oracle_test

import (
	"context"
	"fmt"
	"log"

	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/mancala"
)

func ExampleSolve() {
	input := "1\n1\n1\n2 2 2\n2 2 2\n0\n0\n" // greedy for player 1, on three pits a side
	files, err := oracle.Solve(context.Background(), &mancala.Assignment, []byte(input), oracle.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(string(files["next_state.txt"]))
	// Output:
	// 2 3 3
	// 2 0 0
	// 0
	// 2
}

func ExampleLookup() {
	a, err := oracle.Lookup("reversi")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Title)
	fmt.Println(a.EditionNames())
	// Output:
	// Othello with positional weights: alpha-beta
	// [final first]
}
