package cli

import (
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
)

// One case settles a mistake only if it is the only one that writes all of the answer; else check has more cases.
func TestKnown(t *testing.T) {
	faults := []diagnosis.Fault{{Name: "one", Explains: "Does one."}, {Name: "other", About: "does other"}}
	const more = "; touchstone check tells whether all cases fit\n"
	for want, k := range map[string]*known{
		"just the same\n":                  newKnown(faults[:1], diagnosis.Equals),
		"just the same" + more:             newKnown(faults, diagnosis.Equals),
		"the same first wrong line" + more: newKnown(faults[:1], diagnosis.Fits),
	} {
		var text strings.Builder
		if k.print(&text); !strings.HasSuffix(text.String(), want) {
			t.Errorf("%q, want %q at its end", text.String(), want)
		}
	}
}
