// Command player answers input.txt with the second solver of an assignment that has some faults:
//
//	player ASSIGNMENT FAULT[,FAULT...] [-i input.txt]
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/mutant/gangwars"
	"github.com/touchstone-suite/touchstone/mutant/mancala"
	"github.com/touchstone-suite/touchstone/mutant/mapcolor"
	"github.com/touchstone-suite/touchstone/mutant/reversi"
	"github.com/touchstone-suite/touchstone/mutant/squirrel"
)

var solvers = map[string]*mutant.Solver{
	"gangwars": gangwars.Solver, "mancala": mancala.Solver, "mapcolor": mapcolor.Solver,
	"reversi": reversi.Solver, "squirrel": squirrel.Solver,
}

func main() {
	if err := answer(os.Args[1], strings.Split(os.Args[2], ",")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func answer(assignment string, faults []string) error {
	input, err := os.ReadFile("input.txt")
	if err != nil {
		return err
	}
	files, err := solvers[assignment].Solve("", input, faults...)
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}
