package program

import (
	"errors"
	"fmt"

	"github.com/touchstone-suite/touchstone/internal/unpack"
)

// A BuildError is a fault of a submission because of which there is no program to run.
type BuildError struct {
	Fault  string // one of a few, in a line
	Output string // what exactly it is, as the compiler says, and what would mend it
	exited bool   // the compiler ended by itself, and may be tried another way
}

func (e *BuildError) Error() string { return e.Fault + ":\n" + e.Output }

// Compiling reports whether it was a compiler or an interpreter that failed: it might do so for want of
// time, memory or room.
func (e *BuildError) Compiling() bool { return e.Fault == notCompiled }

// The faults.
const (
	notFound    = "there is no program to check"
	notAccepted = "the submission cannot be accepted"
	notCompiled = "the program does not compile"
)

// uncompiled is the error of a program that does not compile.
func uncompiled(output string) *BuildError { return &BuildError{Fault: notCompiled, Output: output} }

// unfound is the error of a submission without a program, or with more than one.
func unfound(format string, args ...any) *BuildError {
	return &BuildError{Fault: notFound, Output: fmt.Sprintf(format, args...)}
}

// Unaccepted returns the error of a submission that cannot be taken over.
func Unaccepted(format string, args ...any) *BuildError {
	return &BuildError{Fault: notAccepted, Output: fmt.Sprintf(format, args...)}
}

// blamed turns what is wrong with a submission into a *BuildError.
func blamed(err error) error {
	archive, large := (*unpack.Error)(nil), tooLarge{}
	switch {
	case errors.As(err, &archive):
		return Unaccepted("%s", archive.Reason)
	case errors.As(err, &large):
		return Unaccepted("%s", large.Error())
	}
	return err
}
