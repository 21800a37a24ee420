package homework

import (
	"context"
	"time"

	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/replay"
)

// A Contest says how two programs play an assignment against each other
// (docs/rules/competition.md).
type Contest struct {
	// Sides are the names of the two sides, as boards have them: "X" and "O".
	Sides [2]string
	// Sizes are the sizes of board that can be asked for: the width of a square one, or whatever
	// grows with the board. Those of a game with one board only are all 0.
	Sizes Sizes
	// Clocked reports whether the input tells the CPU time that is left; otherwise it tells the
	// depth to search.
	Clocked bool
	// Point is what a point at the end of the game counts in the Value of a Thought; 0 means 1.
	Point int32
	// Start draws a start position that favours neither side plainly. first is the side that moves
	// first, 0 or 1.
	Start func(r *random.Rand, size, first int) Position
}

// Sizes are the least, the usual and the greatest size of a board.
type Sizes struct{ Least, Usual, Most int }

// A Position is a position of a contest. It does not change: Play returns another.
type Position interface {
	// Mover returns the side to move, 0 or 1.
	Mover() int
	// Over reports whether the game has ended.
	Over() bool
	// Points returns what each side has. At the end of the game, more points win.
	Points() [2]int32
	// Stage describes the board, and Board what lies on it; side 0 is the root player there. All positions of a
	// game have the same places.
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
	// Turns lists the turns of the side to move. Their values are those of a search of so many plies.
	Turns(depth int) replay.Turns
	// Play returns the position after a turn, or an error if it is not legal.
	Play(turn []string) (Position, error)
	// Choose has a built-in agent choose a legal turn. It ends early, with the error of ctx or with
	// what has been found by then, when ctx is done.
	Choose(ctx context.Context, agent Agent, a Allowance) (turn []string, found Thought, err error)
}

// An Allowance is what a side may use for its move.
type Allowance struct {
	Clock time.Duration // CPU time that is left for the whole game, which the input tells if the contest is clocked
	Depth int           // plies to search, which it tells otherwise; 0 asks for no turn
	Nodes int64         // if not 0, a built-in agent heeds it and not the clock
}

// An Agent is a built-in player.
type Agent struct {
	Kind  AgentKind
	Depth int          // of Minimax and AlphaBeta, in plies
	Rand  *random.Rand // of Random
	// Memory is what the agent remembers of earlier moves of the same game. Choose may set it, and
	// nobody else reads it.
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

// A Thought is what a built-in agent has found out about its move.
type Thought struct {
	Value int32 // of the position, for the side to move
	Depth int   // plies that were searched to the end
	Nodes int64
}

// A Foul is an answer that loses the game.
type Foul struct {
	Kind FoulKind
	Text string // what was found, and what was wanted
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
