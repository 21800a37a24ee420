package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// A subject is a program to be measured: the second solver with a fault, or with two.
type subject struct {
	Assignment string   `json:"assignment"`
	Faults     []string `json:"faults"`
}

func (s subject) String() string { return s.Assignment + " " + strings.Join(s.Faults, " and ") }

// A sample tells which of the faults that an input of a course can show are measured: every n-th of an assignment or of
// all, of which the seed chooses the first, and random pairs of them, spread over the assignments.
type sample struct {
	assignment   string // "" for all
	every, pairs int
	seed         int // 1 begins with the first fault
}

// choose returns the faults of a sample, and then its pairs.
func (s sample) choose() (chosen []subject, err error) {
	if s.every < 1 || s.pairs < 0 || s.seed < 1 {
		return nil, fmt.Errorf("want --every and --seed of at least 1 and --pairs of at least 0, found %d, %d and %d", s.every, s.seed, s.pairs)
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
		for _, f := range shown(a) {
			if n++; n%s.every == s.seed%s.every {
				chosen = append(chosen, subject{a.Name, []string{f.ID}})
			}
		}
	}
	r := random.New(uint64(s.seed))
	for i := range s.pairs {
		a := among[i%len(among)]
		faults := shown(a)
		first := r.Intn(len(faults))
		second := (first + 1 + r.Intn(len(faults)-1)) % len(faults)
		chosen = append(chosen, subject{a.Name, []string{faults[first].ID, faults[second].ID}})
	}
	return chosen, nil
}

// shown returns the faults that an input of a course can show.
func shown(a *oracle.Assignment) []mutant.Fault {
	return slices.DeleteFunc(slices.Clone(catalog.Faults(a)), func(f mutant.Fault) bool { return f.Equivalent != "" || f.Beyond != "" })
}

// A row is what was measured of a subject.
type row struct {
	subject
	Failed  int     `json:"failed"` // cases of the default profile that it fails
	Causes  []cause `json:"causes,omitempty"`
	Unknown int     `json:"unknown,omitempty"` // failing cases with files that no cause explains
	Found   *found  `json:"found,omitempty"`   // by fuzz; nil if it was not, or was not searched
}

// A cause is what check names.
type cause struct {
	Grade  string   `json:"grade"`
	Faults []string `json:"faults"` // several if no case tells them apart
	Cases  int      `json:"cases"`
}

// found is what fuzz finds.
type found struct {
	Input   int     `json:"input"`   // the number of the failing input in the search
	Tried   int     `json:"tried"`   // inputs that were tried to make it smaller
	Seconds float64 `json:"seconds"` // of processor time, until it ended
	Lines   int     `json:"lines"`   // of the longest file of the right answer

	Named []string `json:"named,omitempty"` // faults that it says fit
}

// names reports whether a fault of the subject is among those of a cause.
func (r row) names(c cause) bool {
	return slices.ContainsFunc(r.Faults, func(f string) bool { return slices.Contains(c.Faults, f) })
}

// named returns how many of the subject's faults are named, alone or with a twin.
func (r row) named() (n int) {
	for _, f := range r.Faults {
		if slices.ContainsFunc(r.Causes, func(c cause) bool { return slices.Contains(c.Faults, f) }) {
			n++
		}
	}
	return n
}

// falsely returns the causes that name none of the subject's faults. A mistake that writes all bytes
// of all failing cases alone is not false: two mistakes may be the same as one, as no cuts at
// min and max nodes are no cuts.
func (r row) falsely() (foreign []cause) {
	alone := len(r.Faults) > 1 && len(r.Causes) == 1 && r.Causes[0].Grade == "equals" && r.Unknown == 0
	for _, c := range r.Causes {
		if !r.names(c) && !alone {
			foreign = append(foreign, c)
		}
	}
	return foreign
}

// namedByFuzz reports whether fuzz names the single fault, alone or with others.
func (r row) namedByFuzz() bool { return r.Found != nil && slices.Contains(r.Found.Named, r.Faults[0]) }

// What check says of a fault, from the best to the worst.
const (
	equals  = "equals"  // named alone, and all bytes of all failing cases are explained
	twin    = "twin"    // so are they by other faults, which are named beside it
	fits    = "fits"    // named, but not all is explained
	unnamed = "unnamed" // no fault is named
	wrong   = "wrong"   // a fault is named that the program does not have
)

// says returns what check says of a single fault.
func (r row) says() string {
	switch {
	case len(r.falsely()) > 0:
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

// readJSONLines reads a file of rows, one a line. A last line that was cut off is left out; there are none if the file does
// not exist, or is "".
func readJSONLines[R any](file string) (rows []R, err error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		var r R
		if err := json.Unmarshal(line, &r); err != nil {
			if !bytes.HasSuffix(line, []byte("\n")) {
				break
			}
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// mostPairs is how many pairs are put in order.
const mostPairs = 10_000

// inOrder returns rows in the order in which they are measured, those of the first list rather than
// those of the second, and none of faults that there are not. Pairs that were drawn when there were
// fewer faults come last, as they stand.
func inOrder(first, second []row) (rows []row) {
	byName := map[string]row{}
	for _, r := range append(slices.Clone(second), first...) {
		byName[r.subject.String()] = r
	}
	all, _ := sample{"", 1, mostPairs, 1}.choose()
	for _, s := range all {
		if r, ok := byName[s.String()]; ok {
			rows = append(rows, r)
			delete(byName, s.String())
		}
	}
	exists := map[string]bool{}
	for _, s := range all {
		exists[s.Assignment+" "+s.Faults[0]] = true
	}
	for _, r := range append(slices.Clone(second), first...) {
		r, left := byName[r.subject.String()]
		if left && !slices.ContainsFunc(r.Faults, func(f string) bool { return !exists[r.Assignment+" "+f] }) {
			rows = append(rows, r)
			delete(byName, r.subject.String())
		}
	}
	return rows
}

// writeJSONLines writes a file of rows, if it has a name.
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
