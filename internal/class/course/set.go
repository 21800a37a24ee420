package course

import (
	"math"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// mostCases is how many cases a generated set has at most.
const mostCases = 100_000

// set reads a generated set.
func (p *parser) set(n *yaml.Node) {
	s := Set{}
	p.Mapping(n, "a generated set",
		settings.NewKey("seed", func(n *yaml.Node) { s.Seed = p.seed(n) }),
		settings.NewKey("count", func(n *yaml.Node) { p.count(n, &s) }),
		settings.NewKey("kind", func(n *yaml.Node) { s.Kind = p.Word(n, "a kind of set", Kinds) }),
		settings.NewKey("cover", func(n *yaml.Node) { s.Cover = p.cover(n) }),
		settings.NewKey("max-log", func(n *yaml.Node) { s.MaxLog = p.Size(n, "the largest file of an answer", 1) }),
	)
	if n.Kind != yaml.MappingNode {
		return
	}
	p.Needs(n, "a generated set", "seed")
	if s.Kind != KindGraded {
		p.Needs(n, "a generated set", "count")
	}
	a := p.file.Assignment
	if s.Kind == KindGraded && a != nil && (s.Each != nil || s.Count > a.Generator.GradedSize) {
		p.Fail(n, "want a count of at most %d, not by categories, for a graded set, which has the course's own shares", a.Generator.GradedSize)
	}
	if slices.ContainsFunc(p.file.Generated, func(other Set) bool {
		return other.Seed == s.Seed && (other.Kind == KindGraded) == (s.Kind == KindGraded)
	}) {
		p.Fail(n, "want another seed for each generated set, found %d twice: their cases would have the same names", s.Seed)
	}
	p.file.Generated = append(p.file.Generated, s)
}

// seed reads a seed.
func (p *parser) seed(n *yaml.Node) uint64 {
	x, err := strconv.ParseUint(n.Value, 10, 64)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil {
		p.Fail(n, "want a seed, a whole number from 0 to %d, found %s", uint64(math.MaxUint64), settings.Found(n))
	}
	return x
}

// count reads how many cases a set has, in all or of each category.
func (p *parser) count(n *yaml.Node, s *Set) {
	if n.Kind == yaml.ScalarNode {
		s.Count = p.Whole(n, "the number of cases", 1, mostCases)
		return
	}
	s.Each = map[string]int{}
	p.Entries(n, "the number of cases of each category", func(name, n *yaml.Node) {
		s.Each[name.Value] = p.Whole(n, "the number of cases", 1, mostCases)
		s.Count += s.Each[name.Value]
	})
	if n.Kind == yaml.MappingNode && len(s.Each) == 0 {
		p.Fail(n, "want a number of cases for one category at least, found none")
	}
	if s.Count > mostCases {
		p.Fail(n, "want at most %d cases in all, found %d", mostCases, s.Count)
	}
}

// cover reads situations of the assignment.
func (p *parser) cover(n *yaml.Node) []string {
	names := p.Texts(n, "situations", "a situation")
	if p.file.Assignment == nil {
		return names
	}
	var known []string
	for _, s := range p.file.Assignment.Situations {
		known = append(known, s.Name)
	}
	for i, name := range names {
		if name != "" && !slices.Contains(known, name) {
			p.Fail(n.Content[i], "want a situation of %s (touchstone list %s situations), found %s%s", p.file.Assignment.Name, p.file.Assignment.Name, scan.Show(name), suggest.Hint(name, known))
		}
	}
	return names
}
