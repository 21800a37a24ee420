package testscript

import (
	"context"
	"errors"
	"os"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle/homework"
)

// A keptAnswer is a right answer that belongs beside the folder of a run.
type keptAnswer struct {
	c   *cases.Case
	dir string
}

// keepAnswer notes an answer. It is not written yet: programs still run.
func (r *Runner) keepAnswer(c *cases.Case, dir string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answers = append(r.answers, keptAnswer{c, dir})
}

// KeepAnswers puts the right answer beside the folder of each run that was kept and
// does not pass, into a folder of its own: in the program's, a link that it left might
// lead anywhere. It is called when no program of this runner runs any more, so that none
// finds an answer.
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
	files := homework.NewFolder(k.dir)
	defer files.Abort()
	if _, err := k.c.Problem.Solve(ctx, homework.Options{Edition: edition}, files); err != nil {
		return err
	}
	return files.Commit()
}
