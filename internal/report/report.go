// Package report tells people and machines what came of a check: as text, with
// colour and progress on a terminal, or as a stream of JSON events.
package report

import (
	"fmt"
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
	Expected   map[string]bool `json:"-"` // names of cases that are known to fail
}

// Summary is what is known after the last case.
type Summary struct {
	Counts map[testscript.Verdict]int `json:"verdicts"`
	// NotExpected names the cases that did not end as expected: failures, or
	// passes of cases that are known to fail.
	NotExpected []string          `json:"notExpected"`
	OK          bool              `json:"ok"`
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
