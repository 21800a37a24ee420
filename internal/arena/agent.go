package arena

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// An Agent is a player: a built-in one or a program. It can take part in several matches.
type Agent struct {
	Name string // as people read it
	// Files are files and folders that an opponent must not read, besides those that a program is seen to be run from.
	Files   []string
	builtin *homework.Agent
	program *program.Program
	// withdrawn is why there is no program to run, or nil.
	withdrawn *program.BuildError
}

// deepest is the greatest depth of a built-in agent.
const deepest = 99

// Builtin returns the built-in agent of a name such as "oracle" or "alphabeta:4", or nil if it is no
// such name. The error is about the depth.
func Builtin(name string) (*Agent, error) {
	word, number, deep := strings.Cut(name, ":")
	agent := homework.Agent{Kind: homework.AgentKind(word)}
	switch agent.Kind {
	case homework.Minimax, homework.AlphaBeta:
		var err error
		if agent.Depth, err = strconv.Atoi(number); err != nil || agent.Depth < 1 || agent.Depth > deepest || strconv.Itoa(agent.Depth) != number {
			return nil, fmt.Errorf("want %s with a depth from 1 to %d, such as %s:3, found %q", word, deepest, word, name)
		}
	case homework.Reference, homework.Greedy, homework.Random:
		if deep {
			return nil, fmt.Errorf("want %s without a depth, found %q", word, name)
		}
	default:
		return nil, nil
	}
	return &Agent{Name: name, builtin: &agent}, nil
}

// Builtins lists the names of built-in agents, as examples.
var Builtins = []string{"oracle", "greedy", "minimax:3", "alphabeta:4", "random"}

// NewAgent returns the agent that words name: a built-in one, a submission (a file, a folder or an
// archive), or a command. A program is built, and calibrated if its Makefile can do that
// (docs/rules/competition.md rule 1). What is wrong with a submission withdraws it, and is no error; so
// does more in its folder by then than a submission may have. Close removes what was built.
func (t Terms) NewAgent(ctx context.Context, words ...string) (*Agent, error) {
	t = t.withDefaults()
	if len(words) == 0 {
		return nil, errors.New("want an agent, found none")
	}
	if len(words) == 1 {
		if a, err := Builtin(words[0]); a != nil || err != nil {
			return a, err
		}
	}
	a := &Agent{Name: escape.Line(strings.Join(words, " "))}
	p, err := t.build(ctx, words)
	switch {
	case errors.As(err, &a.withdrawn):
		return a, nil
	case err != nil:
		return nil, err
	}
	a.program = p
	err = t.calibrate(ctx, a)
	if err == nil {
		err = t.try(p)
	}
	if err != nil && !errors.As(err, &a.withdrawn) {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// try makes a home for a program, and removes it. The error is a *program.BuildError if the agent left more than
// is copied: it is better known now than when a match begins.
func (t *Terms) try(p *program.Program) error {
	x, err := newExternal(*t, p)
	if err != nil {
		return err
	}
	return x.close()
}

// build builds the program of a submission or a command.
func (t *Terms) build(ctx context.Context, words []string) (*program.Program, error) {
	if len(words) == 1 {
		if _, err := os.Stat(words[0]); err == nil {
			return program.FromPath(ctx, t.Assignment, words[0], t.Tools, t.Policy)
		}
	}
	return program.FromCommand(ctx, t.Policy, words...)
}

// Withdrawn returns why an agent takes no part, in several lines, or "".
func (a *Agent) Withdrawn() string {
	if a.withdrawn == nil {
		return ""
	}
	return a.withdrawn.Error()
}

// Note says what was built if that is not obvious, or returns "".
func (a *Agent) Note() string {
	if a.program == nil {
		return ""
	}
	return a.program.Note
}

// Close removes what was built.
func (a *Agent) Close() error {
	if a.program == nil {
		return nil
	}
	return a.program.Close()
}
