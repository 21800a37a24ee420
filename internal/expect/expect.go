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
		t.Errorf("%s (-want +got):\n%s", strings.TrimSuffix(fmt.Sprintln(subject...), "\n"), diff)
	}
}

// Error reports an error that lacks a text, or no error, as a failure of the test.
func Error(t testing.TB, err error, want string, subject ...any) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: error %v, want %q in it", strings.TrimSuffix(fmt.Sprintln(subject...), "\n"), err, want)
	}
}

// Contains reports each of some texts that a text lacks as a failure of the test.
func Contains(t testing.TB, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
}
