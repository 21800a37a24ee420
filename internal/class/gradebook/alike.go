package gradebook

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// Alike are students whose programs gave the same wrong answers, or who handed in the same files. Equal
// answers are no more than a hint: the same mistake does it, too.
type alike struct {
	Students []int `json:"students"`
	// Same is "files" if all that they handed in is the same, "sources" if their programs are, and "words" if these are but for
	// comments, blanks and names.
	Same  string `json:"same,omitempty"`
	Cases []int  `json:"cases"` // in which all of them gave the same wrong answer
	Alone int    `json:"alone"` // of these, in which nobody else gave it
}

const (
	fewestAlike = 3  // wrong answers that are equal before it is told
	mostAlike   = 60 // groups that are told
)

// alike returns the groups of students with the same files, and after them those with equal wrong
// answers, those with most first.
func (c *class) alike() (groups []alike, more int) {
	groups = append(c.copies(), c.equalAnswers()...)
	shown := min(mostAlike, len(groups))
	return groups[:shown], len(groups) - shown
}

// likenesses are the ways in which programs can be the same, each of which follows from the one before: what is the same of a student.
var likenesses = []struct {
	name string
	of   func(*student) string
}{
	{"files", func(s *student) string { return s.Submission }},
	{"sources", func(s *student) string { return s.Sources }},
	{"words", func(s *student) string { return s.Words }},
}

// Copies returns the names of students who handed in the same program, but for comments, blanks and names, in groups, of which none
// is part of another.
func (c *Class) Copies() (groups [][]string) {
	n := &class{Class: c}
	for _, s := range c.Students {
		n.students = append(n.students, &student{Student: s})
	}
	all := n.copies()
	for i, same := range all {
		larger := func(other alike) bool { return contains(other.Students, same.Students) }
		if slices.ContainsFunc(all[i+1:], larger) { // those behind find more, and none a second time
			continue
		}
		var names []string
		for _, i := range same.Students {
			names = append(names, c.Students[i].Name)
		}
		groups = append(groups, names)
	}
	return groups
}

// copies returns the groups of students who handed in the same program, those of each likeness that the one before does not find.
func (c *class) copies() (groups []alike) {
	var found [][]int
	for _, like := range likenesses {
		by := map[string][]int{}
		for i, s := range c.students {
			if what := like.of(s); what != "" && s.Built == "" { // empty folders are the same, too
				by[what] = append(by[what], i)
			}
		}
		first := len(groups)
		for _, students := range by {
			known := slices.ContainsFunc(found, func(all []int) bool { return contains(all, students) })
			if len(students) > 1 && !known {
				groups = append(groups, alike{Students: students, Same: like.name, Cases: []int{}})
			}
		}
		slices.SortFunc(groups[first:], func(x, y alike) int { return slices.Compare(x.Students, y.Students) })
		for _, g := range groups[first:] {
			found = append(found, g.Students)
		}
	}
	return groups
}

// equalAnswers returns the groups of students with equal wrong answers, but for those who handed in the
// same files. An answer that is wholly that of a single known mistake does not count.
func (c *class) equalAnswers() (groups []alike) {
	same := map[string][]int{} // students, by case and answer
	for i, s := range c.students {
		for k, answer := range s.Answers {
			if answer != "" && s.Results[k].Verdict != verdict.Pass && !s.known(c.Cases[k].Name) {
				key := fmt.Sprintf("%d %s", k, answer)
				same[key] = append(same[key], i)
			}
		}
	}
	sets := map[string][]int{} // of students
	for _, students := range same {
		if len(students) > 1 && !c.copied(students) {
			sets[fmt.Sprint(students)] = students
		}
	}
	for _, students := range sets {
		g := alike{Students: students}
		for k := range c.Cases {
			answer := c.students[students[0]].Answers[k]
			others := same[fmt.Sprintf("%d %s", k, answer)]
			if answer == "" || !contains(others, students) {
				continue
			}
			g.Cases = append(g.Cases, k)
			if len(others) == len(students) {
				g.Alone++
			}
		}
		if len(g.Cases) >= fewestAlike {
			groups = append(groups, g)
		}
	}
	slices.SortFunc(groups, func(x, y alike) int {
		return cmp.Or(cmp.Compare(y.Alone, x.Alone), cmp.Compare(len(y.Cases), len(x.Cases)), slices.Compare(x.Students, y.Students))
	})
	return groups
}

// copied reports whether students handed in the same program, all of them.
func (c *class) copied(students []int) bool {
	for _, like := range likenesses {
		first := like.of(c.students[students[0]])
		if first != "" && !slices.ContainsFunc(students, func(i int) bool { return like.of(c.students[i]) != first }) {
			return true
		}
	}
	return false
}

// known reports whether a case is explained, to the last byte, by one known mistake alone.
func (s *student) known(name string) bool {
	found := 0
	for _, cause := range s.Summary.Causes {
		if !slices.Contains(cause.Cases, name) {
			continue
		}
		if found++; cause.Grade != diagnosis.Equals || len(cause.Faults) == 0 {
			return false
		}
	}
	return found == 1
}

// contains reports whether a sorted list has all of another.
func contains(all, some []int) bool {
	for _, one := range some {
		if _, found := slices.BinarySearch(all, one); !found {
			return false
		}
	}
	return true
}

// bySimilarity orders rows of equal lengths so that those that are alike stand together: each is followed
// by the one, of those left, that differs from it in the fewest places. It begins with the first.
func bySimilarity(rows []string) []int {
	order := make([]int, 0, len(rows))
	left := make([]int, len(rows))
	for i := range rows {
		left[i] = i
	}
	for at := 0; len(left) > 0; {
		i := left[at]
		order = append(order, i)
		left = append(left[:at], left[at+1:]...)
		fewest := math.MaxInt
		for k, j := range left {
			if d := distance(rows[i], rows[j], fewest); d < fewest {
				at, fewest = k, d
			}
		}
	}
	return order
}

// distance counts the places in which two rows differ, as far as most.
func distance(x, y string, most int) (n int) {
	for i := range len(x) {
		if x[i] != y[i] {
			if n++; n >= most {
				break
			}
		}
	}
	return n
}
