package testscript

import (
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

// Check returns the error of Run for a source.
func Check(s Source, a *oracle.Assignment) error { return s.check(a) }

// ShareLimit has a program share the limit of programs of another one.
func ShareLimit(first, other *Program) { other.runner.limiter = first.runner.limiter }
