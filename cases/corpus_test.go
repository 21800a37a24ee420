package cases_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
)

func embedded(t *testing.T, a *oracle.Assignment) []*cases.Case {
	t.Helper()
	all, err := cases.Embedded(a)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The goldens of the corpus are the oracle's.
func TestGoldensAreTheOracles(t *testing.T) {
	for _, a := range oracle.Assignments() {
		changed, err := cases.UpdateFiles(t.Context(), a.Name, true)
		if err != nil || len(changed) > 0 {
			t.Errorf("not up to date: %v, %v", changed, err)
		}
	}
}

// A caller that modifies the returned corpus does not affect other callers.
func TestCorpusIsEachCallersOwn(t *testing.T) {
	a := oracle.Assignments()[0]
	names := func(all []*cases.Case) (names []string) {
		for _, c := range all {
			names = append(names, c.Name)
		}
		return names
	}
	mine := embedded(t, a)
	want := names(mine)
	slices.Reverse(mine)
	if got := names(embedded(t, a)); !slices.Equal(got, want) {
		t.Errorf("the corpus has become %v", got)
	}
}

// A folder of the corpus holds the cases of the assignment that it is named after, and each
// case has a title.
func TestCorpus(t *testing.T) {
	for _, a := range oracle.Assignments() {
		names := map[string]bool{}
		chosen, graded := 0, 0
		for _, c := range embedded(t, a) {
			if c.Assignment != a {
				t.Errorf("%s/%s is a case of %s", a.Name, c.Name, c.Assignment.Name)
			}
			if names[c.Name] || c.Title == "" || len(c.Tags) == 0 {
				t.Errorf("%s/%s: want one case of each name, with a title and tags", a.Name, c.Name)
			}
			names[c.Name] = true
			if c.In(cases.ProfileGraded) {
				graded++
				continue
			}
			if c.In(cases.ProfileDefault) {
				chosen++
			}
			if len(c.Rules) == 0 || len(c.Kills) == 0 {
				t.Errorf("%s/%s: want the rules that it touches and the faults that it kills", a.Name, c.Name)
			}
			for _, fault := range c.For {
				if len(c.For) > 5 || !slices.Contains(c.Kills, fault) {
					t.Errorf("%s/%s: is for %v, want at most five faults that it kills", a.Name, c.Name, c.For)
				}
			}
		}
		if chosen < 15 {
			t.Errorf("%s: want at least 15 chosen cases, found %d", a.Name, chosen)
		}
		if want := a.Generator.GradedSize; graded != want {
			t.Errorf("%s: want %d graded cases, found %d", a.Name, want, graded)
		}
	}
}

// The profiles core, default and graded stay inside the envelopes, and beyond holds what
// lies outside. If an edition is named, cases of reversi on which the editions differ come
// inside.
func TestProfilesKeepToTheEnvelope(t *testing.T) {
	settled := 0
	for _, a := range oracle.Assignments() {
		for _, c := range embedded(t, a) {
			beyond, err := c.Beyond(t.Context(), "")
			if err != nil {
				t.Fatal(err)
			}
			if in := c.In(cases.ProfileBeyond); in != (beyond != "") {
				t.Errorf("%s/%s is in the profile beyond: %v, outside the envelope: %q", a.Name, c.Name, in, beyond)
			}
			if inside := c.In(cases.ProfileCore) || c.In(cases.ProfileDefault) || c.In(cases.ProfileGraded); inside == (beyond != "") {
				t.Errorf("%s/%s is in the profiles %v, outside the envelope: %q", a.Name, c.Name, c.Profiles, beyond)
			}
			named, err := c.Beyond(t.Context(), a.EditionNames()[0])
			if err != nil {
				t.Fatal(err)
			}
			if named != beyond {
				settled++
			}
			if named != beyond && (a.Name != "reversi" || named != "") {
				t.Errorf("%s/%s: outside the envelope with an edition: %q, without: %q", a.Name, c.Name, named, beyond)
			}
		}
	}
	if settled < 2 {
		t.Errorf("an edition settles %d cases, want two of reversi", settled)
	}
}

// untouched is what the page says of a rule on which no case of the corpus may rely: a
// convention that the course's own files do not cover, or an error. Unit tests cover it.
const untouched = "No case relies on this rule."

var ruleHeading = regexp.MustCompile(`(?m)^## Rule (\d+): `)

// rulesOf returns the numbers of the rules of a page, and those that are untouched.
func rulesOf(page string) (rules, none []string) {
	for i, section := range strings.Split(page, "\n## ") {
		m := ruleHeading.FindStringSubmatch("## " + section)
		if i == 0 || m == nil {
			continue
		}
		rules = append(rules, m[1])
		if strings.Contains(strings.Join(strings.Fields(section), " "), untouched) {
			none = append(none, m[1])
		}
	}
	return rules, none
}

// Together the cases of an assignment touch every numbered rule of its page, and no rule
// that does not exist.
func TestCasesTouchEveryRule(t *testing.T) {
	for _, a := range oracle.Assignments() {
		page, err := os.ReadFile(filepath.Join("../docs/rules", a.Name+".md"))
		if err != nil {
			t.Fatal(err)
		}
		rules, none := rulesOf(string(page))
		if len(rules) == 0 {
			t.Fatalf("%s: no rules on its page", a.Name)
		}
		touched := map[string]bool{}
		for _, c := range embedded(t, a) {
			for _, rule := range c.Rules {
				if !slices.Contains(rules, rule) {
					t.Errorf("%s/%s: no rule %s on the page", a.Name, c.Name, rule)
				}
				touched[rule] = true
			}
		}
		for _, rule := range rules {
			switch none := slices.Contains(none, rule); {
			case !touched[rule] && !none:
				t.Errorf("%s rule %s: no case of cases/%s names it after \"rules:\", and its page does not say %q", a.Name, rule, a.Name, untouched)
			case touched[rule] && none:
				t.Errorf("%s rule %s: a case names it after \"rules:\", but its page says %q", a.Name, rule, untouched)
			}
		}
	}
}

// A case never shows its goldens to the script that runs it.
func TestScriptHidesGoldens(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for _, c := range embedded(t, a) {
			if bytes.Contains(c.Script(), []byte("-- golden/")) {
				t.Errorf("%s/%s shows a golden", a.Name, c.Name)
			}
			for _, f := range c.Problem.Files() {
				if _, err := c.Golden(f); err != nil {
					t.Errorf("%s/%s: %v", a.Name, c.Name, err)
				}
			}
		}
	}
}

// A tag that is the name of a situation is true of the case.
func TestTagsAreTrue(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for _, c := range embedded(t, a) {
			seen, err := c.Problem.Situations(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for i, s := range a.Situations {
				if slices.Contains(c.Tags, s.Name) && !seen.Has(i) {
					t.Errorf("%s: want tags of what its search shows, found %s (%s)", c.Name, s.Name, s.About)
				}
			}
		}
	}
}
