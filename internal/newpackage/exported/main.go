// Command exported is the main package of the programs of an exported game. Each program has this file, a file
// that sets its role, and the source of the oracle.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	game "github.com/touchstone-suite/touchstone/oracle/squirrel"
)

// role is the role of a program. The role "reference" answers an input. The role "validator" exits with 42 for a
// valid input, and prints its situations. The role "generator" prints an input for a seed and a size.
var role = "reference"

const valid = 42

func main() {
	do := map[string]func() (status int, err error){"reference": answer, "validator": validate,
		"generator": generate}[role]
	status, err := do()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		status = 1
	}
	os.Exit(status)
}

func answer() (status int, err error) {
	src, err := os.ReadFile(homework.InputFile)
	if err != nil {
		return 0, err
	}
	p, err := game.Assignment.Parse(homework.InputFile, src)
	if err != nil {
		return 0, err
	}
	to := output.NewDir(".")
	defer to.Abort()
	if _, err := p.Solve(context.Background(), homework.Options{}, to); err != nil {
		return 0, err
	}
	return 0, to.Commit()
}

func validate() (status int, err error) {
	src, err := io.ReadAll(os.Stdin)
	if err != nil {
		return 0, err
	}
	p, err := game.Assignment.Parse("the input", src)
	if err != nil {
		return 0, err
	}
	seen, err := p.Situations(context.Background())
	for _, name := range seen.Names(game.Assignment.Situations) {
		fmt.Println("situation", name)
	}
	return valid, err
}

// maxSmall is the greatest size of inputs such as searches for mistakes use.
const maxSmall = 10

func generate() (status int, err error) {
	var numbers [2]uint64
	for i := range numbers {
		if len(os.Args) != 3 {
			return 0, fmt.Errorf("want a seed and a size, found %d arguments", len(os.Args)-1)
		}
		if numbers[i], err = strconv.ParseUint(os.Args[i+1], 10, 64); err != nil {
			return 0, err
		}
	}
	draw := game.Assignment.Generator.Course
	if numbers[1] <= maxSmall {
		draw = game.Assignment.Generator.Small
	}
	_, err = fmt.Print(draw(random.New(numbers[0])).String())
	return 0, err
}
