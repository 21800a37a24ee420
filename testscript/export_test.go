package testscript

import (
	"github.com/touchstone-suite/touchstone/oracle"
)

// Hinted is the function that Run uses to add hints to an error.
var Hinted = withRemedy

// Choose returns the error of Run for the cases of an assignment that options choose.
func Choose(a *oracle.Assignment, options ...RunOption) error {
	_, err := newTestRun(options).choose(a)
	return err
}

// Explained returns Run's explanation of a failure in at most maxLines lines.
func Explained(r Result, maxLines int) string { return (&testRun{lines: maxLines}).explain(r) }

// Check returns the error of Run for a source.
func Check(s Source, a *oracle.Assignment) error { return s.check(a) }

// ShareLimit makes other use the limiter of first.
func ShareLimit(first, other *Program) { other.runner.limiter = first.runner.limiter }
