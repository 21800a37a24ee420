package problem

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/settings"
)

// A rule makes the input of a case: a program and its arguments, as BAPCtools reads them in generators.yaml. Of what else may
// stand there, all that would make or change cases is refused.
type rule struct {
	program string // a path below the package
	text    string // as it stands there
}

const rulesFile = "generators/generators.yaml"

// readRules reads generators.yaml, if it is there.
func (p *Package) readRules() error {
	p.rules = map[string]rule{}
	return p.optional(rulesFile, func(src []byte) error {
		return settings.Parse(p.where(rulesFile), "rules for cases", src, func(r *settings.Reader, root *yaml.Node) {
			r.Mapping(root, "rules for cases",
				settings.NewKey("version", nil), settings.NewKey("solution", nil), // the reference answers
				settings.NewKey("random_salt", func(n *yaml.Node) { p.salt = r.Text(n, "a salt") }),
				settings.NewKey("data", func(n *yaml.Node) { p.readRulesOf(r, n, "") }))
		})
	})
}

// readRulesOf reads the rules of a folder of the data.
func (p *Package) readRulesOf(r *settings.Reader, n *yaml.Node, folder string) {
	if n.Kind == yaml.SequenceNode {
		r.Fail(n, "want rules by the names of their cases, found a list, whose cases are numbered, which is not done here")
		return
	}
	r.Entries(n, "rules", func(key, n *yaml.Node) {
		name := path.Join(folder, key.Value)
		if !packageName.MatchString(key.Value) {
			r.Fail(key, "want the name of a case or a folder, found %q", key.Value)
			return
		}
		if n.Kind != yaml.MappingNode {
			p.readRule(r, n, name)
			return
		}
		r.Mapping(n, "a rule, which names a program and its arguments here, and nothing else",
			settings.NewKey("data", func(n *yaml.Node) { p.readRulesOf(r, n, name) }),
			settings.NewKey("generate", func(n *yaml.Node) { p.readRule(r, n, name) }))
	})
}

var (
	seedWord = regexp.MustCompile(`\{seed(:[0-9]+)?\}`)
	braces   = regexp.MustCompile(`\{[^}]*\}?`)
)

// readRule reads a program and its arguments. Nothing at all stands for a case that is there.
func (p *Package) readRule(r *settings.Reader, n *yaml.Node, name string) {
	words := strings.Fields(n.Value)
	if n.Kind != yaml.ScalarNode || len(words) == 0 {
		if !p.isFile("data/" + name + ".in") {
			r.Fail(n, "want a program and its arguments for the case %s, which is not there, found %s", name, settings.Found(n))
		}
		return
	}
	if odd := braces.FindString(strings.ReplaceAll(seedWord.ReplaceAllString(n.Value, ""), "{name}", "")); odd != "" {
		r.Fail(n, "want {seed}, {seed:1} or {name} in braces, found %s", n.Value)
	}
	if top, _, _ := strings.Cut(name, "/"); top != sample && top != secret {
		r.Fail(n, "want a case in sample or secret, found %s", name)
	}
	at := *n
	at.Value = words[0]
	folder := "generators"
	if strings.HasPrefix(at.Value, "/") {
		folder, at.Value = "", at.Value[1:]
	}
	p.within.add("data/" + name + ".in")
	p.rules[name] = rule{p.programAt(r, &at, folder), n.Value}
}

// args returns the arguments of the rule for a case. Its seed follows from its text and the salt, as in BAPCtools, though
// not the same one.
func (p *Package) args(name string) []string {
	text := p.rules[name].text
	sum := sha256.Sum256([]byte(p.salt + text))
	seed := strconv.Itoa(int(binary.BigEndian.Uint32(sum[:]) >> 1))
	return strings.Fields(strings.ReplaceAll(seedWord.ReplaceAllString(text, seed), "{name}", path.Base(name)))[1:]
}

// make runs a rule.
func (p *Package) make(ctx context.Context, name string) ([]byte, error) {
	in, err := p.generated(ctx, p.rules[name].program, p.args(name))
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", p.where(rulesFile), name, err)
	}
	return in.input, nil
}

// makeCases makes the inputs that rules make and that are not there.
func (p *Package) makeCases(ctx context.Context) (err error) {
	for _, c := range p.cases {
		if c.input != nil {
			continue
		}
		if c.input, err = p.make(ctx, c.name); err == nil {
			err = p.unpartable(rulesFile, c.input)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rules checks that each rule makes the input that is there, if no seed decides, and the same one twice.
func (v *verification) rules() error {
	for _, name := range sortedKeys(v.Package.rules) {
		rule := v.Package.rules[name]
		text, err := v.make(v.ctx, name)
		if err != nil {
			v.wrong = append(v.wrong, err.Error())
			continue
		}
		if there, err := v.text("data/" + name + ".in"); err == nil && !seedWord.MatchString(rule.text) && !bytes.Equal(there, text) {
			v.fail("data/"+name+".in", "want what its rule in %s makes, found another input", rulesFile)
		}
		if err := v.regenerates(rule.program, v.args(name), text); err != nil {
			return err
		}
	}
	return nil
}
