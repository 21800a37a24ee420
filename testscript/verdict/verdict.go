// Package verdict is what is known of a program that ran on a case: the verdict, how each wanted file
// compares, how the run ended, the words for it, and the points. It runs nothing: that is package testscript.
package verdict

import (
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// A Verdict is the judgement on one case.
type Verdict string

// The verdicts, best first. The exit status alone never fails a program whose files are
// right, as in the course.
const (
	Pass     Verdict = "pass"
	Format   Verdict = "format"   // equal except for line ends, the final newline or trailing blanks
	Wrong    Verdict = "wrong"    // a file has other contents
	Missing  Verdict = "missing"  // a file does not exist, or is not a regular file
	Crash    Verdict = "crash"    // a non-zero exit or a signal, and wrong or missing files
	Output   Verdict = "output"   // too much was written
	Memory   Verdict = "memory"   // too much memory was used
	Timeout  Verdict = "timeout"  // too much time was used
	Build    Verdict = "build"    // there is no program to run: none is found, or it does not compile
	Internal Verdict = "internal" // touchstone failed: nothing is known of the program
)

// Verdicts lists all verdicts, best first.
var Verdicts = []Verdict{Pass, Format, Wrong, Missing, Crash, Output, Memory, Timeout, Build, Internal}

// OfStop returns the verdict on a program that was stopped.
func OfStop(s outcome.Stop) Verdict {
	switch s {
	case outcome.StoppedMemory:
		return Memory
	case outcome.StoppedOutput, outcome.StoppedDisk:
		return Output
	}
	return Timeout
}

// A Result is the result of one case.
type Result struct {
	Case    *cases.Case
	Verdict Verdict
	// Reason says briefly what decided the verdict, if no file did.
	Reason string
	// Beyond says what puts the case beyond what a course would ask, or is "". Such a case
	// earns and costs no points.
	Beyond string
	// Excused says that the student is excused from the case.
	Excused bool
	// Files holds the wanted files, in the assignment's order.
	Files []File
	// Edition names another edition of the assignment that all files match, or is "".
	Edition string
	// At is the line of its source at which the program crashed, such as "solver.py:12", if
	// its standard error tells it. It is what the program wrote.
	At string
	// Hint is a suggestion for a program that crashed, or is "".
	Hint string
	// Otherwise says how a second run of the program differed from this one, or is "". Few cases have one.
	Otherwise string
	// Before is the verdict on a run beside others that did not count, since it did not repeat alone, or "".
	Before Verdict
	// SameAs names an earlier case whose program crashed with the same message, so that the
	// message need not be repeated. It is set by callers that report several cases.
	SameAs  string
	Outcome outcome.Outcome
	Allowed time.Duration // the CPU time that the program had
	// Enforced names what really confined the program.
	Enforced []string
	// Refused lists what the sandbox denied to the program, in chronological order, if it
	// crashed or left no output.
	Refused []outcome.Refusal
	Folder  string // where the program ran, if it was kept
	Answer  string // the folder beside it for the right answer, if there will be one
	Err     error  // what failed, for the verdict Internal
}

// WithoutTexts returns the result without what the program wrote into files.
func (r Result) WithoutTexts() Result {
	r.Files = slices.Clone(r.Files)
	for i := range r.Files {
		r.Files[i].Text = nil
	}
	return r
}

// A File is one of the wanted files as the program left it.
type File struct {
	Name    string
	Verdict Verdict
	Reason  string         // why it could not be compared
	Left    []string       // names of files that the program left instead of a missing one
	Report  compare.Report // how it compares
	Text    []byte         // what the program wrote, if the options ask for it
	Cut     bool           // Text may be the beginning only
}

// BreaksOff reports whether a file is right up to its end, and should go on.
func (f File) BreaksOff() bool {
	d := f.Report.First
	switch {
	case f.Report.Grade != compare.Different || d == nil:
		return false
	case len(d.Got) == 0:
		return true
	}
	return len(d.Got) == 1 && !strings.HasSuffix(d.Got[0], "\n") && d.Column > d.From+len(d.Got[0])
}
