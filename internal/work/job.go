// Package work does work in units that several workers share: runs of a class, cases of an audit, inputs of
// a search, games of a tournament. A Job says what the units are and what becomes of their results; a
// Station does them. Run brings both together in this process, package queue over a queue to which workers
// on other machines listen; neither knows what the work is, but that some needs submissions, which it fetches.
//
// Keys and shards are those of all kinds of work.
package work

import (
	"context"
	"time"
)

// A Job is work that is given out in pieces of type P, which become results of type R. Its methods are not
// called concurrently.
type Job[P, R any] interface {
	// Describe returns what holds for all of the job. It is called once, before all others, with a secret
	// that workers do not know, which is the same for the same keys; it is nil where there are no others.
	Describe(secret []byte) (Description, error)
	// Left returns how many units are to be given out now.
	Left() int
	// Take returns a piece of the next of them, of so many at most. It is called if there are any.
	Take(most int) Piece[P]
	// Accept takes results. It returns how many units they are of that were not known, and the time by the
	// clock that these took. What is not of the piece or not of the job is ignored: it comes from others.
	// An error ends the job.
	Accept(r Results[P, R]) (units int, took time.Duration, err error)
	// Sync returns once what was accepted is not lost any more.
	Sync() error
	// Fail says that a piece has ended with a failure of ours. An error ends the job.
	Fail(p Piece[P], why error) error
	// More reports whether the job goes on. If it is idle, all that was given out has ended, and what
	// has no result is left again.
	More(idle bool) (bool, error)
}

// A Description of a job.
type Description struct {
	ID      string // which no other job has; one that goes on after a leader's end has the same again
	Kind    Kind
	Title   string        // for people
	Longest time.Duration // how much work a piece is at most
	// Plan returns what a station elsewhere must know, as JSON.
	Plan func() (any, error)
	// Path returns where the submission with a digest is; nil for a job without submissions.
	Path func(digest string) string
	// Wake is sent to when more is left than before; nil if that is never so.
	Wake <-chan struct{}
}

// A Piece is what a station does at once.
type Piece[P any] struct {
	Submissions []string // digests of those that it needs
	// Alone says that one program of it runs at a time: a worker does as many such pieces at once as it
	// has jobs. Of others it has two, with all of its jobs for each.
	Alone bool
	// Again says that it was done before, and that its results are compared. Workers are not told.
	Again bool
	What  P
}

// Results are what a station says of a piece.
type Results[P, R any] struct {
	Piece    P
	Again    bool     // as of the piece
	From     Source   // the zero value for this process itself
	Confined []string // by which mechanisms programs were confined, as the station says
	Found    []R
}

// A Source is a worker, as the leader knows it.
type Source struct {
	Key  string `json:"key"`  // the name of its key: the queue's server lets nobody else use it
	Self string `json:"self"` // what it calls itself: workers who share a key are told apart by that alone
}

// Own is the key of the worker of a queue in the leader's own process, whose results count as the leader's.
const Own = "own"

func (s Source) String() string { return s.Self + " (" + s.Key + ")" }

// A Kind says of what kind a job is.
type Kind string

// A Station does pieces of one job, several at a time.
type Station[P, R any] interface {
	// Do does a piece. report takes each result; it may be called concurrently. An error that is not
	// report's is a failure of ours.
	Do(ctx context.Context, piece P, fetch Fetch, report func(R) error) error
	// Confined returns the mechanisms that confine the programs of the job.
	Confined() []string
	Close() error
}

// Fetch returns where a submission of a piece is, by its digest. It stays there until the piece is done.
type Fetch func(digest string) (path string, err error)
