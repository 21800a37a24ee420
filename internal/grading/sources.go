package grading

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// exported is the file that lists the files of an export, one quoted name for each line.
const exported = ".touchstone-sources"

// ExportSources writes the sources of all programs of a class into a directory, with a subdirectory for each
// student, in the layout that MOSS and JPlag read. It returns the number of students with sources, and the
// students whose submission has no sources. All files appear or none. The files of an earlier export are
// removed.
func ExportSources(ctx context.Context, a *oracle.Assignment, students []submissions.Student,
	dir string) (n int, without []string, err error) {
	old, err := exportedFiles(dir)
	if err != nil {
		return 0, nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, nil, err
	}
	to := output.NewDir(dir)
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

// exportedFiles returns the names of the files of an earlier export in a directory. The error reports other
// files there.
func exportedFiles(dir string) (names []string, err error) {
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
			"%s: want a directory for the sources that is new or has those of an earlier export, found other files there",
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

// writeSources writes the sources of students. It returns the number of students with sources, the names of
// the files, and the students whose submission has no source.
func writeSources(ctx context.Context, a *oracle.Assignment, students []submissions.Student,
	to output.Sink) (n int, names, without []string, err error) {
	dirs := page.FileNames(students, func(s submissions.Student) string { return s.Name })
	for _, s := range students {
		if s.Path == "" {
			continue
		}
		sources, err := program.Sources(ctx, a, s.Path)
		if err != nil {
			return 0, nil, nil, fmt.Errorf("the submission of %s: %w", s.Name, err)
		}
		for _, source := range sources {
			name := path.Join(dirs[s.Name], source.Name)
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

// removeFrom removes files of a directory, and then the empty subdirectories.
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
