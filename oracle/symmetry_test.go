package oracle_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/touchstone-suite/touchstone/internal/gametest"
	"github.com/touchstone-suite/touchstone/oracle"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/random"
)

// The players' letters do not matter in games that X and O play: with the two exchanged, the
// answer is the same but for the letters (squirrel rule 4, gangwars rule 5, reversi rule 2).
func TestSignsExchanged(t *testing.T) {
	exchanged := map[string]int{}
	gametest.Property(t, func(t *rapid.T, r *random.Rand) {
		for _, a := range oracle.Assignments() {
			p := a.Generator.Small(r)
			text := exchange(p.String())
			if text == p.String() { // the players have other names
				continue
			}
			exchanged[a.Name]++
			want, got := map[string]string{}, map[string]string{}
			for name, file := range answer(t, p, homework.Options{}) {
				want[name] = exchange(string(file))
			}
			for name, file := range answer(t, gametest.Parse(t, a, text), homework.Options{}) {
				got[name] = string(file)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s (-want +got):\n%s\non the input\n%s", a.Name, diff, p)
			}
		}
	})
	if len(exchanged) < 3 {
		t.Errorf("exchanged X and O in %v, want at least three games", exchanged)
	}
}

// exchange swaps X and O on the lines that have no other letters.
func exchange(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.Trim(line, "XO*.") == "" {
			lines[i] = strings.NewReplacer("X", "O", "O", "X").Replace(line)
		}
	}
	return strings.Join(lines, "\n")
}
