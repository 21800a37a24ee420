// Package homework says what an assignment is: its facts (Assignment), its inputs (Problem), and the
// situations that an input can show.
package homework

import (
	"context"

	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A Problem is one parsed and valid input file.
type Problem interface {
	// String returns the input in the assignment's own format, with LF line ends and a
	// final newline. Parsing it yields an equal problem.
	String() string

	// Files returns the names of the files that the assignment wants for this input, in the
	// order in which a report shows them.
	Files() []string

	// Category returns the group of cases that the grading rule assigns this input to, such
	// as "greedy" or "alpha-beta".
	Category() string

	// Beyond says what puts this input outside the assignment's envelope ("Envelope" in
	// docs/rules/ASSIGNMENT.md), so that no course would ask it. It returns "" for an input
	// inside. text is the input as it was written, or nil for what String returns. edition
	// is the edition that a program was told to follow, or "".
	Beyond(ctx context.Context, text []byte, edition string) (string, error)

	// Situations returns the situations of the assignment's catalogue that a search of this
	// input meets. It takes as long as solving without a log.
	Situations(ctx context.Context) (Seen, error)

	// Solve writes the answer's files to sink. It stops early when ctx is done or when sink
	// refuses a write, and returns that error.
	Solve(ctx context.Context, how Options, sink output.Sink) (Notes, error)
}

// A Replayer is a problem whose search can be shown step by step.
type Replayer interface {
	Problem
	// Stage describes the board.
	Stage() replay.Stage
	// Replay searches again and visits each line that the log has, or would have, in order. In
	// a battle it is the first player's first search.
	Replay(ctx context.Context, how Options, visit func(replay.Step) error) error
	// Turns lists what may be done at the root.
	Turns(how Options) replay.Turns
}

// A Battle is a problem of several turns, each a search of its own.
type Battle interface {
	Problem
	// Turn returns the turn that writes a line of the answer's file, from 1, given the right lines
	// before it: its number, from 1, and its search. It returns nil if this problem is no battle,
	// or if nothing is left to be played.
	Turn(line int, before []string) (number int, c Replayer)
}

// An Equipped problem comes with more than its input.
type Equipped interface {
	Problem
	// Args are arguments for a program, after those of the assignment.
	Args() []string
	// Furnish puts files beside the input, into a program's working folder. They have Beside bytes together.
	Furnish(folder string) error
	Beside() int64
}

// A Case is a problem that depends on which case of its assignment it is, not on its input alone.
type Case interface {
	Problem
	// Case returns the problem of the case with this name, which is in the assignment's own corpus.
	Case(name string) (Problem, error)
}

// Options select one of the answers to a problem.
type Options struct {
	// Edition names one of the assignment's editions; "" means the default.
	Edition string
	// Optional is nil, or the assignment's: then a log has the lines, too, that the course's
	// own files carried but its grader did not require. Only a lenient comparison wants them.
	Optional *OptionalLines
	// Sequential searches with one processor. The answer is the same.
	Sequential bool
	// Play answers an input that has no single right answer, too: with the move that the reference
	// agent chooses (docs/rules/competition.md). Otherwise such an input gets a Refusal.
	Play bool
	// Nodes is how many nodes the agent may search, or 0 if it heeds the clock of the input. With a
	// number its move is always the same.
	Nodes int64
}

// OptionalLines are lines that a program's file may have or lack.
type OptionalLines struct {
	Mark string // ends such a line of the right file; a program need not write it
	// Replaces reports whether a line may stand in the place of an optional one. Both come
	// without mark, line end and blanks at the end.
	Replaces func(line, optional string) bool
}

// Notes are what a solver noticed along the way.
type Notes struct {
	// EditionsDiffer reports that the search met a state on which the assignment's editions
	// disagree, so that another edition may have another answer.
	EditionsDiffer bool
}

// A Refusal is the error for a valid input that has no answer here.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// A Situation is a place where programs go wrong, and which an input can exercise. Each
// assignment has a catalogue of them.
type Situation struct {
	Name  string // in kebab case
	About string // one line
	// Beyond is set if the situation occurs only outside the assignment's envelope, not
	// counting examples of the handout.
	Beyond bool
}

// MostSituations is the greatest number of situations in a catalogue.
const MostSituations = 64

// A Seen is a set of situations, by their index in a catalogue of at most MostSituations.
type Seen uint64

// Add adds the i-th situation to the set if met is true. It panics if no set can hold i.
func (s *Seen) Add(i int, met bool) {
	if i >= MostSituations {
		panic("homework: want a catalogue of at most 64 situations")
	}
	if met {
		*s |= 1 << i
	}
}

// Has reports whether the i-th situation is in the set.
func (s Seen) Has(i int) bool { return s>>i&1 != 0 }

// Names returns the names of the situations in the set, in catalogue order.
func (s Seen) Names(catalogue []Situation) (names []string) {
	for i, situation := range catalogue {
		if s.Has(i) {
			names = append(names, situation.Name)
		}
	}
	return names
}
