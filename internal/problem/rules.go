package problem

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/caserules"
	"github.com/touchstone-suite/touchstone/internal/expectation"
	"github.com/touchstone-suite/touchstone/internal/settings"
)

// rulesFile holds rules that make cases.
const rulesFile = "generators/generators.yaml"

// readRules reads generators.yaml, if it is there. Files that rules give exist only in memory.
func (p *Package) readRules() error {
	files := caserules.Files{
		Text: p.text, IsFile: p.isFile, IsProgram: p.isProgram, Add: p.within.add, Substitute: p.manifest.Substitute,
		List: func(dir string) []string { return p.within[dir] },
	}
	return p.optional(rulesFile, func(src []byte) error {
		return p.parseSettings(rulesFile, "rules for cases", src, func(r *settings.Reader, root *yaml.Node) {
			rules := caserules.Read(r, root, files)
			p.rules, p.made, p.parts, p.solution = rules.Programs, rules.Made, rules.Parts, rules.Solution
		})
	})
}

// make runs a rule. It returns the input and the arguments that made it.
func (p *Package) make(ctx context.Context, name string) (in *input, args []string, err error) {
	rule := p.rules[name]
	for try := 0; try <= rule.Retries && ctx.Err() == nil; try++ {
		args = rule.Args(name, try)
		generate := p.makeValid
		if expectation.IsBelow(name, invalidInput) {
			generate = p.makeUnchecked
		}
		if in, err = generate(ctx, rule.Program, args, path.Base(name)); err == nil {
			return in, args, nil
		}
	}
	return nil, nil, fmt.Errorf("%s: %s: %w", p.displayPath(rulesFile), name, cmp.Or(err, ctx.Err()))
}

// makeCases makes the inputs that rules make and that are not there.
func (p *Package) makeCases(ctx context.Context) (err error) {
	for _, c := range slices.Concat(p.cases, p.checks) {
		if c.input != nil {
			continue
		}
		in, _, err := p.make(ctx, c.name)
		if err != nil {
			return err
		}
		if c.input = in.input; c.answer == nil {
			c.answer, c.wanted = in.answer, in.wanted
		}
	}
	return nil
}

// rules checks that each rule makes the input that is there, if no seed decides, and the same one twice.
func (v *verification) rules() error {
	for _, name := range sortedKeys(v.Package.rules) {
		rule := v.Package.rules[name]
		in, args, err := v.make(v.ctx, name)
		if err != nil {
			v.problems = append(v.problems, err.Error())
			continue
		}
		if input, err := v.text("data/" + name + ".in"); err == nil && !rule.IsRandom() &&
			!bytes.Equal(input, in.input) {
			v.fail("data/"+name+".in", "want the input of its rule in %s, found another input", rulesFile)
		}
		if err := v.checkRegenerated(rule.Program, args, path.Base(name), in.input); err != nil {
			return err
		}
	}
	return nil
}
