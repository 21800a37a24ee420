// Command diagnosis measures how well touchstone names the mistakes that it knows, and writes
// docs/diagnosis.md:
//
//	go run ./bench/diagnosis                        # every fault, and 300 pairs of them
//	go run ./bench/diagnosis --every 10 --pairs 30  # a sample
//	go run ./bench/diagnosis --assignment squirrel
//	go run ./bench/diagnosis --rows FILE            # keeps what was measured in FILE, and goes on from there
//	go run ./bench/diagnosis --rows docs/diagnosis.jsonl --write docs/diagnosis.md
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

	"github.com/touchstone-suite/touchstone/oracle/output"
)

func main() {
	assignment := flag.String("assignment", "", "measure the faults of this assignment only")
	every := flag.Int("every", 1, "of all faults, measure every n-th")
	pairs := flag.Int("pairs", 300, "so many random pairs of faults")
	file := flag.String("rows", "", "keep rows in this file; those that it has are not measured again, and count")
	write := flag.String("write", "", "write the document of all rows, such as docs/diagnosis.md")
	jobs := flag.Int("jobs", runtime.NumCPU(), "how many programs are measured at a time")
	unknown := flag.Bool("unknown", false, "measure what is said of faults that are taken out of the catalogue")
	strangers := flag.String("strangers", "", "measure what is said of the programs in bench/diagnosis/strangers whose names begin so, and keep it in --rows")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	switch {
	case *unknown:
		err = runHidden(ctx, *assignment, *every, *pairs, *jobs)
	case *strangers != "":
		err = runStrangers(ctx, *strangers, *file, *jobs)
	default:
		err = run(ctx, *file, *write, *jobs, func() ([]subject, error) { return choose(*assignment, *every, *pairs) })
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "diagnosis:", err)
		os.Exit(1)
	}
}

// run measures what is chosen, prints the totals, and writes the document.
func run(ctx context.Context, file, write string, jobs int, choose func() ([]subject, error)) error {
	chosen, err := choose()
	if err != nil {
		return err
	}
	rows, err := readRows(file)
	if err != nil {
		return err
	}
	measured, err := measureAll(ctx, chosen, rows, file, jobs)
	if err != nil {
		return err
	}
	rows = inOrder(measured, rows)
	if file != "" {
		if err := writeRows(file, rows); err != nil {
			return err
		}
	}
	fmt.Print(totals(rows))
	if write == "" {
		return nil
	}
	text, err := document(rows)
	if err != nil {
		return err
	}
	return output.WriteFile(write, []byte(text))
}

func runHidden(ctx context.Context, assignment string, every, pairs, jobs int) error {
	programs, err := chooseHidden(assignment, every, pairs)
	if err != nil {
		return err
	}
	return measureHidden(ctx, programs, jobs)
}

func runStrangers(ctx context.Context, begin, file string, jobs int) error {
	if begin == "all" {
		begin = ""
	}
	strangers, err := readStrangers("bench/diagnosis/strangers", begin)
	if err != nil {
		return err
	}
	return measureAllStrangers(ctx, strangers, file, jobs)
}
