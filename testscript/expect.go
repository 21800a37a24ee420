package testscript

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/touchstone-suite/touchstone/internal/judge"
	"github.com/touchstone-suite/touchstone/internal/regular"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// files returns the judge of what the program left in its folder.
func (x *run) files() *judge.Judge {
	return &judge.Judge{
		Case: x.c, Edition: x.runner.Edition, Course: x.runner.Course, Text: x.runner.Text,
		Open: func(name string) (judge.File, error) { return regular.OpenLeft(x.dir, name, x.output) },
		Left: func() []string { return leftInstead(x.dir, x.c.Assignment.Run.InputName()) },
	}
}

// leftInstead lists the first few files that are present instead of the expected one: a
// name in the wrong case is a common mistake. Links are those made by Program.Furnish.
func leftInstead(dir, input string) (names []string) {
	const most = 5
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.Name() != input && e.Type()&fs.ModeSymlink == 0 && len(names) < most {
			names = append(names, e.Name())
		}
	}
	return names
}

// KeepAnswers writes the right answer of each run that was kept and did not pass into a
// folder beside the run's own; in the program's folder, a link that it left could lead
// anywhere. It must be called only when no program of this runner is running any more, so
// that none finds an answer.
func (r *Runner) KeepAnswers(ctx context.Context, results []Result) error {
	var errs []error
	for _, result := range results {
		if result.Answer != "" {
			errs = append(errs, keepAnswer(ctx, result, r.Edition))
		}
	}
	return errors.Join(errs...)
}

func keepAnswer(ctx context.Context, r Result, edition string) error {
	if err := os.Mkdir(r.Answer, 0o700); err != nil {
		return err
	}
	files := output.NewFolder(r.Answer)
	defer files.Abort()
	if _, err := r.Case.Problem.Solve(ctx, homework.Options{Edition: edition}, files); err != nil {
		return err
	}
	return files.Commit()
}
