// Command diagnosis measures how well touchstone names the mistakes in its catalogue, and writes
// docs/diagnosis.md:
//
//	go run ./bench/diagnosis                        # every fault, and 300 pairs of them
//	go run ./bench/diagnosis --every 10 --pairs 30  # a sample
//	go run ./bench/diagnosis --assignment squirrel
//	go run ./bench/diagnosis --rows FILE            # keeps rows in FILE, and measures only what it lacks
//	go run ./bench/diagnosis --rows docs/diagnosis.jsonl
//	go run ./bench/diagnosis --unknown --rows docs/diagnosis-unknown.jsonl  # faults outside the catalogue
//	go run ./bench/diagnosis --strangers all --rows docs/diagnosis-strangers.jsonl
//	go run ./bench/diagnosis --write docs/diagnosis.md                      # from the rows in docs
//
// Each fault is a separate program: the second solver with that fault, which touchstone runs in the sandbox,
// as it runs users' programs. Check on the default profile shows how touchstone diagnoses the fault. Fuzz,
// from a cold start, shows how soon it finds a failure and how small that becomes. A pair of faults is only
// checked. All figures but the seconds are the same on every machine.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/output"
)

// The files with the rows from which the document is made, and the directory of the strangers.
const (
	rowsFile     = "docs/diagnosis.jsonl"
	unknownFile  = "docs/diagnosis-unknown.jsonl"
	strangerFile = "docs/diagnosis-strangers.jsonl"
	strangersDir = "bench/diagnosis/strangers"
)

func main() {
	assignment := flag.String("assignment", "", "measure only the faults of this assignment")
	every := flag.Int("every", 1, "measure every n-th fault")
	pairs := flag.Int("pairs", 300, "number of random pairs of faults")
	seed := flag.Int("seed", 1, "start with another of the n faults, and draw other pairs")
	file := flag.String("rows", "", "keep rows in this file; rows that it has are not measured again")
	write := flag.String("write", "", "write the document from the rows in docs, such as docs/diagnosis.md; "+
		"measure nothing without --unknown or --strangers")
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
		err = measureInto(*file, func() ([]hiddenRow, error) { return measureHidden(ctx, chosen, *file, *jobs) }, unknowns)
	case *strangers != "":
		prefix := strings.TrimPrefix(*strangers, "all")
		measure := func() ([]reportedCause, error) { return measureStrangers(ctx, prefix, *file, *jobs) }
		err = measureInto(*file, measure, strangerTotals)
	case *write == "":
		err = measureInto(*file, func() ([]row, error) { return measureFaults(ctx, chosen, *file, *jobs) }, totals)
	}
	if err == nil && *write != "" {
		var text string
		if text, err = documentOf("."); err == nil {
			err = output.WriteFile(*write, []byte(text))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "diagnosis:", err)
		os.Exit(1)
	}
}

// measureInto measures rows, prints their totals, and writes them to a file.
func measureInto[R any](file string, measure func() ([]R, error), totals func([]R) string) error {
	rows, err := measure()
	if err != nil {
		return err
	}
	fmt.Print(totals(rows))
	return writeJSONLines(file, rows)
}
