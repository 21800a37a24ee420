package problem

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
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

// readPrograms finds the validators.
func (p *Package) readPrograms() error {
	var wrong []error
	for _, name := range p.within["input_validators"] {
		name = path.Join("input_validators", name)
		if language := path.Ext(name); language == ".ctd" || language == ".viva" {
			wrong = append(wrong, fmt.Errorf("%s: want a program, found one in %s, which is not run here", p.where(name), map[string]string{".ctd": "Checktestdata", ".viva": "VIVA"}[language]))
			continue
		}
		p.inputCheck = append(p.inputCheck, name)
		wrong = append(wrong, p.startable(name))
	}
	if len(p.within["input_validators"]) == 0 {
		wrong = append(wrong, fmt.Errorf("%s: want at least one program that tells valid inputs, found none", p.where("input_validators")))
	}
	for folder, one := range map[string]string{"static_validator": "a static validator, which is not run here", "include": "files for submissions, which are not copied here"} {
		if p.isFolder(folder) {
			wrong = append(wrong, fmt.Errorf("%s: want no such folder, found %s", p.where(folder), one))
		}
	}
	const folder = "output_validator"
	if files := p.within[folder]; len(files) > 0 || p.isFile(folder) {
		p.outputCheck = folder // a program in several files
		if len(files) == 1 && p.isFile(path.Join(folder, files[0])) {
			p.outputCheck = path.Join(folder, files[0])
		}
		wrong = append(wrong, p.startable(p.outputCheck))
	}
	return errors.Join(wrong...)
}

// startable checks that a name is that of a program, or of a folder with one.
func (p *Package) startable(name string) error {
	if _, err := program.Find(anyProgram, p.on(name), nil); err != nil {
		return fmt.Errorf("%s: %w", p.where(name), err)
	}
	return nil
}

// exits reports whether a program ended of itself with an exit status that is not 0.
func (a answer) exits(status int) bool { return a.Verdict == verdict.Crash && a.Exit == status }

// valid asks the input validators about the input of a case. fault says what one of them has against it, and
// said are the situations that they saw in it: the lines "situation NAME" of what they print.
func (p *Package) valid(ctx context.Context, c *testCase) (said []string, fault string, err error) {
	args := slices.Concat(c.inputArgs, c.args)
	for _, name := range p.inputCheck {
		a, err := p.runOnce(ctx, name, job{args: args, stdin: c.input, limits: p.manifest.checks})
		if err != nil {
			return nil, "", err
		}
		if !a.exits(exitRight) {
			return nil, strings.TrimRight(fmt.Sprintf("want an input that %s accepts (exit status %d), found %s\n%s%s", name, exitRight, a.Ended, excerpt(a.Files[Stdout]), excerpt(a.Errors)), "\n"), nil
		}
		for line := range strings.Lines(string(a.Files[Stdout])) {
			if situation, ok := strings.CutPrefix(strings.TrimSpace(line), "situation "); ok {
				said = append(said, situation)
			}
		}
	}
	return said, "", nil
}

// A judgeError is a failure of the package's validator. What it has printed may be the answer, and is for authors alone.
type judgeError struct{ text, printed string }

func (e *judgeError) Error() string { return e.text }

// validate asks the package's output validator about an output, of which it is told the name if there are several. Its error is a fault of the validator.
func (p *Package) validate(ctx context.Context, in *input, name string, right, got []byte) (compare.Report, error) {
	const question, wanted, feedback = "input", "answer", "feedback"
	args := append([]string{question, wanted, feedback + "/"}, in.outputArgs...)
	if len(p.extra.outputs) > 1 {
		args = append(args, name)
	}
	messages := []string{path.Join(feedback, "judgemessage.txt"), path.Join(feedback, "teammessage.txt"), path.Join(feedback, "score.txt")}
	lay := func(folder string) error {
		dir := filepath.Join(folder, feedback)
		return errors.Join(os.Mkdir(dir, 0o777), os.Chmod(dir, 0o777), // for the program's user
			os.WriteFile(filepath.Join(folder, question), in.input, 0o644), os.WriteFile(filepath.Join(folder, wanted), right, 0o644))
	}
	a, err := p.runOnce(ctx, p.outputCheck, job{
		args: args, stdin: got, limits: p.manifest.checks,
		lay: lay, beside: int64(len(in.input) + len(right)), leaves: messages, optional: true,
	}, in.input, right)
	switch {
	case err != nil:
		return compare.Report{}, err
	case p.manifest.scoring && a.Files[messages[2]] != nil:
		return compare.Report{}, fmt.Errorf("%s: want no score.txt: outputs are right or wrong here, and groups have scores", p.where(p.outputCheck))
	case a.exits(exitRight):
		return compare.Report{}, nil
	case a.exits(exitWrong):
		says := "the validator accepts it not, and says no more"
		if text := strings.TrimSpace(string(a.Files[messages[1]]) + "\n" + string(a.Files[messages[0]])); text != "" {
			says = string(excerpt([]byte(text)))
		}
		return compare.Report{Grade: compare.Different, First: &compare.Difference{Kind: compare.Content, Line: 1, Column: 1, GotLine: 1, Says: says}}, nil
	}
	return compare.Report{}, &judgeError{
		fmt.Sprintf("%s: want exit status %d or %d of an output validator, found %s", p.where(p.outputCheck), exitRight, exitWrong, a.Ended),
		fmt.Sprintf("on the output\n%s%s", excerpt(got), excerpt(a.Errors)),
	}
}
