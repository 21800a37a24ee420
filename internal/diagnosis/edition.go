package diagnosis

import "github.com/touchstone-suite/touchstone/testscript/verdict"

// otherEdition returns the cause of a program that follows another edition in all cases that it fails, or none: then there is no
// mistake to look for.
func (r *reading) otherEdition() []Cause {
	name := ""
	for _, result := range r.results {
		switch {
		case result.Verdict == verdict.Pass:
		case result.Edition == "" || name != "" && result.Edition != name:
			return nil
		default:
			name = result.Edition
		}
	}
	if name == "" {
		return nil
	}
	c := Cause{
		Grade: Located, Key: "edition", Faults: []Fault{}, Does: "follows the edition " + name,
		Right: "the edition is " + r.edition + ": the course has corrected its solver, and what is right in one is wrong in the other",
	}
	for _, result := range smallestFirst(r.results) {
		if result.Verdict != verdict.Pass {
			c.Cases = append(c.Cases, result.Case.Name)
		}
	}
	return []Cause{c}
}
