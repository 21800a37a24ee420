package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// A subject is a program to be measured: the second solver with one or two faults.
type subject struct {
	Assignment string   `json:"assignment"`
	Faults     []string `json:"faults"`
}

func (s subject) String() string { return s.Assignment + " " + strings.Join(s.Faults, " and ") }

// A sample selects faults that an input of a course can show: every n-th of one assignment or of all,
// starting at one that the seed selects, and random pairs, spread over the assignments.
type sample struct {
	assignment   string // "" for all
	every, pairs int
	seed         int // 1 starts at the first fault
}

// choose returns the faults of a sample, and then its pairs.
func (s sample) choose() (chosen []subject, err error) {
	if s.every < 1 || s.pairs < 0 || s.seed < 1 {
		return nil, fmt.Errorf(
			"want --every and --seed of at least 1 and --pairs of at least 0, found %d, %d and %d",
			s.every, s.seed, s.pairs)
	}
	among := oracle.Assignments()
	if s.assignment != "" {
		a, err := oracle.Lookup(s.assignment)
		if err != nil {
			return nil, err
		}
		among = []*oracle.Assignment{a}
	}
	n := 0
	for _, a := range among {
		for _, f := range visibleFaults(a) {
			if n++; n%s.every == s.seed%s.every {
				chosen = append(chosen, subject{a.Name, []string{f.ID}})
			}
		}
	}
	r := random.New(uint64(s.seed))
	for i := range s.pairs {
		a := among[i%len(among)]
		faults := visibleFaults(a)
		first := r.Intn(len(faults))
		second := (first + 1 + r.Intn(len(faults)-1)) % len(faults)
		chosen = append(chosen, subject{a.Name, []string{faults[first].ID, faults[second].ID}})
	}
	return chosen, nil
}

// visibleFaults returns the faults that an input of a course can show.
func visibleFaults(a *oracle.Assignment) []mutant.Fault {
	return filter(catalog.Faults(a), func(f mutant.Fault) bool { return f.Equivalent == "" && f.Beyond == "" })
}

// A row is the measurement of a subject.
type row struct {
	subject
	Failed  int     `json:"failed"` // failing cases of the default profile
	Causes  []cause `json:"causes,omitempty"`
	Unknown int     `json:"unknown,omitempty"` // failing cases with files that no cause explains
	Found   *found  `json:"found,omitempty"`   // by fuzz; nil if it found nothing, or did not run
}

// A cause is a mistake that check names.
type cause struct {
	Grade  string   `json:"grade"`
	Faults []string `json:"faults"` // several if no case distinguishes them
	Cases  int      `json:"cases"`
}

// found is a failure that fuzz finds.
type found struct {
	Input   int     `json:"input"`   // the number of the failing input in the search
	Tried   int     `json:"tried"`   // inputs that were tried to make it smaller
	Seconds float64 `json:"seconds"` // of processor time, until the search ended
	Lines   int     `json:"lines"`   // of the longest file of the right answer

	Named []string `json:"named,omitempty"` // faults that fuzz names
}

// names reports whether a cause has a fault of the subject.
func (r row) names(c cause) bool {
	return slices.ContainsFunc(r.Faults, func(f string) bool { return slices.Contains(c.Faults, f) })
}

// named returns the number of the subject's faults that are named, alone or with a twin.
func (r row) named() int {
	return count(r.Faults, func(f string) bool {
		return slices.ContainsFunc(r.Causes, func(c cause) bool { return slices.Contains(c.Faults, f) })
	})
}

// falseCauses returns the causes that name none of the subject's faults. A single mistake that explains all
// bytes of all failing cases is not false: two mistakes may equal a third one, as no cuts at min nodes
// and no cuts at max nodes equal no cuts.
func (r row) falseCauses() []cause {
	if len(r.Faults) > 1 && len(r.Causes) == 1 && r.Causes[0].Grade == "equals" && r.Unknown == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.Causes), r.names)
}

// namedByFuzz reports whether fuzz names the single fault, alone or with others.
func (r row) namedByFuzz() bool { return r.Found != nil && slices.Contains(r.Found.Named, r.Faults[0]) }

// misnamedByFuzz reports whether fuzz names only faults that the program does not have.
func (r row) misnamedByFuzz() bool {
	return r.Found != nil && len(r.Found.Named) > 0 && !r.namedByFuzz()
}

// The grades of a check of a single fault, from the best to the worst.
const (
	equals  = "equals"  // named alone, and all bytes of all failing cases are explained
	twin    = "twin"    // named with other faults, and each of them explains all bytes
	fits    = "fits"    // named, but not everything is explained
	unnamed = "unnamed" // no fault is named
	wrong   = "wrong"   // a fault is named that the program does not have
)

var grades = []string{equals, twin, fits, unnamed, wrong}

// grade returns the grade of the check of a single fault.
func (r row) grade() string {
	switch {
	case len(r.falseCauses()) > 0:
		return wrong
	case len(r.Causes) == 0:
		return unnamed
	case r.Causes[0].Grade != "equals" || r.Unknown > 0:
		return fits
	case len(r.Causes[0].Faults) > 1:
		return twin
	}
	return equals
}

// result describes what check says: the grade of a single fault, or the number of faults named.
func (r row) result() string {
	text := r.grade()
	if len(r.Faults) > 1 {
		text = fmt.Sprintf("%d named", r.named())
	}
	for _, c := range r.falseCauses() {
		text += ", falsely " + strings.Join(c.Faults, " or ")
	}
	return text
}

func (r row) String() string {
	text := r.subject.String() + ": " + r.result()
	if r.Found != nil {
		text += fmt.Sprintf("; found by input %d in %.1f s, %d lines",
			r.Found.Input, r.Found.Seconds, r.Found.Lines)
	}
	return text
}

// maxPairs is the number of pairs that have an order.
const maxPairs = 10_000

// inOrder returns rows in the order of sample.choose, once each, without rows of faults that do not
// exist. Pairs that were drawn from a shorter list of faults come last.
func inOrder(rows []row) (ordered []row) {
	all, _ := sample{"", 1, maxPairs, 1}.choose()
	place := map[string]int{} // negative, so that pairs without a place come last
	for i, s := range slices.Backward(all) {
		place[s.String()] = i - len(all)
	}
	taken := map[string]bool{}
	for _, r := range rows {
		missing := slices.ContainsFunc(r.Faults, func(f string) bool { return place[r.Assignment+" "+f] == 0 })
		if name := r.subject.String(); !missing && !taken[name] {
			ordered, taken[name] = append(ordered, r), true
		}
	}
	slices.SortStableFunc(ordered, func(x, y row) int {
		return cmp.Compare(place[x.subject.String()], place[y.subject.String()])
	})
	return ordered
}

// measureMissing measures the subjects without a row in a file, jobs at a time, and writes the file again with
// each row that arrives. It returns all rows. key returns the subject's text of a row.
func measureMissing[S fmt.Stringer, R any](
	ctx context.Context, subjects []S, file string, jobs int, key func(R) string, measure func(S) (R, error),
) ([]R, error) {
	rows, err := readJSONLines[R](file)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, r := range rows {
		known[key(r)] = true
	}
	missing := slices.DeleteFunc(slices.Clone(subjects), func(s S) bool {
		had := known[s.String()]
		known[s.String()] = true
		return had
	})
	done := 0
	var mu sync.Mutex // protects rows, done and the file
	err = run.Each(ctx, jobs, len(missing), func(i int) error {
		r, err := measure(missing[i])
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		rows = append(rows, r)
		done++
		fmt.Fprintf(os.Stderr, "%d of %d: %v\n", done, len(missing), r)
		return writeJSONLines(file, rows)
	})
	return rows, err
}

// readJSONLines reads a file with a row on each line. It returns no rows if the file does not exist, or is "".
func readJSONLines[R any](file string) (rows []R, err error) {
	text, err := os.ReadFile(file)
	if file == "" || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		var r R
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// writeJSONLines writes rows to a file, unless that is "".
func writeJSONLines[R any](file string, rows []R) error {
	if file == "" {
		return nil
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	for _, r := range rows {
		if err := encoder.Encode(r); err != nil {
			return err
		}
	}
	return output.WriteFile(file, text.Bytes())
}
