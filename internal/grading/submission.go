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
	"time"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/oracle"
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
	left     int               // runs that have not ended
	spared   map[int]bool      // cases on which a program that loops does not run
	loops    bool              // the program was reported to loop
	unbuilt  bool              // there is no program
	timeouts int               // since grading began
	ran      int               // runs that have ended since
	spent    time.Duration     // their time by the clock
	slowest  time.Duration     // of these
	failed   error             // a failure of touchstone; guarded by Grader.mu
	repeats  diagnosis.Repeats // guarded by Grader.mu

	copied  *scratch.Dir
	program *testscript.Program
}

// errChanged is the error for a submission that is no longer what it was when grading began.
var errChanged = errors.New("want a submission that stays as it is while it is graded, found it changed")

// prepare builds the program. The error is a *testscript.BuildError if that is the submission's fault.
func (s *submission) prepare(ctx context.Context, a *oracle.Assignment, r *testscript.Runner) error {
	path, err := s.place()
	if err != nil {
		return err
	}
	s.program, err = r.WithTimeFactor(s.factor).Open(ctx, a, testscript.Path(path))
	if err != nil {
		return err
	}
	if now, err := submissions.DigestOf(s.path); err != nil || now != s.digest {
		return errors.Join(err, errChanged)
	}
	return s.program.BuildError()
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
	n, err := io.Copy(w, io.LimitReader(r, submissions.MaxBytes+1))
	if err == nil && n > submissions.MaxBytes {
		err = program.Unaccepted("want a submission of at most %d MB, found more", submissions.MaxBytes>>20)
	}
	return errors.Join(err, w.Close())
}

// clear removes what was built.
func (s *submission) clear() error {
	var wrong []error
	if s.program != nil {
		wrong = append(wrong, s.program.Close())
	}
	if s.copied != nil {
		wrong = append(wrong, s.copied.Remove())
	}
	s.program, s.copied = nil, nil
	return errors.Join(wrong...)
}

// changing matches what differs from one run of the same program to the next: addresses, the number
// of its process where sanitizers and Java write it, and our folders.
var changing = regexp.MustCompile(
	`\b0x[0-9a-fA-F]{4,}\b|==\d+==|\bpid[ =:]*\d+\b|[^\s"':]*touchstone-scratch-[^\s"'/]*`,
)

// flood is how many lines at least make a text of which one line is enough.
const flood = 8

// steady returns what a program printed without what would differ if it ran again, so that the books
// do not depend on which run was kept. A line that makes up most of a long text stands for all of it:
// that is what many processes write when they fail alike, and how many do, and where they write into
// each other's lines, is never the same twice.
func steady(printed []byte) []byte {
	text := changing.ReplaceAll(printed, []byte("..."))
	if line := mostly(text); line != nil {
		return append(line, "\n(again and again)\n"...)
	}
	return text
}

// mostly returns the line that makes up more than half of a text of at least flood lines, or nil.
func mostly(text []byte) (line []byte) {
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
