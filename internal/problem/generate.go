package problem

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/newpackage"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
	"github.com/touchstone-suite/touchstone/oracle/shrink"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// The sizes that a generator is called with: small ones to search for mistakes, and such as cases have.
const (
	maxSmall = 10
	maxSize  = 100
)

// generator returns the makers of inputs, which call the package's generator with a seed and a size.
func (p *Package) generator(ctx context.Context) homework.Generator {
	newGenerator := func(minSize, maxSize int) func(*random.Rand) homework.Problem {
		return func(r *random.Rand) homework.Problem {
			in, err := p.generate(ctx, r.Uint64()>>1, r.Between(minSize, maxSize))
			if err != nil {
				in = p.newInput(ctx, nil)
				in.failed = err
			}
			return in
		}
	}
	return homework.Generator{
		Small: newGenerator(1, maxSmall), Course: newGenerator(maxSmall, maxSize), GradedSize: len(p.cases),
		Shrink: func(problem homework.Problem) (simpler []homework.Problem) {
			for _, text := range shrink.Text(problem.String()) {
				in := p.newInput(problem.(*input).ctx, []byte(text))
				in.unasked = true
				simpler = append(simpler, in)
			}
			return simpler
		},
	}
}

// generate makes an input from a seed and a size. The validators accept it.
func (p *Package) generate(ctx context.Context, seed uint64, size int) (*input, error) {
	if p.extra.generator == "" {
		return nil, fmt.Errorf("%s: want \"assignment: {generator: ...}\" for inputs, found none",
			p.displayPath(newpackage.ExtraFile))
	}
	return p.makeValid(ctx, p.extra.generator, seedArgs(seed, size), "")
}

// seedArgs returns the arguments of a generator.
func seedArgs(seed uint64, size int) []string {
	return []string{strconv.FormatUint(seed, 10), strconv.Itoa(size)}
}

// makeValid returns the input that a program makes, which the validators accept.
func (p *Package) makeValid(ctx context.Context, program string, args []string, name string) (*input, error) {
	in, err := p.makeUnchecked(ctx, program, args, name)
	if err != nil {
		return nil, err
	}
	_, fault, err := p.valid(ctx, in.testCase)
	if err == nil && fault != "" {
		err = fmt.Errorf("%s: %s\nthe input:\n%s", p.describeCall(program, args), fault, excerpt(in.input))
	}
	return in, err
}

// makeUnchecked returns the input that a program makes. It prints the input of a
// case or writes it to NAME.in, and may write the answer to NAME.ans.
func (p *Package) makeUnchecked(ctx context.Context, program string, args []string, name string) (*input, error) {
	a, err := p.runOnce(ctx, program, p.generatorJob(args, name))
	if err == nil && a.Verdict != verdict.Pass {
		err = fmt.Errorf("%s: want an input of the generator, found none: %s\n%s", p.describeCall(program, args), a.Ended,
			a.Errors)
	}
	in := p.newInput(ctx, madeInput(a, name))
	if in.answer = a.Files[name+".ans"]; err == nil && in.answer != nil {
		in.wanted, err = newpackage.UnpackAnswer(p.extra.outputs, in.answer)
	}
	return in, err
}

// generatorJob returns a run of a generator. name is the base name of the case, or "".
func (p *Package) generatorJob(args []string, name string) job {
	j := job{args: args, limits: p.manifest.Checks, optional: true}
	if name != "" {
		j.outputs = []string{name + ".in", name + ".ans"}
	}
	return j
}

// madeInput returns the input in the answer of a program that makes inputs.
func madeInput(a answer, name string) []byte {
	if text, ok := a.Files[name+".in"]; ok {
		return text
	}
	return a.Files[stdoutName]
}

// describeCall returns the text of the call of a program.
func (p *Package) describeCall(program string, args []string) string {
	return strings.Join(append([]string{p.displayPath(program)}, args...), " ")
}
