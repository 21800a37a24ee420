package problem

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-suite/touchstone/internal/conversation"
	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/newpackage"
	"github.com/touchstone-suite/touchstone/internal/sandbox"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/output"
	"github.com/touchstone-suite/touchstone/testscript/compare"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// An input is the input of a case, or another input that the validators accept.
type input struct {
	*testCase
	p       *Package
	ctx     context.Context
	unasked bool  // the validators, who may refuse it
	failed  error // why it could not be made, which is the package's fault
}

// of returns the input of a case.
func (p *Package) of(ctx context.Context, c *testCase) *input {
	return &input{testCase: c, p: p, ctx: ctx}
}

// newInput returns an input outside all cases, with the settings for all cases.
func (p *Package) newInput(ctx context.Context, text []byte) *input {
	return p.of(ctx, &testCase{name: secret, input: text, config: p.top})
}

// parse returns the input with a text. One that is in no case goes through the validators.
func (p *Package) parse(ctx context.Context, name string, src []byte) (homework.Problem, error) {
	if i := slices.IndexFunc(p.cases, func(c *testCase) bool { return bytes.Equal(c.input, src) }); i >= 0 {
		return p.of(ctx, p.cases[i]), nil
	}
	in := p.newInput(ctx, src)
	_, fault, err := p.valid(ctx, in.testCase)
	if err == nil && fault != "" {
		err = fmt.Errorf("%s: %s", name, fault)
	}
	return in, err
}

// Case implements homework.Case. The other methods implement homework.Problem and optional interfaces.
func (in *input) Case(name string) (homework.Problem, error) {
	i := slices.IndexFunc(in.p.cases, func(c *testCase) bool { return c.name == name })
	if i < 0 {
		return nil, fmt.Errorf("want a case of the package %s, found %q", in.p.Name, name)
	}
	return in.p.of(in.ctx, in.p.cases[i]), nil
}

func (in *input) String() string { return string(in.input) }

// Category returns the part of the score that the case belongs to.
func (in *input) Category() string {
	if in.p.manifest.Scoring {
		return in.p.scoreTree().Part(in.name)
	}
	return in.testCase.Category()
}

// Files returns the names of the files of the case's answer, or of the reference's output. If the reference
// fails, Files returns all names, and Solve returns the error.
func (in *input) Files() []string {
	all := in.p.extra.outputs
	if len(all) == 1 {
		return all
	}
	files, err := in.rightFiles(in.ctx)
	if err != nil {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all),
		func(name string) bool { _, wanted := files[name]; return !wanted })
}

func (in *input) Beyond(ctx context.Context, _ []byte, _ string) (fault string, err error) {
	if !in.unasked {
		return "", in.failed
	}
	_, fault, err = in.p.valid(ctx, in.testCase)
	return fault, err
}

func (in *input) Situations(ctx context.Context) (seen homework.Seen, err error) {
	if len(in.p.extra.situations) == 0 {
		return 0, nil
	}
	message, _, err := in.p.valid(ctx, in.testCase)
	for i, s := range in.p.extra.situations {
		seen.Add(i, slices.Contains(message, s.Name))
	}
	return seen, err
}

// Args returns the arguments of a program, or the name of the case if a submission holds the answers.
func (in *input) Args() []string {
	if in.p.manifest.Programs.Answers {
		return []string{in.name}
	}
	return in.args
}

func (in *input) ExtraSize() (size int64) {
	for _, file := range in.files() {
		if info, err := in.p.root.Stat(file); err == nil {
			size += info.Size()
		}
	}
	return size
}

// Solve writes the answer of the case, or the answer of the reference.
func (in *input) Solve(ctx context.Context, _ homework.Options, sink output.Sink) (homework.Notes, error) {
	files, err := in.rightFiles(ctx)
	for _, name := range in.Files() {
		if err == nil {
			err = output.Whole(sink, name, files[name])
		}
	}
	return homework.Notes{}, err
}

// rightFiles returns the right files.
func (in *input) rightFiles(ctx context.Context) (map[string][]byte, error) {
	if in.answer != nil || in.failed != nil {
		return in.wanted, in.failed
	}
	reference, err := in.p.reference(ctx)
	if err != nil {
		return nil, err
	}
	a, err := in.p.runOnInput(ctx, reference, in)
	if err == nil && a.Verdict != verdict.Pass {
		err = fmt.Errorf("%s: want an answer of the reference, found none: %s on the input\n%s%s",
			in.p.displayPath(reference), a.Ended, excerpt(in.input), excerpt(a.Errors))
	}
	return a.Files, err
}

// excerpt returns the beginning of a text, for a message.
func excerpt(text []byte) []byte {
	const maxLength = 500
	if len(text) > maxLength {
		return append(bytes.Clone(text[:maxLength]), "...\n"...)
	}
	return text
}

// answerOf returns the answer of a program of the package. If the answer lacks a file that the input
// requires, its verdict is Missing.
func (p *Package) answerOf(ctx context.Context, name string, in *input) (answer, error) {
	a, err := p.runOnInput(ctx, name, in)
	for _, file := range in.Files() {
		if _, ok := a.Files[file]; !ok && err == nil && a.Verdict == verdict.Pass {
			a.Verdict, a.Ended = verdict.Missing, "want "+file+", found none"
		}
	}
	return a, err
}

// runOnInput returns the answer of a program of the package, which runs once for each input.
func (p *Package) runOnInput(ctx context.Context, name string, in *input) (answer, error) {
	if name == "" {
		return answer{}, fmt.Errorf("%s: want a submission in accepted that answers data/%s.in, found none",
			p.displayPath("submissions"), in.name)
	}
	extraFiles, _ := p.digestOf("data/" + in.name + ".files") // "" if there are no files
	others := [][]byte{[]byte(extraFiles)}
	if p.isConducted() {
		check := p.outputChecks[0]
		sum, err := p.digestOf(p.sources(check))
		if err != nil {
			return answer{}, err
		}
		others = append(others, in.answer, fmt.Appendf(nil, "%v %d %v %s %q %q", p.manifest.Interactive,
			p.manifest.ValidationPasses, p.manifest.Checks, sum, check, p.outputArgsOf(in.testCase, check)))
	}
	return p.runOnce(ctx, name, in.job(p.isJudged(name)), others...)
}

// isJudged reports whether a program is a submission that may be wrong or too slow.
func (p *Package) isJudged(name string) bool {
	return strings.HasPrefix(name, "submissions/") && name != p.extra.reference && name != p.extra.second
}

// job returns the run of a solution on an input. It has as much time as any program may have. One that may be
// too slow has what it takes to see that, if there is a limit.
func (in *input) job(judged bool) job {
	p, programs := in.p, in.p.manifest.Programs
	cpu := max(programs.CPU, maxReference)
	if judged && programs.CPU > 0 {
		cpu = time.Duration(float64(programs.CPU) * p.manifest.LimitToTLE)
	}
	return job{
		run:  in.Conductor(),
		args: in.Args(), stdin: in.input, input: p.extra.input, addFiles: in.AddFiles,
		extraSize: in.ExtraSize(),
		outputs: slices.DeleteFunc(slices.Clone(p.extra.outputs),
			func(name string) bool { return name == stdoutName }),
		optional: len(p.extra.outputs) > 1, // an input may require some of the files
		limits: sandbox.Limits{
			CPU: cpu, Wall: 2*cpu + manifest.Patience, Memory: programs.Memory, Output: programs.Output,
		},
	}
}

// Judge judges a file byte by byte, by the package's validator, or word by word.
func (in *input) Judge(ctx context.Context, name string, got io.Reader) (compare.Report, error) {
	var files map[string][]byte
	var err error
	if !in.p.isConducted() {
		files, err = in.rightFiles(ctx)
	}
	if err != nil {
		return compare.Report{}, err
	}
	if in.p.extra.exact {
		return compare.Readers(bytes.NewReader(files[name]), got, compare.Options{})
	}
	text, err := io.ReadAll(got)
	if err != nil {
		return compare.Report{}, err
	}
	if in.p.isConducted() {
		r, err := conversation.Parse(text)
		if err != nil {
			return compare.Report{}, err
		}
		report := compare.Report{}
		if r.Exit != exitRight {
			report = wrongReport(r.String())
		}
		report.Score = r.Score
		return report, nil
	}
	if len(in.p.outputChecks) > 0 {
		return in.p.validate(ctx, in, name, files[name], text)
	}
	o, err := compare.ParseWordOptions(in.p.outputArgsOf(in.testCase, ""))
	return compare.Words(files[name], text, o), err
}

// sortedKeys returns the keys of a map in their order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// missingFiles returns the files that others want in a package and that are not there: inputs that rules make, and
// answers of the reference.
func (p *Package) missingFiles(ctx context.Context) (map[string][]byte, error) {
	files := map[string][]byte{}
	maps.Copy(files, p.made)
	err := p.makeCases(ctx)
	for _, c := range p.cases {
		name := "data/" + c.name
		if !p.isFile(name + ".in") {
			files[name+".in"] = c.input
		}
		if err == nil && c.answer == nil {
			var right map[string][]byte
			right, err = p.of(ctx, c).rightFiles(ctx)
			files[name+".ans"] = newpackage.PackAnswer(p.extra.outputs, right)
		}
	}
	return files, err
}

// readAnswers reads the files of the answers.
func (p *Package) readAnswers() error {
	var wrong []error
	for _, c := range slices.Concat(p.cases, p.checks) {
		if c.answer == nil {
			continue
		}
		var err error
		if c.wanted, err = newpackage.UnpackAnswer(p.extra.outputs, c.answer); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", p.displayPath("data/"+c.name+".ans"), err))
		}
	}
	return errors.Join(wrong...)
}
