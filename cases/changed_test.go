package cases_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/touchstone-suite/touchstone/cases"
)

// The first line that is not the oracle's is named, in the case's file and in the golden.
func TestChanged(t *testing.T) {
	const marker, right = "-- golden/next_state.txt --\n", "3 4 4\n0 0 5\n0\n2\n"
	for golden, want := range map[string]string{
		marker + right:                "",
		"":                            ":12: golden/next_state.txt is missing",
		marker:                        ":13: golden/next_state.txt line 1 is not the oracle's",
		marker + "3 4 4 \n0 0 5\n":    ":13: golden/next_state.txt line 1 is not the oracle's",
		marker + "3 4 4\n0 5\n0\n2\n": ":14: golden/next_state.txt line 2 is not the oracle's",
		marker + right + "2\n":        ":17: golden/next_state.txt line 5 is not the oracle's",
	} {
		path := write(t, filepath.Join(t.TempDir(), "a.txtar"), small+golden)
		changed, err := cases.UpdateFiles(t.Context(), path, true)
		got := ""
		for _, c := range changed {
			got += strings.TrimPrefix(c.String(), path)
		}
		if err != nil || got != want {
			t.Errorf("%q, %v, want %q, of\n%s", got, err, want, golden)
		}
	}
}
