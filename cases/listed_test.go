package cases_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/cases"
	"github.com/touchstone-suite/touchstone/oracle"
)

// A plan has built-in cases by their names and digests, and all of any other, also of one with a built-in name. The same
// cases come back.
func TestList(t *testing.T) {
	a, err := oracle.Lookup("mancala")
	if err != nil {
		t.Fatal(err)
	}
	builtIn := embedded(t, a)
	var mine []*cases.Case
	for _, name := range []string{"mine", builtIn[1].Name} {
		c, err := cases.Parse("a.txtar", name, []byte(small))
		if err != nil {
			t.Fatal(err)
		}
		c.Kills = []string{"one", "two"}
		mine = append(mine, c)
	}
	all := []*cases.Case{builtIn[2], mine[0], builtIn[1], mine[1]}
	list, err := cases.List(a, all)
	if err != nil {
		t.Fatal(err)
	}
	for i, one := range list {
		if own := i%2 == 1; one.Name != all[i].Name || len(one.Digest) != 32 || (one.Text == string(all[i].Text())) != own || (one.Text == "") == own || (len(one.Kills) == 2) != own {
			t.Errorf("%d: %+v, want its text: %t", i, one, own)
		}
	}
	if list[2].Digest == list[3].Digest {
		t.Error("two cases of one name have one digest")
	}
	back, err := cases.LoadListed(a, list)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range back {
		if c.Name != all[i].Name || string(c.Text()) != string(all[i].Text()) || !slices.Equal(c.Kills, all[i].Kills) {
			t.Errorf("%d: %s comes back as %s, which kills %v", i, all[i].Name, c.Name, c.Kills)
		}
	}
	list[2].Digest = list[3].Digest
	if _, err := cases.LoadListed(a, list); err == nil || !strings.HasPrefix(err.Error(), "want the case "+builtIn[1].Name+" of the plan") {
		t.Errorf("another case of a built-in name: %v", err)
	}
	list[1].Text = "no case"
	if _, err := cases.LoadListed(a, list[:2]); err == nil {
		t.Error("what is no case is loaded")
	}
}

// An entry of a list says all of a case.
func TestWholeIndex(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), "a.txtar"), strings.Replace(small, "\n", "\n# tags: t1 t2\n# rules: 3\n# for: f\n# profiles: core graded\n", 1)+"-- golden/next_state.txt --\n3 4 4\n0 0 5\n")
	loaded, err := cases.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	c := loaded[0]
	c.Kills = []string{"f", "g"}
	want := cases.Index{
		Assignment: "mancala", Name: "a", Title: "a greedy move", Category: "greedy", Tags: []string{"t1", "t2"}, Rules: []string{"3"}, Profiles: []string{"core", "graded"},
		For: []string{"f"}, Kills: []string{"f", "g"}, Input: 22, Goldens: []cases.GoldenIndex{{File: "next_state.txt", Bytes: 12, Lines: 2, Stored: true}},
	}
	if diff := cmp.Diff(want, c.Index()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	sum := write(t, filepath.Join(t.TempDir(), "b.txtar"), small+"-- golden/next_state.txt.sum --\nsha256 "+strings.Repeat("ab", 32)+"\nbytes 12\nlines 3\n")
	loaded, err = cases.Load(sum)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]cases.GoldenIndex{{File: "next_state.txt", Bytes: 12, Lines: 3}}, loaded[0].Index().Goldens); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if c.AnswerSize() != 12 || loaded[0].AnswerSize() != 12 {
		t.Errorf("the answers have %d and %d bytes", c.AnswerSize(), loaded[0].AnswerSize())
	}
	two := strings.Replace(strings.Replace(small, "golden next_state.txt\n", "golden next_state.txt\ngolden traverse_log.txt\n", 1), "input.txt --\n1\n", "input.txt --\n2\n", 1)
	both, err := cases.Parse("c.txtar", "c", []byte(two+"-- golden/next_state.txt --\n3 4 4\n-- golden/traverse_log.txt --\nNode\n"))
	if err != nil || both.AnswerSize() != 11 || len(both.Index().Goldens) != 2 {
		t.Errorf("the answer of two files has %d bytes, %v", both.AnswerSize(), err)
	}
	for profile, in := range map[string]bool{cases.ProfileCore: true, cases.ProfileDefault: false, cases.ProfileGraded: true, cases.ProfileBeyond: false} {
		if c.In(profile) != in {
			t.Errorf("it is in %s: %t", profile, !in)
		}
	}
	for profiles, in := range map[string]bool{"": true, "core": true, "graded": false, "beyond": false, "core beyond": false} {
		if c.Profiles = strings.Fields(profiles); c.In(cases.ProfileDefault) != in {
			t.Errorf("with the profiles %q it is in the default one: %t", profiles, !in)
		}
	}
	for tags, blind := range map[string]bool{"": false, "t1": false, "t1 handout": true, "breadth t2": true} {
		if c.Tags = strings.Fields(tags); c.Blind() != blind {
			t.Errorf("with the tags %q it is blind: %t", tags, !blind)
		}
	}
}

// Cases are ordered by what is right for them, and where that is as large by their inputs.
func TestBySize(t *testing.T) {
	var all []*cases.Case
	for _, of := range []struct{ name, blanks, golden string }{{"large", "", "3 4 4\n0 0 5\n"}, {"none", "", ""}, {"long", "   ", "3 4 4\n"}, {"small", "", "3 4 4\n"}} {
		text := strings.Replace(small, "3 3 3\n", "3 3 3"+of.blanks+"\n", 1)
		if of.golden != "" {
			text += "-- golden/next_state.txt --\n" + of.golden
		}
		c, err := cases.Parse("a.txtar", of.name, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	slices.SortFunc(all, cases.BySize())
	var names []string
	for _, c := range all {
		names = append(names, c.Name)
	}
	if want := []string{"none", "small", "long", "large"}; !slices.Equal(names, want) {
		t.Errorf("the order is %q, want %q", names, want)
	}
}
