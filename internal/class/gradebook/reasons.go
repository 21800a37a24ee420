package gradebook

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// A reason is why points have changed, and by how many.
type reason struct {
	points float64
	text   string
}

// shows reports whether the reason is worth a cent.
func (r reason) shows() bool { return points(math.Abs(r.points)) != "0.00" }

func (r reason) String() string { return fmt.Sprintf("%s (%s)", r.text, change(r.points)) }

// why says why the points of a student have changed.
func why(old, now ledger, was, is line) (texts []string) {
	switch {
	case is.Points == nil:
		return []string{is.ungraded()}
	case was.Points == nil:
		return []string{"graded now; it could not be: " + escape.Line(was.Failed)}
	}
	reasons, worth := whyCases(old, now, was, is)
	excused := reason{text: fmt.Sprintf("excused: %s; was %s", cmp.Or(strings.Join(is.Excused, ", "), "nothing"), cmp.Or(strings.Join(was.Excused, ", "), "nothing"))}
	var bonus reason
	if slices.Equal(is.Excused, was.Excused) {
		had, has := old.bonus(was), now.bonus(is)
		bonus = reason{has - had, fmt.Sprintf("the bonus, if all cases pass: %s, was %s", points(has), points(had))}
	} else { // and the others are worth something else therefore
		excused.points = is.Raw - was.Raw
		for _, r := range reasons {
			excused.points -= r.points
		}
		worth = 0
	}
	for _, r := range []reason{
		bonus,
		{is.Extra - was.Extra, fmt.Sprintf("extra points: %+.2f, were %+.2f", is.Extra, was.Extra)},
		{was.Late - is.Late, fmt.Sprintf("%s; was %s", cmp.Or(is.Lateness, "not late"), cmp.Or(was.Lateness, "not late"))},
		excused,
		{is.floor() - was.floor(), "no score falls below zero"},
	} {
		if r.shows() {
			reasons = append(reasons, reason{r.points, escape.Line(r.text)})
		}
	}
	slices.SortStableFunc(reasons, func(x, y reason) int { return cmp.Compare(math.Abs(y.points), math.Abs(x.points)) })
	if was.Submission != "" && was.Submission != is.Submission {
		texts = append(texts, "handed in something else")
	}
	if other := (reason{worth, "the other cases are worth something else"}); other.shows() {
		reasons = append(reasons, other)
	}
	for _, r := range addUp(reasons, *is.Points-*was.Points) {
		texts = append(texts, r.String())
	}
	return texts
}

// addUp rounds reasons to whole cents that add up to the change of the points, with a further reason for what none of them
// explains.
func addUp(reasons []reason, change float64) (rounded []reason) {
	rest := change
	for _, r := range reasons {
		rest -= r.points
	}
	if math.Abs(rest) > 0.01*float64(len(reasons)) { // which is more than rounding does
		reasons, rest = append(reasons, reason{rest, "another part of the rule"}), 0
	}
	exact, told := 0.0, 0.0
	for _, r := range reasons {
		exact += r.points + rest/float64(len(reasons))
		r.points = verdict.Cents(exact - told)
		told += r.points
		rounded = append(rounded, r)
	}
	return rounded
}

// floor returns what a score below zero was raised by.
func (s line) floor() float64 { return max(0, s.Late-s.Raw-s.Extra) }

// whyCases returns what cases change: those whose verdict is another, or that are new or gone, and what all others are worth more.
func whyCases(old, now ledger, was, is line) (reasons []reason, worth float64) {
	var program reason // of those for which there is a program on one side only, which all have in common
	before, after := at(old), at(now)
	for i, c := range now.Cases {
		name := escape.Line(c.Name)
		j, known := before[c.Name]
		if !known {
			reasons = append(reasons, reason{now.earned(is, i), fmt.Sprintf("%s is new: %s", name, now.verdict(is, i))})
			continue
		}
		const build = string(verdict.Build)
		by, had, has := now.earned(is, i)-old.earned(was, j), old.verdict(was, j), now.verdict(is, i)
		switch {
		case had == has:
			worth += by
		case has == build:
			program = reason{program.points + by, "there is no program to run; there was one"}
		case had == build:
			program = reason{program.points + by, "there is a program to run; there was none"}
		default:
			reasons = append(reasons, reason{by, fmt.Sprintf("%s: %s, was %s", name, has, had)})
		}
	}
	if program.text != "" {
		reasons = append(reasons, program)
	}
	for j, c := range old.Cases {
		if _, stays := after[c.Name]; !stays {
			reasons = append(reasons, reason{-old.earned(was, j), fmt.Sprintf("%s is gone: it was %s", escape.Line(c.Name), old.verdict(was, j))})
		}
	}
	return reasons, worth
}

// earned returns what case i has earned a student.
func (l ledger) earned(s line, i int) float64 {
	switch {
	case place(s.Verdicts[i]) != 0:
		return 0
	case len(s.Worths) > 0:
		return s.Worths[i]
	}
	return l.Cases[i].Worth
}

// leastBonus is more than rounding makes of points for categories.
const leastBonus = 0.05

// bonus returns what a student has earned, in whole cents, besides what the cases are worth.
func (l ledger) bonus(s line) float64 {
	earned := 0.0
	for i := range l.Cases {
		earned += l.earned(s, i)
	}
	if b := verdict.Cents(s.Raw - earned); b >= leastBonus {
		return b
	}
	return 0
}

// verdict returns that of a student on case i.
func (l ledger) verdict(s line, i int) string { return escape.Line(l.Verdicts[place(s.Verdicts[i])]) }
