package queue

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/touchstone-suite/touchstone/internal/class"
)

// A Job is work that a leader shares out. It is made of units: runs of a class, cases of an audit,
// inputs of a search, games. Its methods are not called concurrently.
type Job interface {
	// Describe returns what holds for all of the job. It is called once, before all others, with a secret
	// that workers do not know, which is the same for the same keys.
	Describe(secret []byte) (Description, error)
	// Left returns how many units are to be given out now.
	Left() int
	// Take returns a piece of the next of them, of so many at most. It is called if there are any.
	Take(most int) Piece
	// Accept takes results. It returns how many units they are of that were not known, and the time by the
	// clock that these took. What is not understood, not of the piece or not of the job is ignored: it
	// comes from others.
	Accept(r Results) (units int, took time.Duration, err error)
	// Sync returns once what was accepted is not lost any more.
	Sync() error
	// Fail says that a piece was given out in vain. Its error ends the job.
	Fail(p Piece, reason string) error
	// More reports whether the job goes on. If it is idle, all that was given out has ended, and what
	// has no result is left again.
	More(idle bool) (bool, error)
}

// A Description of a job.
type Description struct {
	ID      string // which no other job has; one that goes on after a leader's end has the same again
	Kind    Kind
	Title   string // for people
	Plan    any    // what a station must know, as JSON
	Longest time.Duration
	// Path returns where the submission with a digest is; nil for a job without submissions.
	Path func(digest string) string
	// Wake is sent to when more is left than before; nil if that is never so.
	Wake <-chan struct{}
}

// A Piece is what a worker does at once.
type Piece struct {
	Submissions []string // digests of those that it needs
	// Alone says that one program of it runs at a time: a worker does as many such pieces at once as it
	// has jobs. Of others it has two, with all of its jobs for each.
	Alone bool
	// Again says that it was done before, and that its results are compared. Workers are not told.
	Again bool
	What  any // for the station, as JSON
}

// Results are what a worker says of a piece.
type Results struct {
	Piece    json.RawMessage
	Again    bool // as of the piece
	From     class.Source
	Confined []string // by which mechanisms the worker says that it confines programs
	Lines    [][]byte // each of a station's
}

// A Kind says of what kind a job is.
type Kind string

// The kinds of jobs.
const (
	Grading  Kind = "grade"
	Auditing Kind = "audit"
	Fuzzing  Kind = "fuzz"
	Playing  Kind = "tournament"
)

// A station does pieces of one job on a worker's machine, several at a time.
type station interface {
	// Do does a piece. tell takes a result as a line, and is not called concurrently. An error that is
	// not tell's is a failure of ours.
	Do(ctx context.Context, piece json.RawMessage, fetch fetching, tell func(line []byte) error) error
	// Confined returns the mechanisms that confine the programs of the job.
	Confined() []string
	Close() error
}

// A fetching returns where a submission of a piece is. It stays there until the piece is done.
type fetching func(digest string) (path string, err error)

// newStation makes a station for a plan. An error means that this machine cannot work for the job.
func (w *Worker) newStation(p *plan) (station, error) {
	switch p.Kind {
	case Grading:
		return newGradeStation(p.Plan, w)
	case Auditing:
		return newAuditStation(p.Plan, w)
	case Fuzzing:
		return newFuzzStation(p.Plan, w)
	case Playing:
		return newPlayStation(p.Plan, w)
	}
	return nil, fmt.Errorf("want a kind of work that this touchstone knows, found %q", p.Kind)
}
