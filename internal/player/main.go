// Command player is a submission for any assignment, for tests and benchmarks:
//
//	player [-edition NAME] [-crlf] [-replace OLD,NEW] [-drop FILE] [-exit N] [-faults NAME,NAME] [-odd]
//		ASSIGNMENT [-i input.txt]
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

func main() {
	edition := flag.String("edition", "", "")
	odd := flag.Bool("odd", false, "add a line that is never the same")
	crlf := flag.Bool("crlf", false, "end lines in CRLF")
	old := flag.String("old", "", "text to be replaced once in each file")
	new := flag.String("new", "", "by this")
	drop := flag.String("drop", "", "leave out this file")
	exit := flag.Int("exit", 0, "exit status")
	faults := flag.String("faults", "", "mistakes that the second solver makes")
	flag.Parse()
	a, err := oracle.Lookup(flag.Arg(0))
	must(err)
	src, err := os.ReadFile(oracle.InputFile)
	must(err)
	p, err := a.Parse(oracle.InputFile, src)
	must(err)
	files := output.Memory{}
	if *faults != "" {
		texts, err := catalog.Second(a).Solve(*edition, src, strings.Split(*faults, ",")...)
		must(err)
		for name, text := range texts {
			files[name] = []byte(text)
		}
	} else {
		_, err = p.Solve(context.Background(), homework.Options{Edition: *edition}, files)
		must(err)
	}
	for name, text := range files {
		if *odd {
			text = fmt.Appendf(text, "%d\n", time.Now().UnixNano())
		}
		if *crlf {
			text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
		}
		if *old != "" {
			text = bytes.Replace(text, []byte(*old), []byte(*new), 1)
		}
		if name != *drop {
			must(os.WriteFile(name, text, 0o644))
		}
	}
	os.Exit(*exit)
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
