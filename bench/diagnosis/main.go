// Command diagnosis measures how well touchstone names the mistakes that it knows, and writes
// docs/diagnosis.md:
//
//	go run ./bench/diagnosis                        # every fault, and 300 pairs of them
//	go run ./bench/diagnosis --every 10 --pairs 30  # a sample
//	go run ./bench/diagnosis --assignment squirrel
//	go run ./bench/diagnosis --rows FILE            # keeps what was measured in FILE, and goes on from there
//	go run ./bench/diagnosis --rows docs/diagnosis.jsonl
//	go run ./bench/diagnosis --unknown --rows docs/diagnosis-unknown.jsonl      # faults taken out of the catalogue
//	go run ./bench/diagnosis --strangers all --rows docs/diagnosis-strangers.jsonl
//	go run ./bench/diagnosis --write docs/diagnosis.md                          # of the rows in docs
//
// Each fault is a program of its own: the second solver with that fault, run by touchstone as users
// run it, in the sandbox. It is checked on the default profile, which tells what check says of it,
// and searched by fuzz from a cold start, which tells how soon a failure is found and how small it
// becomes. A pair of faults is only checked. All but the seconds is the same on every machine.
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

func main() {
	assignment := flag.String("assignment", "", "measure the faults of this assignment only")
	every := flag.Int("every", 1, "of all faults, measure every n-th")
	pairs := flag.Int("pairs", 300, "so many random pairs of faults")
	seed := flag.Int("seed", 1, "another seed begins with another of the n faults, and draws other pairs")
	file := flag.String("rows", "", "keep rows in this file; those that it has are not measured again, and count")
	write := flag.String("write", "", "write the document of all rows in docs, such as docs/diagnosis.md; measure nothing unless --unknown or --strangers asks for it")
	jobs := flag.Int("jobs", runtime.NumCPU(), "how many programs are measured at a time")
	unknown := flag.Bool("unknown", false, "measure what is said of faults that are taken out of the catalogue")
	strangers := flag.String("strangers", "", "measure what is said of the programs in bench/diagnosis/strangers whose names begin so, and keep it in --rows")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	chosen := sample{*assignment, *every, *pairs, *seed}
	var err error
	switch {
	case *unknown:
		err = runHidden(ctx, chosen, *file, *jobs)
	case *strangers != "":
		err = runStrangers(ctx, *strangers, *file, *jobs)
	case *write == "":
		err = run(ctx, chosen, *file, *jobs)
	}
	if err == nil && *write != "" {
		err = writeDocument(*write)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "diagnosis:", err)
		os.Exit(1)
	}
}

// The files in which rows are kept if --rows names no other, and the document of them all.
const (
	rowsFile     = "docs/diagnosis.jsonl"
	unknownFile  = "docs/diagnosis-unknown.jsonl"
	strangerFile = "docs/diagnosis-strangers.jsonl"
	strangersDir = "bench/diagnosis/strangers"
)

// run measures what is chosen, and prints the totals.
func run(ctx context.Context, s sample, file string, jobs int) error {
	chosen, err := s.choose()
	if err != nil {
		return err
	}
	rows, err := readJSONLines[row](file)
	if err != nil {
		return err
	}
	measured, err := measureAll(ctx, chosen, rows, file, jobs)
	if err != nil {
		return err
	}
	rows = inOrder(measured, rows)
	fmt.Print(totals(rows))
	return writeJSONLines(file, rows)
}

// runHidden measures faults that are taken out of the catalogue.
func runHidden(ctx context.Context, s sample, file string, jobs int) error {
	programs, err := chooseHidden(s)
	if err != nil {
		return err
	}
	rows, err := measureHidden(ctx, programs, file, jobs)
	if err != nil {
		return err
	}
	fmt.Print(unknowns(rows))
	return writeJSONLines(file, rows)
}

// runStrangers measures the strangers whose names begin in a way.
func runStrangers(ctx context.Context, begin, file string, jobs int) error {
	programs, err := readStrangers(strangersDir, strings.TrimPrefix(begin, "all"))
	if err != nil {
		return err
	}
	rows, err := measureAllStrangers(ctx, programs, file, jobs)
	if err != nil {
		return err
	}
	fmt.Print(strangerTotals(rows))
	return writeJSONLines(file, rows)
}

// writeDocument writes the document of the rows in docs.
func writeDocument(file string) error {
	text, err := documentOf(".")
	if err != nil {
		return err
	}
	return output.WriteFile(file, []byte(text))
}
