package class

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/touchstone-suite/touchstone/internal/class/gradebook"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/submissions"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// likeness returns what tells whether a program is that of another submission.
func likeness(ctx context.Context, a *oracle.Assignment, path string) (gradebook.Likeness, error) {
	found, err := program.Sources(ctx, a, path)
	if err != nil {
		return gradebook.Likeness{}, err
	}
	sources := map[string][]byte{}
	for _, s := range found {
		sources[s.Name] = s.Text
	}
	return gradebook.NewLikeness(sources), nil
}

// ExportSources writes the sources of all programs of a class, and nothing else that was handed in, into a new folder, in which each
// student has a folder: what MOSS and JPlag read. It returns how many students have one. All files appear, or none.
func ExportSources(ctx context.Context, a *oracle.Assignment, students []submissions.Student, dir string) (n int, err error) {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return 0, fmt.Errorf("%s: want a new folder for the sources, found one that is not empty", dir)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	var names []string
	for _, s := range students {
		names = append(names, s.Name)
	}
	folders := page.FileNames(names)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, err
	}
	to := output.NewFolder(dir)
	defer func() {
		to.Abort()
		if n == 0 || err != nil {
			_ = os.Remove(dir) // if it is empty
		}
	}()
	for _, s := range students {
		if s.Path == "" {
			continue
		}
		sources, err := program.Sources(ctx, a, s.Path)
		if err != nil {
			return 0, fmt.Errorf("the submission of %s: %w", s.Name, err)
		}
		for _, source := range sources {
			if err := output.Whole(to, path.Join(folders[s.Name], source.Name), source.Text); err != nil {
				return 0, err
			}
		}
		n += min(len(sources), 1)
	}
	return n, to.Commit()
}
