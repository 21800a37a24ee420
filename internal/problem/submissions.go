package problem

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/groups"
	"github.com/touchstone-suite/touchstone/internal/manifest"
	"github.com/touchstone-suite/touchstone/internal/program"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// A submission is a solution in the package.
type submission struct {
	name string // its path below submissions: "wrong_answer/greedy.py"
	expectation
	groups []expectation // for some cases only
	model  bool
	// entrypoint is the file or the class in which a directory begins, or "".
	entrypoint string
	language   string // its code, or "" to find it by the names of the files
}

// An expectation lists the judgements that a submission may and must get on cases.
type expectation struct {
	below     string    // a case, a directory of cases, or a pattern of these; "" are all
	permitted []string  // judgements; an empty list permits all
	required  []string  // at least one of these judgements must occur, unless the list is empty
	message   string    // a part of a message of the validator, or ""
	timing    string    // role of the submission for the time limit: lower if it must meet it, upper if not, or ""
	partial   bool      // the submission passes with less than the full score
	score     []float64 // the least and the greatest score, or nil
}

// isBelow reports whether a case is the one of a name, or below it.
func isBelow(c, name string) bool { return name == "" || c == name || strings.HasPrefix(c, name+"/") }

// holdsFor reports whether an expectation holds for a case.
func (e *expectation) holdsFor(c string) bool {
	if isBelow(c, e.below) {
		return true
	}
	pattern, err := glob(e.below)
	return err == nil && pattern.MatchString(c)
}

// The judgements.
const (
	accepted  = groups.Accepted
	wrong     = "WA"
	tooSlow   = "TLE"
	runFailed = "RTE"
)

// expectations holds the expectation for each directory of submissions. Other directories have no
// expectation.
var expectations = map[string]expectation{
	"accepted":     {permitted: []string{accepted}, timing: "lower"},
	"rejected":     {required: []string{runFailed, tooSlow, wrong}},
	"wrong_answer": {permitted: []string{accepted, wrong}, required: []string{wrong}},
	"time_limit_exceeded": {permitted: []string{accepted, tooSlow}, required: []string{tooSlow},
		timing: "upper"},
	"run_time_error": {permitted: []string{accepted, runFailed}, required: []string{runFailed}},
	"brute_force": {permitted: []string{accepted, runFailed, tooSlow},
		required: []string{runFailed, tooSlow}},
	"partially_accepted": {partial: true},
}

// expectationOf returns the expectation for a directory of submissions. In legacy packages a directory
// promises its judgement on some case, and nothing on the others.
func expectationOf(m *manifest.Manifest, dir string) expectation {
	e := expectations[dir]
	e.partial = e.partial && m.Scoring
	if m.Legacy && len(e.required) > 0 {
		e.permitted = nil
	}
	return e
}

// meets says what of results, by the names of cases, is not as expected, or "".
func (e expectation) meets(got map[string]string) string {
	met := len(e.required) == 0
	for _, name := range sortedKeys(got) {
		if !e.holdsFor(name) {
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

// readSubmissions finds the submissions and their expectations.
func (p *Package) readSubmissions() error {
	for _, dir := range p.within["submissions"] {
		for _, name := range p.within[path.Join("submissions", dir)] {
			name = path.Join(dir, name)
			p.submissions = append(p.submissions, &submission{name: name, expectation: expectationOf(p.manifest, dir)})
		}
	}
	err := p.optional("submissions/"+submissionsFile, p.readExpected)
	p.submissions = slices.DeleteFunc(p.submissions, func(s *submission) bool {
		file := path.Join("submissions", s.name)
		odd := p.isFile(file) && p.startable(file) != nil
		if odd {
			p.warn("%s: ignored a file that is no program in a known language", p.where(file))
		}
		return odd
	})
	if !slices.ContainsFunc(p.submissions, (*submission).right) {
		p.warn("%s: want at least one solution in accepted, found none", p.where("submissions"))
	}
	return err
}

// right reports whether a submission is to be accepted on every case.
func (s *submission) right() bool { return slices.Equal(s.permitted, []string{accepted}) }

// readExpected reads submissions.yaml: patterns of names with the expectations for the submissions that
// match.
func (p *Package) readExpected(src []byte) error {
	const file = "submissions/" + submissionsFile
	return p.parseSettings(file, "expectations", src, func(r *settings.Reader, root *yaml.Node) {
		if len(root.Content)/2 > maxPatterns {
			r.Fail(root, "want at most %d patterns, found %d", maxPatterns, len(root.Content)/2)
			return
		}
		r.Entries(root, "expectations", func(name, n *yaml.Node) {
			pattern, err := glob(name.Value)
			if err != nil {
				r.Fail(name, "%v", err)
				return
			}
			matched := false
			for _, s := range p.submissions {
				if pattern.MatchString(s.name) && n.Tag != "!!null" {
					p.readExpectation(r, n, s, &s.expectation, true)
				}
				matched = matched || pattern.MatchString(s.name)
			}
			if !matched {
				p.warn("%s:%d: want a pattern of names below submissions, found %q, which matches none", r.Path, name.Line,
					name.Value)
			}
		})
	})
}

// readExpectation reads the expectation for a submission, or for it on some cases.
func (p *Package) readExpectation(r *settings.Reader, n *yaml.Node, s *submission, to *expectation,
	top bool) {
	set := func(name string, to *[]string) settings.Key {
		return settings.NewKey(name, func(n *yaml.Node) {
			*to = nil
			items, _ := settings.Items(n)
			for _, item := range items {
				*to = append(*to, r.Word(item, "a judgement", groups.Judgements))
			}
		})
	}
	keys := []settings.Key{
		set("permitted", &to.permitted), set("required", &to.required),
		{Name: "message", Of: "a message", To: &to.message},
		settings.NewKey("score", func(n *yaml.Node) {
			items, _ := settings.Items(n)
			for _, item := range items {
				to.score = append(to.score, r.Number(item, "a score", -maxScore, maxScore))
			}
			if len(to.score) == 0 || len(to.score) > 2 {
				r.Fail(n, "want a score, or the least and the greatest, found %s", settings.Found(n))
			} else if len(to.score) == 1 {
				to.score = append(to.score, to.score[0])
			}
		}),
		settings.NewKey("use_for_time_limit", func(n *yaml.Node) {
			if to.timing = ""; n.Tag != "!!bool" || n.Value != "false" {
				to.timing = r.Word(n, "false, or the role for the time limit", []string{"lower", "upper"})
			}
		}),
	}
	if top {
		keys = append(append(keys, settings.Ignored("authors", "author")...),
			settings.NewKey("language", func(n *yaml.Node) { p.readLanguage(r, n, s) }),
			settings.Key{Name: "entrypoint", Of: "a file or a class", To: &s.entrypoint},
			settings.Key{Name: "model_solution", Of: "the model solution", To: &s.model})
	}
	if len(n.Content)/2 > maxPatterns {
		r.Fail(n, "want at most %d keys, found %d", maxPatterns, len(n.Content)/2)
		return
	}
	for i := 0; top && i < len(n.Content) && n.Kind == yaml.MappingNode; i += 2 {
		name := n.Content[i].Value
		below := expectation{below: name}
		if name != "" && slices.ContainsFunc(p.cases, func(c *testCase) bool { return below.holdsFor(c.name) }) {
			keys = append(keys, settings.NewKey(name, func(n *yaml.Node) {
				p.readExpectation(r, n, s, &below, false)
				s.groups = append(s.groups, below)
			}))
		}
	}
	r.Mapping(n, "an expectation", keys...)
}

// readLanguage reads the code of a language. One that is unknown here is a warning.
func (p *Package) readLanguage(r *settings.Reader, n *yaml.Node, s *submission) {
	code := r.Text(n, "the code of a language, such as cpp")
	if code != "" && !program.IsCode(code) {
		p.warn("%s:%d: ignored the language %s, which is unknown here", r.Path, n.Line, scan.Show(code))
		return
	}
	s.language = code
}

// maxPattern is the maximum length of a pattern of names, and maxPatterns the maximum number of them.
const (
	maxPattern  = 1000
	maxPatterns = 10_000
)

// glob returns a regular expression for a pattern: * stands for a part of a name, {a,b} for either.
func glob(pattern string) (*regexp.Regexp, error) {
	if len(pattern) > maxPattern {
		return nil, fmt.Errorf("want a pattern of at most %d bytes, found %d", maxPattern, len(pattern))
	}
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
