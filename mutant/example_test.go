package mutant_test

import (
	"fmt"
	"log"

	"github.com/touchstone-suite/touchstone/mutant/mancala"
)

// The handout's sample input, solved right and with a fault.
func ExampleSolver_Solve() {
	input := []byte("1\n1\n1\n3 3 3\n3 3 3\n0\n0\n")
	for _, faults := range [][]string{nil, {"no-extra-turn"}} {
		files, err := mancala.Solver.Solve("", input, faults...)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print(files["next_state.txt"])
	}
	// Output:
	// 3 4 4
	// 0 0 5
	// 0
	// 2
	// 3 3 3
	// 0 4 4
	// 0
	// 1
}
