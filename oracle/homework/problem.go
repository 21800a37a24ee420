// Package homework defines assignments: their facts (Assignment), their inputs (Problem), and the situations
// that an input can show.
package homework

import (
	"context"
	"time"

	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A Problem is one parsed and valid input file.
type Problem interface {
	// String returns the input in the assignment's own format, with LF line ends and a
	// final newline. Parsing it yields an equal problem.
	String() string

	// Files returns the names of the files that the assignment requires for this input, in the order in which a
	// report shows them.
	Files() []string

	// Category returns the group of cases that the grading rule assigns this input to, such
	// as "greedy" or "alpha-beta".
	Category() string

	// Beyond returns the reason why this input is outside the assignment's envelope ("Envelope" in
	// docs/rules/ASSIGNMENT.md), so that no course would use it. It returns "" for an input inside. text is the
	// input as it was written, or nil for the result of String. edition is the edition that the program follows,
	// or "".
	Beyond(ctx context.Context, text []byte, edition string) (string, error)

	// Situations returns the situations of the assignment's catalogue that a search of this
	// input meets. It takes as long as solving without a log.
	Situations(ctx context.Context) (Seen, error)

	// Solve writes the answer's files to sink. It stops early when ctx is done or when sink
	// refuses a write, and returns that error.
	Solve(ctx context.Context, options Options, sink output.Sink) (Notes, error)
}

// A Replayer is a problem whose search can be shown step by step.
type Replayer interface {
	Problem
	// Stage describes the board.
	Stage() replay.Stage
	// Replay searches again and visits each line that the log has, or would have, in order. In
	// a battle it is the first player's first search.
	Replay(ctx context.Context, options Options, visit func(replay.Step) error) error
	// Turns returns the legal turns at the root.
	Turns(options Options) replay.Turns
}

// A Battle is a problem of several turns, each a search of its own.
type Battle interface {
	Problem
	// Turn returns the turn that writes a line of the answer's file, from 1, given the right lines before it:
	// its number, from 1, and its search. It returns nil if this problem is not a battle, or if the battle has
	// ended.
	Turn(line int, before []string) (number int, c Replayer)
}

// An Equipped problem comes with more than its input.
type Equipped interface {
	Problem
	// Args are arguments for a program. They follow the arguments of the assignment.
	Args() []string
	// AddFiles adds further files to the working directory of a program. ExtraSize is their total size in
	// bytes.
	AddFiles(dir string) error
	ExtraSize() int64
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
	// Optional is nil, or the assignment's optional lines. With them a log also has the lines that the course's
	// own files contain but its grader does not require. Only a lenient comparison uses them.
	Optional *OptionalLines
	// Sequential searches with one processor. The answer is the same.
	Sequential bool
}

// OptionalLines are lines that a program's file may have or lack.
type OptionalLines struct {
	Mark string // ends such a line of the right file; a program need not write it
	// Replaces reports whether a line may take the place of an optional one. Both are passed without byte order
	// mark, line end and trailing blanks.
	Replaces func(line, optional string) bool
}

// Notes are facts that a solver noticed during the search.
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
	Name  string `json:"situation"` // in kebab case
	Title string `json:"about"`     // one line
	// Beyond is set if the situation occurs only outside the assignment's envelope, not
	// counting examples of the handout.
	Beyond bool `json:"beyond,omitempty"`
}

// MaxSituations is the greatest number of situations in a catalogue.
const MaxSituations = 64

// A Seen is a set of situations, by their index in a catalogue of at most MaxSituations.
type Seen uint64

// Add adds the i-th situation to the set if met is true. It panics if no set can hold i.
func (s *Seen) Add(i int, met bool) {
	if i >= MaxSituations {
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

// A Contest describes how two programs play an assignment against each other (docs/rules/competition.md).
type Contest struct {
	// Sides are the names of the two sides, as boards have them: "X" and "O".
	Sides [2]string
	// Sizes are the allowed sizes of the board: the width of a square board, or another measure that grows with
	// the board. They are all 0 for a game with a single board.
	Sizes Sizes
	// Clocked reports whether the input contains the CPU time that is left; otherwise it contains the depth to
	// search.
	Clocked bool
	// Start draws a start position that favours neither side plainly. first is the side that moves
	// first, 0 or 1.
	Start func(r *random.Rand, size, first int) Position
}

// Sizes are the least, the usual and the greatest size of a board.
type Sizes struct{ Min, Usual, Max int }

// A Position is a position of a contest. It does not change: Play returns another.
type Position interface {
	// Mover returns the side to move, 0 or 1.
	Mover() int
	// Over reports whether the game has ended.
	Over() bool
	// Points returns the points of each side. At the end of the game, the side with more points wins.
	Points() [2]int32
	// Stage describes the board, and Board describes the pieces on it; side 0 is the root player there. All
	// positions of a game have the same places.
	Stage() replay.Stage
	Board() replay.Board

	// Input returns the text of input.txt for the side to move.
	Input(a Allowance) string
	// Files returns the names of the files that hold the answer.
	Files() []string
	// Judge returns the turn that an answer makes, as names of moves: more than one where a move
	// gives another turn. files maps the names of files to their contents; all of Files are there.
	// The error is a *Foul if the answer breaks a rule.
	Judge(files map[string][]byte) (turn []string, err error)
	// Answer returns the files that answer with a legal turn.
	Answer(turn []string) map[string][]byte
	// Turns lists the turns of the side to move, with the values that a search of the given depth in plies
	// finds.
	Turns(depth int) replay.Turns
	// Play returns the position after a turn, or an error if it is not legal.
	Play(turn []string) (Position, error)
	// Choose has a built-in agent choose a legal turn. When ctx is done, it returns early, with the error of ctx
	// or with the best turn found so far.
	Choose(ctx context.Context, agent Agent, a Allowance) (turn []string, found Thought, err error)
}

// An Allowance is the set of limits on a side's move.
type Allowance struct {
	// CPU time that is left for the whole game, which the input contains if the contest is clocked
	Clock time.Duration
	Depth int   // depth of the search in plies; if 0, no turn is requested
	Nodes int64 // if not 0, a built-in agent uses it instead of the clock
}

// An Agent is a built-in player.
type Agent struct {
	Kind  AgentKind
	Depth int          // of Minimax and AlphaBeta, in plies
	Rand  *random.Rand // of Random
	// Memory is the agent's state from earlier moves of the same game. Only Choose reads and sets it.
	Memory *any
}

// An AgentKind is a way to play.
type AgentKind string

// The kinds of built-in players.
const (
	Reference AgentKind = "oracle"    // the best that this program can do in the time
	Greedy    AgentKind = "greedy"    // the best position after the next turn
	Minimax   AgentKind = "minimax"   // without cuts, to a fixed depth
	AlphaBeta AgentKind = "alphabeta" // likewise, with cuts
	Random    AgentKind = "random"    // any legal move
)

// A Thought is the result of a built-in agent's search for a move.
type Thought struct {
	Value int32 `json:"value"`           // of the position, for the side to move
	Depth int   `json:"depth,omitempty"` // plies that were searched to the end
	Nodes int64 `json:"nodes,omitempty"`
}

// A Foul is an answer that loses the game.
type Foul struct {
	Kind FoulKind
	Text string // what was found and what was expected
}

func (f *Foul) Error() string { return f.Text }

// A FoulKind names a rule of the answer that was broken.
type FoulKind string

// The fouls that a position can see in an answer.
const (
	Malformed   FoulKind = "malformed"     // it cannot be read
	NoSuchPlace FoulKind = "no-such-place" // the move names a place that the board does not have
	Illegal     FoulKind = "illegal-move"
	WrongType   FoulKind = "wrong-move-type" // the board shows another kind of move than is named
	WrongBoard  FoulKind = "wrong-board"     // the board is not the one after the move
)
