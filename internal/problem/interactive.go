package problem

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/touchstone-suite/touchstone/internal/conversation"
	"github.com/touchstone-suite/touchstone/internal/run/executor"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A program of an interactive or a multi-pass problem leaves no answer that a validator can judge afterwards.
// Its run leaves a record instead: the verdict of the validator, and the conversation of the program and the
// validator. So the rest of the package treats all problems in the same way.

// isConducted reports whether programs run together with the validator, or in several passes.
func (p *Package) isConducted() bool { return p.manifest.Interactive || p.manifest.MultiPass }

// Conductor implements executor.Conductor.
func (in *input) Conductor() func(context.Context, executor.Runner, executor.Task) (*executor.Run, error) {
	if !in.p.isConducted() {
		return nil
	}
	return in.runWithValidator
}

// runWithValidator runs a program on the input together with the output validator. It returns the last run, with
// the maximum CPU time of all runs. The error is a fault of the package or ours.
func (in *input) runWithValidator(ctx context.Context, runner executor.Runner, t executor.Task) (
	*executor.Run, error) {
	check := in.p.outputChecks[0]
	validator, err := in.p.program(ctx, check)
	if err != nil {
		return nil, err
	}
	c := passRunner{in: in, runner: runner, task: t, check: check, validator: validator, input: in.input}
	if err := c.runPasses(ctx); err != nil {
		return nil, errors.Join(err, c.run.Remove())
	}
	c.run.CPU, c.run.Record = c.cpu, c.record.Encode()
	return c.run, nil
}

// A passRunner is the run of a program on an input with an output validator, in passes.
type passRunner struct {
	in        *input
	runner    executor.Runner
	task      executor.Task
	check     string
	validator *builtProgram

	input    []byte            // of the next pass
	feedback map[string][]byte // the files of the feedback directory after the last pass
	run      *executor.Run     // of the last pass, or nil
	cpu      time.Duration     // the maximum
	record   conversation.Record
}

// runPasses runs the program in as many passes as the validator demands. The limits hold for each pass.
func (c *passRunner) runPasses(ctx context.Context) (err error) {
	c.record.Description = "the program printed:\n"
	if c.in.p.manifest.Interactive {
		c.record.Description = "the conversation (< from the validator, > from the program):\n"
	}
	for next := true; next; {
		if err := c.run.Remove(); err != nil {
			return err
		}
		if c.run, err = c.pass(ctx); err != nil {
			return err
		}
		c.cpu = max(c.cpu, c.run.CPU)
		if next, err = c.next(); err != nil {
			return err
		}
	}
	c.record.Message = messageOf(c.feedback)
	c.record.Score, err = c.in.p.scoreOf(c.check, c.in.testCase, c.feedback)
	return err
}

// nextPass is the input of the next pass, which the validator leaves.
const nextPass = feedback + "/nextpass.in"

// next reports whether there is another pass, and prepares it. An error is a fault of the validator.
func (c *passRunner) next() (bool, error) {
	p := c.in.p
	input, ok := c.feedback[nextPass]
	if !ok || !p.manifest.MultiPass || c.record.Exit == 0 {
		return false, nil
	}
	delete(c.feedback, nextPass)
	switch {
	case input == nil:
		return false, &judgeError{text: fmt.Sprintf("%s: want %s as a regular file within the limit on output, found another",
			p.displayPath(c.check), nextPass)}
	case c.record.Exit != exitRight:
		return false, &judgeError{text: fmt.Sprintf("%s: want no %s with exit status %d, found one",
			p.displayPath(c.check), nextPass, c.record.Exit)}
	case c.record.Passes >= p.manifest.ValidationPasses:
		return false, &judgeError{
			text: fmt.Sprintf("%s: want at most %d passes (limits: {validation_passes: ...}), "+
				"found %s after the last one", p.displayPath(c.check), p.manifest.ValidationPasses, nextPass),
		}
	}
	c.input = input
	return true, nil
}

// pass runs the program and the validator once.
func (c *passRunner) pass(ctx context.Context) (*executor.Run, error) {
	c.record.Passes++
	if c.record.Passes > 1 {
		c.record.Add(fmt.Appendf(nil, "--- pass %d\n", c.record.Passes))
	}
	if c.in.p.manifest.Interactive {
		return c.interactivePass(ctx)
	}
	t := c.task
	t.Stdin, t.Stdout = stdinFile, stdoutFile
	t.Fill = func(dir string) error {
		return errors.Join(c.task.Fill(dir), os.WriteFile(filepath.Join(dir, stdinFile), c.input, 0o644))
	}
	t.Limits.Output += int64(len(c.input))
	run, err := c.runner.Run(ctx, t)
	if err != nil {
		return nil, err
	}
	c.record.Exit = 0
	a := answer{Files: map[string][]byte{}}
	if err := a.collect(run.Dir, job{limits: sandbox.Limits{Output: c.in.p.manifest.Programs.Output}}); err != nil {
		return nil, errors.Join(err, run.Remove())
	}
	if a.Verdict == verdict.Output && run.Stopped == sandbox.NotStopped {
		run.Stopped = sandbox.StoppedOutput
	}
	c.record.Add(a.Files[stdoutName])
	if run.Failed() || run.Stopped != sandbox.NotStopped {
		return run, nil
	}
	v, err := c.validator.runOnce(ctx, c.in.validatorJob(c.check, "", c.input, c.in.answer,
		a.Files[stdoutName], c.feedback))
	if err == nil {
		err = c.recordVerdict(v)
	}
	if err != nil {
		return nil, errors.Join(err, run.Remove())
	}
	return run, nil
}

// recordVerdict takes the result of a run of the validator.
func (c *passRunner) recordVerdict(v answer) error {
	c.feedback, c.record.Exit = v.Files, v.Exit
	if v.exitedWithError(exitRight) || v.exitedWithError(exitWrong) {
		return nil
	}
	return &judgeError{c.in.p.describeEnd(c.check, v),
		fmt.Sprintf("in pass %d on data/%s.in\n%s%s", c.record.Passes, c.in.name, excerpt(c.record.Text),
			excerpt(v.Errors))}
}

// interactivePass runs the program and the validator at the same time. If the program may have waited for a
// slow validator, it runs again with a higher limit on elapsed time.
func (c *passRunner) interactivePass(ctx context.Context) (run *executor.Run, err error) {
	for extra := time.Duration(0); ; {
		p := executor.Side{Runner: c.runner, Task: c.task}
		p.Task.Limits.Wall += extra
		p.Task.Stdin, p.Task.Stdout = "", ""
		v := executor.Side{Runner: c.validator.place}
		v.Task = c.validator.task(c.in.validatorJob(c.check, "", c.input, c.in.answer, nil, c.feedback))
		v.Task.Stdin, v.Task.Stdout = "", ""
		i, err := executor.Interact(ctx, p, v, func(o sandbox.Outcome) bool {
			return o.Stopped == sandbox.NotStopped && o.Exit == exitRight
		})
		if err != nil {
			return nil, err
		}
		if i.Program.Stopped == sandbox.StoppedWall && !i.Stopped && i.Validator.CPU > extra+slowValidator {
			extra = 2 * i.Validator.CPU
			if err := errors.Join(i.Program.Remove(), i.Validator.Remove()); err != nil {
				return nil, err
			}
			continue
		}
		c.record.Add(i.Conversation)
		if err := c.judgeInteraction(i); err != nil {
			return nil, errors.Join(err, i.Program.Remove(), i.Validator.Remove())
		}
		return i.Program, i.Validator.Remove()
	}
}

// slowValidator is the CPU time from which a validator may be the reason why the program had too little time.
const slowValidator = time.Second

// judgeInteraction decides which side a failure belongs to. If the validator rejects before it can see the
// end of the program, its verdict counts. Otherwise a failure of the program counts. A validator with another
// exit status, or one that does not end, is at fault unless the program failed first.
func (c *passRunner) judgeInteraction(i *executor.Interaction) error {
	v, err := c.validator.answer(i.Validator, c.in.validatorJob(c.check, "", nil, nil, nil, nil))
	if err != nil {
		return err
	}
	o := &i.Program.Outcome
	failed := !i.Stopped && (o.Failed() || o.Stopped != sandbox.NotStopped)
	hung := i.Validator.Stopped != sandbox.NotStopped && o.Stopped == sandbox.StoppedWall
	switch {
	case v.exitedWithError(exitWrong) && !(failed && i.EndSeen):
		o.Stopped, o.Exit, o.Signal = sandbox.NotStopped, 0, ""
		return c.recordVerdict(v)
	case failed && !hung && (i.EndSeen || v.exitedWithError(exitRight)):
		c.feedback, c.record.Exit = v.Files, 0
		return nil
	}
	return c.recordVerdict(v)
}

// validatorJob returns a run of an output validator. It has the files of the feedback directory from the last
// pass.
func (in *input) validatorJob(check, name string, input, right, got []byte, left map[string][]byte) job {
	const question, wanted = "input", "answer"
	p := in.p
	args := append([]string{question, wanted, feedback + "/"}, p.outputArgsOf(in.testCase, check)...)
	if len(p.extra.outputs) > 1 {
		args = append(args, name)
	}
	j := job{
		args:      args,
		stdin:     got,
		limits:    p.manifest.Checks,
		extraSize: int64(len(input) + len(right)),
		outputDir: feedback,
		optional:  true,
	}
	for _, text := range left {
		j.extraSize += int64(len(text))
	}
	j.addFiles = func(work string) error {
		dir := filepath.Join(work, feedback)
		err := errors.Join(makeShared(dir), os.WriteFile(filepath.Join(work, question), input, 0o644),
			os.WriteFile(filepath.Join(work, wanted), right, 0o644))
		for _, name := range sortedKeys(left) {
			if path.Base(name) == name || err != nil {
				continue // standard output
			}
			file := filepath.Join(work, filepath.FromSlash(name))
			err = cmp.Or(makeShared(filepath.Dir(file)), os.WriteFile(file, left[name], 0o666), os.Chmod(file, 0o666))
		}
		return err
	}
	return j
}

// makeShared makes a directory, and those above it, in which the user of a program may write.
func makeShared(dir string) error {
	return errors.Join(os.MkdirAll(dir, 0o777), os.Chmod(dir, 0o777))
}

// readBelow returns the regular files below a directory that a program has left, by their paths. Links and
// other files are ignored, except that the input of the next pass is nil if it cannot be read. tooLarge
// reports that they have more bytes than the limit.
func readBelow(dir, below string, limit int64) (files map[string][]byte, tooLarge bool, err error) {
	files = map[string][]byte{}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, false, err
	}
	defer root.Close()
	_ = fs.WalkDir(root.FS(), below, func(name string, d fs.DirEntry, err error) error {
		if name == nextPass { // which is an error unless it can be read
			files[name] = nil
		}
		if err != nil || !d.Type().IsRegular() {
			return nil //nolint:nilerr // the program has removed or locked it
		}
		info, err := d.Info()
		switch {
		case err != nil:
			return nil //nolint:nilerr // the program has removed it
		case info.Size() > limit:
			tooLarge = true
			return fs.SkipAll
		}
		if text, err := root.ReadFile(name); err == nil {
			limit -= int64(len(text))
			files[name] = text
		}
		return nil
	})
	return files, tooLarge, nil
}
