// Command player answers input.txt with the second solver of an assignment, as a program that has
// some mistakes:
//
//	player ASSIGNMENT FAULT[,FAULT...] [-i input.txt]
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/touchstone-suite/touchstone/bench/play"
)

func main() {
	if err := play.Answer(os.Args[1], strings.Split(os.Args[2], ",")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
