package class

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/answers"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/scratch"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/scan"
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

// exported is the file that names what ExportSources has written beside it, a quoted name a line.
const exported = ".touchstone-sources"

// ExportSources writes the sources of all programs of a class, and nothing else that was handed in, into a
// folder of their own, in which each student has a folder: what MOSS and JPlag read. It returns how many
// students have one, and who has handed in something in which there is no source. All files appear, or
// none; those of an earlier export go.
func ExportSources(ctx context.Context, a *oracle.Assignment, students []submissions.Student,
	dir string) (n int, without []string, err error) {
	old, err := exportedTo(dir)
	if err != nil {
		return 0, nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, nil, err
	}
	to := output.NewFolder(dir)
	defer func() {
		to.Abort()
		if n == 0 || err != nil {
			_ = os.Remove(dir) // if it is empty
		}
	}()
	list, err := to.Begin(exported, output.Size{}) // it appears first
	if err != nil {
		return 0, nil, err
	}
	n, names, without, err := writeSources(ctx, a, students, to)
	if err != nil || n+len(old) == 0 {
		return 0, without, err
	}
	for _, name := range names {
		if _, err := fmt.Fprintln(list, strconv.Quote(name)); err != nil {
			return 0, nil, err
		}
	}
	old = slices.DeleteFunc(old, func(name string) bool { return slices.Contains(names, name) })
	if err := errors.Join(list.Finish(nil), removeFrom(dir, old)); err != nil {
		return 0, nil, err
	}
	return n, without, to.Commit()
}

// exportedTo returns the names of what an earlier export has written into a folder. Its error says that
// somebody else's files are there.
func exportedTo(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	text, err := regular.Read(filepath.Join(dir, exported))
	if err != nil {
		return nil, fmt.Errorf(
			"%s: want a folder for the sources that is new or has those of an earlier export, found other files there",
			dir)
	}
	for line := range strings.Lines(string(text)) {
		name, err := strconv.Unquote(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return nil, fmt.Errorf("%s: want names of files, found %s", filepath.Join(dir, exported), scan.Show(line))
		}
		names = append(names, name)
	}
	return names, nil
}

// writeSources writes the sources of the students who have some, and returns how many these are, the names
// of the files, and who has handed in something else.
func writeSources(ctx context.Context, a *oracle.Assignment, students []submissions.Student,
	to output.Sink) (n int, names, without []string, err error) {
	var who []string
	for _, s := range students {
		who = append(who, s.Name)
	}
	folders := page.FileNames(who)
	for _, s := range students {
		if s.Path == "" {
			continue
		}
		sources, err := program.Sources(ctx, a, s.Path)
		if err != nil {
			return 0, nil, nil, fmt.Errorf("the submission of %s: %w", s.Name, err)
		}
		for _, source := range sources {
			name := path.Join(folders[s.Name], source.Name)
			if err := output.Whole(to, name, source.Text); err != nil {
				return 0, nil, nil, err
			}
			names = append(names, name)
		}
		if len(sources) == 0 {
			without = append(without, s.Name)
			continue
		}
		n++
	}
	return n, names, without, nil
}

// removeFrom removes files of a folder, and the folders that are empty then.
func removeFrom(dir string, names []string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, name := range names {
		if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for above := path.Dir(name); above != "." && root.Remove(above) == nil; {
			above = path.Dir(above)
		}
	}
	return nil
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
