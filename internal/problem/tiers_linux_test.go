package problem

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/internal/effort"
	"github.com/touchstone-suite/touchstone/internal/tier"
)

// hostile are the tests of what a package's programs try, and must not get; mostHostile are those that say most.
const (
	mostHostile = "^Test(Attacks|Poison)$"
	hostile     = "^Test(Attacks|Feedback|Greed|Poison|CaseKeys|Sibling|LimitsInKey|RuleMakesMarkers|DataArgs|FilesLink)$"
)

// The programs of a package are confined on every tier that can be had here, for root and for others.
func TestOnTiers(t *testing.T) {
	if tier.Here() != 0 {
		t.Skip("this is one of them")
	}
	places := []string{"-tier 2", "-tier 3"}
	if os.Getuid() == 0 {
		places = append(places, "-tier 1 -as-nobody", "-tier 2 -as-nobody", "-tier 3 -as-nobody")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, place := range places {
		t.Run(place, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), self, append(strings.Fields(place), "-test.run", effort.Of(mostHostile, hostile, hostile))...)
			// The interpreters of the system come first: those below root's home are out of others' reach.
			cmd.Env = append(os.Environ(), "PATH=/usr/bin:/bin:"+os.Getenv("PATH"))
			text, err := cmd.CombinedOutput()
			ended := (*exec.ExitError)(nil)
			switch {
			case errors.As(err, &ended) && ended.ExitCode() == 2 && strings.HasPrefix(string(text), "tier: "):
				t.Skipf("%s cannot be had here: %s", place, text)
			case err != nil:
				t.Errorf("%v\n%s", err, text)
			}
		})
	}
}
