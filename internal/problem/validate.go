package problem

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/compare"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/internal/verdict"
)

// The exit statuses of validators: all others are faults of the validator.
const (
	exitRight = 42
	exitWrong = 43
)

const (
	mostReference = 10 * time.Second // of CPU time for a solution of the package
	patience      = 5 * time.Second  // by the clock, beyond twice the CPU time
)

// checking are the limits of validators and generators.
func (p *Package) checking() sandbox.Limits {
	m := p.manifest
	return sandbox.Limits{CPU: m.validation, Wall: 2*m.validation + patience, Memory: m.validationMemory, Output: m.validationOutput}
}

// valid asks the input validators about an input, of a case or of none. fault says what one of them has against it, and
// said are the situations that they saw in it: the lines "situation NAME" of what they print.
func (p *Package) valid(ctx context.Context, src []byte, c *testCase) (said []string, fault string, err error) {
	var args []string
	if c != nil {
		args = append(append(args, c.inputArgs...), c.args...)
	}
	for _, name := range p.inputCheck {
		b, err := p.program(ctx, name)
		if err != nil {
			return nil, "", err
		}
		key := digest([]byte("valid"), []byte(b.digest), src, []byte(strings.Join(args, "\x00")))
		a, err := p.answers.get(key, func() (answer, error) {
			return b.run(ctx, job{args: args, stdin: src, limits: p.checking()})
		})
		if err != nil {
			return nil, "", err
		}
		if a.Verdict != verdict.Pass && (a.Verdict != verdict.Crash || a.Exit != exitRight) {
			return nil, strings.TrimRight(fmt.Sprintf("want an input that %s accepts (exit status %d), found %s\n%s%s", name, exitRight, a.Ended, excerpt(a.Files[Stdout]), excerpt(a.Errors)), "\n"), nil
		}
		if a.Verdict == verdict.Pass {
			return nil, fmt.Sprintf("want an input that %s accepts (exit status %d), found exit status 0", name, exitRight), nil
		}
		for line := range strings.Lines(string(a.Files[Stdout])) {
			if situation, ok := strings.CutPrefix(strings.TrimSpace(line), "situation "); ok {
				said = append(said, situation)
			}
		}
	}
	return said, "", nil
}

// validate asks the package's output validator about an output, of which it is told the name if there are several. Its error is a fault of the validator.
func (p *Package) validate(ctx context.Context, in *input, name string, right, got []byte) (compare.Report, error) {
	const question, wanted, feedback = "input", "answer", "feedback"
	b, err := p.program(ctx, p.outputCheck)
	if err != nil {
		return compare.Report{}, err
	}
	args := append([]string{question, wanted, feedback + "/"}, in.config().outputArgs...)
	if len(p.extra.outputs) > 1 {
		args = append(args, name)
	}
	messages := []string{path.Join(feedback, "judgemessage.txt"), path.Join(feedback, "teammessage.txt")}
	a, err := p.answers.get(digest([]byte("validate"), []byte(b.digest), in.text, right, got, []byte(strings.Join(args, "\x00"))), func() (answer, error) {
		limits := p.checking()
		limits.Output += int64(len(in.text) + len(right))
		return b.run(ctx, job{args: args, stdin: got, limits: limits, leaves: messages, optional: true, lay: func(folder string) error {
			dir := filepath.Join(folder, feedback)
			return errors.Join(os.Mkdir(dir, 0o777), os.Chmod(dir, 0o777), // for the program's user
				os.WriteFile(filepath.Join(folder, question), in.text, 0o644), os.WriteFile(filepath.Join(folder, wanted), right, 0o644))
		}})
	})
	switch {
	case err != nil:
		return compare.Report{}, err
	case a.Verdict == verdict.Crash && a.Exit == exitRight:
		return compare.Report{}, nil
	case a.Verdict == verdict.Crash && a.Exit == exitWrong:
		says := "the validator accepts it not, and says no more"
		if text := strings.TrimSpace(string(a.Files[messages[1]]) + "\n" + string(a.Files[messages[0]])); text != "" {
			says = string(excerpt([]byte(text)))
		}
		return compare.Report{Grade: compare.Different, First: &compare.Difference{Kind: compare.Content, Line: 1, Column: 1, GotLine: 1, Says: says}}, nil
	}
	how := a.Ended
	if how == "" {
		how = "exit status 0"
	}
	return compare.Report{}, fmt.Errorf("%s: want exit status %d or %d of an output validator, found %s on the output\n%s%s", p.where(p.outputCheck), exitRight, exitWrong, how, excerpt(got), excerpt(a.Errors))
}
