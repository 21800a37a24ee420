package class

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/touchstone-suite/touchstone/internal/class/gradebook"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// studentsName is the folder of the books that has one for each student.
const studentsName = "students"

// Before returns the ledger of the books that are in a folder, or nil.
func Before(dir string) ([]byte, error) {
	text, err := regular.Read(filepath.Join(dir, gradebook.Ledger))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// WriteBooks writes the books of a class into a folder, all of them or none, and removes from its
// students' folders what earlier books had and these do not.
func (g *Grader) WriteBooks(ctx context.Context, dir string, class *gradebook.Class, more ...func(output.Sink) error) error {
	times, err := g.times()
	if err != nil {
		return err
	}
	return page.WriteBooks(dir, studentsName, func(to output.Sink) error {
		if err := gradebook.Write(ctx, to, class); err != nil {
			return err
		}
		if err := gradebook.WriteTimes(to, times); err != nil {
			return err
		}
		for _, write := range more {
			if err := write(to); err != nil {
				return err
			}
		}
		return nil
	})
}
