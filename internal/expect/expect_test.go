package expect

import (
	"fmt"
	"strings"
	"testing"
)

// A recorder is a test that keeps its failures.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

// Only values that differ fail a test, with the subject and both values.
func TestEqual(t *testing.T) {
	r := &recorder{TB: t}
	Equal(r, []int{1, 2}, []int{1, 2})
	Equal(r, "right", "wrong", "case", 7)
	if len(r.failures) != 1 || !strings.HasPrefix(r.failures[0], "case 7 (-want +got):\n") ||
		!strings.Contains(r.failures[0], `"right"`) || !strings.Contains(r.failures[0], `"wrong"`) {
		t.Errorf("failures %q, want one about case 7", r.failures)
	}
}
