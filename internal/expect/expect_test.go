package expect

import (
	"errors"
	"fmt"
	"slices"
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

// A false condition, a wrong or missing error, and a missing text fail a test.
func TestFailures(t *testing.T) {
	r := &recorder{TB: t}
	True(r, true)
	Error(r, errors.New("a full disk"), "full", "first")
	Contains(r, "a full disk", "full", "disk")
	True(r, false, "true")
	Error(r, nil, "full", "second")
	Error(r, errors.New("a full disk"), "empty", "third")
	Contains(r, "a full disk", "full", "empty", "disk")
	r.failures[0], _, _ = strings.Cut(r.failures[0], " (-want +got):")
	want := []string{"true", `second: error <nil>, want "full" in it`,
		`third: error a full disk, want "empty" in it`, "want \"empty\" in\na full disk"}
	if !slices.Equal(r.failures, want) {
		t.Errorf("failures %q, want %q", r.failures, want)
	}
}
