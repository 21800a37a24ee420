package homework

import "context"

// A Problem is one parsed and valid input file.
type Problem interface {
	// String gives the input back in the assignment's own format, with LF line
	// ends and a final newline. Parsing it yields an equal problem.
	String() string

	// Files names the files that the assignment wants for this input, in the
	// order in which a report shows them.
	Files() []string

	// Category names the group of cases to which the grading rule counts this
	// input, such as "greedy" or "alpha-beta".
	Category() string

	// Beyond says what of this input lies outside the assignment's envelope
	// ("Envelope" in docs/rules/ASSIGNMENT.md), so that no course asks it; "" if
	// nothing does. text is the input as it was written, or nil: as String writes
	// it. edition is the one that a program was told to follow, or "".
	Beyond(ctx context.Context, text []byte, edition string) (string, error)

	// Situations tells what of the assignment's catalogue a search of this input
	// meets. It takes as long as a solution without its log.
	Situations(ctx context.Context) (Seen, error)

	// Solve writes the answer's files into sink. It stops early when ctx ends or
	// when sink refuses a write, and returns that error.
	Solve(ctx context.Context, how Options, sink Sink) (Notes, error)
}

// Options choose between the answers that a problem has.
type Options struct {
	// Edition is one of the assignment's editions; "" is the default one.
	Edition string
	// Optional adds to a log the lines that the course's own files carried and
	// its grader did not ask for; each ends in a tab and the word OPTIONAL
	// (docs/rules/mancala.md rule 11). Only a lenient comparison wants them.
	Optional bool
	// Sequential searches with one processor. The answer is the same.
	Sequential bool
}

// Notes are what a solver noticed in passing.
type Notes struct {
	// Parted says that the search met a state on which the editions of the
	// assignment part, so that another edition may give another answer.
	Parted bool
}

// A Refusal is the error for a valid input to which there is no answer here.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// AppendRows appends the rows of a board of signs, given row by row, each with a
// line end.
func AppendRows(dst, board []byte, width int) []byte {
	for ; len(board) > 0; board = board[width:] {
		dst = append(append(dst, board[:width]...), '\n')
	}
	return dst
}
