package testscript

import (
	"context"
	"errors"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript/outcome"
)

// A Player is a program under test.
type Player struct {
	program *program.Program
	reason  error // why there is none that can run
}

// A BuildError is a fault of a submission because of which there is no program to run.
type BuildError = program.BuildError

// Tools are the compilers and interpreters to use instead of those on the PATH: a name or
// path for python2, python3, cxx, java, node, rust, mono, kotlin, tsc or make.
type Tools = program.Tools

// NewPlayer prepares a command, as typed in the current folder, to run in other folders:
// the program and those arguments that name existing files are made absolute. An
// interpreter that is a shim, such as pyenv's python3, is asked once for the real one. A Go
// program, given as "go run PACKAGE" or by its folder alone, is compiled once here, since
// other folders have no module around them; if that fails, every case gets the verdict
// Build.
func NewPlayer(ctx context.Context, command ...string) (*Player, error) {
	return CommandPlayer(ctx, Options{}, command...)
}

// CommandPlayer is like NewPlayer, with the options that confine compilers.
func CommandPlayer(ctx context.Context, o Options, command ...string) (*Player, error) {
	return newPlayer(program.FromCommand(ctx, o.policy(), command...))
}

// FindPlayer finds the program of a submission, a file, a folder or an archive, by the
// assignment's file names, and builds it. If anything is wrong with the submission, every case
// gets the verdict Build; the error is about what is not the submission's fault, such as a path
// that does not exist or a compiler that is missing here. Compilers are confined according to o.
func FindPlayer(ctx context.Context, a *oracle.Assignment, path string, t Tools, o Options) (*Player, error) {
	return newPlayer(program.FromPath(ctx, a, path, t, o.policy()))
}

func newPlayer(p *program.Program, err error) (*Player, error) {
	var failed *BuildError
	if errors.As(err, &failed) {
		return &Player{reason: failed}, nil
	}
	if err != nil {
		return nil, err
	}
	return &Player{program: p}, nil
}

// BuildError returns why there is no program to run, or nil.
func (p *Player) BuildError() error { return p.reason }

// Note says what was built if that is not obvious, such as which of several sources.
// Otherwise it returns "".
func (p *Player) Note() string {
	if p.program == nil {
		return ""
	}
	return p.program.Note
}

// refused returns refusals with the paths of the program's own files below its submission: the copy that runs is nobody's concern.
func (p *Player) refused(all []outcome.Refusal) []outcome.Refusal {
	all = slices.Clone(all)
	for i := range all {
		all[i].Path = string(p.program.Shown([]byte(all[i].Path)))
	}
	return all
}

// Close removes what was compiled. It may be called again.
func (p *Player) Close() error {
	if p.program == nil {
		return nil
	}
	return p.program.Close()
}
