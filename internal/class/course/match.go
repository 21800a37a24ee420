package course

import (
	"slices"
	"strconv"
	"strings"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/settings"
	"github.com/touchstone-suite/touchstone/internal/suggest"
	"github.com/touchstone-suite/touchstone/oracle/scan"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Match checks what the file says of cases against those that there are: each category has points,
// and each pattern matches a case. Its error reports everything that is wrong, with file and line.
func (f *File) Match(all []*cases.Case) error {
	r := matcher{Reader: settings.Reader{Path: f.Path}, f: f, cases: all}
	var categories []string
	for _, c := range all {
		if category := c.Problem.Category(); !slices.Contains(categories, category) {
			categories = append(categories, category)
		}
	}
	slices.Sort(categories)
	r.categories(categories)
	for _, w := range f.Points.Cases {
		r.pattern("points "+w.Pattern, w.Pattern)
	}
	for name, s := range f.Students {
		for _, pattern := range s.Excused {
			r.pattern("excused "+strconv.Quote(name)+" "+pattern, pattern)
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

type matcher struct {
	settings.Reader
	f     *File
	cases []*cases.Case
}

// categories checks the points of categories against those of the cases.
func (r *matcher) categories(have []string) {
	shares := r.f.Points.Shares
	if len(shares) == 0 || shares[0].Category == verdict.AllCases {
		return
	}
	var given []string
	for _, share := range shares {
		given = append(given, share.Category)
		if !slices.Contains(have, share.Category) && !r.known(share.Category) {
			r.Fail(r.f.places["category "+share.Category], "want a category of the cases (%s), found %s%s", strings.Join(have, ", "), scan.Show(share.Category), suggest.Hint(share.Category, have))
		}
	}
	for _, category := range have {
		if !slices.Contains(given, category) {
			r.Fail(r.f.places["categories"], "want points of the category %s too, which cases have, or 0; found none", category)
		}
	}
}

// known reports whether the assignment has cases of a category, though not among those chosen.
func (r *matcher) known(category string) bool {
	all, err := cases.Embedded(r.f.Assignment)
	return err == nil && slices.ContainsFunc(all, func(c *cases.Case) bool { return c.Problem.Category() == category })
}

// pattern checks that a pattern matches a case.
func (r *matcher) pattern(setting, pattern string) {
	var names []string
	for _, c := range r.cases {
		if ok, _ := c.Matches(pattern); ok {
			return
		}
		names = append(names, c.Name)
	}
	r.Fail(r.f.places[setting], "want a pattern that matches one of the %d cases, found %s, which matches none%s", len(names), scan.Show(pattern), suggest.Hint(pattern, names))
}
