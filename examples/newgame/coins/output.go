package coins

import (
	"context"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/oracle/trace"
)

// The files of an answer (rule 5).
const (
	move = "move.txt"
	log  = "log.txt"
)

// Files names the wanted files.
func (in *Input) Files() []string { return []string{move, log} }

func (in *Input) prune() bool { return in.Task == alphaBeta }

// Category is the task.
func (in *Input) Category() string { return strings.ToLower(tasks[in.Task]) }

// Beyond reports nothing: the handout settles every valid input but those with odd blanks.
func (in *Input) Beyond(_ context.Context, text []byte, _ string) (string, error) {
	return scan.OddBlanks(text, scan.Spaced), nil
}

// Solve writes the answer.
func (in *Input) Solve(ctx context.Context, _ homework.Options, sink output.Sink) (homework.Notes, error) {
	return homework.Notes{}, in.game().Solve(ctx, sink, log, trace.Common(in.prune()))
}
