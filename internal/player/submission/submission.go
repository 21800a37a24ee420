// Package submission is the program of command player. Tests also call it in their own process.
package submission

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// Endless is the exit status of a program that never ends.
const Endless = -1

// Main runs the program in a directory and returns its exit status, or Endless instead of a loop without an end.
// args are its arguments without its name.
func Main(dir string, args []string, errs io.Writer) (status int) {
	flags := flag.NewFlagSet("player", flag.ContinueOnError)
	flags.SetOutput(errs)
	edition := flags.String("edition", "", "")
	odd := flags.Bool("odd", false, "add a line that is never the same")
	crlf := flags.Bool("crlf", false, "end lines in CRLF")
	old := flags.String("old", "", "text to be replaced once in each file")
	new := flags.String("new", "", "by this")
	drop := flags.String("drop", "", "leave out this file")
	endless := flags.String("endless", "", "text in inputs on which the program never ends")
	exit := flags.Int("exit", 0, "exit status")
	faults := flags.String("faults", "", "mistakes that the second solver makes")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if *endless != "" {
		src, err := os.ReadFile(filepath.Join(dir, oracle.InputFile))
		if err != nil {
			fmt.Fprintln(errs, err)
			return 1
		}
		if bytes.Contains(src, []byte(*endless)) {
			return Endless
		}
	}
	files, err := solve(dir, flags.Arg(0), *edition, *faults)
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
			err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), text, 0o644))
		}
	}
	if err != nil {
		fmt.Fprintln(errs, err)
		return 1
	}
	return *exit
}

// solve returns the output of a solver with some faults.
func solve(dir, assignment, edition, faults string) (output.Memory, error) {
	a, err := oracle.Lookup(assignment)
	if err != nil {
		return nil, err
	}
	src, err := os.ReadFile(filepath.Join(dir, oracle.InputFile))
	if err != nil {
		return nil, err
	}
	p, err := a.Parse(oracle.InputFile, src)
	if err != nil {
		return nil, err
	}
	files := output.Memory{}
	if faults == "" {
		_, err = p.Solve(context.Background(), homework.Options{Edition: edition}, files)
		return files, err
	}
	texts, err := catalog.Second(a).Solve(edition, src, strings.Split(faults, ",")...)
	for name, text := range texts {
		files[name] = []byte(text)
	}
	return files, err
}
