//go:build unix

package doctor

import "github.com/touchstone-suite/touchstone/internal/tier"

// known lists, by tier, the probes that get through today, and right programs that do
// not work. This list is to be empty: whoever closes a gap takes its name out.
var known = map[int][]string{
	tier.Whole:        inReach,
	tier.NoProc:       inReach,
	tier.NoNamespaces: append(inReach, "multiprocessing pool", "multiprocessing queue", "process executor", "shared memory", "temporary files", "modes and times"),
}

// inReach are open on all tiers: what holds answers in a folder that the user lets
// programs read, and a folder that its owner cannot enter.
var inReach = []string{"copy", "hard link", "case", "mode 0"}

// mayBe reports whether a probe may get through here.
func mayBe(name string) bool {
	for _, one := range known[max(tier.Here(), tier.Whole)] {
		if one == name {
			return true
		}
	}
	return false
}
