// Package report tells people and machines what came of a check: as text, with
// colour and progress on a terminal, as a stream of JSON events, or as a document
// that other programs read. docs/reports.md describes the formats.
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/testscript"
)

// A Reporter is told of a check as it goes on. Its methods are never called at
// the same time.
type Reporter interface {
	Start(Start)
	// Result tells of the i-th case.
	Result(i int, r testscript.Result)
	End(Summary)
	// Abort takes the place of End when the check is interrupted, with what is known of
	// the cases that were judged until then.
	Abort(Summary)
}

// Formats names the formats of New.
var Formats = []string{"text", "json", "junit", "tap", "gradescope"}

// New reports to out in one of the Formats. Cases are in their order in all of
// them. What is written is whole after End.
func New(format string, out io.Writer) (Reporter, error) {
	switch format {
	case "text":
		return NewText(out, false, nil, false), nil
	case "json":
		return &document{out: out}, nil
	case "junit":
		return &junit{out: out}, nil
	case "tap":
		return &tap{out: out}, nil
	case "gradescope":
		return &gradescope{out: out}, nil
	}
	return nil, fmt.Errorf("want --format %s, found %q", strings.Join(Formats, ", "), format)
}

// Start is what is known before the first case.
type Start struct {
	Assignment string          `json:"assignment"`
	Edition    string          `json:"edition"`
	Compare    string          `json:"compare"`
	Command    []string        `json:"command"`
	Cases      int             `json:"cases"`
	Jobs       int             `json:"jobs"`
	CPU        float64         `json:"cpuLimitSeconds"`
	Show       Show            `json:"show"`
	Sandbox    []string        `json:"sandbox"`              // the mechanisms that are active
	Confined   string          `json:"-"`                    // what that comes to, in a line
	Tool       string          `json:"touchstone,omitempty"` // the version
	Expected   map[string]bool `json:"-"`                    // names of cases that are known to fail
}

// known reports whether a result is a known failure, or should have been. A fault of
// ours is never one.
func (s Start) known(r testscript.Result) bool {
	return s.Expected[r.Case.Name] && r.Verdict != testscript.Internal
}

// sum is the one line that sums a check up.
func (s Start) sum(all Summary) string {
	noun := "cases"
	if s.Cases == 1 {
		noun = "case"
	}
	return fmt.Sprintf("%s: %d %s: %s", s.Assignment, s.Cases, noun, all.counts())
}

// aborted is the line of a check that was interrupted.
func (s Start) aborted(all Summary) string {
	return fmt.Sprintf("%s: interrupted, %d of %d cases judged: %s", s.Assignment, all.judged(), s.Cases, all.counts())
}

// Summary is what is known after the last case.
type Summary struct {
	Counts map[testscript.Verdict]int `json:"verdicts"`
	// NotExpected names the cases that did not end as expected: failures, or
	// passes of cases that are known to fail.
	NotExpected []string          `json:"notExpected"`
	OK          bool              `json:"ok"`
	Seconds     float64           `json:"seconds"` // by the clock, from the first case to the last
	Score       *testscript.Score `json:"score,omitempty"`
}

// Summarise counts the verdicts. expected names the cases that must fail.
func Summarise(results []testscript.Result, expected map[string]bool) Summary {
	s := Summary{Counts: map[testscript.Verdict]int{}, NotExpected: []string{}}
	for _, r := range results {
		s.Counts[r.Verdict]++
		if (r.Verdict == testscript.Pass) == expected[r.Case.Name] || r.Verdict == testscript.Internal {
			s.NotExpected = append(s.NotExpected, r.Case.Name)
		}
	}
	slices.Sort(s.NotExpected)
	s.OK = len(s.NotExpected) == 0
	return s
}

// judged is how many cases there are in it.
func (s Summary) judged() (n int) {
	for _, of := range s.Counts {
		n += of
	}
	return n
}

// counts writes the verdicts that occurred, the best one first: "3 pass, 1 wrong".
func (s Summary) counts() string {
	var parts []string
	for _, v := range testscript.Verdicts {
		if n := s.Counts[v]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	return strings.Join(parts, ", ")
}
