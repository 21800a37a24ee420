package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/touchstone-suite/touchstone/docs/rules"
	"github.com/touchstone-suite/touchstone/internal/diagnosis"
	"github.com/touchstone-suite/touchstone/internal/escape"
)

// printKnown prints what known mistakes say of a failing case, if they say anything.
func printKnown(w io.Writer, k *diagnosis.Known) {
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
	fmt.Fprintf(w, "  %s\n", strings.Join(k.Caution(), "\n  "))
}
