package testscript

import (
	"context"
	"errors"
	"os"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
)

// A keptAnswer is a right answer that belongs beside the folder of a run.
type keptAnswer struct {
	c   *cases.Case
	dir string
}

// keepAnswer records an answer to be kept. It is not written yet, because programs are
// still running.
func (r *Runner) keepAnswer(c *cases.Case, dir string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answers = append(r.answers, keptAnswer{c, dir})
}

// KeepAnswers writes the right answer of each run that was kept and did not pass into a
// folder beside the run's own; in the program's folder, a link that it left could lead
// anywhere. It must be called only when no program of this runner is running any more, so
// that none finds an answer.
func (r *Runner) KeepAnswers(ctx context.Context) error {
	r.mu.Lock()
	answers := r.answers
	r.answers = nil
	r.mu.Unlock()
	var wrong []error
	for _, kept := range answers {
		wrong = append(wrong, kept.write(ctx, r.Edition))
	}
	return errors.Join(wrong...)
}

func (k keptAnswer) write(ctx context.Context, edition string) error {
	if err := os.Mkdir(k.dir, 0o700); err != nil {
		return err
	}
	files := output.NewFolder(k.dir)
	defer files.Abort()
	if _, err := k.c.Problem.Solve(ctx, homework.Options{Edition: edition}, files); err != nil {
		return err
	}
	return files.Commit()
}
