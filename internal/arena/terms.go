package arena

import (
	"cmp"
	"time"

	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// Terms are what all games of a match have in common.
type Terms struct {
	Assignment *oracle.Assignment // one with a Contest
	// Clock is the CPU time that an agent has for a game; 0 means DefaultClock.
	Clock time.Duration
	// Spare is how much longer than its clock an agent may take for a move, by the clock on the wall;
	// 0 means DefaultSpare.
	Spare time.Duration
	Depth int   // plies to search, in a contest that is not clocked
	Nodes int64 // if not 0, built-in agents search so many nodes for a move, and have no clock
	// Policy says how programs are confined, and what they may read besides their own.
	Policy sandbox.Policy
	Tools  program.Tools // compilers and interpreters to use
	// Calibrate and NewGame bound the Makefile's targets of these names by the clock; 0 means
	// DefaultCalibrate and DefaultNewGame.
	Calibrate, NewGame time.Duration
}

// What the course set.
const (
	DefaultClock     = 200 * time.Second
	DefaultSpare     = 10 * time.Second
	DefaultCalibrate = 5 * time.Minute
	DefaultNewGame   = time.Minute
	DefaultMemory    = 4 << 30 // resident bytes of all processes of an agent
)

// withDefaults returns the terms with the default values in place of none.
func (t Terms) withDefaults() Terms {
	t.Clock, t.Spare = cmp.Or(t.Clock, DefaultClock), cmp.Or(t.Spare, DefaultSpare)
	t.Calibrate, t.NewGame = cmp.Or(t.Calibrate, DefaultCalibrate), cmp.Or(t.NewGame, DefaultNewGame)
	t.Policy.Memory = cmp.Or(t.Policy.Memory, DefaultMemory)
	return t
}

// contest returns what is played.
func (t *Terms) contest() *homework.Contest { return t.Assignment.Contest }
