// Command player is a submission for any assignment, for tests and benchmarks:
//
//	player [-edition NAME] [-crlf] [-old TEXT -new TEXT] [-drop FILE] [-exit N] [-faults NAME,NAME] [-odd]
//		ASSIGNMENT [-i input.txt]
package main

import (
	"os"

	"github.com/touchstone-suite/touchstone/internal/player/submission"
)

func main() { os.Exit(submission.Main(".", os.Args[1:], os.Stderr)) }
