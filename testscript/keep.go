package testscript

import (
	"context"
	"errors"
	"os"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

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
