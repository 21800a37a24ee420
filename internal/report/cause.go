package report

import (
	"slices"

	"github.com/touchstone-suite/touchstone/internal/diagnosis"
)

// of returns the causes of a case.
func (s Summary) of(name string) (causes []diagnosis.Cause) {
	for _, c := range s.Causes {
		if slices.Contains(c.Cases, name) {
			causes = append(causes, c)
		}
	}
	return causes
}

// named returns the summary with the causes that are known mistakes. Where each case is told, the
// others stand there.
func (s Summary) named() Summary {
	s.Causes = slices.DeleteFunc(slices.Clone(s.Causes), func(c diagnosis.Cause) bool { return len(c.Faults) == 0 })
	return s
}
