package diagnosis

import (
	"fmt"

	"github.com/touchstone-suite/touchstone/docs/rules"
)

// A Known is what known mistakes say of one failing case.
type Known struct {
	Grade  Grade   `json:"grade"`
	Faults []Fault `json:"faults"`
}

// mostKnown is how many mistakes may fit one case: more than that, and it tells little of any.
const mostKnown = 3

// NewKnown returns what is said of mistakes that fit, or nil if they are none or too many.
func NewKnown(faults []Fault, grade Grade) *Known {
	if len(faults) == 0 || len(faults) > mostKnown {
		return nil
	}
	return &Known{grade, faults}
}

// Caution says how little one case shows, and what shows more.
func (k *Known) Caution() []string {
	what := "writes just the same"
	if k.Grade != Equals {
		what = "has the same first wrong line"
	}
	return []string{
		"one case alone shows no more than that it fits: a program with this mistake " + what,
		"touchstone explain --fault NAME tells more of it, touchstone check whether all cases fit",
	}
}

// Paragraphs returns it for a page: of each mistake one, and the caution.
func (k *Known) Paragraphs() []string {
	if k == nil {
		return nil
	}
	return append(k.Fits(), k.Caution()...)
}

// Fits returns a paragraph of each mistake.
func (k *Known) Fits() (all []string) {
	for _, f := range k.Faults {
		all = append(all, fmt.Sprintf("fits this case: %s: %s. %s", f.Name, f.About, rules.Titled(f.Rule)))
	}
	return all
}
