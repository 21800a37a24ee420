package gradebook_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-suite/touchstone/internal/class/gradebook"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A group is one of the page's, by name.
type group struct {
	Students, Cases []int
	Same            string
	Alone           int
}

// classOf returns a part of the page's data.
func classOf[T any](t *testing.T, c *gradebook.Class) (part T) {
	t.Helper()
	if err := json.Unmarshal(columnOf(t, write(t, c)["report.html"], "class"), &part); err != nil {
		t.Fatal(err)
	}
	return part
}

// Who shares wrong answers with whom is told with how many nobody else gave, three of them at least.
func TestAlike(t *testing.T) {
	c := small(t)
	eve := find(c, "eve")
	partly := *eve // shares three answers with dan and eve
	partly.Name = "zoe"
	partly.Answers = slices.Clone(eve.Answers)
	for k := range partly.Answers[:5] {
		partly.Answers[k] = fmt.Sprint("another", k)
	}
	barely := partly // and this one two
	barely.Name = "zzz"
	barely.Answers = slices.Clone(partly.Answers)
	for k := range barely.Answers[:6] {
		barely.Answers[k] = fmt.Sprint("a third", k)
	}
	c.Students = append(c.Students, partly, barely)
	got := classOf[struct{ Alike []group }](t, c).Alike
	want := []group{
		{Students: []int{5, 6}, Cases: []int{1, 2, 3, 4, 5, 6, 7}, Alone: 4},
		{Students: []int{5, 6, 9}, Cases: []int{5, 6, 7}, Alone: 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Who handed in the same files is told before that, also if they are right; equal answers of the same
// files are not told again, and those without a program have handed in nothing alike.
func TestSameFiles(t *testing.T) {
	c := small(t)
	for _, name := range []string{"ada", "bob", "dan", "eve"} {
		find(c, name).Submission = name
	}
	find(c, "bob").Submission = "ada"
	find(c, "dan").Likeness = gradebook.Likeness{Sources: "one", Words: "1"}
	find(c, "eve").Likeness = gradebook.Likeness{Sources: "one", Words: "1"}
	find(c, "cleo").Likeness = gradebook.Likeness{Sources: "two", Words: "1"}
	find(c, "ada").Likeness = gradebook.Likeness{Sources: "three", Words: "3"}
	find(c, "bob").Likeness = gradebook.Likeness{Sources: "three", Words: "3"} // which their files say already
	gus := find(c, "gus")                                                      // who has no program
	gus.Submission, gus.Likeness = "empty", gradebook.Likeness{Sources: "none", Words: "none"}
	other := *gus
	other.Name = "zoe"
	c.Students = append(c.Students, other)
	got := classOf[struct{ Alike []group }](t, c).Alike
	want := []group{
		{Students: []int{1, 3}, Cases: []int{}, Same: "files"},
		{Students: []int{5, 6}, Cases: []int{}, Same: "sources"},
		{Students: []int{4, 5, 6}, Cases: []int{}, Same: "words"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A score that rounding has made a little less than a bound counts as the bound.
func TestBins(t *testing.T) {
	c := small(t)
	score := verdict.NewScore(c.Cases[0].Assignment, find(c, "ada").Results)
	score.Points = 29.999999999999996
	find(c, "ada").Summary.Score = &score
	bins := classOf[struct{ Scores struct{ Bins []int } }](t, c).Scores.Bins
	if bins[5] != 0 || bins[6] != 1 {
		t.Errorf("the bins are %v", bins)
	}
}
