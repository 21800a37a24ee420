package arena

import (
	"testing"

	"github.com/touchstone-suite/touchstone/internal/program"
)

// What an agent answered in an earlier game is not stale in the next.
func TestBegin(t *testing.T) {
	x := &external{program: &program.Program{}, given: [][]byte{[]byte("A1")}}
	if err := x.begin(t.Context(), nil); err != nil || x.given != nil {
		t.Errorf("a game begins with the answers %q, %v", x.given, err)
	}
}
