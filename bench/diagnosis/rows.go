package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/catalog"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/diagnosistest"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/mutant"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
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
	Unknown int     `json:"unknown,omitempty"` // failing cases that no known mistake explains
}

// A cause is a known mistake that the diagnosis names.
type cause struct {
	Grade  string   `json:"grade"`
	Faults []string `json:"faults"` // several if no case distinguishes them
	Cases  int      `json:"cases"`
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
	if len(r.Faults) > 1 && len(r.Causes) == 1 && r.Causes[0].Grade == equals && r.Unknown == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.Causes), r.names)
}

// The grades of the diagnosis of a single fault, from the best to the worst.
const (
	equals  = "equals"  // named alone, and all bytes of all failing cases are explained
	twin    = "twin"    // named with other faults, and each of them explains all bytes
	fits    = "fits"    // named, but not everything is explained
	unnamed = "unnamed" // no fault is named
	wrong   = "wrong"   // a fault is named that the program does not have
)

// grade returns the grade of the diagnosis of a single fault.
func (r row) grade() string {
	switch {
	case len(r.falseCauses()) > 0:
		return wrong
	case len(r.Causes) == 0:
		return unnamed
	case r.Causes[0].Grade != equals || r.Unknown > 0:
		return fits
	case len(r.Causes[0].Faults) > 1:
		return twin
	}
	return equals
}

func (r row) String() string {
	text := r.subject.String() + ": " + r.grade()
	if len(r.Faults) > 1 {
		text = fmt.Sprintf("%s: %d named", r.subject, r.named())
	}
	for _, c := range r.falseCauses() {
		text += fmt.Sprintf("; falsely %s, of %d cases", strings.Join(c.Faults, " or "), c.Cases)
	}
	if r.Unknown > 0 {
		text += fmt.Sprintf("; %d of %d failing cases are not explained", r.Unknown, r.Failed)
	}
	return text
}

// measureFaults measures the faults of a sample that a file lacks, and returns all rows.
func measureFaults(ctx context.Context, s sample, file string, jobs int) ([]row, error) {
	chosen, err := s.choose()
	if err != nil {
		return nil, err
	}
	return measureMissing(ctx, chosen, file, jobs, row.key, func(s subject) (row, error) { return measure(ctx, s) })
}

// key returns the text of the row's subject.
func (r row) key() string { return r.subject.String() }

// measure measures a subject.
func measure(ctx context.Context, s subject) (row, error) {
	r, a := row{subject: s}, lookup(s.Assignment)
	results, err := diagnosistest.Judge(ctx, a, func(c *cases.Case) diagnosistest.Run {
		return diagnosistest.Faulty(c, s.Faults...)
	})
	if err != nil {
		return r, err
	}
	r.Failed = failed(results)
	causes, unexplained, err := diagnosis.Program(ctx, diagnosis.Question{Assignment: a, Results: results})
	for _, c := range causes {
		if len(c.Faults) == 0 {
			continue
		}
		named := cause{Grade: string(c.Grade), Cases: len(c.Cases)}
		for _, f := range c.Faults {
			named.Faults = append(named.Faults, f.Name)
		}
		r.Causes = append(r.Causes, named)
	}
	r.Unknown = len(unexplained)
	return r, err
}

// failed returns the number of cases that do not pass.
func failed(results []verdict.Result) int {
	return count(results, func(r verdict.Result) bool { return r.Verdict != verdict.Pass })
}

// lookup returns an assignment that exists.
func lookup(name string) *oracle.Assignment {
	a, _ := oracle.Lookup(name)
	return a
}

// measureMissing measures the subjects without a row in a file, jobs at a time, and writes the file again with
// each row that arrives. It returns all rows in the order of their keys. key returns the subject's text of a row.
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
	slices.SortFunc(rows, func(x, y R) int { return strings.Compare(key(x), key(y)) })
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
