// Command player is a submission for any assignment, for tests and benchmarks:
//
//	player [-edition NAME] [-crlf] [-old TEXT -new TEXT] [-drop FILE] [-exit N] [-faults NAME,NAME] [-odd]
//		[-endless TEXT] ASSIGNMENT [-i input.txt]
package main

import (
	"os"

	"github.com/touchstone-suite/touchstone/internal/player/submission"
)

func main() {
	status := submission.Main(".", os.Args[1:], os.Stderr)
	for status == submission.Endless {
	}
	os.Exit(status)
}
