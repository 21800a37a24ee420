//go:build unix

package doctor

import "github.com/touchstone-suite/touchstone/internal/tier"

// known lists, by tier, right programs that do not work there; docs/sandbox.md says why. It
// contains no attacks.
var known = map[int][]string{
	tier.NoNamespaces: {"multiprocessing pool", "multiprocessing queue", "process executor", "shared memory", "temporary files", "modes and times"},
}

// mayBe reports whether a probe may get through here.
func mayBe(name string) bool {
	for _, one := range known[max(tier.Here(), tier.Whole)] {
		if one == name {
			return true
		}
	}
	return false
}
