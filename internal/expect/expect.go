// Package expect reports values that differ from the expected ones. The test continues.
package expect

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Equal reports the difference between two values as a failure of the test. The subject describes the
// compared value in words and values, which are separated by blanks.
func Equal[T any](t testing.TB, want, got T, subject ...any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", join(subject), diff)
	}
}

// True reports a false condition as a failure of the test. The subject describes the condition.
func True(t testing.TB, ok bool, subject ...any) {
	t.Helper()
	Equal(t, true, ok, subject...)
}

// Error reports a nil error, or an error without the wanted text, as a failure of the test.
func Error(t testing.TB, err error, want string, subject ...any) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: error %v, want %q in it", join(subject), err, want)
	}
}

// Contains reports each wanted text that is not in text as a failure of the test.
func Contains(t testing.TB, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
}

// join returns the words and values of a subject, separated by blanks.
func join(subject []any) string { return strings.TrimSuffix(fmt.Sprintln(subject...), "\n") }
