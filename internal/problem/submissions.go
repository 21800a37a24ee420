package problem

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/settings"
)

// A submission is a solution in the package.
type submission struct {
	name string // its path below submissions: "wrong_answer/greedy.py"
	expectation
	groups []expectation // for the cases below a name, besides
	listed bool          // in submissions.yaml
	model  bool
}

// An expectation is what is wanted of a submission on cases.
type expectation struct {
	below     string   // a case, or a folder of cases; "" are all
	permitted []string // of the judgements AC, WA, TLE and RTE; all if there are none
	required  []string // of which at least one must occur; none if nothing must
	message   string   // a part of what some judge says, or ""
	// the limit of time follows from it: lower if it is to be in time, upper if too slow, or ""
	timing string
}

// isBelow reports whether a case is the one of a name, or below it.
func isBelow(c, name string) bool { return name == "" || c == name || strings.HasPrefix(c, name+"/") }

// The judgements.
const (
	accepted  = "AC"
	wrong     = "WA"
	tooSlow   = "TLE"
	runFailed = "RTE"
)

var judgements = []string{accepted, wrong, tooSlow, runFailed}

// expectations are those of the folders of submissions.
var expectations = map[string]expectation{
	"accepted":     {permitted: []string{accepted}, timing: "lower"},
	"rejected":     {required: []string{runFailed, tooSlow, wrong}},
	"wrong_answer": {permitted: []string{accepted, wrong}, required: []string{wrong}},
	"time_limit_exceeded": {permitted: []string{accepted, tooSlow}, required: []string{tooSlow},
		timing: "upper"},
	"run_time_error": {permitted: []string{accepted, runFailed}, required: []string{runFailed}},
	"brute_force": {permitted: []string{accepted, runFailed, tooSlow},
		required: []string{runFailed, tooSlow}},
}

// meets says what of results, by the names of cases, is not as expected, or "".
func (e expectation) meets(got map[string]string) string {
	met := len(e.required) == 0
	for _, name := range sortedKeys(got) {
		if !isBelow(name, e.below) {
			continue
		}
		if len(e.permitted) > 0 && !slices.Contains(e.permitted, got[name]) {
			return fmt.Sprintf("want %s on every case, found %s on %s", strings.Join(e.permitted, " or "), got[name],
				name)
		}
		met = met || slices.Contains(e.required, got[name])
	}
	if !met {
		return fmt.Sprintf("want %s on some case, found none", strings.Join(e.required, " or "))
	}
	return ""
}

const submissionsFile = "submissions.yaml"

// readSubmissions finds the submissions and what is expected of them.
func (p *Package) readSubmissions() error {
	for _, folder := range p.within["submissions"] {
		for _, name := range p.within[path.Join("submissions", folder)] {
			p.submissions = append(p.submissions,
				&submission{name: path.Join(folder, name), expectation: expectations[folder]})
		}
	}
	wrong := []error{p.optional("submissions/"+submissionsFile, p.readExpected)}
	for _, s := range p.submissions {
		folder, _, _ := strings.Cut(s.name, "/")
		if _, known := expectations[folder]; !known && !s.listed {
			wrong = append(wrong,
				fmt.Errorf("%s: want one of the folders %s, or what is expected in %s, found neither",
					p.where("submissions/"+s.name), strings.Join(sortedKeys(expectations), ", "), submissionsFile))
		}
	}
	if !slices.ContainsFunc(p.submissions, (*submission).right) {
		wrong = append(wrong, fmt.Errorf("%s: want at least one solution in accepted, found none",
			p.where("submissions")))
	}
	return errors.Join(wrong...)
}

// right reports whether a submission is to be accepted on every case.
func (s *submission) right() bool { return slices.Equal(s.permitted, []string{accepted}) }

// readExpected reads submissions.yaml: patterns of names and what is expected of those that match.
func (p *Package) readExpected(src []byte) error {
	return settings.Parse(p.where("submissions/"+submissionsFile), "expectations", src,
		func(r *settings.Reader, root *yaml.Node) {
			r.Entries(root, "expectations", func(name, n *yaml.Node) {
				pattern, err := glob(name.Value)
				if err != nil {
					r.Fail(name, "%v", err)
					return
				}
				matched := false
				for _, s := range p.submissions {
					if pattern.MatchString(s.name) {
						matched, s.listed = true, true
						p.readExpectation(r, n, s, &s.expectation, true)
					}
				}
				if !matched {
					r.Fail(name, "want a pattern of names below submissions, found %q, which is that of none", name.Value)
				}
			})
		})
}

// readExpectation reads what is expected of a submission, or of it in a group.
func (p *Package) readExpectation(r *settings.Reader, n *yaml.Node, s *submission, to *expectation,
	top bool) {
	set := func(name string, to *[]string) settings.Key {
		return settings.NewKey(name, func(n *yaml.Node) {
			*to = nil
			r.List(n, "judgements", func(n *yaml.Node) { *to = append(*to, r.Word(n, "a judgement", judgements)) })
		})
	}
	keys := []settings.Key{
		set("permitted", &to.permitted), set("required", &to.required),
		{Name: "message", Of: "a message", To: &to.message},
		settings.NewKey("score", func(n *yaml.Node) {
			r.Fail(n, "want no score of a submission: it is not compared here")
		}),
		settings.NewKey("use_for_time_limit", func(n *yaml.Node) {
			if s.timing = ""; n.Tag != "!!bool" || n.Value != "false" {
				s.timing = r.Word(n, "false, or what is to be in time or too slow", []string{"lower", "upper"})
			}
		}),
	}
	if top {
		keys = append(keys, settings.NewKey("language", nil), settings.NewKey("authors", nil),
			settings.NewKey("entrypoint", func(n *yaml.Node) {
				r.Fail(n, "want no entrypoint: a folder has one program here")
			}),
			settings.Key{Name: "model_solution", Of: "the model solution", To: &s.model})
	}
	for i, name := range n.Content { // its keys, which may name cases, and values
		below := func(c *testCase) bool { return name.Value != "" && isBelow(c.name, name.Value) }
		if top && i%2 == 0 && slices.ContainsFunc(p.cases, below) {
			keys = append(keys, settings.NewKey(name.Value, func(n *yaml.Node) {
				g := expectation{below: name.Value}
				p.readExpectation(r, n, s, &g, false)
				s.groups = append(s.groups, g)
			}))
		}
	}
	r.Mapping(n, "an expectation", keys...)
}

// glob returns a regular expression for a pattern: * stands for a part of a name, {a,b} for either.
func glob(pattern string) (*regexp.Regexp, error) {
	var b strings.Builder
	depth := 0
	for _, c := range pattern {
		switch {
		case c == '*':
			b.WriteString("[^/]*")
		case c == '{':
			depth++
			b.WriteString("(")
		case c == '}' && depth > 0:
			depth--
			b.WriteString(")")
		case c == ',' && depth > 0:
			b.WriteString("|")
		default:
			b.WriteString(regexp.QuoteMeta(string(c)))
		}
	}
	whole, err := regexp.Compile("^" + b.String() + "(/.*)?$")
	if err != nil {
		return nil, fmt.Errorf("want a pattern of names, such as wrong_answer/*.{py,cpp}, found %q",
			cmp.Or(pattern, "nothing"))
	}
	return whole, nil
}
