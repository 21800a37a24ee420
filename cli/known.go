package cli

import (
	"fmt"
	"io"

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

// print prints it; of a single mistake, what a student should know of it.
func (k *known) print(w io.Writer) {
	if k == nil {
		return
	}
	what := "a program with this mistake writes just the same"
	if k.Grade != diagnosis.Equals {
		what = "a program with this mistake has the same first wrong line"
	}
	if k.Grade != diagnosis.Equals || len(k.Faults) > 1 {
		what += "; touchstone check tells whether all cases fit"
	}
	for i, f := range k.Faults {
		label, text := "fits this case:", f.About
		if i > 0 {
			label = "            or:"
		}
		if len(k.Faults) == 1 {
			text = f.Explains
		}
		fmt.Fprintf(w, "  %s %s\n    %s\n    %s\n", label, escape.Line(f.Name), folded(escape.Line(text), "    ", min(width(w), 100)), escape.Line(rules.Titled(f.Rule)))
	}
	fmt.Fprintf(w, "  %s\n", what)
}
