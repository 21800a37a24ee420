package testscript

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle"
)

// Hinted is what Run makes of an error.
var Hinted = hinted

// Choose returns the error of Run for the cases of an assignment that options choose.
func Choose(a *oracle.Assignment, options ...RunOption) error {
	_, err := newTestRun(options).choose(a)
	return err
}

// Explained is how Run tells a failure in so many lines.
func Explained(r Result, most int) string { return (&testRun{lines: most}).explain(r) }

// Open returns the error of a program that cannot be opened.
func Open(p Program, a *oracle.Assignment) error {
	_, err := p.open(context.Background(), a, Options{})
	return err
}
