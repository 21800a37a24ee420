package course

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Match checks what the file says of cases against those that there are: each category has points,
// and each pattern matches a case. Its error reports everything that is wrong, with file and line.
func (f *File) Match(all []*cases.Case) error {
	r := &settings.Reader{Path: f.Path}
	f.matchCategories(r, all)
	for _, w := range f.Points.Cases {
		matchPattern(r, f.node("points", "cases", w.Pattern), w.Pattern, all)
	}
	for name, s := range f.Students {
		for _, pattern := range s.Excused {
			matchPattern(r, f.node("students", name, "excused", pattern), pattern, all)
		}
	}
	return r.Err()
}

// Exempt returns the students who are excused from all of some cases, and therefore have full points.
func (f *File) Exempt(all []*cases.Case) (students []string) {
	for name, s := range f.Students {
		rule := verdict.Rule{Excused: s.Excused}
		if !slices.ContainsFunc(all, func(c *cases.Case) bool { return !rule.Excuses(c) }) {
			students = append(students, name)
		}
	}
	slices.Sort(students)
	return students
}

// categories returns the categories of cases.
func categories(all []*cases.Case) (names []string) {
	for _, c := range all {
		names = append(names, c.Problem.Category())
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// matchCategories checks the points of categories. A category of the assignment that none of the cases has may
// have points, too.
func (f *File) matchCategories(r *settings.Reader, all []*cases.Case) {
	shares := f.Points.Shares
	if len(shares) == 0 || shares[0].Category == verdict.AllCases {
		return
	}
	have := categories(all)
	known, _ := cases.Embedded(f.Assignment)
	known = slices.Concat(all, known)
	for _, share := range shares {
		if !slices.Contains(categories(known), share.Category) {
			r.Fail(f.node("points", "categories", share.Category), "want a category of the cases (%s), found %s%s",
				strings.Join(have, ", "), scan.Show(share.Category), suggest.Hint(share.Category, have))
		}
	}
	for _, category := range have {
		if f.node("points", "categories", category) == nil {
			r.Fail(f.node("points", "categories"),
				"want points of the category %s too, which cases have, or 0; found none", category)
		}
	}
}

// matchPattern checks that a pattern, which is the value or the key of a node, matches a case.
func matchPattern(r *settings.Reader, n *yaml.Node, pattern string, all []*cases.Case) {
	var names []string
	for _, c := range all {
		if ok, _ := c.Matches(pattern); ok {
			return
		}
		names = append(names, c.Name)
	}
	r.Fail(n, "want a pattern that matches one of the %d cases, found %s, which matches none%s", len(names),
		scan.Show(pattern), suggest.Hint(pattern, names))
}
