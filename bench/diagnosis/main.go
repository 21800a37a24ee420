// Command diagnosis measures how well touchstone names the mistakes of programs, for docs/diagnosis.md:
//
//	go run ./bench/diagnosis                        # every fault, and 300 pairs of them
//	go run ./bench/diagnosis --every 10 --pairs 30  # a sample
//	go run ./bench/diagnosis --assignment squirrel
//	go run ./bench/diagnosis --rows FILE            # keeps rows in FILE, and measures only what it lacks
//	go run ./bench/diagnosis --rows docs/diagnosis.jsonl
//	go run ./bench/diagnosis --unknown --rows docs/diagnosis-unknown.jsonl  # faults outside the catalogue
//	go run ./bench/diagnosis --strangers all --rows docs/diagnosis-strangers.jsonl
//
// A program is the second solver with one or two faults, which runs in this process, on the cases of the default
// profile. A stranger is a program in a language of its own, which touchstone runs in the sandbox. All figures but
// the seconds are the same on every machine. The command prints tables and exceptions as Markdown.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
)

// strangersDir has the programs of strangers.
const strangersDir = "bench/diagnosis/strangers"

func main() {
	assignment := flag.String("assignment", "", "measure only the faults of this assignment")
	every := flag.Int("every", 1, "measure every n-th fault")
	pairs := flag.Int("pairs", 300, "number of random pairs of faults")
	seed := flag.Int("seed", 1, "start with another of the n faults, and draw other pairs")
	file := flag.String("rows", "", "keep rows in this file; rows that it has are not measured again")
	jobs := flag.Int("jobs", runtime.NumCPU(), "number of programs measured at a time")
	unknown := flag.Bool("unknown", false, "measure faults that are taken out of the catalogue")
	strangers := flag.String("strangers", "",
		"measure the programs in bench/diagnosis/strangers with this prefix, or all")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	chosen := sample{*assignment, *every, *pairs, *seed}
	var err error
	switch {
	case *unknown:
		measure := func() ([]hiddenRow, error) { return measureHidden(ctx, chosen, *file, *jobs) }
		err = measureInto(*file, measure, unknownTables)
	case *strangers != "":
		prefix := strings.TrimPrefix(*strangers, "all")
		measure := func() ([]reportedCause, error) { return measureStrangers(ctx, prefix, *file, *jobs) }
		err = measureInto(*file, measure, strangerTables)
	default:
		measure := func() ([]row, error) { return measureFaults(ctx, chosen, *file, *jobs) }
		err = measureInto(*file, measure, faultTables)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "diagnosis:", err)
		os.Exit(1)
	}
}

// measureInto measures rows, prints their tables, and writes them to a file.
func measureInto[R any](file string, measure func() ([]R, error), tables func([]R) []string) error {
	rows, err := measure()
	if err != nil {
		return err
	}
	fmt.Print(strings.Join(tables(rows), "\n"))
	return writeJSONLines(file, rows)
}
