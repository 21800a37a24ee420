package class

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/internal/work/journal"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A subject is a submission under way. Students who hand in the same share one.
type subject struct {
	i      int    // among all
	digest string // and the factor of times, as in a plan
	path   string
	names  []string // of the students

	// Of the queue, under its lock:
	left             []int // indices of the cases yet to run
	running, had     int   // runs under way, and ever begun
	building, ending bool

	reason string // why there is no program
	staged *scratch.Dir
	player *testscript.Player
	runner *testscript.Runner
}

// errChanged is the error for a submission that is no longer what it was when grading began.
var errChanged = errors.New("want a submission that stays as it is while it is graded, found it changed")

// prepare builds the program. The error is a *testscript.BuildError if that is the submission's fault.
func (s *subject) prepare(ctx context.Context, g *Grader, l *testscript.Limiter) error {
	_, err := l.Build(ctx, func() (*testscript.Player, error) {
		err := s.clear()
		if err == nil {
			err = s.make(ctx, g)
		}
		return s.player, err
	})
	if err != nil {
		return err
	}
	return s.player.BuildError()
}

// make finds and builds the program, and makes the runner.
func (s *subject) make(ctx context.Context, g *Grader) error {
	path, err := s.stage()
	if err != nil {
		return err
	}
	o := g.options()
	digest, factor := parted(s.digest)
	o.TimeFactor = factor
	if s.player, err = testscript.FindPlayer(ctx, g.assignment, path, g.tools(), o); err != nil {
		return err
	}
	if g.Journal != nil { // else it was packed, which changes what nobody can use
		if now, err := journal.DigestOf(s.path); err != nil || now != digest {
			return errors.Join(err, errChanged)
		}
	}
	if s.player.BuildError() != nil {
		return nil
	}
	s.runner, err = testscript.NewRunner(s.player, o)
	return err
}

// stage returns where the program is looked for: what stands beside a file in the folder of a
// roster is somebody else's, so a file is copied into a folder of its own.
func (s *subject) stage() (path string, err error) {
	info, err := os.Lstat(s.path)
	switch {
	case err != nil:
		return "", err
	case info.IsDir():
		return s.path, nil
	case !info.Mode().IsRegular():
		return "", program.Unaccepted("want a file or a folder, found %s", regular.Kind(info.Mode().Type()))
	}
	if s.staged, err = scratch.Make("", "submission"); err != nil {
		return "", err
	}
	path = s.stagedPath()
	return path, copyFile(path, s.path, info.Mode().Perm())
}

// stagedPath returns where a file is copied to.
func (s *subject) stagedPath() string {
	if s.staged == nil {
		return s.path
	}
	return filepath.Join(s.staged.Path, filepath.Base(s.path))
}

// withoutPath returns a text in which the submission is not told by where it is: that differs from
// machine to machine.
func (s *subject) withoutPath(text string) string {
	for _, path := range []string{s.path, s.stagedPath()} {
		for _, path := range answers.Reals([]string{path}) {
			text = strings.ReplaceAll(text, path, "the submission")
		}
		text = strings.ReplaceAll(text, path, "the submission")
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
	n, err := io.Copy(w, io.LimitReader(r, journal.MostBytes+1))
	if err == nil && n > journal.MostBytes {
		err = program.Unaccepted("want a submission of at most %d MB, found more", journal.MostBytes>>20)
	}
	return errors.Join(err, w.Close())
}

// clear removes what was built.
func (s *subject) clear() error {
	var wrong []error
	if s.runner != nil {
		wrong = append(wrong, s.runner.Close())
	}
	if s.player != nil {
		wrong = append(wrong, s.player.Close())
	}
	if s.staged != nil {
		wrong = append(wrong, s.staged.Remove())
	}
	s.runner, s.player, s.staged = nil, nil, nil
	return errors.Join(wrong...)
}
