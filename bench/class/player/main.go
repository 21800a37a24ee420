//go:build unix

// Command player is a submission of a class. The file "mistakes" beside it says what it is: an
// assignment and the faults of its second solver, or "spin" and a CPU time.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/touchstone-suite/touchstone/bench/play"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(self), "mistakes"))
	if err != nil {
		return err
	}
	words := strings.Fields(string(text))
	if words[0] == "spin" {
		whole, err := time.ParseDuration(words[1])
		if err != nil {
			return err
		}
		return spin(whole)
	}
	return play.Answer(words[0], words[1:])
}

// spin uses so much CPU time, and answers nothing.
func spin(whole time.Duration) error {
	for {
		var used syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
			return err
		}
		if time.Duration(used.Utime.Nano()+used.Stime.Nano()) >= whole {
			return nil
		}
	}
}
