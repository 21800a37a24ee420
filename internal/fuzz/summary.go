package fuzz

import "github.com/touchstone-suite/touchstone/oracle/homework"

// A Summary says what was searched.
type Summary struct {
	Runs   int           // inputs that were judged, up to a finding that ended the search
	Core   int           // of these, those of the profile core,
	OfCore int           // of so many,
	Small  int           // small ones,
	Course int           // and those like the course's own
	Shown  homework.Seen // the situations that they show
	Found  int           // findings
	Again  int           // further inputs that fail as a finding does
	Ended  End           // why there are no more
}

// add counts an input that was judged.
func (s *Summary) add(in input) {
	s.Runs++
	s.Shown |= in.Shows
	switch in.kind {
	case core:
		s.Core++
	case small:
		s.Small++
	case course:
		s.Course++
	}
}

// An End says why a search ended.
type End string

// The ends.
const (
	EndRuns    End = "runs"    // so many were to be judged
	EndClock   End = "clock"   // time is up
	EndInputs  End = "inputs"  // no further inputs are found
	EndFailure End = "failure" // one was to be found
	EndBroken  End = "broken"  // by an error or an interruption
)
