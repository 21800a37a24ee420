// Package expectation describes the results that the submissions of a problem package must have, by the
// directories of submissions or by patterns of their names.
package expectation

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/groups"
)

// An Expectation lists the judgements that a submission may and must get on cases.
type Expectation struct {
	Below     string    // a case, a directory of cases, or a pattern of these; "" are all
	Permitted []string  // judgements; an empty list permits all
	Required  []string  // at least one of these judgements must occur, unless the list is empty
	Message   string    // a part of a message of the validator, or ""
	Timing    string    // role of the submission for the time limit: lower if it must meet it, upper if not, or ""
	Partial   bool      // the submission passes with less than the full score
	Score     []float64 // the least and the greatest score, or nil
}

// IsBelow reports whether a case is the one of a name, or below it.
func IsBelow(c, name string) bool { return name == "" || c == name || strings.HasPrefix(c, name+"/") }

// AppliesTo reports whether an expectation holds for a case.
func (e *Expectation) AppliesTo(c string) bool {
	if IsBelow(c, e.Below) {
		return true
	}
	pattern, err := Glob(e.Below)
	return err == nil && pattern.MatchString(c)
}

// expectations holds the expectation for each directory of submissions. Other directories have no
// expectation.
var expectations = map[string]Expectation{
	"accepted":     {Permitted: []string{groups.Accepted}, Timing: "lower"},
	"rejected":     {Required: []string{groups.RunFailed, groups.TooSlow, groups.Wrong}},
	"wrong_answer": {Permitted: []string{groups.Accepted, groups.Wrong}, Required: []string{groups.Wrong}},
	"time_limit_exceeded": {Permitted: []string{groups.Accepted, groups.TooSlow}, Required: []string{groups.TooSlow},
		Timing: "upper"},
	"run_time_error": {Permitted: []string{groups.Accepted, groups.RunFailed}, Required: []string{groups.RunFailed}},
	"brute_force": {Permitted: []string{groups.Accepted, groups.RunFailed, groups.TooSlow},
		Required: []string{groups.RunFailed, groups.TooSlow}},
	"partially_accepted": {Partial: true},
}

// Of returns the expectation for a directory of submissions. In legacy packages a directory
// promises its judgement on some case, and nothing on the others.
func Of(dir string, legacy, scoring bool) Expectation {
	e := expectations[dir]
	e.Partial = e.Partial && scoring
	if legacy && len(e.Required) > 0 {
		e.Permitted = nil
	}
	return e
}

// Fault describes the first unexpected judgement, or returns "". got holds the judgements by case.
func (e Expectation) Fault(got map[string]string) string {
	met := len(e.Required) == 0
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if !e.AppliesTo(name) {
			continue
		}
		if len(e.Permitted) > 0 && !slices.Contains(e.Permitted, got[name]) {
			return fmt.Sprintf("want %s on every case, found %s on %s", strings.Join(e.Permitted, " or "), got[name],
				name)
		}
		met = met || slices.Contains(e.Required, got[name])
	}
	if !met {
		return fmt.Sprintf("want %s on some case, found none", strings.Join(e.Required, " or "))
	}
	return ""
}

// maxPattern is the maximum length of a pattern of names, and MaxPatterns the maximum number of them.
const (
	maxPattern  = 1000
	MaxPatterns = 10_000
)

// Glob returns a regular expression for a pattern: * stands for a part of a name, {a,b} for either.
func Glob(pattern string) (*regexp.Regexp, error) {
	if len(pattern) > maxPattern {
		return nil, fmt.Errorf("want a pattern of at most %d bytes, found %d", maxPattern, len(pattern))
	}
	var b strings.Builder
	depth := 0
	for _, c := range pattern {
		switch {
		case c == '*':
			b.WriteString("[^/]*")
		case c == '{':
			depth++
			b.WriteString("(")
		case c == '}' && depth > 0:
			depth--
			b.WriteString(")")
		case c == ',' && depth > 0:
			b.WriteString("|")
		default:
			b.WriteString(regexp.QuoteMeta(string(c)))
		}
	}
	re, err := regexp.Compile("^" + b.String() + "(/.*)?$")
	if err != nil {
		return nil, fmt.Errorf("want a pattern of names, such as wrong_answer/*.{py,cpp}, found %q",
			cmp.Or(pattern, "nothing"))
	}
	return re, nil
}

// String lists the required judgements, or else the permitted judgements, or returns "".
func (e *Expectation) String() string {
	switch {
	case len(e.Required) > 0:
		return strings.Join(e.Required, " or ")
	case e.Partial:
		return "less than the full score"
	}
	return strings.Join(e.Permitted, " or ")
}

// IsRight reports whether the submission is to be accepted on every case.
func (e *Expectation) IsRight() bool { return slices.Equal(e.Permitted, []string{groups.Accepted}) }
