package class

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/testscript"
)

// A submission is what students have handed in. Students who hand in the same share one.
type submission struct {
	id     string // as of its students in the plan
	digest string
	factor float64 // of times; 0 is 1
	path   string
	names  []string // of the students
	called []string // what others see them called, sorted

	keys     []key             // of its runs, by case
	left     int               // runs, when it was looked last
	loops    bool              // the program was reported to loop
	timeouts int               // since grading began
	failed   error             // a failure of touchstone; guarded by Grader.mu
	repeats  diagnosis.Repeats // guarded by Grader.mu

	copied *scratch.Dir
	player *testscript.Player
	runner *testscript.Runner
}

// errChanged is the error for a submission that is no longer what it was when grading began.
var errChanged = errors.New("want a submission that stays as it is while it is graded, found it changed")

// prepare builds the program. The error is a *testscript.BuildError if that is the submission's fault.
func (s *submission) prepare(ctx context.Context, g *Grader, l *testscript.Limiter) error {
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
func (s *submission) make(ctx context.Context, g *Grader) error {
	path, err := s.place()
	if err != nil {
		return err
	}
	o := g.options()
	o.TimeFactor = s.factor
	if s.player, err = testscript.FindPlayer(ctx, g.assignment, path, testscript.Tools(g.Plan.Tools), o); err != nil {
		return err
	}
	if now, err := submissions.DigestOf(s.path); err != nil || now != s.digest {
		return errors.Join(err, errChanged)
	}
	if s.player.BuildError() != nil {
		return nil
	}
	s.runner, err = testscript.NewRunner(s.player, o)
	return err
}

// place returns where the program is looked for: what stands beside a file in the folder of a
// roster is somebody else's, so a file is copied into a folder of its own.
func (s *submission) place() (path string, err error) {
	info, err := os.Lstat(s.path)
	switch {
	case err != nil:
		return "", err
	case info.IsDir():
		return s.path, nil
	case !info.Mode().IsRegular():
		return "", program.Unaccepted("want a file or a folder, found %s", regular.Kind(info.Mode().Type()))
	}
	if s.copied, err = scratch.Make("", "submission"); err != nil {
		return "", err
	}
	path = s.copiedPath()
	return path, copyFile(path, s.path, info.Mode().Perm())
}

// copiedPath returns where a file is copied to.
func (s *submission) copiedPath() string {
	if s.copied == nil {
		return s.path
	}
	return filepath.Join(s.copied.Path, filepath.Base(s.path))
}

// withoutPath returns a text in which the submission is not told by where it is: that differs from
// machine to machine.
func (s *submission) withoutPath(text string) string {
	for _, path := range []string{s.path, s.copiedPath()} {
		for _, path := range answers.RealPaths([]string{path}) {
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
	n, err := io.Copy(w, io.LimitReader(r, submissions.MostBytes+1))
	if err == nil && n > submissions.MostBytes {
		err = program.Unaccepted("want a submission of at most %d MB, found more", submissions.MostBytes>>20)
	}
	return errors.Join(err, w.Close())
}

// clear removes what was built.
func (s *submission) clear() error {
	var wrong []error
	if s.runner != nil {
		wrong = append(wrong, s.runner.Close())
	}
	if s.player != nil {
		wrong = append(wrong, s.player.Close())
	}
	if s.copied != nil {
		wrong = append(wrong, s.copied.Remove())
	}
	s.runner, s.player, s.copied = nil, nil, nil
	return errors.Join(wrong...)
}
