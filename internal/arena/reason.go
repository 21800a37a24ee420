package arena

import "github.com/touchstone-suite/touchstone/oracle/homework"

// A Reason says why a game ended (docs/rules/competition.md rules 6 to 9).
type Reason string

// The reasons. All but Played are ways to lose.
const (
	Played      Reason = "played"                     // to its end; more points win
	Malformed   Reason = Reason(homework.Malformed)   // the answer cannot be read
	NoSuchPlace Reason = Reason(homework.NoSuchPlace) // the move names a place that there is not
	Illegal     Reason = Reason(homework.Illegal)     // the move is not legal
	WrongType   Reason = Reason(homework.WrongType)   // the board shows another kind of move
	WrongBoard  Reason = Reason(homework.WrongBoard)  // the board is not the one after the move
	Missing     Reason = "missing"                    // there is no answer
	NotRegular  Reason = "no-regular-file"            // the answer is a link, a pipe, a folder
	Stale       Reason = "stale"                      // the answer is an older one
	Overtime    Reason = "overtime"                   // the CPU time is used up
	WallLimit   Reason = "wall-limit"                 // the move took too long by the clock
	Memory      Reason = "memory"                     // too much memory was used
	Output      Reason = "output"                     // too much was printed, or the answer is too large
	Disk        Reason = "disk"                       // too much was written into the agent's folder
	CannotStart Reason = "cannot-start"               // the agent's command cannot be started
	Withdrawn   Reason = "withdrawn"                  // there is no agent: it does not compile
)

// Reasons lists all reasons.
var Reasons = []Reason{
	Played, Malformed, NoSuchPlace, Illegal, WrongType, WrongBoard, Missing, NotRegular, Stale,
	Overtime, WallLimit, Memory, Output, Disk, CannotStart, Withdrawn,
}

// A Loss is how an agent lost a game before its end.
type Loss struct {
	Reason Reason
	Text   string // what was found, and what was wanted; in part the agent's own words
}
