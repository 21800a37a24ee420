package problem

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/touchstone-suite/touchstone/internal/manifest"
)

// The settings of cases, groups and submissions equal the golden. A case inherits the arguments of its
// directory unless it has its own, a hint applies to one case, and patterns add to the expectations of
// directories.
func TestReadWhole(t *testing.T) {
	files := base(t)
	maps.Copy(files, map[string]string{
		manifest.File:                          strings.Replace(files[manifest.File], "type: pass-fail", "type: scoring", 1),
		"data/test_group.yaml":                 "args: [-v, a b]\nhint: of all\n",
		"data/sample/0.in":                     "1\n1\n",
		"data/sample/0.yaml":                   "args: []\n",
		"data/secret/g/1.in":                   "1\n2\n",
		"data/secret/g/1.yaml":                 "hint: look twice\ndescription: one\noutput_validator_args: case_sensitive\n",
		"data/secret/g/2.in":                   "1\n3\n",
		"data/secret/g/deep/3.in":              "1\n4\n",
		"data/secret/g/deep/3.yaml":            "input_validator_args: own\n",
		"data/secret/g/test_group.yaml":        "max_score: 30\nscore_aggregation: min\nargs: -g 7\ninput_validator_args: [in]\noutput_validator_args: float_tolerance 1e-6\n",
		"data/secret/h/4.in":                   "1\n5\n",
		"data/secret/h/test_group.yaml":        "max_score: 90\nscore_aggregation: sum\n",
		"data/invalid_input/5.in":              "x\n",
		"submissions/wrong_answer/a.py":        "print(1)\n",
		"submissions/wrong_answer/b.py":        "print(2)\n",
		"submissions/brute_force/c.py":         "print(3)\n",
		"submissions/rejected/d.py":            "print(4)\n",
		"submissions/run_time_error/e.py":      "print(5)\n",
		"submissions/time_limit_exceeded/f.py": "print(6)\n",
		"submissions/mine/g.py":                "print(7)\n",
		"submissions/submissions.yaml": `wrong_answer/{a,x}.py: {required: [RTE, WA], message: off, secret/g: {permitted: [AC], required: [AC]}}
mine/*: {permitted: [AC, TLE], use_for_time_limit: upper, model_solution: false, sample: {permitted: [AC]}}
brute_force: {use_for_time_limit: false}
`,
	})
	for name := range files {
		if rest, ok := strings.CutPrefix(name, "data/secret/"); ok && !strings.Contains(rest, "/") && !strings.HasSuffix(rest, ".yaml") {
			delete(files, name)
		}
	}
	p := read(t, lay(t, files))
	var out bytes.Buffer
	for _, c := range slices.Concat(p.cases, p.checks) {
		group := "-"
		if c.group != nil {
			group = c.group.name
		}
		fmt.Fprintf(&out, "%s: directory %s, category %s, group %s, args %q, of input %q, of output %q, hint %q, description %q, %d bytes, answer %v\n",
			c.name, c.dir(), c.Category(), group, c.args, c.inputArgs, p.outputArgsOf(c, ""), c.hint, c.description, len(c.input), c.answer != nil)
	}
	for _, g := range p.groups {
		fmt.Fprintf(&out, "group %s: %v, %s, %q\n", g.name, g.maxScore, g.aggregation, g.args)
	}
	for _, s := range p.submissions {
		fmt.Fprintf(&out, "%s: right %v, model %v, %+v\n", s.name, s.IsRight(), s.model, s.Expectation)
		for _, g := range s.groups {
			fmt.Fprintf(&out, "  %+v\n", g)
		}
	}
	g := p.grading()
	fmt.Fprintf(&out, "%+v\ngrading {Shares:%+v Bonus:%v}\n", *p.extra, g.Shares, g.Bonus)
	goldie.New(t).Assert(t, "whole", out.Bytes())
}
