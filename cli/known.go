package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
)

// A known is what known mistakes say of one failing case.
type known struct {
	Grade  diagnosis.Grade   `json:"grade"`
	Faults []diagnosis.Fault `json:"faults"`
}

// mostKnown is how many mistakes may fit one case: more than that, and it tells little of any.
const mostKnown = 3

// newKnown returns what is said of mistakes that fit, or nil if they are none or too many.
func newKnown(faults []diagnosis.Fault, grade diagnosis.Grade) *known {
	if len(faults) == 0 || len(faults) > mostKnown {
		return nil
	}
	return &known{grade, faults}
}

// print prints it.
func (k *known) print(w io.Writer) {
	if k == nil {
		return
	}
	for i, f := range k.Faults {
		label := "fits this case:"
		if i > 0 {
			label = "            or:"
		}
		fmt.Fprintf(w, "  %s %s\n    %s\n    %s\n", label, escape.Line(f.Name), folded(escape.Line(f.About), "    ", min(width(w), 100)), escape.Line(rules.Titled(f.Rule)))
	}
	fmt.Fprintf(w, "  %s\n", strings.Join(k.caution(), "\n  "))
}

// caution says how little one case shows, and what shows more.
func (k *known) caution() []string {
	what := "writes just the same"
	if k.Grade != diagnosis.Equals {
		what = "has the same first wrong line"
	}
	return []string{
		"one case alone shows no more than that it fits: a program with this mistake " + what,
		"touchstone explain --fault NAME tells more of it, touchstone check whether all cases fit",
	}
}

// paragraphs returns it for a page: of each mistake one, and the caution.
func (k *known) paragraphs() (all []string) {
	if k == nil {
		return nil
	}
	for _, f := range k.Faults {
		all = append(all, fmt.Sprintf("fits this case: %s: %s. %s", f.Name, f.About, rules.Titled(f.Rule)))
	}
	return append(all, k.caution()...)
}
