package cases_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/oracle"
)

// The goldens of the corpus are the oracle's.
func TestGoldensAreTheOracles(t *testing.T) {
	for _, a := range oracle.Assignments() {
		expect.Equal(t, nil, must.Get(cases.UpdateFiles(t.Context(), a.Name, true))(t), "not up to date")
	}
}

// names returns the names of cases.
func names(all []*cases.Case) (names []string) {
	for _, c := range all {
		names = append(names, c.Name)
	}
	return names
}

// A caller that modifies the returned corpus does not affect other callers.
func TestCorpusIsEachCallersOwn(t *testing.T) {
	a := oracle.Assignments()[0]
	mine := gametest.Corpus(t, a)
	want := names(mine)
	slices.Reverse(mine)
	expect.Equal(t, want, names(gametest.Corpus(t, a)), "the corpus of the next caller")
	cases.Forget(a)
	expect.True(t, gametest.Corpus(t, a)[0] != mine[len(mine)-1], "the cases are read again")
}

// A directory of the corpus holds the cases of the assignment of its name. Each case has a title.
func TestCorpus(t *testing.T) {
	for _, a := range oracle.Assignments() {
		names := map[string]bool{}
		chosen, graded := 0, 0
		for _, c := range gametest.Corpus(t, a) {
			expect.True(t, c.Assignment == a, a.Name, c.Name, "is of", c.Assignment.Name)
			expect.Equal(t, false, names[c.Name] || c.Title == "" || len(c.Tags) == 0, a.Name, c.Name)
			names[c.Name] = true
			if c.In(cases.ProfileGraded) {
				graded++
				continue
			}
			if c.In(cases.ProfileDefault) {
				chosen++
			}
			expect.Equal(t, false, len(c.Rules) == 0 || len(c.Kills) == 0, a.Name, c.Name)
			for _, fault := range c.MadeFor {
				expect.True(t, len(c.MadeFor) <= 5 && slices.Contains(c.Kills, fault), a.Name, "/", c.Name)
			}
		}
		expect.True(t, chosen >= 15, a.Name, "has 15 chosen cases:", chosen)
		expect.Equal(t, a.Generator.GradedSize, graded, a.Name, "graded cases")
	}
}

// The profiles core, default and graded stay inside the envelopes, and beyond holds the other cases. If an
// edition is named, cases of reversi on which the editions differ are included.
func TestProfilesKeepToTheEnvelope(t *testing.T) {
	settled := 0
	for _, a := range oracle.Assignments() {
		for _, c := range gametest.Corpus(t, a) {
			beyond := must.Get(c.Beyond(t.Context(), ""))(t)
			expect.Equal(t, beyond != "", c.In(cases.ProfileBeyond), a.Name, c.Name, beyond)
			inside := c.In(cases.ProfileCore) || c.In(cases.ProfileDefault) || c.In(cases.ProfileGraded)
			expect.Equal(t, beyond == "", inside, a.Name, c.Name, c.Profiles, beyond)
			named := must.Get(c.Beyond(t.Context(), a.EditionNames()[0]))(t)
			if named != beyond {
				settled++
			}
			expect.True(t, named == beyond || a.Name == "reversi" && named == "", a.Name, "/", c.Name)
		}
	}
	expect.True(t, settled >= 2, "an edition settles two cases of reversi:", settled)
}

// untouched is the sentence in the page of a rule on which no case of the corpus may rely: a convention that
// the course's own files do not cover, or an error. Unit tests cover the rule.
const untouched = "No case relies on this rule."

var ruleHeading = regexp.MustCompile(`(?m)^## Rule (\d+): `)

// rulesOf returns the numbers of the rules of a page, and the numbers of the untouched ones.
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

// Together the cases of an assignment touch every numbered rule of its page, and no rule that does not exist.
func TestCasesTouchEveryRule(t *testing.T) {
	for _, a := range oracle.Assignments() {
		page := must.Get(os.ReadFile(filepath.Join("../docs/rules", a.Name+".md")))(t)
		rules, none := rulesOf(string(page))
		expect.True(t, len(rules) > 0, a.Name, "has rules on its page")
		touched := map[string]bool{}
		for _, c := range gametest.Corpus(t, a) {
			for _, rule := range c.Rules {
				expect.True(t, slices.Contains(rules, rule), a.Name, c.Name, "rule", rule)
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
		for _, c := range gametest.Corpus(t, a) {
			expect.Equal(t, false, bytes.Contains(c.Script(), []byte("-- golden/")), a.Name, c.Name)
			for _, f := range c.Problem.Files() {
				must.Get(c.Golden(f))(t)
			}
		}
	}
	first := load(t, strings.Replace(small, "-- input", "-- golden/next_state.txt --\n3 4 4\n-- input", 1))
	expect.Equal(t, small, string(first.Script()), "script of a case whose golden precedes its input")
}

// A tag that is the name of a situation is true of the case.
func TestTagsAreTrue(t *testing.T) {
	for _, a := range oracle.Assignments() {
		for _, c := range gametest.Corpus(t, a) {
			seen := must.Get(c.Problem.Situations(t.Context()))(t)
			for i, s := range a.Situations {
				expect.Equal(t, false, slices.Contains(c.Tags, s.Name) && !seen.Has(i), c.Name, s.Name, s.Title)
			}
		}
	}
}

// A plan has the names and digests of built-in cases, and the whole text of other cases, also of a case that
// differs from a built-in one only in its goldens. The same cases come back.
func TestList(t *testing.T) {
	a := gametest.Lookup(t, "mancala")
	builtIn := gametest.Corpus(t, a)
	var mine []*cases.Case
	for _, own := range []struct{ name, text string }{{"mine", small}, {builtIn[1].Name, string(builtIn[1].Script())}} {
		c := must.Get(cases.Parse("a.txtar", own.name, []byte(own.text)))(t)
		c.Kills = []string{"one", "two"}
		mine = append(mine, c)
	}
	all := []*cases.Case{builtIn[0], mine[0], builtIn[1], mine[1]}
	list := must.Get(cases.List(a, all))(t)
	for i, one := range list {
		own := i%2 == 1
		expect.True(t, one.Name == all[i].Name && len(one.Digest) == 32 && (one.Text == string(all[i].Text())) == own && (one.Text == "") != own && (len(one.Kills) == 2) == own, i)
	}
	expect.Equal(t, false, list[2].Digest == list[3].Digest, "two cases of one name have one digest")
	back := must.Get(cases.LoadListed(a, list))(t)
	expect.Equal(t, len(all), len(back), "cases that come back")
	for i, c := range back {
		expect.Equal(t, all[i].Name+string(all[i].Text()), c.Name+string(c.Text()), "case", i)
		expect.Equal(t, all[i].Kills, c.Kills, "mistakes that the case kills:", i)
	}
	list[2].Digest = list[3].Digest
	_, err := cases.LoadListed(a, list)
	expect.Error(t, err, "want the case "+builtIn[1].Name+" of the plan")
	list[1].Text = "no case"
	_, err = cases.LoadListed(a, list[:2])
	expect.Error(t, err, "mine:1: want a first line")
}

// An entry of a list contains all data about a case.
func TestWholeIndex(t *testing.T) {
	text := strings.Replace(small, "\n", "\n# tags: t1 t2\n# rules: 3\n# for: f\n# profiles: core graded\n", 1)
	text = strings.Replace(text, "3 3 3\n", "3 3 3  \n", 1) // the blanks count
	c := load(t, text+"-- golden/next_state.txt --\n3 4 4\n0 0 5\n")
	c.Kills = []string{"f", "g"}
	want := cases.Index{
		Assignment: "mancala", Name: "a", Title: "a greedy move", Category: "greedy", Tags: []string{"t1", "t2"}, Rules: []string{"3"}, Profiles: []string{"core", "graded"},
		MadeFor: []string{"f"}, Kills: []string{"f", "g"}, Input: 24,
		Goldens: []cases.GoldenIndex{{File: "next_state.txt", Bytes: 12, Lines: 2, Stored: true}},
	}
	expect.Equal(t, want, c.Index())
	sum := load(t, small+"-- golden/next_state.txt.sum --\nsha256 "+strings.Repeat("ab", 32)+"\nbytes 12\nlines 3\n")
	expect.Equal(t, []cases.GoldenIndex{{File: "next_state.txt", Bytes: 12, Lines: 3}}, sum.Index().Goldens)
	expect.True(t, must.Get(sum.Complete(t.Context()))(t) == sum, "a case with a digest is complete")
	expect.Equal(t, []int64{12, 12}, []int64{c.AnswerSize(), sum.AnswerSize()}, "sizes of the answers")
	two := strings.Replace(strings.Replace(small, "golden next_state.txt\n", "golden traverse_log.txt\ngolden next_state.txt\n", 1), "input.txt --\n1\n", "input.txt --\n2\n", 1)
	both, err := cases.Parse("c.txtar", "c", []byte(two+"-- golden/next_state.txt --\n3 4 4\n-- golden/traverse_log.txt --\nNode\n"))
	expect.True(t, err == nil && both.AnswerSize() == 11 && len(both.Index().Goldens) == 2, "two files", err)
	expect.Equal(t, []cases.GoldenIndex{}, load(t, small).Index().Goldens, "without goldens")
	own := must.Get(cases.Parse("c.txtar", "c", []byte(two+"-- golden/next_state.txt --\n3 4 4\n")))(t)
	own = must.Get(own.Complete(t.Context()))(t)
	own = must.Get(cases.Parse("c.txtar", "c", own.Text()))(t) // which has no file twice
	expect.Equal(t, "3 4 4\n", string(must.Get(own.Golden("next_state.txt"))(t).Text), "golden that it had")
	expect.Contains(t, string(must.Get(own.Golden("traverse_log.txt"))(t).Text), "Node,Depth,Value")
	for profile, in := range map[string]bool{cases.ProfileCore: true, cases.ProfileDefault: false, cases.ProfileGraded: true, cases.ProfileBeyond: false} {
		expect.Equal(t, in, c.In(profile), "in the profile", profile)
	}
	for profiles, in := range map[string]bool{"": true, "core": true, "graded": false, "beyond": false, "core beyond": false} {
		c.Profiles = strings.Fields(profiles)
		expect.Equal(t, in, c.In(cases.ProfileDefault), profiles)
	}
}

// Cases are ordered by the size of their right answers, and those of equal size by their inputs.
func TestBySize(t *testing.T) {
	var all []*cases.Case
	for _, of := range []struct{ name, blanks, golden string }{{"large", "", "3 4 4\n0 0 5\n"}, {"none", "", ""}, {"long", "   ", "3 4 4\n"}, {"small", "", "3 4 4\n"}} {
		text := strings.Replace(small, "3 3 3\n", "3 3 3"+of.blanks+"\n", 1)
		if of.golden != "" {
			text += "-- golden/next_state.txt --\n" + of.golden
		}
		c := must.Get(cases.Parse("a.txtar", of.name, []byte(text)))(t)
		all = append(all, c)
	}
	slices.SortFunc(all, cases.BySize())
	expect.Equal(t, []string{"none", "small", "long", "large"}, names(all), "order")
}

// A case is named if a golden is missing or is not the oracle's.
func TestChanged(t *testing.T) {
	const marker, right = "-- golden/next_state.txt --\n", "3 4 4\n0 0 5\n0\n2\n"
	for golden, want := range map[string]bool{
		marker + right:                false,
		"":                            true,
		marker:                        true,
		marker + "3 4 4 \n0 0 5\n":    true,
		marker + "3 4 4\n0 5\n0\n2\n": true,
		marker + right + "2\n":        true,
	} {
		path := write(t, filepath.Join(t.TempDir(), "a.txtar"), small+golden)
		changed := must.Get(cases.UpdateFiles(t.Context(), path, true))(t)
		expect.Equal(t, want, len(changed) > 0, changed, golden)
		expect.Equal(t, small+golden, string(must.Get(os.ReadFile(path))(t)), "file after the look")
	}
}

// A file of macOS or of a version control system is not a case, for any ending.
func TestLitterIsNoCase(t *testing.T) {
	text, real := &fstest.MapFile{Data: []byte("no case")}, &fstest.MapFile{Data: []byte(small)}
	litter := fstest.MapFS{"a/._x.txtar": text, "__MACOSX/x.txtar": text, ".git/x.txtar": text,
		"dir.txtar/x": text, "b/.git": text, "b/x.txtar": real}
	expect.Equal(t, 1, len(must.Get(cases.LoadFS(litter, "."))(t)), "cases")
}

// The breadth cases of an assignment are inside the envelope. Together they show each situation of the envelope
// twice, and have each category five times.
func TestBreadth(t *testing.T) {
	for _, a := range oracle.Assignments() {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			shown, categories := map[string]int{}, map[string]int{}
			for _, c := range gametest.Corpus(t, a) {
				if !slices.Contains(c.Tags, cases.TagBreadth) {
					continue
				}
				expect.Equal(t, "", must.Get(c.Beyond(t.Context(), ""))(t), c.Name, "is outside the envelope")
				categories[c.Problem.Category()]++
				for _, tag := range c.Tags { // TestTagsAreTrue compares them with the search
					shown[tag]++
				}
			}
			for _, s := range a.Situations {
				expect.True(t, s.Beyond || shown[s.Name] >= 2, s.Name, shown[s.Name])
			}
			for category, n := range categories {
				expect.True(t, n >= 5, category, "has five breadth cases:", n)
			}
		})
	}
}
