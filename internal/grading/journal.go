package grading

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/gradebook"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/run"
	"github.com/touchstone-suite/touchstone/internal/run/journal"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

const journalName = "journal.jsonl"

type key = run.Key

// A kind is the kind of an entry.
type kind string

const (
	kindBuild  kind = "build"  // a submission without a program
	kindRun    kind = "run"    // a submission on a case
	kindCauses kind = "causes" // why a submission fails
)

// An entry is a line of a journal.
type entry struct {
	Kind kind `json:"kind"`
	Key  key  `json:"key,omitempty"`
	// Student and Case are for readers: the key identifies the result.
	Student string `json:"student,omitempty"`
	Case    string `json:"case,omitempty"`
	Verdict string `json:"verdict,omitempty"`
	*gradebook.Measured
	Data []byte `json:"data,omitempty"` // the encoded result (save)
}

// ID implements run.Result.
func (e entry) ID() key { return e.Key }

// A Journal holds the results of a class.
type Journal = journal.Journal[Plan, entry]

// OpenJournal opens or creates the journal in a directory, and locks the directory.
func OpenJournal(dir string) (*Journal, error) { return journal.Open[Plan, entry](dir, journalName) }

// HasJournal reports whether a directory holds the journal of a class.
func HasJournal(dir string) bool { return journal.Exists(dir, journalName) }

// reason returns why a submission has no program, from the entry of its build.
func (e entry) reason() (string, error) {
	r, err := journal.UnpackResult(e.Data, maxText)
	return r.Reason, err
}

// save encodes a result without its measurements. It returns nil if the result is no more than the verdict.
func save(r verdict.Result) ([]byte, error) {
	o := r.Outcome
	r.Outcome = outcome.Outcome{
		Stopped:    o.Stopped,
		Exit:       o.Exit,
		Signal:     o.Signal,
		StartError: o.StartError,
		Printed:    o.Printed,
		First:      o.First,
		Errors:     o.Errors,
	}
	r.Enforced = nil
	if r.Verdict == verdict.Pass {
		if r.Beyond == "" {
			return nil, nil
		}
		r = verdict.Result{Verdict: r.Verdict, Beyond: r.Beyond}
	}
	return journal.PackResult(r)
}

// restore returns the result of an entry, without measurements. The reason of a run that exceeded a limit
// does not depend on the moment at which it was stopped.
func restore(c *cases.Case, e entry) (r verdict.Result, err error) {
	if e.Data != nil {
		if r, err = journal.UnpackResult(e.Data, maxText); err != nil {
			return r, fmt.Errorf("the result of %s for %s: %w", e.Student, e.Case, err)
		}
	}
	r.Case, r.Verdict = c, verdict.Verdict(e.Verdict)
	if o := &r.Outcome; o.Stopped == outcome.NotStopped {
		o.First, o.Errors = collapseRepeats(o.First), collapseRepeats(o.Errors)
	} else { // the output depends on the moment
		o.Printed, o.First, o.Errors = 0, nil, nil
	}
	if r.Verdict == verdict.Timeout {
		r.Reason = "stopped for using too much time; it has " + outcome.FormatTime(r.Allowed) + " of CPU time"
		r.Outcome.Stopped = outcome.StoppedCPU
	}
	return r, nil
}

// Merge appends the plan of the whole class, and the results of its shards, to a journal. The gradebook does
// not depend on the order of the shards, nor on duplicates.
func Merge(into *Journal, shards []*Journal, whole *Plan) error {
	return journal.Merge(into, shards, whole, (*Plan).keys, func(e *entry, k key) { e.Key = k })
}

// Whole returns the plan that the journals with the given names share, with the mechanisms that all of them
// used. The error names the missing shards, the shards of another class, or a missing assignment or case.
func Whole(shards []*Journal, names []string) (*Plan, error) {
	whole, err := journal.Whole(shards, names, "class", func(p *Plan) *run.Shard { return &p.Shard },
		(*Plan).differs)
	if err != nil {
		return nil, err
	}
	for _, j := range shards {
		whole.Confined = slices.DeleteFunc(slices.Clone(whole.Confined),
			func(name string) bool { return !slices.Contains(j.Plan().Confined, name) })
	}
	_, _, err = whole.load()
	return whole, err
}

// differs returns the name of a part in which two plans differ, or "". The active mechanisms may differ.
func (p *Plan) differs(other *Plan) string {
	x, y := p.Conditions, other.Conditions
	x.Confined, y.Confined = nil, nil
	return run.Differing(run.Part{Name: "students or submissions", X: p.Students, Y: other.Students},
		run.Part{Name: "cases", X: p.Cases, Y: other.Cases},
		run.Part{Name: "number of shards", X: p.Shard.N, Y: other.Shard.N},
		run.Part{Name: "version of touchstone", X: p.Touchstone, Y: other.Touchstone},
		run.Part{Name: "assignment, edition, limits or tools", X: x, Y: y},
		run.Part{Name: "course file or title", X: p.Title + "\n" + p.Course, Y: other.Title + "\n" + other.Course})
}

// keys returns the keys of all results.
func (p *Plan) keys() (keys []key) {
	seen := map[string]bool{"": true}
	for _, student := range p.Students {
		if id := student.Submission; !seen[id] {
			seen[id] = true
			runs := p.runKeys(id)
			keys = append(append(keys, runs...), p.buildKey(id), p.causesKey(runs))
		}
	}
	return keys
}

// reportProgress reports the number of runs, the number of known runs, and the students without a submission.
func (g *Grader) reportProgress() {
	total, mine := 0, g.Plan.part(g.submissions)
	for i := range g.submissions {
		for j := range g.cases {
			if mine(i, j) {
				total++
			}
		}
	}
	known := total
	for _, cases := range g.missing() {
		known -= len(cases)
	}
	g.Watch.Begin(total, known)
	for _, student := range g.Plan.Students {
		if student.Submission == "" {
			name := g.course.AnonymousName(g.assignment.Name, student.Name)
			g.Watch.Unbuilt([]string{name}, noSubmission, 0)
		}
	}
}

// missing returns the cases whose runs are neither in the journal nor have failed, by submission.
func (g *Grader) missing() map[*submission][]int {
	all := map[*submission][]int{}
	mine := g.Plan.part(g.submissions)
	for i, s := range g.submissions {
		// Class reports err.
		if _, unbuilt, err := g.unbuilt(s); s.failed != nil || unbuilt || err != nil {
			continue
		}
		cases := slices.DeleteFunc(g.missingRuns(s), func(j int) bool { return !mine(i, j) })
		if len(cases) > 0 {
			all[s] = cases
		}
	}
	return all
}

// unbuilt reports whether the journal has a failed build of a submission, and returns the reason.
func (g *Grader) unbuilt(s *submission) (reason string, unbuilt bool, err error) {
	e, ok, err := g.Journal.Entry(g.Plan.buildKey(s.digest))
	if err != nil || !ok || e.Verdict != string(testscript.Build) {
		return "", false, err
	}
	reason, err = e.reason()
	return reason, true, err
}

// Finish diagnoses the submissions that fail, several at a time, once all runs are in the journal. Its error
// reports the submissions that could not be graded because touchstone failed.
func (g *Grader) Finish(ctx context.Context) error {
	canceled := run.Each(ctx, g.Jobs, len(g.submissions), func(i int) error {
		s := g.submissions[i]
		if s.failed != nil {
			return nil
		}
		if err := g.explain(ctx, s); err != nil && ctx.Err() == nil {
			s.fail(err)
		}
		return nil
	})
	return errors.Join(canceled, g.failures())
}

// studentsName is the directory of the gradebook that has one directory for each student.
const studentsName = "students"

// Before returns the ledger of the gradebook in a directory, or nil.
func Before(dir string) ([]byte, error) {
	text, err := regular.Read(filepath.Join(dir, gradebook.Ledger))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// WriteBooks writes the gradebook of a class into a directory, all files or none, and removes files of an
// earlier gradebook from the directories of the students.
func (g *Grader) WriteBooks(ctx context.Context, dir string, class *gradebook.Class,
	more ...func(output.Sink) error) error {
	times, err := g.times()
	if err != nil {
		return err
	}
	return page.WriteBooks(dir, studentsName, func(to output.Sink) error {
		if err := gradebook.Write(ctx, to, class); err != nil {
			return err
		}
		if err := gradebook.WriteTimes(to, times); err != nil {
			return err
		}
		for _, write := range more {
			if err := write(to); err != nil {
				return err
			}
		}
		return nil
	})
}
