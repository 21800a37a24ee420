package grading

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/testscript"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A submission is a program of one or more students: students with equal files share it.
type submission struct {
	digest     string
	path       string
	names      []string // of the students
	shownNames []string // their names in reports, sorted

	keys    []key           // of its runs, by case
	planned int             // runs that the journal lacks
	skipped map[int]bool    // cases that a looping program does not run
	loops   bool            // the program was reported to loop
	unbuilt bool            // there is no program
	failed  error           // the first failure of touchstone
	repeats verdict.Repeats // guarded by Grader.mu

	copied  *scratch.Dir
	program *testscript.Program
}

// fail records a failure of touchstone.
func (s *submission) fail(err error) {
	if s.failed == nil && err != nil {
		s.failed = &failure{s.withoutPath(err.Error()), err}
	}
}

// A failure is an error whose message does not name the paths of a submission.
type failure struct {
	text string
	err  error
}

func (f *failure) Error() string { return f.text }
func (f *failure) Unwrap() error { return f.err }

// errChanged is the error for a submission that has changed since grading began.
var errChanged = errors.New("want a submission that stays as it is while it is graded, found it changed")

// prepare builds the program. The error is a *testscript.BuildError if that is the submission's fault.
func (s *submission) prepare(ctx context.Context, a *oracle.Assignment, r *testscript.Runner) error {
	path, err := s.programPath()
	if err != nil {
		return err
	}
	s.program, err = r.Open(ctx, a, testscript.Path(path))
	if err != nil {
		return err
	}
	if now, err := submissions.DigestOf(s.path); err != nil || now != s.digest {
		return errors.Join(err, errChanged)
	}
	return s.program.BuildError()
}

// programPath returns the path at which the program is found. A file is copied into a directory of its own, since
// the other files of its directory belong to other students.
func (s *submission) programPath() (path string, err error) {
	info, err := os.Lstat(s.path)
	switch {
	case err != nil:
		return "", err
	case info.IsDir():
		return s.path, nil
	case !info.Mode().IsRegular():
		return "", program.NewIntakeError("want a file or a directory, found %s", regular.Kind(info.Mode().Type()))
	}
	if s.copied, err = scratch.Make("", "submission"); err != nil {
		return "", err
	}
	path = s.copiedPath()
	return path, copyFile(path, s.path, info.Mode().Perm())
}

// copiedPath returns the path of the copy of a file.
func (s *submission) copiedPath() string {
	if s.copied == nil {
		return s.path
	}
	return filepath.Join(s.copied.Path, filepath.Base(s.path))
}

// withoutPath replaces the path of the submission in a text, since it differs from machine to machine.
func (s *submission) withoutPath(text string) string {
	for _, path := range []string{s.path, s.copiedPath()} {
		for _, path := range append(answers.RealPaths([]string{path}), path) {
			if filepath.IsAbs(path) { // a name alone may also occur in other words
				text = strings.ReplaceAll(text, path, "the submission")
			}
		}
	}
	return text
}

func copyFile(to, from string, mode os.FileMode) (err error) {
	r, err := regular.Open(from)
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode|0o600)
	if err != nil {
		return err
	}
	n, err := io.Copy(w, io.LimitReader(r, submissions.MaxBytes+1))
	if err == nil && n > submissions.MaxBytes {
		err = program.NewIntakeError("want a submission of at most %d MB, found more", submissions.MaxBytes>>20)
	}
	return errors.Join(err, w.Close())
}

// removeProgram removes the program.
func (s *submission) removeProgram() error {
	var err error
	if s.program != nil {
		err = s.program.Close()
	}
	err = errors.Join(err, s.copied.Remove())
	s.program, s.copied = nil, nil
	return err
}

// changing matches text that differs between runs of the same program: addresses, process numbers as written
// by sanitizers and Java, and temporary directories.
var changing = regexp.MustCompile(
	`\b0x[0-9a-fA-F]{4,}\b|==\d+==|\bpid[ =:]*\d+\b|[^\s"':]*touchstone-scratch-[^\s"'/]*`,
)

// flood is the minimum number of lines of an output that commonestLine reduces to one line.
const flood = 8

// collapseRepeats removes text that differs between runs from an output, so that the gradebook does not depend on
// which run was stored. It reduces a long output that consists mostly of one line to that line: many
// processes that fail in the same way write such an output, in a random order.
func collapseRepeats(printed []byte) []byte {
	text := changing.ReplaceAll(printed, []byte("..."))
	if line := commonestLine(text); line != nil {
		return append(line, "\n(again and again)\n"...)
	}
	return text
}

// commonestLine returns the line that makes up more than half of a text of at least flood lines, or nil.
func commonestLine(text []byte) (line []byte) {
	times := map[string]int{}
	lines := bytes.Split(text, []byte("\n"))
	if len(lines) < flood {
		return nil
	}
	for _, one := range lines {
		if times[string(one)]++; times[string(one)] > len(lines)/2 {
			return bytes.Clone(one)
		}
	}
	return nil
}
