// Package gradebook writes what a course keeps of a graded class: a table of grades, a report for each
// student, and one page for the teacher. Books hold nothing that is measured: no time, no memory, no
// host and no path. The same verdicts give the same bytes, wherever and in whatever order they were
// found. docs/books.md describes the files.
package gradebook

import (
	"cmp"
	"time"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/report"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A Class is what the books are made of.
type Class struct {
	Title    string       // of the course, or the assignment's name
	Start    report.Start // assignment, edition, comparison, limits, what students see; all else is ignored
	Cases    []*cases.Case
	Before   []byte        // books.json of the grading before, or nil
	UsualCPU time.Duration // that "touchstone check" gives to a case which names none
	Python   string        // which Python runs files that end in .py, "2" or "3", or ""
	Students []Student     // in any order; the books have them by name
	// Traces is how many pages that walk a search there are for a student, at most; each is some
	// hundred kilobytes. There are none unless students see differences.
	Traces int
	// Formats are those of Formats in which the grades are written, too.
	Formats []string
}

// Ungraded returns why a student could not be graded, because we failed on a case at least, or "". Then
// there are no points: a fault of ours costs nobody any.
func (s *Student) Ungraded() string {
	for _, r := range s.Results {
		if r.Verdict == verdict.Internal {
			return cmp.Or(r.Reason, "touchstone failed")
		}
	}
	return ""
}

// A Student is how one submission did.
type Student struct {
	Name    string           // as it is shown; it may be anything, but no two are equal
	Folder  string           // what the student's folder is named for; "" means ID
	ID      string           // as the roster has it; "" means the name
	Built   string           // why there is no program, or ""
	Results []verdict.Result // one for each of Class.Cases, in order; none are needed if there is no program
	Summary report.Summary   // counts, score, causes; without a score, that of the assignment's rule
	// Submission is a digest of the files that were handed in, or "" if it is not known.
	Submission string
	// Columns are what else the roster says of the student, by the names of its columns in small letters.
	Columns map[string]string
}
