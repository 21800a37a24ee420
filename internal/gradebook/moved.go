package gradebook

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/page"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A Regrade holds the differences between the gradebook of a class and the gradebook of a later grading.
type Regrade struct {
	Assignment string
	Cases      []string // changes of cases and rules, one line each
	// Students are the students whose points have changed, by name. Of students with the same name, one who has
	// left the class comes first.
	Students    []Move
	Same        int      // number of students with the same points
	Ungraded    int      // number of Students without points now, because of a failure of ours
	Resubmitted []string // students with the same points as before, though they submitted other files
}

// A Move is a change of one student's points.
type Move struct {
	// as in the roster; "" for a student who has left the class if the earlier books are anonymous
	ID            string
	Name          string
	Before, After float64  // NaN if the student is missing from that gradebook
	Reasons       []string // the largest part first; no case explains the remainder
}

// Compare compares a class with the books.json of an earlier grading.
func Compare(before []byte, after *Class) (*Regrade, error) {
	old, err := readLedger(before)
	if err != nil {
		return nil, err
	}
	c, err := newClass(after)
	if err != nil {
		return nil, err
	}
	l := c.ledger()
	if old.Assignment != l.Assignment {
		return nil, fmt.Errorf("%s is of %s: want %s", Ledger, escape.Line(old.Assignment), l.Assignment)
	}
	r := &Regrade{Assignment: l.Assignment, Cases: describeChanges(old, l)}
	oldLines, newLines := byID(old), byID(l)
	ids := map[string]string{}
	for i, s := range c.students {
		ids[l.Students[i].ID] = s.ID
	}
	for id, s := range oldLines {
		if _, stays := newLines[id]; !stays {
			r.Students = append(r.Students, Move{s.Roster, s.Name, s.number(), math.NaN(), []string{left}})
		}
	}
	for id, s := range newLines {
		earlier, known := oldLines[id]
		if s.Points == nil && (!known || earlier.Points != nil) {
			r.Ungraded++
		}
		switch {
		case !known:
			m := Move{ids[id], s.Name, math.NaN(), s.number(), []string{"new in the class"}}
			if s.Points == nil {
				m.Reasons = append(m.Reasons, s.ungradedReason())
			}
			r.Students = append(r.Students, m)
		case pointsText(earlier.Points) != pointsText(s.Points):
			r.Students = append(r.Students, Move{ids[id], s.Name, earlier.number(), s.number(),
				changeReasons(old, l, earlier, s)})
		default:
			r.Same++
			if earlier.Submission != "" && earlier.Submission != s.Submission {
				r.Resubmitted = append(r.Resubmitted, s.Name)
			}
		}
	}
	slices.Sort(r.Resubmitted)
	slices.SortFunc(r.Students, func(x, y Move) int {
		return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.enrolledCount(), y.enrolledCount()), cmp.Compare(x.ID, y.ID))
	})
	return r, nil
}

// left is the reason for a student who has left.
const left = "no longer in the class"

// enrolledCount returns 1 for a student who is in the class, and 0 for one who has left.
func (m Move) enrolledCount() int {
	if slices.Equal(m.Reasons, []string{left}) {
		return 0
	}
	return 1
}

// Any reports whether anything worth reporting has changed.
func (r *Regrade) Any() bool { return len(r.Cases)+len(r.Students)+len(r.Resubmitted) > 0 }

// number returns the points of a student, or NaN without points.
func (s line) number() float64 {
	if s.Points == nil {
		return math.NaN()
	}
	return *s.Points
}

// ungradedReason returns why a student has no points.
func (s line) ungradedReason() string { return "not graded: " + escape.Line(s.Failed) }

func byID(l ledger) map[string]line {
	students := map[string]line{}
	for _, s := range l.Students {
		students[s.ID] = s
	}
	return students
}

// at returns the indexes of the cases of a ledger by name.
func at(l ledger) map[string]int {
	places := map[string]int{}
	for i, c := range l.Cases {
		places[c.Name] = i
	}
	return places
}

// missingFrom returns the cases that another ledger does not have.
func (l ledger) missingFrom(other ledger) []entry {
	others := at(other)
	return slices.DeleteFunc(slices.Clone(l.Cases), func(c entry) bool {
		_, both := others[c.Name]
		return both
	})
}

// describeChanges describes the changes of cases and rules.
func describeChanges(old, now ledger) (lines []string) {
	for _, rule := range [][3]string{{"edition", old.Edition, now.Edition},
		{"comparison", old.Compare, now.Compare}} {
		if rule[1] != rule[2] {
			lines = append(lines, fmt.Sprintf("the %s was %s and is %s", rule[0], escape.Line(rule[1]), rule[2]))
		}
	}
	if old.CPU != 0 && old.CPU != now.CPU {
		lines = append(lines, fmt.Sprintf("the CPU time of a case was %v s and is %v s", old.CPU, now.CPU))
	}
	oldIndex := at(old)
	lines = append(lines, describeCases(old.missingFrom(now), "%s was removed; it was worth %s",
		"%d cases were removed: %s; they were worth %s")...)
	lines = append(lines, describeCases(now.missingFrom(old), "%s is new; it is worth %s",
		"%d cases are new: %s; they are worth %s")...)
	type worth struct{ old, new string }
	other := map[worth][]string{} // cases that are worth something else
	for _, c := range now.Cases {
		i, known := oldIndex[c.Name]
		switch name := escape.Line(c.Name); {
		case !known:
		case old.Cases[i].Digest != c.Digest && points(old.Cases[i].Worth) != points(c.Worth):
			lines = append(lines, fmt.Sprintf("%s is another case, worth %s; it was worth %s", name, points(c.Worth),
				points(old.Cases[i].Worth)))
		case old.Cases[i].Digest != c.Digest:
			lines = append(lines, fmt.Sprintf("%s is another case", name))
		case points(old.Cases[i].Worth) != points(c.Worth):
			change := worth{points(old.Cases[i].Worth), points(c.Worth)}
			other[change] = append(other[change], name)
		}
	}
	var single, several []string
	for change, names := range other {
		if len(names) == 1 {
			single = append(single,
				fmt.Sprintf("%s is worth %s; it was worth %s", names[0], change.new, change.old))
		} else {
			several = append(several, fmt.Sprintf("%d cases are worth %s each; they were worth %s", len(names),
				change.new, change.old))
		}
	}
	slices.Sort(single)
	slices.Sort(several)
	return slices.Concat(lines, single, several)
}

// maxCases is the maximum number of removed or added cases with a line each.
const maxCases = 3

// describeCases describes removed or added cases: a few in a line each, or many in one line.
func describeCases(all []entry, singular, plural string) (lines []string) {
	if len(all) <= maxCases {
		for _, c := range all {
			lines = append(lines, fmt.Sprintf(singular, escape.Line(c.Name), points(c.Worth)))
		}
		return lines
	}
	var names []string
	worth := 0.0
	for _, c := range all {
		names = append(names, c.Name)
		worth += c.Worth
	}
	return []string{fmt.Sprintf(plural, len(all), diagnosis.Listed(names), points(worth))}
}

// formatChange formats a change of points.
func formatChange(change float64) string {
	if points(math.Abs(change)) == "0.00" {
		return "0.00"
	}
	return fmt.Sprintf("%+.2f", change)
}

// maxReasons is the maximum number of reasons for a student in the text.
const maxReasons = 5

// WriteText writes the regrade as text.
func (r *Regrade) WriteText(w io.Writer) error {
	for _, text := range r.Cases {
		fmt.Fprintln(w, text)
	}
	for _, m := range r.Students {
		fmt.Fprintf(w, "%s: %s\n", escape.Line(m.Name), m.describe())
		for _, text := range m.Reasons[:min(maxReasons, len(m.Reasons))] {
			fmt.Fprintf(w, "  %s\n", text)
		}
		if more := len(m.Reasons) - maxReasons; more > 0 {
			fmt.Fprintf(w, "  and %d more\n", more)
		}
	}
	if len(r.Resubmitted) > 0 {
		fmt.Fprintf(w, "submitted other files, with the same points: %s\n",
			escape.Line(strings.Join(r.Resubmitted, ", ")))
	}
	text := fmt.Sprintf("%s: %d moved, %d as before", r.Assignment, len(r.Students)-r.Ungraded, r.Same)
	if r.Ungraded > 0 {
		text += fmt.Sprintf(", %d not graded", r.Ungraded)
	}
	_, err := fmt.Fprintln(w, text)
	return err
}

// by returns the change of the points as they are shown, in whole cents.
func (m Move) by() float64 { return verdict.Cents(verdict.Cents(m.After) - verdict.Cents(m.Before)) }

// describe describes the change of the points.
func (m Move) describe() string {
	switch {
	case math.IsNaN(m.Before) && math.IsNaN(m.After):
		return "no points"
	case math.IsNaN(m.Before):
		return points(m.After)
	case math.IsNaN(m.After):
		return "had " + points(m.Before)
	}
	return fmt.Sprintf("%s, was %s (%s)", points(m.After), points(m.Before), formatChange(m.by()))
}

// WriteCSV writes moved.csv.
func (r *Regrade) WriteCSV(w io.Writer) error {
	rows := [][]string{{"id", "name", "before", "after", "change", "why"}}
	cell := func(p float64) string {
		if math.IsNaN(p) {
			return ""
		}
		return points(p)
	}
	for _, m := range r.Students {
		change := ""
		if d := m.by(); !math.IsNaN(d) {
			change = formatChange(d)
		}
		rows = append(rows,
			[]string{m.ID, m.Name, cell(m.Before), cell(m.After), change, strings.Join(m.Reasons, "; ")})
	}
	return page.WriteCSV(w, rows)
}

// A reason is one cause of a change of points.
type reason struct {
	points float64
	text   string
}

// isVisible reports whether the reason changes the points by a cent or more.
func (r reason) isVisible() bool { return points(math.Abs(r.points)) != "0.00" }

func (r reason) String() string { return fmt.Sprintf("%s (%s)", r.text, formatChange(r.points)) }

// changeReasons returns the reasons for the change of a student's points.
func changeReasons(old, now ledger, before, after line) (texts []string) {
	switch {
	case after.Points == nil:
		return []string{after.ungradedReason()}
	case before.Points == nil:
		return []string{"graded now; it could not be: " + escape.Line(before.Failed)}
	}
	reasons, worth := caseReasons(old, now, before, after)
	oldBonus, newBonus := old.bonus(before), now.bonus(after)
	for _, r := range []reason{
		{newBonus - oldBonus, fmt.Sprintf("the bonus, if all cases pass: %s, was %s", points(newBonus),
			points(oldBonus))},
		{after.Extra - before.Extra, fmt.Sprintf("extra points: %+.2f, were %+.2f", after.Extra, before.Extra)},
		{before.Late - after.Late, fmt.Sprintf("%s; was %s", cmp.Or(after.Lateness, "not late"),
			cmp.Or(before.Lateness, "not late"))},
		{after.floor() - before.floor(), "no score falls below zero"},
	} {
		if r.isVisible() {
			reasons = append(reasons, reason{r.points, escape.Line(r.text)})
		}
	}
	slices.SortStableFunc(reasons, func(x, y reason) int {
		return cmp.Compare(math.Abs(y.points), math.Abs(x.points))
	})
	if before.Submission != "" && before.Submission != after.Submission {
		texts = append(texts, "submitted other files")
	}
	if other := (reason{worth, "the other cases are worth something else"}); other.isVisible() {
		reasons = append(reasons, other)
	}
	for _, r := range roundReasons(reasons, *after.Points-*before.Points) {
		texts = append(texts, r.String())
	}
	return texts
}

// roundReasons rounds reasons to whole cents that add up to the change of the points. It adds a reason for the part
// of the change that no other reason explains.
func roundReasons(reasons []reason, change float64) (rounded []reason) {
	rest := change
	for _, r := range reasons {
		rest -= r.points
	}
	if math.Abs(rest) > 0.01*float64(len(reasons)) { // more than rounding errors
		reasons, rest = append(reasons, reason{rest, "another part of the rule"}), 0
	}
	exact, reported := 0.0, 0.0
	for _, r := range reasons {
		exact += r.points + rest/float64(len(reasons))
		r.points = verdict.Cents(exact - reported)
		reported += r.points
		rounded = append(rounded, r)
	}
	return rounded
}

// floor returns the amount by which a score below zero was raised to zero.
func (s line) floor() float64 { return max(0, s.Late-s.Raw-s.Extra) }

// caseReasons returns a reason for each case that is new, removed, or has another verdict, and the change of
// worth of all other cases.
func caseReasons(old, now ledger, before, after line) (reasons []reason, worth float64) {
	var program reason // shared by all cases that have a program in only one of the ledgers
	oldIndex := at(old)
	for i, c := range now.Cases {
		name := escape.Line(c.Name)
		j, known := oldIndex[c.Name]
		if !known {
			reasons = append(reasons, reason{now.pointsFor(after, i),
				fmt.Sprintf("%s is new: %s", name, now.verdict(after, i))})
			continue
		}
		const build = string(verdict.Build)
		change := now.pointsFor(after, i) - old.pointsFor(before, j)
		oldVerdict, newVerdict := old.verdict(before, j), now.verdict(after, i)
		switch {
		case oldVerdict == newVerdict:
			worth += change
		case newVerdict == build:
			program = reason{program.points + change, "there is no program to run; there was one"}
		case oldVerdict == build:
			program = reason{program.points + change, "there is now a program to run"}
		default:
			reasons = append(reasons, reason{change, fmt.Sprintf("%s: %s, was %s", name, newVerdict, oldVerdict)})
		}
	}
	if program.text != "" {
		reasons = append(reasons, program)
	}
	for _, c := range old.missingFrom(now) {
		j := oldIndex[c.Name]
		reasons = append(reasons, reason{-old.pointsFor(before, j),
			fmt.Sprintf("%s was removed: it was %s", escape.Line(c.Name), old.verdict(before, j))})
	}
	return reasons, worth
}

// pointsFor returns the points of a student for case i.
func (l ledger) pointsFor(s line, i int) float64 {
	if place(s.Verdicts[i]) != 0 {
		return 0
	}
	return l.Cases[i].Worth
}

// minBonus is the smallest bonus. Rounding the points of categories makes smaller differences.
const minBonus = 0.05

// bonus returns the points of a student beyond the worth of the cases, in whole cents.
func (l ledger) bonus(s line) float64 {
	earned := 0.0
	for i := range l.Cases {
		earned += l.pointsFor(s, i)
	}
	if b := verdict.Cents(s.Raw - earned); b >= minBonus {
		return b
	}
	return 0
}

// verdict returns the verdict of a student on case i.
func (l ledger) verdict(s line, i int) string { return escape.Line(l.Verdicts[place(s.Verdicts[i])]) }
